"""The default export of a component file replaces a whole page.

Why it matters
--------------
A component that is imported without braces from a `.jsx` or `.tsx` file is copied into the page as
`export default`, which is the layout that the service puts around pages: readers see the component
and nothing of the page. The documentation mentions only named exports.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import «TideTable» from "/snippets/tables.jsx"

High water comes twice a day.

<TideTable />
--- snippets/tables.jsx
export default function TideTable() {
  return <table />
}
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import { TideTable } from "/snippets/tables.jsx"

High water comes twice a day.

<TideTable />
--- snippets/tables.jsx
export function TideTable() {
  return <table />
}
```

Fix
---
Export the component by its name, and import it in braces. The quick fix adds the braces if the file
already exports that name.

Source: SERVICE.md, inlined-snippets
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.site_imports import PageImport, collect_imports
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.overview import Overview
from docs_lsp.site.snippets import (
    DEFAULT,
    ExportStatus,
    ImportTargetKind,
    find_export,
    get_modules_if_valid,
    iter_exported_names,
)

_NAME = "replaced-page"


def _offer_braces(subject: FixContext) -> Iterator[Fix]:
    """Offer to put braces around the name of the import if the file exports that name."""
    overview = subject.overview
    place = (subject.problem.file, subject.problem.span)
    for page_import in overview.cached(_group_single_imports).get(place, ()) if overview else ():
        names = page_import.statement.names
        content = ((overview and overview.contents) or {}).get(page_import.target.path)
        modules = get_modules_if_valid(content) if content else None
        known = {each.name for each in iter_exported_names(modules)} if modules else set()
        if names[0].local in known:
            yield subject.build_fix(
                f"{{ {names[0].local} }}", "Put braces around the name", preferred=True
            )


def _group_single_imports(overview: Overview) -> dict[tuple[str, Span], list[PageImport]]:
    """Group imports of a single name by the place of that name."""
    imports = overview.cached(collect_imports)
    single = (page_import for page_import in imports if len(page_import.statement.names) == 1)
    return group_by(single, lambda one: (one.file, one.statement.names[0].span))


@site_rule(
    _NAME, Severity.WARNING, fix=_offer_braces, fixes=FixSafety.OFFERED, reads=PageTextNeed.TEXT
)
def replaced_page(overview: Overview) -> Iterator[Problem]:
    """Report each default import of a component that a page shows."""
    contents = overview.contents or {}
    for page_import in overview.cached(collect_imports):
        path = page_import.target.path
        if page_import.target.reached is not ImportTargetKind.FILE or not path.endswith(COMPONENTS):
            continue
        modules = get_modules_if_valid(contents[page_import.file])
        used = {use.name for use in modules.uses} if modules else set()
        for name in page_import.statement.names:
            if name.exported != DEFAULT or name.local not in used:
                continue
            export = find_export(name, path, contents)
            if not isinstance(export, ExportStatus):
                message = (
                    f"The default export of {code(path)} replaces the whole page: readers see "
                    f"only {code(f'<{name.local} />')}. Export it by its name, and import "
                    f"{code(f'{{ {name.local} }}')}."
                )
                place = RelatedPlace(path, export.span, "The default export")
                yield Problem(
                    _NAME, page_import.file, name.span, message, Severity.WARNING, (place,)
                )
