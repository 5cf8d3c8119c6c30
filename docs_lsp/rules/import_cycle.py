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
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Place, Problem, Severity
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import Reads, site_rule
from docs_lsp.rules.mdx.site_imports import PageImport, imports_of
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.snippets import Reached

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "import-cycle"
_MOST_SHOWN = 4


@site_rule(_NAME, Severity.WARNING, reads=Reads.TEXT)
def import_cycle(overview: Overview) -> Iterator[Problem]:
    """Report each cycle of imports once, at the file whose path comes first."""
    for round_ in _rounds(overview.cached(_group_by_importer)):
        first, others = round_[0], round_[1:]
        path = first.target.path
        if not others:
            way = "itself"
        else:
            names = [code(page_import.file) for page_import in others[:_MOST_SHOWN]]
            way = f"itself through {join_words(names, 'and')}"
        message = (
            f"This file imports {way}, so {code(path)} is shown once and then left out. Move the "
            "shared content into another file."
        )
        related = tuple(
            Place(
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


def _group_by_importer(overview: Overview) -> Mapping[str, Sequence[PageImport]]:
    imports_by_file: dict[str, list[PageImport]] = {}
    for page_import in imports_of(overview):
        if page_import.target.reached is Reached.FILE and not page_import.target.path.endswith(
            COMPONENTS
        ):
            imports_by_file.setdefault(page_import.file, []).append(page_import)
    return imports_by_file


def _rounds(by_importer: Mapping[str, Sequence[PageImport]]) -> Iterator[list[PageImport]]:
    """Yield each import cycle, starting at its first path in the alphabet; visit files once."""
    done: set[str] = set()
    for start in sorted(by_importer):
        way: list[PageImport] = []
        waiting = [iter(by_importer[start])] if start not in done else []
        here = {start: 0}
        """The files on the way, each with its place there."""
        while waiting:
            one = next(waiting[-1], None)
            if one is None:
                waiting.pop()
                done.add(here.popitem()[0])
                if way:
                    way.pop()
            elif one.target.path in here:
                yield _from_first([*way[here[one.target.path] :], one])
            elif one.target.path in by_importer and one.target.path not in done:
                here[one.target.path] = len(here)
                way.append(one)
                waiting.append(iter(by_importer[one.target.path]))


def _from_first(round_: list[PageImport]) -> list[PageImport]:
    files = [page_import.file for page_import in round_]
    at = files.index(min(files))
    return round_[at:] + round_[:at]
