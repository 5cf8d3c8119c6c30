"""Decides which redirects change, go and are added when pages move.

Redirects to an old address are changed to the new one. One that would hide a page at its new
address is removed, such as the one from an earlier move in the other direction. A folder that moves
as a whole gets one redirect for its content, if nothing else resolves there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.moves.changed_addresses import AddressMap, PageMove
from docs_lsp.site.moves.new_paths import Move
from docs_lsp.site.moves.spelling import map_rooted_link
from docs_lsp.site.routes.redirect_chains import RedirectChains
from docs_lsp.site.routes.redirects import (
    ANY,
    Redirect,
    RedirectIndex,
    SourceForm,
    find_literal_prefix,
    normalise_url_path,
)
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver, iter_redirects

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed

_WILDCARD = compile_lazily(r":[A-Za-z_]\w*[*+]?|\*")
_ENOUGH = 2
"""Minimum number of pages of a folder that share one redirect."""
_SHOWN = 3


class RedirectChange(NamedTuple):
    """The change of a redirect; `after` is None if it is removed."""

    placed: Placed
    before: Redirect
    after: Redirect | None


@dataclass(frozen=True, slots=True)
class RedirectPlan:
    """The changed, removed and added redirects of a site, and notices for the writer."""

    changes: tuple[RedirectChange, ...]
    added: tuple[Redirect, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def removed(self) -> tuple[Redirect, ...]:
        """The redirects that are removed."""
        return tuple(change.before for change in self.changes if change.after is None)


def plan_redirects(addresses: AddressMap, *, should_add: bool) -> RedirectPlan:
    """Plan the changes of the redirects; new ones are added only if `should_add`."""
    by_new = {move.new for move in addresses.page_moves}
    placed_redirects = list(iter_redirects(addresses.overview.objects))
    taken = _find_moving_redirects((redirect for _, redirect in placed_redirects), addresses)
    changes = []
    for placed, redirect in placed_redirects:
        after = _change_redirect(redirect, by_new, addresses)
        along = taken.get(redirect.order)
        if after and along and not should_add:
            after = after._replace(source=along)
        changes.append(RedirectChange(placed, redirect, after))
    remaining = [change.after for change in changes if change.after]
    added: list[Redirect] = []
    if should_add:
        added += _iter_new_redirects(remaining, addresses)
        added += (one._replace(source=taken[one.order]) for one in remaining if one.order in taken)
    sure = _drop_loops(remaining, added)
    shown = [move for move in addresses.page_moves if move.new not in taken.values()]
    notices = _iter_notices(shown, _number_redirects((*remaining, *sure)))
    return RedirectPlan(tuple(changes), sure, tuple(notices))


def find_hiding_redirect(addresses: AddressMap) -> tuple[str, str] | None:
    """Return the source of a redirect that would hide a moved page, and its address, or None.

    Pages that readers cannot reach today don't count.
    """
    before = get_path_resolver(addresses.overview).redirects
    reached = [
        move for move in addresses.page_moves if move.new and not before.find_match(move.old)
    ]
    if not before.all or not reached:
        return None
    changes = plan_redirects(addresses, should_add=False).changes
    after = _number_redirects(change.after for change in changes if change.after)
    matches = ((move.new or "", after.find_match(move.new or "")) for move in reached)
    return next(((match.redirect.source, new) for new, match in matches if match), None)


# Existing redirects


def _change_redirect(
    redirect: Redirect, by_new: set[str | None], addresses: AddressMap
) -> Redirect | None:
    """Return a redirect as it is after the moves, or None if it is to be removed."""
    if redirect.form is SourceForm.EXACT and normalise_url_path(redirect.source) in by_new:
        return None
    after = redirect._replace(destination=_map_destination(redirect.destination, addresses))
    location = get_path_resolver(addresses.overview).location
    ends = (after.destination.strip("/ "), redirect.source.strip("/ "))
    own, source = ((location.strip_base(f"/{end}") or f"/{end}").strip("/") for end in ends)
    leads_to_itself = own == source
    return None if leads_to_itself and after != redirect else after


def _find_moving_redirects(redirects: Iterable[Redirect], addresses: AddressMap) -> dict[int, str]:
    """Map the `order` of each redirect that moves with the page it is from to its new source.

    A page that exists only for its entry must still redirect off the site. And a page that a
    redirect hides must not appear because the folder around it moves.
    """
    files = {move.old for move in addresses.relocation.moves}
    by_old = {move.old: move for move in addresses.page_moves if move.new}
    sources = {}
    for redirect in redirects:
        here = (
            by_old.get(normalise_url_path(redirect.source))
            if redirect.form is SourceForm.EXACT
            else None
        )
        if here and (here.page.file not in files or _is_stub(here, redirect, addresses)):
            sources[redirect.order] = here.new or ""
    return sources


def _is_stub(moved: PageMove, redirect: Redirect, addresses: AddressMap) -> bool:
    """Return whether a page exists only to be redirected off the site."""
    content = (addresses.overview.contents or {}).get(moved.page.file)
    return redirect.is_external and content is not None and content.is_empty


def _map_destination(destination: str, addresses: AddressMap) -> str:
    """Return a redirect's destination after the moves, also if it ends in a wildcard."""
    wildcard = _WILDCARD.search(destination)
    if wildcard is None or not destination.startswith("/"):
        return map_rooted_link(destination, addresses) or destination
    folder, slash, rest = destination[: wildcard.start()].rpartition("/")
    base, own = get_path_resolver(addresses.overview).split_link(folder or "/")
    body = own.strip("/")
    new = addresses.relocation.map_path(body)
    if new == body or addresses.relocation.is_in_new_folder(body):
        return destination
    return f"{base}/{new}{slash}{rest}{destination[wildcard.start() :]}"


