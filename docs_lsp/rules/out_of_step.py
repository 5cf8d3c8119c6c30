"""The element does not list the pages or endpoints that fill it.

Why it matters
--------------
`[[sync]]` in docs-lsp.toml declares what an element of the navigation lists: the pages of a folder,
the endpoints of a specification, or the content of the default language. If the element does not
follow when pages are added and removed, readers do not find new pages, or get entries of removed
ones. A declaration whose element no longer exists keeps nothing up to date.

Example
-------
```fail
--- docs-lsp.toml
[[sync]]
element = "Guides"
folder = "guides"
--- docs.json
"navigation": { "groups": [{ "group": "«Guides»", "pages": ["guides/tides", "guides/start"] }] }
--- guides/start.mdx
# Start
--- guides/tides.mdx
# Tides
```
```pass
--- docs-lsp.toml
[[sync]]
element = "Guides"
folder = "guides"
--- docs.json
"navigation": { "groups": [{ "group": "Guides", "pages": ["guides/start", "guides/tides"] }] }
--- guides/start.mdx
# Start
--- guides/tides.mdx
# Tides
```

Fix
---
Run `docs-lsp sync`, or apply the quick fix, which does the same for this element: it adds missing
entries, removes stale ones and sorts the rest. Titles, icons and other entries stay. `docs-lsp sync
--check` reports in CI what is out of sync.

Source: SERVICE.md, groups
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.settings.settings import SETTINGS_FILE
from docs_lsp.site.overview import Overview

if TYPE_CHECKING:
    from docs_lsp.site.sync import SyncFault, SyncResult

_NAME = "out-of-step"


def _offer_sync(subject: FixContext) -> Iterator[Fix]:
    """Offer to sync the element."""
    if subject.overview is None:
        return
    outdated = subject.readings.get_or_read(subject.overview, _map_outdated)
    for synced in outdated.get((subject.problem.file, subject.problem.span), ()):
        yield Fix(f"Sync {code(synced.element.label)}", synced.edits, preferred=True)


def _map_outdated(overview: Overview) -> Mapping[tuple[str, Span], Sequence[SyncResult]]:
    """Map files and spans to the elements there that are out of sync."""
    outdated, _ = overview.cached(_compare_elements)
    return group_by(outdated, lambda synced: synced.element.spot)


def _compare_elements(overview: Overview) -> tuple[Sequence[SyncResult], Sequence[SyncFault]]:
    """Return the elements that are out of sync, and the declarations that cannot be followed."""
    if not overview.settings.sync:
        return (), ()
    # Only imported if something is declared.
    from docs_lsp.site.sync import SyncFault, require_sync_result

    outdated: list[SyncResult] = []
    faults: list[SyncFault] = []
    for index in range(len(overview.settings.sync)):
        try:
            element = require_sync_result(overview, index)
        except SyncFault as fault:
            faults.append(fault)
            continue
        if element.edits:
            outdated.append(element)
    return outdated, faults


@site_rule(_NAME, Severity.WARNING, fix=_offer_sync, fixes=FixSafety.OFFERED)
def out_of_step(overview: Overview) -> Iterator[Problem]:
    """Report each element out of sync with docs-lsp.toml, and each declaration with a fault."""
    if overview.contents is None:
        return  # It is not known which pages are hidden.
    outdated, faults = overview.cached(_compare_elements)
    for fault in faults:
        span = overview.settings.sync[fault.index].span
        yield Problem(_NAME, SETTINGS_FILE, span, str(fault), Severity.WARNING)
    for synced in outdated:
        file, span = synced.element.spot
        yield Problem(_NAME, file, span, _render_message(synced), Severity.WARNING)


def _render_message(synced_element: SyncResult) -> str:
    source = synced_element.source
    what = f"the default language, as {code(source.language)} declares"
    if not source.language:
        what = code(source.folder or source.specification)
    faults = [
        _describe_entries("lacks", synced_element.added),
        _describe_entries("still lists", synced_element.removed),
    ]
    fault = " and ".join(filter(None, faults)) or "is in another order"
    return (
        f"{code(synced_element.element.label)} is out of sync with {what}: it {fault}. Run "
        "`docs-lsp sync`, or use the quick fix."
    )


def _describe_entries(verb: str, entries: tuple[str, ...]) -> str:
    if not entries:
        return ""
    more = f" and {len(entries) - 1} more" if len(entries) > 1 else ""
    return f"{verb} {code(entries[0])}{more}"
