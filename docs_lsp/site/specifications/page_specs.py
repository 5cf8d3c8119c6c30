"""The specifications that pages name in their frontmatter, and how they write them.

The service finds a specification anywhere in the site, so docs.json need not name it. One that has
not been read is read when its operations are needed, and cached as long as its text is the same.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import iter_matching_files

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec

_MOST_PAGES = 20_000
_KEPT = 4


class SpecName(NamedTuple):
    """A specification as pages name it."""

    written: str
    """The text before the method; empty if there is none."""
    file: str


class NamingConventions(NamedTuple):
    """The conventions by which the pages of a site name their operations."""

    named: tuple[SpecName, ...]
    """The specifications, those first that most pages of the folder name."""
    used: frozenset[tuple[str, str, str]]
    """The operations that have a page: the text before the method, the method, the path."""
    is_lower: bool
    """Whether most pages write methods in lower case."""


def detect_naming_conventions(
    file: str, facts: SiteFacts, contents: Mapping[str, PageContent]
) -> NamingConventions:
    """Return how the pages around a file, and the others, name their operations."""
    folder = posixpath.dirname(file)
    near: Counter[str] = Counter()
    far: Counter[str] = Counter()
    used = set()
    lower = 0
    for other, content in islice(contents.items(), _MOST_PAGES):
        # Only pages that mention `openapi` at all are parsed.
        text = content.fields.get("openapi") if b"openapi" in content.head else None
        endpoint = parse_endpoint_entry(text) if isinstance(text, str) and other != file else None
        if isinstance(endpoint, Endpoint):
            written = endpoint.spec or ""
            (near if posixpath.dirname(other) == folder else far)[written] += 1
            used.add((written, endpoint.method, endpoint.path))
            lower += 1 if endpoint.lower else -1
    named = (
        SpecName(written, found)
        for written in dict.fromkeys(one for one, _ in (*near.most_common(), *far.most_common()))
        for found in _find_named_specs(written, file, facts)
    )
    return NamingConventions(tuple(named), frozenset(used), lower > 0)


def _find_named_specs(written: str, file: str, facts: SiteFacts) -> list[str]:
    """Return the specifications that the text before a method means."""
    known = list_spec_files(facts)
    return known if not written else list(iter_matching_files(written, file, known))[:1]


def list_spec_files(facts: SiteFacts) -> list[str]:
    """Return every specification file, those that docs.json names first."""
    named = [file for file in sorted(facts.specs) if facts.specs[file].usable]
    return list(dict.fromkeys((*named, *sorted(facts.spec_files or ()))))


def get_spec(file: str, facts: SiteFacts, files: Files) -> Spec | None:
    """Return a specification of the site, reading it if necessary; None if unreadable."""
    known = facts.specs.get(file)
    if known is None:
        try:
            known = _parse_cached(files.read(file), file)
        except FileFault:
            return None
    return known if known.usable else None


def iter_page_operations(spec: Spec) -> Iterator[Operation]:
    """Yield the operations that a page can show."""
    for operation in spec.all_operations:
        if not operation.excluded and " " not in operation.path:
            yield operation


@lru_cache(maxsize=_KEPT)
def _parse_cached(data: bytes, file: str) -> Spec:
    from docs_lsp.site.specifications.openapi import parse_spec  # Few pages show operations.

    return parse_spec(data, file)
