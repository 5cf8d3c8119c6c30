"""Moves the selection into a snippet that the page shows in its place, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
from docs_lsp.core.phrases import capitalize
from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.files.draft import apply_file_edits
from docs_lsp.files.files import read_bytes_or_empty
from docs_lsp.mdx.components.catalogue import KNOWN_NAMES
from docs_lsp.mdx.reading import find_faults, parse_page_tags
from docs_lsp.mdx.syntax import MdxImport, MdxPage, MdxTag, TagForm
from docs_lsp.refactor.pages.page_lines import EXTRACT, INLINE, PageLines
from docs_lsp.refactor.selection import Offer
from docs_lsp.site.imported_files import DEFAULT, ImportTargetKind, resolve_import_source
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.links import resolve_site_path
from docs_lsp.site.mdx.page_names import NamesInFile, collect_page_names
from docs_lsp.site.offered_imports import AddedImport, ImportInserter

_WORD = compile_lazily(r"[A-Za-z0-9]+")
_RELATIVE = compile_lazily(r"\]\(\.{1,2}/|=[\"']\.{1,2}/|\]:[ \t]+\.{1,2}/")
_MOST_WORDS, _MOST_NAMES = 5, 100
_PLAIN = compile_lazily(r"[^<>{}&\\]*")


def offer_extraction(lines: PageLines) -> Iterator[Offer]:
    """Offer to move the selected lines into a new snippet, if they mean the same there."""
    if ">" in lines.prefix or _RELATIVE.search("\n".join(lines.lines)) or lines.tag_spacing is None:
        return
    names = collect_page_names(lines.data)
    imports = _render_needed_imports(lines, names)
    named = _choose_snippet_name(lines, names)
    if imports is None or named is None:
        return
    file, tag = named
    content = _render_content(lines, imports)
    shown = [f"{lines.prefix}<{tag} />"]
    inserter = ImportInserter(lines.data, lines.page, lines.file)
    start, new = inserter.make_edit(AddedImport(tag, file, True))
    edit = lines.build_edit(shown)
    after = lines.replace_lines(shown)
    whole = after[: start.start] + new.encode() + after[start.end :]
    is_before = start.end <= lines.span.start
    if is_before and lines.has_no_new_faults(whole) and not find_faults(content.encode()):
        changes = (NewFile(file, content), FileEdit(lines.file, start, new), edit)
        yield Offer(f"Move into the snippet `{file}`", EXTRACT, lambda: changes)


def _render_needed_imports(lines: PageLines, names: NamesInFile) -> list[str] | None:
    """Return the import statements that the snippet needs, or None if it cannot be separated."""
    inside = {place.name for place in names.places if _is_in(place.span, lines.span)}
    exported = {name.name for each in names.exports for name in each.names}
    statements = [
        *(mdx_import.span for mdx_import in names.imports),
        *(export.span for export in names.exports),
    ]
    if (
        not names.is_exact
        or inside & exported
        or any(_is_in(one, lines.span) for one in statements)
    ):
        return None
    import_lines = []
    for statement in names.imports:
        for one in statement.names:
            if one.local in inside:
                written = _render_import(statement, one.local, one.exported, lines.file)
                if written is None:
                    return None
                import_lines.append(written)
    return import_lines


def _render_import(statement: MdxImport, local: str, exported: str, file: str) -> str | None:
    """Return the import of one name by an absolute path; None for `*` or without a path."""
    path = resolve_site_path(statement.source, file)
    if path is None or exported == "*":
        return None
    if exported == "default":
        return f'import {local} from "/{path}"'
    renamed = local if local == exported else f"{exported} as {local}"
    return f'import {{ {renamed} }} from "/{path}"'


def _is_in(span: Span, around: Span) -> bool:
    return around.start <= span.start and span.end <= around.end


def _render_content(lines: PageLines, imports: list[str]) -> str:
    """Return the content of a snippet: the imports, and the lines without their prefix."""
    size = len(lines.prefix)
    text = [line[size:] if line.strip() else "" for line in lines.lines]
    head = [*imports, ""] if imports else []
    return lines.line_break.join([*head, *text, ""])


def _choose_snippet_name(lines: PageLines, names: NamesInFile) -> tuple[str, str] | None:
    """Return an unused file path and an unused component name, or None."""
    known = {place.name for place in names.places} | KNOWN_NAMES
    words = _find_first_words(lines)
    for number in range(1, _MOST_NAMES):
        numbered = [*words, str(number)] if number > 1 else words
        file = f"snippets/{'-'.join(word.lower() for word in numbered)}.mdx"
        tag = "".join(capitalize(word) for word in numbered)
        if tag not in known and not lines.files.exists(file):
            return file, tag
    return None


def _find_first_words(lines: PageLines) -> list[str]:
    """Return up to five words that begin the text, to name the snippet; `Part` if it has none."""
    for line in lines.lines:
        words = _WORD.findall(re.sub(r"<[^<>]*>|\([^()]*\)|\{[^{}]*\}", " ", line))
        if words and words[0][0].isalpha():
            return words[:_MOST_WORDS]
    return ["Part"]


def offer_inlining(lines: PageLines) -> Iterator[Offer]:
    """Offer to replace a snippet's tag at the cursor by its text, and drop an unneeded import."""
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
    if lines.has_no_new_faults(apply_file_edits(lines.data, edits)):
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
    """Return the span of the import's lines to remove, or None if the import has to stay."""
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
    """Return whether another import is directly above or below the statement."""
    spans = [mdx_import.span for mdx_import in page.imports if mdx_import is not statement]
    return any(
        abs(span.start - statement.span.end) <= 2 or abs(statement.span.start - span.end) <= 2
        for span in spans
    )
