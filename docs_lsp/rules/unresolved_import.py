"""An import does not lead to a file of the site.

Why it matters
--------------
The service imports `.mdx`, `.md`, `.jsx` and `.tsx` files of the site, by a path that starts with
`/`, `./` or `../`, with exact case and the extension. Any other import fails validation, and its
tags are removed from the page with their content. Packages cannot be imported either: the hooks of
React are available without an import. A `Snippet` shows a file of `_snippets/`, and nothing if it
does not exist.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import Tides from "«/snippets/Tides»"
import { useState } from "«react»"

<Tides />
--- snippets/tides.mdx
High water comes twice a day.
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import Tides from "/snippets/tides.mdx"

<Tides />
--- snippets/tides.mdx
High water comes twice a day.
```

Fix
---
Write the path of the file as it is on the disk, or add the file. The quick fix writes the path of a
file with nearly that name, and is safe if only case, extension or the leading slash were wrong; it
is preferred for a path that is only misspelt. It removes an import of React, whose hooks need none,
and one of the service's own components, which need none either.

Source: SERVICE.md, imports
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code, join_codes, render_suggestion
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.syntax import MdxImport
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.site_imports import (
    collect_imports,
    find_sure_file,
    format_import_path,
    iter_pages_with_modules,
    suggest_importable_files,
)
from docs_lsp.site.imported_files import (
    IMPORTABLE,
    ImportedFile,
    ImportTargetKind,
    resolve_import_source,
)
from docs_lsp.site.mdx.links import OLD_SNIPPETS
from docs_lsp.site.overview import Overview

_NAME = "unresolved-import"
_REACT = ("react", "preact/hooks", "react/jsx-runtime")
_KINDS = join_codes(IMPORTABLE, "and")
_SNIPPET_MARK, _BUILT_IN = "snippet", "built-in"
_OF_VENDOR = "@mintlify/"
"""Packages that hold the components of the service."""


def _offer_paths_or_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer files that the import may mean, or to remove an import that is not needed."""
    overview = subject.overview
    if overview is None:
        return
    source, file = subject.problem_text, subject.problem.file
    if subject.problem.about == _SNIPPET_MARK:
        near = suggest_importable_files(f"{OLD_SNIPPETS}{source}", overview, below=OLD_SNIPPETS)
        for one in near:
            name = one.removeprefix(OLD_SNIPPETS)
            is_sure = len(near) == 1 and _is_misspelt_path(source, name)
            yield subject.build_fix(name, f"Use {code(name)}", preferred=is_sure)
        return
    is_built_in = subject.problem.about == _BUILT_IN
    if source in _REACT or is_built_in:
        edits = (subject.build_edit(_find_statement_span(subject), ""),)
        yield Fix("Remove the import", edits, safe=is_built_in, preferred=True)
        return
    meant = resolve_import_source(source, file, overview.facts)
    sure = find_sure_file(source, meant.path, overview)
    near = [sure] if sure else suggest_importable_files(meant.path or source, overview)
    for one in near:
        path = format_import_path(one, source, file)
        is_sure = one == sure or (len(near) == 1 and _is_misspelt_path(meant.path, one))
        yield subject.build_fix(path, f"Use {code(path)}", safe=bool(sure), preferred=is_sure)


def _is_misspelt_path(path: str, other: str) -> bool:
    """Return whether a path is a misspelling of another, not only a similar file name."""
    return path.count("/") == other.count("/") and is_misspelling(path, other)


def _find_statement_span(subject: FixContext) -> Span:
    """Return the lines of the import around a source, with the line break after them."""
    data, (start, end) = subject.data, subject.problem.span
    begin = data.rfind(b"\nimport", 0, start) + 1
    stop = data.find(b"\n", end)
    return Span(begin, stop + 1 if stop >= 0 else len(data))


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=_offer_paths_or_removal,
    fixes=FixSafety.SOME_SAFE,
    reads=PageTextNeed.TEXT,
)
def unresolved_import(overview: Overview) -> Iterator[Problem]:
    """Report each import, and each old snippet, that leads to no file."""
    for page_import in overview.cached(collect_imports):
        if page_import.target.reached not in (ImportTargetKind.FILE, ImportTargetKind.UNKNOWN):
            statement = page_import.statement
            is_built_in = _imports_built_ins(statement)
            if is_built_in:
                message = _describe_built_ins(statement)
            else:
                message = _render_message(statement.source, page_import.target, overview)
            yield Problem(
                _NAME,
                page_import.file,
                statement.source_span,
                message,
                Severity.WARNING,
                about=_BUILT_IN if is_built_in else "",
            )
    for file, modules in iter_pages_with_modules(overview):
        for each in modules.snippets:
            path = f"{OLD_SNIPPETS}{each.file.removeprefix('/')}"
            if (
                path not in overview.facts.files
                and overview.facts.ignore.describe_excluding_pattern(path) is None
            ):
                message = _render_snippet_message(each.file, path, overview)
                yield Problem(
                    _NAME, file, each.span, message, Severity.WARNING, about=_SNIPPET_MARK
                )


def _imports_built_ins(statement: MdxImport) -> bool:
    """Return whether an import from the vendor's packages names only built-in components."""
    return (
        statement.source.startswith(_OF_VENDOR)
        and bool(statement.names)
        and all(name.local == name.exported in COMPONENTS for name in statement.names)
    )


def _describe_built_ins(statement: MdxImport) -> str:
    names = join_codes((name.local for name in statement.names), "and")
    need = "needs" if len(statement.names) == 1 else "need"
    return f"{names} {need} no import, and this one fails validation. Remove it."


def _render_message(source: str, target: ImportedFile, overview: Overview) -> str:
    lost = "Validation fails, and its tags are removed."
    if target.reached is ImportTargetKind.ELSEWHERE:
        if source in _REACT:
            return (
                "Packages cannot be imported, so validation fails. Remove the import: the hooks of "
                "React are available without it."
            )
        sure = find_sure_file(source, "", overview)
        if sure:
            return f"A path must start with `/`, `./` or `../`. {lost} Write {code('/' + sure)}."
        return (
            f"{code(source)} is not a file of the site, and packages cannot be imported. {lost} "
            "Copy what the page needs into a file of the site."
        )
    sure = find_sure_file(source, target.path, overview)
    if sure:
        return (
            f"The file {code(target.path)} does not exist. {lost} Write the exact path, with "
            f"case and extension: {code(sure)}."
        )
    if target.reached is ImportTargetKind.NO_SNIPPET and target.path in overview.facts.files:
        return f"Only {_KINDS} files can be imported. {lost}"
    near = suggest_importable_files(target.path, overview)
    remedy = render_suggestion(f"/{one}" for one in near) or "Add the file, or remove the import."
    return f"The file {code(target.path)} does not exist. {lost} {remedy}"


def _render_snippet_message(name: str, path: str, overview: Overview) -> str:
    near = [
        file.removeprefix(OLD_SNIPPETS)
        for file in suggest_importable_files(path, overview, OLD_SNIPPETS)
    ]
    remedy = render_suggestion(near) or "Add it."
    return (
        f"The file {code(name)} does not exist in {code(OLD_SNIPPETS)}; nothing is shown. {remedy}"
    )
