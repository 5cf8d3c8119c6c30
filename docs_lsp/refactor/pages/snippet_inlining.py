"""Replaces the tag of a snippet by the text of the snippet, as the service renders it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.files import read_bytes_or_empty
from docs_lsp.mdx.reading import parse_page_tags
from docs_lsp.mdx.syntax import MdxImport, MdxPage, MdxTag, TagForm
from docs_lsp.refactor.pages.page_lines import INLINE, PageLines
from docs_lsp.refactor.selection import Offer
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.snippets import DEFAULT, ImportTargetKind, resolve_import_source

_PLAIN = compile_lazily(r"[^<>{}&\\]*")


def offers(lines: PageLines) -> Iterator[Offer]:
    """Offer to replace the tag of a snippet at the cursor, alone on its line, by its text."""
    tag = _find_snippet_tag(lines)
    statement = _find_default_import(lines.page, tag.name) if tag else None
    if tag is None or statement is None or lines.site.facts is None:
        return
    target = resolve_import_source(statement.source, lines.file, lines.site.facts)
    if target.reached is not ImportTargetKind.FILE or target.path.endswith(COMPONENTS):
        return
    line = Span(
        find_line_start(lines.data, tag.span.start), find_line_end(lines.data, tag.span.end)
    )
    body = _render_body(read_bytes_or_empty(lines.files, target.path), tag)
    indent = lines.data[line.start : tag.span.start].decode("utf-8", "replace")
    if body is None or indent.strip() or lines.data[tag.span.end : line.end].strip():
        return
    text = [f"{indent}{one}" if one.strip() else "" for one in body]
    edits = [FileEdit(lines.file, line, lines.line_break.join(text))]
    removed = _find_unneeded_import(lines, tag, statement)
    if removed is not None:
        edits.insert(0, FileEdit(lines.file, removed, ""))
    if lines.has_no_new_faults(_apply_edits(lines.data, edits)):
        changes = tuple(edits)
        yield Offer(f"Put the text of `{target.path}` here", INLINE, lambda: changes)


def _find_snippet_tag(lines: PageLines) -> MdxTag | None:
    """Return the tag at the cursor if it can be that of a whole snippet, or None."""
    at = lines.cursor.start
    if not any("<" in line for line in lines.lines):
        return None  # Avoids reading the page, since most lines have no tag.
    for tag in lines.page.tags:
        if tag.span.start <= at <= tag.span.end and tag.form is TagForm.SELF_CLOSING:
            return tag if tag.is_block and "." not in tag.name else None
    return None


def _find_default_import(page: MdxPage, name: str) -> MdxImport | None:
    """Return the import that gives a local name to a default export, or None."""
    for statement in page.imports:
        if any(one.local == name and one.exported == DEFAULT for one in statement.names):
            return statement
    return None


def _render_body(data: bytes, tag: MdxTag) -> list[str] | None:
    """Return the lines of a snippet with the attributes of its tag filled in, or None if unsure."""
    body = data[locate_frontmatter(data).body_start :]
    page = parse_page_tags(body)
    if page.faults or page.imports or page.exports:
        return None  # The page would need its imports and exports, too.
    text = body.decode("utf-8", "replace").replace("\r\n", "\n").strip("\n")
    for given in tag.attributes:
        if given.value is None or not _PLAIN.fullmatch(given.value):
            return None
        text = re.sub(rf"(?<!\{{)\{{{re.escape(given.name)}\}}(?!\}})", given.value, text)
    return text.split("\n") if text.strip() else None


def _find_unneeded_import(lines: PageLines, tag: MdxTag, statement: MdxImport) -> Span | None:
    """Return the span of the line of the import, or None if the page still needs it."""
    if len(statement.names) != 1:
        return None
    name = re.escape(tag.name.encode())
    others = [match for match in re.finditer(rb"\b%b\b" % name, lines.data)]
    places = (statement.span, tag.span)
    if any(all(not at.start <= match.start() < at.end for at in places) for match in others):
        return None
    end = find_line_end(lines.data, statement.span.end)
    start = find_line_start(lines.data, statement.span.start)
    if lines.data[statement.span.end : end].strip():
        return None
    after = re.compile(rb"\r?\n").match(lines.data, end)
    end = after.end() if after else end
    is_alone = len(lines.page.imports) == 1 or not _has_adjacent_import(lines.page, statement)
    blank = re.compile(rb"[ \t]*\r?\n").match(lines.data, end) if is_alone else None
    return Span(start, blank.end() if blank else end)


def _has_adjacent_import(page: MdxPage, statement: MdxImport) -> bool:
    """Whether another import is directly above or below the statement."""
    spans = [mdx_import.span for mdx_import in page.imports if mdx_import is not statement]
    return any(
        abs(span.start - statement.span.end) <= 2 or abs(statement.span.start - span.end) <= 2
        for span in spans
    )


def _apply_edits(data: bytes, edits: list[FileEdit]) -> bytes:
    for edit in sorted(edits, key=lambda file_edit: file_edit.span, reverse=True):
        data = data[: edit.span.start] + edit.new.encode() + data[edit.span.end :]
    return data
