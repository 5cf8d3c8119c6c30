"""What changes in the frontmatter of pages when files move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.problem import FileEdit
from docs_lsp.site.moves.changed_addresses import Addresses
from docs_lsp.site.moves.docs_edits import link_after, spec_after
from docs_lsp.site.references.targets import unquoted
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent

_SPEC_FIELDS = ("openapi", "asyncapi", "openapi-schema", "graphql")
_WORD = re.compile(r"\s*(\S+)")
_ALONE = r"(?<![^\s\"',\[])%s(?![^\s\"',\]])"


def in_fields(file: str, content: PageContent, addresses: Addresses) -> Iterator[FileEdit]:
    """The edits of the fields of a page that name something under its old path."""
    for key, entry in content.frontmatter.entries.items():
        span = unquoted(content.head, entry.value)
        text = content.head[slice(*span)].decode("utf-8", "replace")
        value = content.fields.get(key)
        if isinstance(value, list):
            yield from _in_list(file, span, text, value, addresses)
        elif value == text:
            new = _field_after(key, text, addresses)
            if new is not None:
                yield FileEdit(file, span, new)


def _field_after(key: str, text: str, addresses: Addresses) -> str | None:
    if text.startswith("/") and len(text.split()) == 1 and key not in _SPEC_FIELDS:
        return link_after(text, addresses)
    word = _WORD.match(text) if key in _SPEC_FIELDS else None
    new = spec_after(word[1], addresses) if word else None
    return text[: word.start(1)] + new + text[word.end(1) :] if word and new is not None else None


def _in_list(
    file: str, span: Span, text: str, items: list[object], addresses: Addresses
) -> Iterator[FileEdit]:
    """The pages in a list such as `related`, where it is plain where each one stands."""
    for item in items:
        new = link_after(item, addresses) if isinstance(item, str) and item[:1] == "/" else None
        places = list(re.finditer(_ALONE % re.escape(str(item)), text)) if new is not None else []
        if new is not None and len(places) == 1:
            start = span.start + len(text[: places[0].start()].encode())
            yield FileEdit(file, Span(start, start + len(str(item).encode())), new)
