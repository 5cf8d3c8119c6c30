"""An address that worked no longer works.

Why it matters
--------------
Links on other sites, bookmarks and search engines use an address for years. If a page is moved or
removed without a redirect, all of them end in a 404, and no check of the site's own links can find
that. So this rule compares the site with an earlier state: the last common commit with a branch
(`docs-lsp check --against main`, or the editor setting `docsLsp.compareWith`, with which it is
Information during the work).

The addresses of pages, of files, and of endpoints with generated pages are compared, and those that
a redirect covered.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "harbour/tides"] },
«"redirects"»: []
--- index.mdx
# Start
--- docs.json (before)
"navigation": { "pages": ["index", "guides/tides"] }
--- guides/tides.mdx (before)
# Tides

High water is at six, and again at half past six in the evening.
--- harbour/tides.mdx (new)
# Tides

High water is at six, and again at half past six in the evening.
```
```pass
--- docs.json
"navigation": { "pages": ["index", "harbour/tides"] },
"redirects": [{ "source": "/guides/tides", "destination": "/harbour/tides" }]
--- index.mdx
# Start
--- docs.json (before)
"navigation": { "pages": ["index", "guides/tides"] }
--- guides/tides.mdx (before)
# Tides
--- harbour/tides.mdx (new)
# Tides
```

Fix
---
Redirect the address. The quick fix does so if the new place of the page is known: a file that git
would report as renamed, one with nearly the same text, or else one with the same name; a single
redirect with a wildcard if a whole folder moved. If a page is gone for good, redirect its address
to the nearest page that helps its readers. A removed folder with four addresses or more is one
finding; `docs-lsp diff` lists the addresses.

Source: SERVICE.md, redirects, generated-pages
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.files.walk import list_parent_folders
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.links.changed_addresses import (
    find_changes,
    iter_link_places,
    locate_redirects_key,
    name_earlier_revision,
)
from docs_lsp.site.overview import Overview

if TYPE_CHECKING:
    from docs_lsp.comparison.site_comparison import LostAddress

_NAME = "lost-address"
_FEWEST = 4
"""Minimum number of addresses for which a removed folder is reported as one finding."""


def _offer_redirects(subject: FixContext) -> Iterator[Fix]:
    """Offer to redirect the address to the new place of its page, if that is known."""
    # Imported late: needed only when a redirect is offered.
    from docs_lsp.site.moves.docs_edits import make_redirect_list_edits
    from docs_lsp.site.moves.redirect_plan import RedirectPlan

    overview = subject.overview
    lost = overview.cached(_group_lost_by_address) if overview else {}
    for lost_address in lost.get(subject.problem.target, ()):
        if overview and lost_address.redirects:
            edits = make_redirect_list_edits(RedirectPlan((), lost_address.redirects), overview)
            if edits:
                yield Fix(_suggest_redirect(lost_address), tuple(edits), preferred=True)


def _group_lost_by_address(overview: Overview) -> dict[str, list[LostAddress]]:
    changes = find_changes(overview)
    return group_by(changes.lost if changes else (), lambda lost: lost.address)


@site_rule(
    _NAME, Severity.WARNING, fix=_offer_redirects, fixes=FixSafety.OFFERED, reads=PageTextNeed.TEXT
)
def lost_address(overview: Overview) -> Iterator[Problem]:
    """Report each address that worked at the earlier state and is broken now.

    Addresses that one redirect fixes, or that were in one removed folder, are one finding.
    """
    changes = find_changes(overview)
    lost = changes.lost if changes else ()
    gone = _find_removed_folders(lost, overview) if lost else {}
    lost_by_cause = group_by(lost, lambda one: one.redirects or gone.get(one.was) or one.address)
    file, span = locate_redirects_key(overview) if lost_by_cause else ("", Span(0, 0))
    for alike in lost_by_cause.values():
        folder = "" if alike[0].redirects else gone.get(alike[0].was, "")
        first = _choose_example_address(alike) if folder else alike[0]
        linked = tuple(iter_link_places(first.address, first.linked_from, overview))
        if folder:
            message = _describe_removed_folder(
                folder, first, len(alike), name_earlier_revision(overview)
            )
        else:
            message = _describe_lost_addresses(
                first, len(alike) - 1, name_earlier_revision(overview)
            )
        yield Problem(_NAME, file, span, message, Severity.WARNING, linked, target=first.address)


def _find_removed_folders(lost: Iterable[LostAddress], overview: Overview) -> dict[str, str]:
    """Return the outermost removed folder of each lost file, if at least `_FEWEST` share it.

    A removed folder had files at the earlier state and has none now.
    """
    folders_now = list_parent_folders(overview.facts.files)
    gone_by_file: dict[str, str] = {}
    for lost_address in lost:
        gone_folders = list_parent_folders([lost_address.was]) - folders_now
        gone = min(gone_folders, key=len, default=None)
        if gone is not None and not lost_address.redirects and _is_file_path(lost_address.was):
            gone_by_file[lost_address.was] = gone
    counts = Counter(
        gone_by_file[lost_address.was] for lost_address in lost if lost_address.was in gone_by_file
    )
    return {file: folder for file, folder in gone_by_file.items() if counts[folder] >= _FEWEST}


def _is_file_path(was: str) -> bool:
    """Return whether a former target is a file, not an operation or a URL."""
    return " " not in was and "://" not in was


def _choose_example_address(lost: Sequence[LostAddress]) -> LostAddress:
    """Choose the address to show for all: one that the site still links to, else the first."""
    return next((address for address in lost if address.linked_from), lost[0])


def _describe_removed_folder(folder: str, named: LostAddress, count: int, revision: str) -> str:
    return (
        f"The folder {code(folder)} is gone since {revision}, which breaks {count:,} "
        f"addresses, such as {code(named.address)} (`docs-lsp diff` lists them). Redirect them to "
        "pages that help their readers."
    )


def _describe_lost_addresses(lost: LostAddress, others: int, revision: str) -> str:
    remedy = (
        _suggest_redirect(lost)
        if lost.redirects
        else "Redirect it to a page that helps its readers"
    )
    if not others:
        what = f"{code(lost.address)} led to {code(lost.was)} at {revision} and gives a 404 now"
        return f"{what}. {remedy}."
    more = f"{others:,} more addresses" if others > 1 else "another address"
    return f"{code(lost.address)} and {more} worked at {revision} and give a 404 now. {remedy}."


def _suggest_redirect(lost: LostAddress) -> str:
    source, destination, _ = lost.redirects[-1]
    return f"Redirect {code(source)} to {code(destination)}"
