"""Finds why the service's parser rejects a file: a page, or a file that pages include.

A file that several pages include is reported once, with these pages, since it has to be fixed, not
the pages (docs_lsp/SERVICE.md, page-syntax, inlined-snippets).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from docs_lsp.mdx.fault_words import first_refusal, render_fault, render_snippet_fault
from docs_lsp.mdx.javascript.jsx_file import read_jsx
from docs_lsp.mdx.reading import find_faults
from docs_lsp.site.mdx.content import MOST_READ, PageContent, syntax_of
from docs_lsp.site.mdx.contents import COMPONENTS, Contents

_NO_JAVASCRIPT = "From here on it is no JavaScript. Correct it, or close what is open before it."
_TYPED = ".tsx"


class FileRefusal(NamedTuple):
    """The reason why the service rejects a file."""

    reason: str
    """The reason, in sentences."""
    place: tuple[int, int]
    """Line and column, from 1; columns count characters."""


class RefusedPart(NamedTuple):
    """An included file that the service rejects."""

    file: str
    """The site path of the file."""
    refusal: FileRefusal
    pages: tuple[str, ...]
    """The paths of the pages that include it."""


def refusal_of(
    data: bytes, file: str, variables: Container[str], *, is_part: bool = False
) -> FileRefusal | None:
    """Return why the service rejects the content of a file, or None if it accepts it.

    `variables` are those of the site. The consequence differs for a file that `is_part` of pages.
    """
    if len(data) > MOST_READ:
        return None
    if file.endswith(COMPONENTS):
        fault = read_jsx(data, typescript=file.endswith(_TYPED)).fault
        reason = _NO_JAVASCRIPT
    else:
        fault = first_refusal(find_faults(data), variables)
        reason = (render_snippet_fault if is_part else render_fault)(fault) if fault else ""
    if fault is None:
        return None
    line = data.rfind(b"\n", 0, fault.span.start) + 1
    column = len(data[line : fault.span.start].decode("utf-8", "replace")) + 1
    return FileRefusal(reason, (data.count(b"\n", 0, line) + 1, column))


def find_refused_parts(
    reads: Mapping[str, frozenset[str]], contents: Contents, variables: Container[str]
) -> Iterator[RefusedPart]:
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
        refusal = refusal_of(content.reread_bytes(), file, variables, is_part=True)
        if refusal is not None:
            yield RefusedPart(file, refusal, tuple(takers[file]))


def _has_faults(content: PageContent) -> bool:
    return bool(syntax_of(content).faults if content.script else content.faults)
