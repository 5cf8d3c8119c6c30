"""A snippet imports itself, directly or through others.

Why it matters
--------------
The service inserts each snippet once where it is used, and then removes its tag inside itself: the
content there is missing, without any warning.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import Tides from "/snippets/tides.mdx"

<Tides />
--- snippets/tides.mdx
import Fees from "/snippets/fees.mdx"

<Fees />
--- snippets/fees.mdx
import Tides from "«/snippets/tides.mdx»"

<Tides />
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import Tides from "/snippets/tides.mdx"

<Tides />
--- snippets/tides.mdx
import Fees from "/snippets/fees.mdx"

<Fees />
--- snippets/fees.mdx
A berth costs ten crowns.
```

Fix
---
Move the shared content into a third file, and import that in each.

Source: SERVICE.md, inlined-snippets
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.rules.mdx.site_imports import PageImport, collect_imports
from docs_lsp.site.imported_files import ImportTargetKind
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.overview import Overview

_NAME = "import-cycle"
_MOST_SHOWN = 4


@site_rule(_NAME, Severity.WARNING, reads=PageTextNeed.TEXT)
def import_cycle(overview: Overview) -> Iterator[Problem]:
    """Report each cycle of imports once, at the file whose path comes first."""
    for cycle in _find_import_cycles(_group_imports_by_file(overview)):
        first, others = cycle[0], cycle[1:]
        path = first.target.path
        names = join_codes((page_import.file for page_import in others[:_MOST_SHOWN]), "and")
        target = f"itself through {names}" if names else "itself"
        message = (
            f"This file imports {target}, so {code(path)} is shown once and then left out. Move "
            "the shared content into another file."
        )
        related = tuple(
            RelatedPlace(
                page_import.file,
                page_import.statement.source_span,
                f"Imports {code(page_import.target.path)}",
            )
            for page_import in others[:_MOST_SHOWN]
        )
        yield Problem(
            *(_NAME, first.file, first.statement.source_span, message, Severity.WARNING),
            related=related,
        )


def _group_imports_by_file(overview: Overview) -> Mapping[str, Sequence[PageImport]]:
    """Group the imports of existing files, without component files, by the importing file."""
    imports = (
        page_import
        for page_import in overview.cached(collect_imports)
        if page_import.target.reached is ImportTargetKind.FILE
        and not page_import.target.path.endswith(COMPONENTS)
    )
    return group_by(imports, lambda page_import: page_import.file)


def _find_import_cycles(
    by_importer: Mapping[str, Sequence[PageImport]],
) -> Iterator[list[PageImport]]:
    """Yield each import cycle, starting at its first path in the alphabet; visit files once."""
    done: set[str] = set()
    for start in sorted(by_importer):
        chain: list[PageImport] = []
        waiting = [iter(by_importer[start])] if start not in done else []
        here = {start: 0}
        """The files on the way, each with its place there."""
        while waiting:
            page_import = next(waiting[-1], None)
            if page_import is None:
                waiting.pop()
                done.add(here.popitem()[0])
                if chain:
                    chain.pop()
            elif page_import.target.path in here:
                yield _rotate_to_first_file([*chain[here[page_import.target.path] :], page_import])
            elif page_import.target.path in by_importer and page_import.target.path not in done:
                here[page_import.target.path] = len(here)
                chain.append(page_import)
                waiting.append(iter(by_importer[page_import.target.path]))


def _rotate_to_first_file(cycle: list[PageImport]) -> list[PageImport]:
    files = [page_import.file for page_import in cycle]
    at = files.index(min(files))
    return cycle[at:] + cycle[:at]
