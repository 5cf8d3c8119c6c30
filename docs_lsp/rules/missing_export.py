"""A page imports a name that the file does not export.

Why it matters
--------------
The file exists, but not the name, so validation fails, and tags of that name are removed with their
content. Names are case-sensitive. Without braces an import is the text of a snippet, or
the `export default` of a component file; a snippet that has only exports shows nothing.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import { «tideTable» } from "/snippets/tables.jsx"
import «Fees» from "/snippets/fees.mdx"

<Fees />
--- snippets/tables.jsx
export const TideTable = () => <table />
--- snippets/fees.mdx
export const berth = "ten crowns"
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import { TideTable } from "/snippets/tables.jsx"
import { berth } from "/snippets/fees.mdx"

A berth costs {berth}.

<TideTable />
--- snippets/tables.jsx
export const TideTable = () => <table />
--- snippets/fees.mdx
export const berth = "ten crowns"
```

Fix
---
Export the name, or import one that exists. The quick fix writes the only similar name, keeping the
name that the page uses, or adds or removes the braces around the name if only they are wrong.

Source: SERVICE.md, imports
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.did_you_mean import SimilarNames, SuggestionBudget
from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import ImportedName
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.site_imports import PageImport, collect_imports
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.snippets import (
    DEFAULT,
    ExportStatus,
    ImportTargetKind,
    find_export,
    map_exports_by_name,
)

_NAME = "missing-export"
_SHOWN = 5


class _MissingName(NamedTuple):
    """An imported name that the file does not export."""

    page_import: PageImport
    name: ImportedName


def _offer_import_corrections(subject: FixContext) -> Iterator[Fix]:
    """Offer to correct each import of a missing name that the problem is about."""
    overview = subject.overview
    missing = overview.cached(_group_missing_names) if overview else {}
    for one in missing.get((subject.problem.file, subject.problem.span), ()):
        yield from _offer_name_correction(one, subject)


def _group_missing_names(overview: Overview) -> dict[tuple[str, Span], list[_MissingName]]:
    missing = overview.cached(_find_missing_names)
    return group_by(missing, lambda one: (one.page_import.file, one.name.span))


def _offer_name_correction(missing: _MissingName, subject: FixContext) -> Iterator[Fix]:
    """Offer a similar export, or the import with or without braces if only they are wrong."""
    overview, name = subject.overview, missing.name
    names = _list_exported_names(missing, overview) if overview else ()
    statement = missing.page_import.statement
    if len(statement.names) == 1 and (name.exported == DEFAULT) is (name.local in names):
        quote = subject.data[statement.source_span.start - 1 : statement.source_span.start]
        mark = quote.decode("ascii", "replace")
        local = f"{{ {name.local} }}" if name.exported == DEFAULT else name.local
        new_text = f"import {local} from {mark}{statement.source}{mark}"
        is_text = not names and missing.page_import.target.path.endswith(PAGE_EXTENSIONS)
        if name.exported == DEFAULT or is_text:
            yield Fix(
                f"Write {code(new_text)}",
                (subject.build_edit(statement.span, new_text),),
                preferred=True,
            )
            return
    near = _suggest_export(missing, overview) if overview else None
    if near and near != DEFAULT and name.exported != DEFAULT:
        before = subject.data[: name.span.start].rstrip()
        renamed = before.endswith(b" as")
        new_text = near if renamed or name.local == near else f"{near} as {name.local}"
        if not renamed:
            is_sure = is_misspelling(name.exported, near)
            yield subject.build_fix(new_text, f"Import {code(near)}", preferred=is_sure)


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=_offer_import_corrections,
    fixes=FixSafety.OFFERED,
    reads=PageTextNeed.TEXT,
)
def missing_export(overview: Overview) -> Iterator[Problem]:
    """Report each name that is imported from a file that does not export it."""
    budget = SuggestionBudget()
    for missing in overview.cached(_find_missing_names):
        yield _build_problem(missing, overview, suggests=budget.spend(missing.page_import.file))


def _find_missing_names(overview: Overview) -> tuple[_MissingName, ...]:
    contents = overview.contents or {}
    return tuple(
        _MissingName(page_import, name)
        for page_import in overview.cached(collect_imports)
        if page_import.target.reached is ImportTargetKind.FILE
        for name in page_import.statement.names
        if find_export(name, page_import.target.path, contents) is ExportStatus.ABSENT
    )


def _list_exported_names(missing: _MissingName, overview: Overview) -> Collection[str]:
    content = (overview.contents or {}).get(missing.page_import.target.path)
    return content.cached(map_exports_by_name).keys() if content else ()


def _suggest_export(missing: _MissingName, overview: Overview) -> str | None:
    """Return the exported name that is most similar to the missing one, or None."""
    content = (overview.contents or {}).get(missing.page_import.target.path)
    return content.cached(_index_exports).find_nearest(missing.name.exported) if content else None


def _index_exports(content: PageContent) -> SimilarNames:
    return SimilarNames(content.cached(map_exports_by_name))


def _build_problem(missing: _MissingName, overview: Overview, *, suggests: bool) -> Problem:
    path, name = missing.page_import.target.path, missing.name
    names = _list_exported_names(missing, overview)
    listed = join_codes(islice(names, _SHOWN), "and")
    if name.exported == DEFAULT and names:
        message = (
            f"{code(path)} has no text and no default export, so {code(f'<{name.local} />')} shows "
            f"nothing. It exports {listed}; import by name, in braces."
        )
    elif not names and missing.page_import.target.path.endswith(PAGE_EXTENSIONS):
        message = (
            f"{code(path)} exports nothing, so validation fails. To show its text, import "
            f"{code(name.local)} without braces."
        )
    else:
        near = _suggest_export(missing, overview) if suggests else None
        remedy = f"Did you mean {code(near)}?" if near else f"It exports {listed or 'nothing'}."
        message = (
            f"{code(path)} does not export {code(name.exported)}: validation fails, and tags of "
            f"that name are removed. {remedy}"
        )
    related = (RelatedPlace(path, name.span._replace(start=0, end=0), "The imported file"),)
    return Problem(_NAME, missing.page_import.file, name.span, message, Severity.WARNING, related)
