"""Redirects from broken addresses, as fixes for links to them.

A redirect never hides anything: it is offered only from addresses where nothing exists or may
exist and no earlier redirect applies, and only to existing pages. It is preferred only if there is
evidence that the old addresses existed; otherwise the links are wrong, not the pages missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import Fix
from docs_lsp.rules.framework.phrases import code
from docs_lsp.site.nearby_pages import sort_pages
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.routes.former_pages import FormerAddresses
from docs_lsp.site.routes.moved_folders import MovedFolder, find_moved_folders
from docs_lsp.site.routes.redirects import Redirect, normalise_path
from docs_lsp.site.routes.router import LinkStatus, answers_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

# Other characters may be wildcards, or be written in several ways.
_PLAIN = compile_lazily(r"(?:/[A-Za-z0-9._~-]+)+")
"""Addresses of plain characters, which can be redirected literally."""


class OldFolders:
    """Folders that have moved, by the broken addresses below them, and redirects for them."""

    def __init__(self, dead: Iterable[str], overview: Overview) -> None:
        """Find moved folders from all broken addresses of a site.

        The overview caches this object, so it must not refer to the overview, or neither would
        ever be freed.
        """
        self._by_address = {
            address: folder
            for folder in find_moved_folders(dead, overview)
            for address in folder.addresses
        }

    def redirects_from(self, address: str, overview: Overview) -> tuple[Fix, ...]:
        """Return fixes that redirect the moved folder of an address; empty if it has not moved."""
        folder = self._by_address.get(normalise_path(address))
        # Thousands of links may lead to one folder.
        return overview.cached_for(_build_redirects, folder) if folder else ()

    def find_page(self, address: str, overview: Overview) -> str | None:
        """Return the new page of an address in a moved folder, or None.

        None also if the evidence is weak, or some pages are still in the old folder.
        """
        folder = self._by_address.get(normalise_path(address))
        path = normalise_path(address)
        if folder is None or not folder.is_sure or path == folder.old:
            return None
        if path[1:] in overview.navigation.by_page:
            return None  # The link is right: a listed page is missing.
        is_left = not sort_pages(overview.facts.pages).has_folder(folder.old[1:])
        return folder.page_of(path) if is_left else None


def offer_page_redirect(address: str, meant: str, overview: Overview) -> Iterator[Fix]:
    """Yield the fix that redirects an address to a page, if that hides nothing."""
    old = normalise_path(address)
    yield from _offer_redirects(
        f"Redirect {code(old)} to {code(meant)}", [Redirect(old, meant)], overview
    )


def _build_redirects(overview: Overview, folder: MovedFolder) -> tuple[Fix, ...]:
    make = _redirect_folder if folder.is_whole else _redirect_pages
    return tuple(make(folder, overview))


def _redirect_folder(folder: MovedFolder, overview: Overview) -> Iterator[Fix]:
    """Yield the fix with one wildcard redirect for a whole folder."""
    *_, (source, destination, _) = folder.redirects
    if _PLAIN.fullmatch(folder.old) and (not folder.new or _PLAIN.fullmatch(folder.new)):
        count = len(folder.addresses)
        title = f"Redirect {code(source)} to {code(destination)}, for all {count} old addresses"
        is_sure = folder.is_sure and _has_existed(folder, overview)
        yield from _offer_redirects(title, folder.redirects, overview, preferred=is_sure)


def _has_existed(folder: MovedFolder, overview: Overview) -> bool:
    """Return whether there is evidence that the old addresses of a folder once had pages.

    Evidence is an earlier state of the site, old addresses in frontmatter, or an existing
    redirect from the folder.
    """
    earlier = overview.earlier
    pages = earlier.site.facts.pages if earlier and earlier.site.facts else ()
    if any(address[1:] in pages for address in folder.addresses):
        return True
    former = overview.cached(FormerAddresses)
    if any(former.page_at(address) == folder.page_of(address) for address in folder.addresses):
        return True
    return any(
        redirect.source.startswith(f"{folder.old}/")
        and redirect.destination.startswith(f"{folder.new}/")
        for redirect in answers_of(overview).redirects.all
    )


def _redirect_pages(folder: MovedFolder, overview: Overview) -> Iterator[Fix]:
    """Yield the fix with a redirect for each page of a folder that one wildcard cannot cover."""
    addresses = sorted(folder.addresses)
    title = (
        f"Redirect {len(addresses)} old addresses below {code(folder.old)} to "
        f"{code(folder.new or '/')}"
    )
    redirects = [Redirect(address, folder.page_of(address)) for address in addresses]
    if len(redirects) > 1:
        yield from _offer_redirects(title, redirects, overview)


def _offer_redirects(
    title: str, redirects: Sequence[Redirect], overview: Overview, *, preferred: bool = False
) -> Iterator[Fix]:
    """Yield one fix that adds these redirects, if each literal one hides nothing."""
    # Imported late: needed only when a redirect is offered.
    from docs_lsp.site.moves.redirect_edits import edits_of_list
    from docs_lsp.site.moves.redirecting import Redirecting

    if not all(
        _is_right(redirect, overview) for redirect in redirects if "*" not in redirect.source
    ):
        return
    edits = edits_of_list(Redirecting((), tuple(redirects)), overview)
    if edits:
        yield Fix(title, tuple(edits), preferred=preferred)


def _is_right(redirect: Redirect, overview: Overview) -> bool:
    """Return whether a literal redirect is from a broken address to an existing page."""
    old, new = redirect.source, redirect.destination
    if not (_PLAIN.fullmatch(old) and _PLAIN.fullmatch(new)) or old.endswith(PAGE_EXTENSIONS):
        return False
    end = answers_of(overview).answer_at(new)
    is_dead = answers_of(overview).answer_at(old).status is LinkStatus.DEAD
    return is_dead and end.page is not None and end.redirect is None
