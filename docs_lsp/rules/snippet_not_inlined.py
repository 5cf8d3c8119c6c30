"""A snippet is imported but not shown.

Why it matters
--------------
The service inserts the text of a snippet only for a tag on lines of its own. In a line of text, in
a table or in braces the tag stays, and the page breaks when it is shown; `<Fees>now</Fees>` on one
line is removed. No build reports it.

A line that looks like an import is text if it directly follows another line of text: nothing is
imported. And a file whose export is renamed (`{ Fees as Prices }`) is renamed for all pages, so
another page that imports `Fees` may not find it.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
import Fees from "/snippets/fees.mdx"

A berth costs <«Fees» /> a night.
--- tides.mdx
All about the tides.
«import Tides from "/snippets/tides.mdx"»

<Tides />
--- snippets/fees.mdx
ten crowns
--- snippets/tides.mdx
High water comes twice a day.
```
```pass
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
import Fees from "/snippets/fees.mdx"

A berth costs:

<Fees />
--- tides.mdx
All about the tides.

import Tides from "/snippets/tides.mdx"

<Tides />
--- snippets/fees.mdx
ten crowns
--- snippets/tides.mdx
High water comes twice a day.
```

Fix
---
Put the tag on a line of its own, with a blank line before and after it; for a word within a line,
export it from the snippet and import it in braces. Add a blank line above an import; the quick fix
does that. Import an export under its own name everywhere.

Source: SERVICE.md, inlined-snippets
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import ImportedName
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.site_imports import (
    PageImport,
    group_imports_by_path,
    iter_pages_with_modules,
)
from docs_lsp.site.imported_files import (
    DEFAULT,
    ImportTargetKind,
    map_imports_by_name,
    resolve_import_source,
)
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.page_modules import NameUse, PageModules, TextImport
from docs_lsp.site.overview import Overview

_NAME = "snippet-not-inlined"
_IMPORT = b"import"


def _offer_blank_line(subject: FixContext) -> Iterator[Fix]:
    """Offer to add a blank line above an import that is read as text."""
    start = subject.problem.span.start
    if subject.data.startswith(_IMPORT, start):
        line_break = "\r\n" if subject.data[:start].endswith(b"\r\n") else "\n"
        above = subject.build_edit(Span(start, start), line_break)
        yield Fix("Add a blank line above the import", (above,), preferred=True)


@site_rule(
    _NAME, Severity.WARNING, fix=_offer_blank_line, fixes=FixSafety.OFFERED, reads=PageTextNeed.TEXT
)
def snippet_not_inlined(overview: Overview) -> Iterator[Problem]:
    """Report each tag, import and name for which no snippet is shown."""
    for file, modules in iter_pages_with_modules(overview):
        yield from _report_stranded_tags(file, modules, overview)
        for text_import in modules.text_imports:
            if (
                resolve_import_source(text_import.source, file, overview.facts).reached
                is ImportTargetKind.FILE
            ):
                yield _build_text_import_problem(file, text_import)
    yield from _report_renamed_exports(overview)


def _report_stranded_tags(file: str, modules: PageModules, overview: Overview) -> Iterator[Problem]:
    """Report the tags of snippets in places where none is inserted."""
    from docs_lsp.site.mdx.page_modules import TagPosition

    if all(use.use is TagPosition.BLOCK for use in modules.uses):
        return
    imports = map_imports_by_name(modules)
    for use in modules.uses:
        statement, name = imports[use.name]
        path = resolve_import_source(statement.source, file, overview.facts)
        if (
            use.use is TagPosition.BLOCK
            or name.exported != DEFAULT
            or path.reached is not ImportTargetKind.FILE
        ):
            continue
        if not path.path.endswith(COMPONENTS):
            message = (
                _explain_removed_tag(use)
                if use.use is TagPosition.AROUND_TEXT
                else _explain_kept_tag(use)
            )
            yield Problem(_NAME, file, use.span, message, Severity.WARNING)


def _explain_removed_tag(use: NameUse) -> str:
    return (
        f"{code(f'<{use.name}>')} and its content are removed: no snippet is inserted for a tag "
        f"around text on one line. Write {code(f'<{use.name} />')} on a line of its own."
    )


def _explain_kept_tag(use: NameUse) -> str:
    return (
        f"No snippet is inserted for {code(f'<{use.name}>')} {use.use.value}, and the page breaks "
        "when it is shown. Put it on a line of its own, or import a value from the snippet in "
        "braces."
    )


def _build_text_import_problem(file: str, one: TextImport) -> Problem:
    message = (
        "This import is read as text, because it directly follows a line of text: it is shown, and "
        "nothing is imported. Add a blank line above it."
    )
    return Problem(_NAME, file, one.span, message, Severity.WARNING)


def _report_renamed_exports(overview: Overview) -> Iterator[Problem]:
    """Report exports that one page renames and another imports by their own name."""
    for path, many in overview.cached(group_imports_by_path).items():
        by_own_name: dict[str, tuple[PageImport, ImportedName]] = {}
        for one in many:
            for name in one.statement.names:
                if name.exported == name.local:
                    by_own_name.setdefault(name.exported, (one, name))
        for one in many:
            for name in one.statement.names:
                other = by_own_name.get(name.exported)
                if name.local != name.exported and other and other[0].file != one.file:
                    yield _build_rename_problem(path, one, name, *other)


def _build_rename_problem(
    path: str, one: PageImport, name: ImportedName, other: PageImport, own: ImportedName
) -> Problem:
    message = (
        f"Renaming {code(name.exported)} affects every page: others that import it from "
        f"{code(path)} by its own name may not find it. Import it by its own name here."
    )
    related = RelatedPlace(
        other.file, own.span, f"{code(name.exported)} is imported by its own name here"
    )
    return Problem(_NAME, one.file, name.span, message, Severity.INFORMATION, (related,))
