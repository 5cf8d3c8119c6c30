"""Redirects from addresses that do not answer any more, as fixes of what leads to them.

A redirect takes nothing away: it is made only where nothing answers, nothing may answer, and no
earlier redirect comes first. And it leads to pages that readers get. Unasked it is made only where
something says that the old addresses existed; else the links are wrong, not the pages gone.
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

# Anything else may be a sign of a wildcard, or be written in several ways.
_PLAIN = compile_lazily(r"(?:/[A-Za-z0-9._~-]+)+")
"""At such an address the service looks for the text of a page itself."""


class OldFolders:
    """The folders that have moved, and the redirects for what was in them."""

    def __init__(self, dead: Iterable[str], overview: Overview) -> None:
        """Look for them, given all dead addresses of a site.

        The overview keeps them, so they must not lead back there: then both would stay for good.
        """
        self._by_address = {
            address: folder
            for folder in find_moved_folders(dead, overview)
            for address in folder.addresses
        }

    def redirects_from(self, address: str, overview: Overview) -> tuple[Fix, ...]:
        """The redirects for all that was in the folder of an address; none if it has not moved."""
        folder = self._by_address.get(normalise_path(address))
        # Thousands of links may lead to one folder.
        return overview.cached_for(_build_redirects, folder) if folder else ()

    def find_page(self, address: str, overview: Overview) -> str | None:
        """The page of an address in a folder that has moved, if enough pages say so and none has
        stayed there."""
        folder = self._by_address.get(normalise_path(address))
        path = normalise_path(address)
        if folder is None or not folder.is_sure or path == folder.old:
            return None
        if path[1:] in overview.navigation.by_page:
            return None  # The page is what is missing, and the link is right.
        is_left = not sort_pages(overview.facts.pages).has_folder(folder.old[1:])
        return folder.page_of(path) if is_left else None


def offer_page_redirect(address: str, meant: str, overview: Overview) -> Iterator[Fix]:
    """The redirect of one address to the page that was surely meant by it."""
    old = normalise_path(address)
    yield from _offer_redirects(
        f"Redirect {code(old)} to {code(meant)}", [Redirect(old, meant)], overview
    )


def _build_redirects(overview: Overview, folder: MovedFolder) -> tuple[Fix, ...]:
    make = _redirect_folder if folder.is_whole else _redirect_pages
    return tuple(make(folder, overview))


def _redirect_folder(folder: MovedFolder, overview: Overview) -> Iterator[Fix]:
    """One redirect for all that was in a folder."""
    *_, (source, destination, _) = folder.redirects
    if _PLAIN.fullmatch(folder.old) and (not folder.new or _PLAIN.fullmatch(folder.new)):
        count = len(folder.addresses)
        title = f"Redirect {code(source)} to {code(destination)}, for all {count} old addresses"
        is_sure = folder.is_sure and _has_existed(folder, overview)
        yield from _offer_redirects(title, folder.redirects, overview, preferred=is_sure)


def _has_existed(folder: MovedFolder, overview: Overview) -> bool:
    """Whether the old addresses were those of pages once, and are not just written wrongly: an
    earlier state of the site had them, a page says so, or one of them is redirected already."""
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
    """A redirect for each page that was in a folder, where one for all of them will not do."""
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
    # Only who is offered a redirect pays for these imports.
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
    """Whether a redirect of one address takes nothing away and leads to a page."""
    old, new = redirect.source, redirect.destination
    if not (_PLAIN.fullmatch(old) and _PLAIN.fullmatch(new)) or old.endswith(PAGE_EXTENSIONS):
        return False
    end = answers_of(overview).answer_at(new)
    is_dead = answers_of(overview).answer_at(old).status is LinkStatus.DEAD
    return is_dead and end.page is not None and end.redirect is None
