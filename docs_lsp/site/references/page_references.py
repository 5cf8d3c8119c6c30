"""Find the references of one page: links, related pages, imports, its operation.

The page is parsed for this, so this is for single pages, not for all pages of a site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from docs_lsp.core.text import Span
from docs_lsp.site.mdx.code import find_code_blocks, iter_gaps
from docs_lsp.site.mdx.content import MOST_READ, PageContent, read_page
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.links import iter_import_spans, iter_old_snippet_names
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.targets import strip_quotes_from_span

_SNIPPET = b"<Snippet"
_MOST_RELATED = 100
"""Maximum number of entries that are examined; the service shows ten."""


def find_page_reference_at(data: bytes, file: str, offset: int) -> Reference | None:
    """Return the reference at a byte offset of a page, or None; `file` is its site path."""
    references = _list_page_references(data, file)
    return next((one for one in references if one.span.start <= offset <= one.span.end), None)


@lru_cache(maxsize=4)  # An editor asks about one place for several reasons.
def _list_page_references(data: bytes, file: str) -> tuple[Reference, ...]:
    return tuple(iter_page_references(data, file))


def iter_page_references(data: bytes, file: str) -> Iterator[Reference]:
    """Yield the references of a page or a snippet; nothing for any other file."""
    if strip_page_extension(file) == file:
        return
    content = read_page(data, file)
    entry = content.frontmatter.entries.get("openapi")
    operation = content.fields.get("openapi")
    if entry and isinstance(operation, str):
        yield Reference(Role.OPERATION, operation, file, strip_quotes_from_span(data, entry.value))
    yield from _iter_related(content, data, file)
    for link in content.links:
        yield Reference(Role.LINK, link.target, file, link.span)
    if content.imports or _SNIPPET in data:
        yield from iter_file_references(data, file, MOST_READ)


def _iter_related(content: PageContent, data: bytes, file: str) -> Iterator[Reference]:
    """Yield the links to pages of this site in the field `related`."""
    items, entry = content.fields.get("related"), content.frontmatter.entries.get("related")
    if not isinstance(items, list) or entry is None:
        return
    start, text = entry.value.start, data[slice(*entry.value)]
    named = chain.from_iterable(
        item.values() if isinstance(item, dict) else (item,) for item in items[:_MOST_RELATED]
    )
    for target in dict.fromkeys(each for each in named if isinstance(each, str)):
        if target.startswith("/"):
            raw = re.escape(target.encode("utf-8", "surrogatepass"))
            for match in re.finditer(rb"""(?<=[\s"',[:])%b(?=[\s"',\]}]|\Z)""" % raw, text):
                yield Reference(Role.LINK, target, file, Span(*match.span()).shift(start))


def iter_file_references(data: bytes, file: str, most_read: int) -> Iterator[Reference]:
    """Yield a page's imports and old snippets in its first `most_read` bytes."""
    body, end = locate_frontmatter(data).body_start, min(len(data), most_read)
    for start, stop in iter_gaps(find_code_blocks(data, body, end), body, end):
        for place in iter_import_spans(data, start, stop):
            target = data[slice(*place)].decode("utf-8", "replace")
            yield Reference(Role.IMPORT, target, file, Span(*place))
        for span in iter_old_snippet_names(data, start, stop):
            target = data[slice(*span)].decode("utf-8", "replace")
            yield Reference(Role.OLD_SNIPPET, target, file, span)
