"""Recognise what a site still has of the starter kit that the service offers as a template.

A page is recognised by its path and a hash of its text, in every version of the kit from December
2022 to May 2026: a page that its owner has changed is never one of them. The values of docs.json
that name the service itself are listed as they are.

Source: SERVICE.md, starter-kit
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.refs import iter_documents

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts

_HASH_LENGTH = 16
_HASHES: Mapping[str, str] = MappingProxyType(
    {
        "_snippets/snippet-example.mdx": """
        5bcf189f15626f14 f5fcaea140651dd4
    """,
        "agent-ready/contextual.mdx": """
        80818d725c3bd9e3
    """,
        "agent-ready/prompt.mdx": """
        00877ef40656d509
    """,
        "agent-ready/visibility.mdx": """
        f994bf3fee795b10
    """,
        "ai-tools/claude-code.mdx": """
        15c667a58acfb6b5 4fe6ec4fe4d2ba29
    """,
        "ai-tools/cursor.mdx": """
        91d1d4aba3dd3056 b1789ea7f20a1079
    """,
        "ai-tools/windsurf.mdx": """
        2fe7ebb8c6f5f0dc 8c70cfd3013142ba
    """,
        "api-reference/endpoint/create.mdx": """
        4741e3620361d0b6 6273a672ce696e0b c66a993f7e21966b
    """,
        "api-reference/endpoint/delete.mdx": """
        146b174caa4375a8 16e27864bc1f196b 36a4801395859d5c
    """,
        "api-reference/endpoint/get.mdx": """
        5461bb5cfd534314 75ab556fdf219047 9d470e82c16aaf3c
    """,
        "api-reference/endpoint/update.mdx": """
        2879fbf6c77eb912 301a262b38d02722
    """,
        "api-reference/endpoint/webhook.mdx": """
        05df629a8a1cdbdb 98e91ae0ff6ea562
    """,
        "api-reference/introduction.mdx": """
        06456ecb34b1b9af
    """,
        "development.mdx": """
        341ca9c9c8ebd991 3fb430c68236cf00 40d9c4cad99d74c5 4713d3eb95a93641 5d9f45c1f7a5c20f
        8384691290584840 9ca47338489c0ad8 df717001bcd636af f3e195468c70ad08
    """,
        "essentials/code.mdx": """
        06ca31b84fe3e5d7 18451aedb8f4bdee 2dee731922a2e7dd
    """,
        "essentials/components.mdx": """
        e4d540238b373c81
    """,
        "essentials/images.mdx": """
        46fe9c57222196aa 597948e3f428c421 5d89470b911f2610
    """,
        "essentials/markdown.mdx": """
        1509984947623596 2dfce28cb002119a 909295203d7fd5eb
    """,
        "essentials/navigation.mdx": """
        09db46c806b1c7a5 c512cd4aaff637ba c5d7f78130badb26
    """,
        "essentials/reusable-snippets.mdx": """
        02d574607c4a337a 4ce9aa9b857ef157 520ab4ff11a6be96 56c0b1891eacfe38
    """,
        "essentials/settings.mdx": """
        117d3fcce83f19f7 4b3c58316351a449 5066ddbc2be30d36 b36c48d1958de4aa fdea18538daf35bd
    """,
        "features.mdx": """
        2abb90924cea0601 303ba6c4f3a88d7d b953639141e0d136
    """,
        "index.mdx": """
        0e236fa9b8a88485 45f7b36a5ec9d2b8 49111390db50ba78 87e01422badd9ccf b7b87be9006e74b0
        e5b83926b012913c
    """,
        "introduction.mdx": """
        02bb629edc8cf8af 0a35504b73b099ed 1dbeef9418023c14 42bfdd0ed31f90d2 42d0cea30785584b
        44ff2793a0e3c66f 49111390db50ba78 67ea5912a4485096 6cea04384525f945 a0c65714a7185024
        b3212976160352c3 cbc576ab6611eb1c db15ccd7a93b4be7 e7d2bb229fb37923 fc04dafafe67fbb4
    """,
        "quickstart.mdx": """
        0c1f864b85c3fe59 151a62512d72a76d 31855081946c2b14 5067f27c44cc6426 8608ed2b0f8e5ce3
        be77c5819d942c54 feb9aa24d694ce7a
    """,
        "resources.mdx": """
        b44d18ca615df869 d8dd06c9495fe0f6
    """,
        "snippets/snippet-intro.mdx": """
        4c131a3fd8551161 bb1e3ce886453eab
    """,
    }
)
"""The hashes of each page of the kit, one for each version, separated by white space."""
SPECIFICATION = "api-reference/openapi.json"
_SPECIFICATION_HASHES = frozenset(("213f14d341ff0068", "6fb38550534065de", "d48dd97c1a6e3024"))

_NAMES = rb"(?:Mint(?:lify)? |Documentation )?Starter Kit"
_PROFILES = (
    rb"https://(?:x|twitter)\.com/mintlify"
    rb"|https://github\.com/mintlify"
    rb"|https://(?:www\.)?linkedin\.com/company/(?:mintlify|mintsearch)"
)
_LINKS = (
    rb"mailto:hi@mintlify\.com"
    rb"|https://(?:dashboard|app)\.mintlify\.com"
    rb"|https://mintlify\.com/(?:docs|blog|community)"
)
_SETTING = compile_lazily(
    rb'"(?:name"\s*:\s*"(%b)|(?:x|twitter|github|linkedin)"\s*:\s*"(%b)|href"\s*:\s*"(%b))"'
    % (_NAMES, _PROFILES, _LINKS)
)
_NAME, _PROFILE = 1, 2
_OWN_NAME = compile_lazily(rb'"name"\s*:\s*"[^"]*mintlify', re.IGNORECASE)
_SURE = (b"mailto:hi@mintlify.com", b"https://dashboard.mintlify.com", b"https://app.mintlify.com")
_SEVERAL = 2


class StarterSetting(NamedTuple):
    """A value in docs.json that the starter kit has."""

    file: str
    span: Span
    """Its absolute byte span, inside the quotes."""
    value: str
    is_profile: bool
    """Whether it is a profile of the service in `footer.socials`."""
    is_name: bool


class StarterParts(NamedTuple):
    """The parts of the starter kit that a site still has."""

    pages: tuple[str, ...]
    """The files of its unchanged pages and snippets, sorted."""
    settings: tuple[StarterSetting, ...]


def find_starter_parts(overview: Overview) -> StarterParts:
    """Return unchanged pages of the kit, and its settings if that is sure; for `Overview.cached`.

    Settings count only beside a page of the kit, or if several of them leave no doubt: the
    service's own sites have some of them, too.
    """
    pages = overview.facts.cached_for_last(_find_starter_pages, overview.contents)
    settings = tuple(_iter_settings(overview))
    return StarterParts(pages, settings if pages or _are_sure(settings, overview) else ())


def _find_starter_pages(
    facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> tuple[str, ...]:
    """Return the unchanged pages of the kit, sorted; reads only pages with their paths."""
    pages = []
    for file, hashes in _HASHES.items():
        content = (contents or {}).get(file)
        if content is not None and file in facts.files:
            data = content.reread_bytes()
            if data and hash_text(data) in hashes.split():
                pages.append(file)
    return tuple(sorted(pages))


def hash_text(data: bytes) -> str:
    """Return the hash of a file's text, in which all white space counts as one space."""
    from hashlib import sha256  # Few pages have the name of one of a starter kit.

    return sha256(b" ".join(data.split())).hexdigest()[:_HASH_LENGTH]


def is_starter_specification(data: bytes) -> bool:
    """Return whether the bytes of an OpenAPI file are those of the kit's made-up API."""
    return hash_text(data) in _SPECIFICATION_HASHES


def _iter_settings(overview: Overview) -> Iterator[StarterSetting]:
    """Yield the values of docs.json that are also in the starter kit, even if added by hand."""
    for file, document in iter_documents(overview.name, overview.parts):
        for match in _SETTING.finditer(document.text.data):
            kind = match.lastindex or 0
            span, value = Span(*match.span(kind)), match[kind].decode()
            yield StarterSetting(file, span, value, kind == _PROFILE, kind == _NAME)


def _are_sure(settings: tuple[StarterSetting, ...], overview: Overview) -> bool:
    """Return whether settings are certainly the kit's, on a site without its pages."""
    part = overview.parts.get(overview.name)
    if isinstance(part, Document) and _OWN_NAME.search(part.text.data):
        return any(setting.is_name for setting in settings)
    values = {setting.value.encode() for setting in settings}
    return len(values) >= _SEVERAL and (
        sum(setting.is_profile for setting in settings) >= _SEVERAL
        or not values.isdisjoint(_SURE)
        or any(setting.is_name for setting in settings)
    )
