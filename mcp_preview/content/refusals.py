"""Finds why the service's parser rejects a file: a page, or a file that pages include.

A file that several pages include is reported once, with these pages, since it has to be fixed, not
the pages (docs_lsp/SERVICE.md, page-syntax, inlined-snippets).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from docs_lsp.core.lines import find_line_start
from docs_lsp.mdx.fault_messages import (
    find_first_fault,
    render_fault_message,
    render_snippet_fault_message,
)
from docs_lsp.mdx.javascript.jsx_file import parse_jsx_file
from docs_lsp.mdx.reading import find_faults
from docs_lsp.site.mdx.content import MOST_READ, PageContent, read_syntax
from docs_lsp.site.mdx.contents import COMPONENTS, Contents

_NO_JAVASCRIPT = "From here on it is no JavaScript. Correct it, or close what is open before it."
_TYPED = ".tsx"


class FileRejection(NamedTuple):
    """The reason why the service rejects a file."""

    reason: str
    """The reason, in sentences."""
    place: tuple[int, int]
    """Line and column, from 1; columns count characters."""


class RejectedPart(NamedTuple):
    """An included file that the service rejects."""

    file: str
    """The site path of the file."""
    refusal: FileRejection
    pages: tuple[str, ...]
    """The paths of the pages that include it."""


def find_rejection(
    data: bytes, file: str, variables: Container[str], *, is_part: bool = False
) -> FileRejection | None:
    """Return why the service rejects the content of a file, or None if it accepts it.

    `variables` are those of the site. The consequence differs for a file that `is_part` of pages.
    """
    if len(data) > MOST_READ:
        return None
    if file.endswith(COMPONENTS):
        fault = parse_jsx_file(data, typescript=file.endswith(_TYPED)).fault
        reason = _NO_JAVASCRIPT
    else:
        fault = find_first_fault(find_faults(data), variables)
        reason = (
            (render_snippet_fault_message if is_part else render_fault_message)(fault)
            if fault
            else ""
        )
    if fault is None:
        return None
    line = find_line_start(data, fault.span.start)
    column = len(data[line : fault.span.start].decode("utf-8", "replace")) + 1
    return FileRejection(reason, (data.count(b"\n", 0, line) + 1, column))


def find_rejected_parts(
    reads: Mapping[str, frozenset[str]], contents: Contents, variables: Container[str]
) -> Iterator[RejectedPart]:
    """Yield the included files that the service rejects; `reads` are the includes by page path."""
    takers: dict[str, list[str]] = {}
    for page, files in reads.items():
        for file in files:
            takers.setdefault(file, []).append(page)
    for file in sorted(takers):
        content = contents.get(file)
        # The faults of a file are cached, so that few files are read again.
        if content is None or not _has_faults(content):
            continue
        refusal = find_rejection(content.reread_bytes(), file, variables, is_part=True)
        if refusal is not None:
            yield RejectedPart(file, refusal, tuple(takers[file]))


def _has_faults(content: PageContent) -> bool:
    return bool(read_syntax(content).faults if content.script else content.faults)
