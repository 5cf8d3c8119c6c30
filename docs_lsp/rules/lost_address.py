"""An address that answered no longer answers.

Why it matters
--------------
Links on other sites, bookmarks and search engines go on naming an address for years. When a page
moves or goes and nothing leads on from there, all of them end in an error, and no check of the
site's own links can tell. So this one needs an earlier state to compare with: the last common
commit with a branch (`docs-lsp check --against main`, or the editor's setting
`docsLsp.compareWith`, with which it is Information as long as the work goes on).

Addresses of pages, of files, and of endpoints that the service makes pages for all count, and so do
those that a redirect answered.

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
Redirect the address. The quick fix does so where it is known what became of the page: a file that
git would call renamed, one of nearly the same text, or else one of the same name; one redirect with
a wildcard where a whole folder went the same way. Where a page is gone for good, lead its address
to the nearest page that helps its readers. A folder that is gone with four addresses or more is one
finding; `docs-lsp diff` lists the addresses.

Source: SERVICE.md, redirects, generated-pages
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.comparison.site_comparison import compare_with_earlier
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, Reads, site_rule
from docs_lsp.rules.links.changed_addresses import (
    earlier_revision,
    find_link_places,
    place_of_redirects,
)

if TYPE_CHECKING:
    from docs_lsp.comparison.site_comparison import LostAddress
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview

_NAME = "lost-address"
_FEWEST = 4
"""From so many addresses on a folder that has gone is one finding."""


def _fixes(subject: FixContext) -> Iterator[Fix]:
    # Only who is offered a redirect pays for these imports.
    from docs_lsp.site.moves.redirect_edits import edits_of_list
    from docs_lsp.site.moves.redirecting import Redirecting

    overview = subject.overview
    lost = overview.cached(_group_lost) if overview else {}
    for lost_address in lost.get(subject.problem.target, ()):
        if overview and lost_address.redirects:
            edits = edits_of_list(Redirecting((), lost_address.redirects), overview)
            if edits:
                yield Fix(_redirect_remedy(lost_address), tuple(edits), preferred=True)


def _group_lost(overview: Overview) -> dict[str, list[LostAddress]]:
    by_address: dict[str, list[LostAddress]] = defaultdict(list)
    for lost in overview.cached(compare_with_earlier).lost:
        by_address[lost.address].append(lost)
    return by_address


@site_rule(_NAME, Severity.WARNING, fix=_fixes, fixes=Fixes.OFFERED, reads=Reads.TEXT)
def lost_address(overview: Overview) -> Iterator[Problem]:
    """Each address that answered at the earlier state and does not now; those that one redirect
    mends once, and so those of a folder that has gone."""
    lost = overview.cached(compare_with_earlier).lost
    gone = _find_gone_folders(lost, overview) if lost else {}
    mended: dict[object, list[LostAddress]] = defaultdict(list)
    for one in lost:
        mended[one.redirects or gone.get(one.was) or one.address].append(one)
    file, span = place_of_redirects(overview) if mended else ("", Span(0, 0))
    for cause, alike in mended.items():
        first = _choose_address(alike) if isinstance(cause, _GoneFolder) else alike[0]
        linked = tuple(find_link_places(first.address, first.linked_from, overview))
        if isinstance(cause, _GoneFolder):
            message = _folder_message(cause, first, len(alike), earlier_revision(overview))
        else:
            message = _message(first, len(alike) - 1, earlier_revision(overview))
        yield Problem(_NAME, file, span, message, Severity.WARNING, linked, target=first.address)


class _GoneFolder(NamedTuple):
    """A folder that had files at the earlier state and has none now."""

    path: str


def _find_gone_folders(lost: Iterable[LostAddress], overview: Overview) -> dict[str, _GoneFolder]:
    """The outermost folder that has gone with each file, by the file; where only a few addresses
    share one, each is told with its file."""
    folders_now = {folder for file in overview.facts.files for folder in _folders_around(file)}
    gone_by_file: dict[str, _GoneFolder] = {}
    for lost_address in lost:
        gone = next(
            (each for each in _folders_around(lost_address.was) if each not in folders_now), None
        )
        if gone is not None and not lost_address.redirects and _is_file(lost_address.was):
            gone_by_file[lost_address.was] = _GoneFolder(gone)
    counts = Counter(
        gone_by_file[lost_address.was] for lost_address in lost if lost_address.was in gone_by_file
    )
    return {file: folder for file, folder in gone_by_file.items() if counts[folder] >= _FEWEST}


def _is_file(was: str) -> bool:
    return " " not in was and "://" not in was


def _folders_around(file: str) -> Iterator[str]:
    """The folders that a file lies in, the outermost first."""
    end = file.find("/")
    while end > 0:
        yield file[:end]
        end = file.find("/", end + 1)


def _choose_address(lost: Sequence[LostAddress]) -> LostAddress:
    """The address that stands for all of them: one that the site still links to, else the first."""
    return next((address for address in lost if address.linked_from), lost[0])


def _folder_message(folder: _GoneFolder, named: LostAddress, count: int, revision: str) -> str:
    return (
        f"The folder {code(folder.path)} has gone since {revision}, and nothing answers "
        f"{count:,} addresses that led there, such as {code(named.address)}, so whoever has "
        "one finds an error. `docs-lsp diff` lists them. Redirect them to pages that help these "
        "readers."
    )


def _message(lost: LostAddress, others: int, revision: str) -> str:
    remedy = (
        _redirect_remedy(lost)
        if lost.redirects
        else "Redirect it to a page that helps these readers"
    )
    if not others:
        what = f"{code(lost.address)} led to {code(lost.was)} at {revision}, and nothing answers it"
        return f"{what} now, so whoever has the address finds an error. {remedy}."
    more = f"{others:,} more addresses" if others > 1 else "another address"
    return (
        f"{code(lost.address)} and {more} answered at {revision}, and nothing answers them now, so "
        f"whoever has one finds an error. {remedy}."
    )


def _redirect_remedy(lost: LostAddress) -> str:
    source, destination, _ = lost.redirects[-1]
    return f"Redirect {code(source)} to {code(destination)}"
