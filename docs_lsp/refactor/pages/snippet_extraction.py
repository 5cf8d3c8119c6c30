"""Moves the selection into a snippet that the page imports and shows in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import capitalize
from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import KNOWN_NAMES
from docs_lsp.mdx.reading import find_faults
from docs_lsp.mdx.syntax import MdxImport
from docs_lsp.refactor.pages.page_lines import EXTRACT, PageLines
from docs_lsp.refactor.selection import Offer
from docs_lsp.site.mdx.links import resolve_site_path
from docs_lsp.site.mdx.page_names import NamesInFile, collect_page_names
from docs_lsp.site.offered_imports import AddedImport, ImportInserter

_WORD = compile_lazily(r"[A-Za-z0-9]+")
_RELATIVE = compile_lazily(r"\]\(\.{1,2}/|=[\"']\.{1,2}/|\]:[ \t]+\.{1,2}/")
_MOST_WORDS, _MOST_NAMES = 5, 100


def offers(lines: PageLines) -> Iterator[Offer]:
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
