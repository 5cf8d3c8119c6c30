"""Fixes for a broken link that leave the link as it is.

They change the heading that it means, or redirect the broken address. A redirect never hides
anything: it is offered only from addresses where nothing exists or may exist and no earlier
redirect applies, and only to existing pages. It is preferred only if there is evidence that the old
addresses existed; otherwise the links are wrong, not the pages missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.links.broken_links import BrokenLink
from docs_lsp.site.mdx.anchors import find_invisible, remove_invisible
from docs_lsp.site.mdx.heading_ids import fragment_to_id
from docs_lsp.site.overview import Overview
from docs_lsp.site.page_ranking import SortedPages
from docs_lsp.site.pages import PAGE_EXTENSIONS, url_to_path
from docs_lsp.site.routes.moved_folders import MovedFolder, find_moved_folders
from docs_lsp.site.routes.redirects import Redirect, normalise_url_path
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver
from docs_lsp.site.routes.suggested_pages import FormerAddresses

_PLAIN_ID = compile_lazily(r"[A-Za-z0-9_-]+")
_HEADING_LINE = compile_lazily(rb"#+[ \t][^\n]*[^#\s][ \t]*\r?(?:\n|\Z)")
"""A line that begins as a heading and does not end in `#`, after which an ID is no ID."""


# Other characters may be wildcards, or be written in several ways.
_PLAIN = compile_lazily(r"(?:/[A-Za-z0-9._~-]+)+")
"""Addresses of plain characters, which can be redirected literally."""


def offer_visible_heading(dead: BrokenLink, subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the invisible characters of the heading that a link means."""
    sign = find_invisible(dead.lookup.live)
    if not sign:
        return
    from docs_lsp.site.mdx.anchor_places import iter_heading_anchors  # Parses the page again.

    data = subject.read_file(dead.file)
    for anchor, span in iter_heading_anchors(data):
        if anchor == dead.lookup.live:
            heading = data[slice(*span)].decode("utf-8", "replace")
            edit = FileEdit(dead.file, span, remove_invisible(heading))
            yield Fix(f"Remove U+{ord(sign):04X} from the heading", (edit,), preferred=True)


def offer_heading_id(dead: BrokenLink, subject: FixContext) -> Iterator[Fix]:
    """Offer to give an ID to a heading that has none because of its level.

    Only if it begins its line: the service reads no ID in a heading of a list or a quote.
    """
    if not dead.level or not _PLAIN_ID.fullmatch(dead.anchor):
        return
    from docs_lsp.site.mdx.anchor_places import index_deep_headings  # Parses the page again.

    data = subject.read_file(dead.file)
    heading = index_deep_headings(data).get(fragment_to_id(dead.anchor))
    line = find_line_start(data, heading.text.start) if heading else 0
    if heading and _HEADING_LINE.match(data, line):
        end = heading.text.end
        edit = FileEdit(dead.file, Span(end, end), f" {{#{dead.anchor}}}")
        yield Fix(f"Give the heading the ID {code(dead.anchor)}", (edit,), preferred=True)


class MovedFolders:
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

    def offer_folder_redirects(self, address: str, overview: Overview) -> tuple[Fix, ...]:
        """Return fixes that redirect the moved folder of an address; empty if it has not moved."""
        folder = self._by_address.get(normalise_url_path(address))
        # Thousands of links may lead to one folder.
        return overview.cached_for(_build_folder_fixes, folder) if folder else ()

    def find_moved_page(self, address: str, overview: Overview) -> str | None:
        """Return the new page of an address in a moved folder, or None.

        None also if the evidence is weak, or some pages are still in the old folder.
        """
        folder = self._by_address.get(normalise_url_path(address))
        path = normalise_url_path(address)
        if folder is None or not folder.is_sure or path == folder.old:
            return None
        if url_to_path(path) in overview.navigation.by_page:
            return None  # The link is right: a listed page is missing.
        is_left = not overview.facts.pages.cached(SortedPages).has_pages_below(folder.old[1:])
        return folder.map_address(path) if is_left else None