# New redirects


def _iter_new_redirects(remaining: Sequence[Redirect], addresses: AddressMap) -> Iterator[Redirect]:
    """Yield the redirects that the moves need, one for a whole folder where possible."""
    known = _number_redirects(remaining)
    lacking = [move for move in addresses.page_moves if _needs_redirect(move, known, addresses)]
    for folder in addresses.relocation.folders:
        inside = [page_move for page_move in lacking if _is_moved_with_folder(page_move, folder)]
        if _can_share_redirect(folder, inside, known, addresses):
            lacking = [one for one in lacking if one not in inside]
            yield Redirect(f"/{folder.old}/:slug*", f"/{folder.new}/:slug*")
    for one in lacking:
        redirect = Redirect(one.old, one.new or "")
        if redirect.form is SourceForm.EXACT:
            yield redirect


def _needs_redirect(moved: PageMove, known: RedirectIndex, addresses: AddressMap) -> bool:
    """Return whether a page that remains a page needs a redirect from its old address."""
    if not moved.new or moved.old == "/" or moved.old in addresses.urls_after:
        return False
    match = known.find_match(moved.old)
    if match is None:
        return True
    return not match.certain and normalise_url_path(match.target or "") != moved.new


def _is_moved_with_folder(moved: PageMove, folder: Move) -> bool:
    """Return whether a page's address changes exactly like the folder around it."""
    start = f"/{folder.old}/"
    return moved.old.startswith(start) and moved.new == f"/{folder.new}/{moved.old[len(start) :]}"


def _can_share_redirect(
    folder: Move, inside: Sequence[PageMove], known: RedirectIndex, addresses: AddressMap
) -> bool:
    """Return whether all pages of a folder may share one redirect.

    No other address may begin with it, except those of existing redirects. Such a redirect has a
    more specific path and comes first, so it wins in any case.
    """
    start = f"/{folder.old}/"
    if len(inside) < _ENOUGH or f"/{folder.new}/".startswith(start):
        return False
    below = (move for move in addresses.page_moves if move.old.startswith(start))
    if any(
        page_move not in inside and not _has_own_redirect(page_move, known, start)
        for page_move in below
    ):
        return False
    if any(url.startswith(start) for url in addresses.urls_after):
        return False
    if any(_may_compete(redirect, start) for redirect in known.all):
        return False
    return get_path_resolver(addresses.overview).resolve_path(start + ANY).status is LinkStatus.DEAD


def _has_own_redirect(moved: PageMove, known: RedirectIndex, start: str) -> bool:
    """Return whether a redirect below a folder certainly matches the old address of a page."""
    match = known.find_match(moved.old)
    return bool(
        match and match.certain and find_literal_prefix(match.redirect.source).startswith(start)
    )


def _may_compete(redirect: Redirect, start: str) -> bool:
    """Return whether a redirect and one for a folder match a path with unclear precedence."""
    literal = find_literal_prefix(redirect.source)
    if redirect.form in (SourceForm.EXACT, SourceForm.TAIL, SourceForm.PREFIX):
        return literal == start
    return redirect.form is not SourceForm.NEVER and literal.startswith(start)


# Loops


def _number_redirects(redirects: Iterable[Redirect]) -> RedirectIndex:
    """Return an index of redirects, with their order in the iterable as `order`."""
    return RedirectIndex(one._replace(order=place) for place, one in enumerate(redirects))


def _drop_loops(remaining: Sequence[Redirect], added: Sequence[Redirect]) -> tuple[Redirect, ...]:
    """Return the redirects to add that are not part of a loop."""
    if not added:
        return ()
    together = _number_redirects((*remaining, *added))
    chains = RedirectChains(together)
    trails = (chains.find_chain(redirect) for redirect in together.all[len(remaining) :])
    return tuple(
        one for one, trail in zip(added, trails, strict=True) if not (trail and trail.cycle)
    )


def _iter_notices(moves: Iterable[PageMove], redirects: RedirectIndex) -> Iterator[str]:
    """Yield a notice for each internal redirect that certainly hides moved pages."""
    urls_by_source: dict[str, list[str]] = {}
    for moved in moves:
        match = redirects.find_match(moved.new) if moved.new else None
        if match is not None and match.certain and not match.redirect.is_external:
            urls_by_source.setdefault(match.redirect.source, []).append(moved.new or "")
    for source, urls in urls_by_source.items():
        pages = ", ".join(f"`{url}`" for url in urls[:_SHOWN]) + (", …" if urls[_SHOWN:] else "")
        yield (
            f"The redirect from `{source}` also matches {pages}, so readers cannot get there. "
            "Remove it, or change its source."
        )