def offer_page_redirect(address: str, meant: str, overview: Overview) -> Iterator[Fix]:
    """Yield the fix that redirects an address to a page, if that hides nothing."""
    old = normalise_url_path(address)
    yield from _offer_safe_redirects(
        f"Redirect {code(old)} to {code(meant)}", [Redirect(old, meant)], overview
    )


def _build_folder_fixes(overview: Overview, folder: MovedFolder) -> tuple[Fix, ...]:
    make = _offer_wildcard_redirect if folder.is_whole else _offer_page_redirects
    return tuple(make(folder, overview))


def _offer_wildcard_redirect(folder: MovedFolder, overview: Overview) -> Iterator[Fix]:
    """Yield the fix with one wildcard redirect for a whole folder."""
    *_, (source, destination, _) = folder.redirects
    if _PLAIN.fullmatch(folder.old) and (not folder.new or _PLAIN.fullmatch(folder.new)):
        count = len(folder.addresses)
        title = f"Redirect {code(source)} to {code(destination)}, for all {count} old addresses"
        is_sure = folder.is_sure and _did_old_pages_exist(folder, overview)
        yield from _offer_safe_redirects(title, folder.redirects, overview, preferred=is_sure)


def _did_old_pages_exist(folder: MovedFolder, overview: Overview) -> bool:
    """Return whether there is evidence that the old addresses of a folder once had pages.

    Evidence is an earlier state of the site, old addresses in frontmatter, or an existing
    redirect from the folder.
    """
    earlier = overview.earlier
    pages = earlier.site.facts.pages if earlier and earlier.site.facts else ()
    if any(url_to_path(address) in pages for address in folder.addresses):
        return True
    former = overview.cached(FormerAddresses)
    if any(
        former.find_page_by_path(address) == folder.map_address(address)
        for address in folder.addresses
    ):
        return True
    return any(
        redirect.source.startswith(f"{folder.old}/")
        and redirect.destination.startswith(f"{folder.new}/")
        for redirect in get_path_resolver(overview).redirects.all
    )


def _offer_page_redirects(folder: MovedFolder, overview: Overview) -> Iterator[Fix]:
    """Yield a fix with a redirect for each of several old addresses, if none hides anything."""
    addresses = sorted(folder.addresses)
    title = (
        f"Redirect {len(addresses)} old addresses below {code(folder.old)} to "
        f"{code(folder.new or '/')}"
    )
    redirects = [Redirect(address, folder.map_address(address)) for address in addresses]
    if len(redirects) > 1:
        yield from _offer_safe_redirects(title, redirects, overview)


def _offer_safe_redirects(
    title: str, redirects: Sequence[Redirect], overview: Overview, *, preferred: bool = False
) -> Iterator[Fix]:
    """Yield one fix that adds these redirects, if each literal one hides nothing."""
    # Imported late: needed only when a redirect is offered.
    from docs_lsp.site.moves.docs_edits import make_redirect_list_edits
    from docs_lsp.site.moves.redirect_plan import RedirectPlan

    if not all(
        _hides_nothing(redirect, overview) for redirect in redirects if "*" not in redirect.source
    ):
        return
    edits = make_redirect_list_edits(RedirectPlan((), tuple(redirects)), overview)
    if edits:
        yield Fix(title, tuple(edits), preferred=preferred)


def _hides_nothing(redirect: Redirect, overview: Overview) -> bool:
    """Return whether a literal redirect is from a broken address to an existing page."""
    old, new = redirect.source, redirect.destination
    if not (_PLAIN.fullmatch(old) and _PLAIN.fullmatch(new)) or old.endswith(PAGE_EXTENSIONS):
        return False
    end = get_path_resolver(overview).resolve_path(new)
    is_dead = get_path_resolver(overview).resolve_path(old).status is LinkStatus.DEAD
    return is_dead and end.page is not None and end.redirect is None
