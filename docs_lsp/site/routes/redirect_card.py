"""The final target of a redirect, and the page that it hides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.site.pages import url_to_path
from docs_lsp.site.routes.redirect_chains import RedirectChain, RedirectChains
from docs_lsp.site.routes.redirects import Redirect, normalise_url_path

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigator import Navigator
    from docs_lsp.site.pages import PageFile, PageIndex


_PLAIN = compile_lazily(r"[\w.~-]+")


class LocatedRedirect(NamedTuple):
    """A redirect, and the position of its source."""

    redirect: Redirect
    file: str
    span: Span


class RedirectCard(NamedTuple):
    """The path of readers who request the source of a redirect."""

    chain: RedirectChain | None
    """The redirects that they follow; None if unknown."""
    end: PageFile | None
    """The page at the end; None if there is none, or if it depends on the wildcard."""
    shadowed: PageFile | None
    """The page at the source, which the redirect hides."""


def list_redirects(navigator: Navigator, url: str | None = None) -> tuple[LocatedRedirect, ...]:
    """Return the valid redirects of docs.json in order; with a `url`, those that may match it.

    Nothing else of docs.json is walked through. A few that do not match are included.
    """
    root = navigator.root_object
    located = root.find_value("redirects") if root else None
    if located is None:
        return ()
    file, at, value = located
    redirects: list[LocatedRedirect] = []
    order = -1
    for start, item in value.iter_children() if isinstance(value, Array) else ():
        if not isinstance(item, Object):
            continue
        source, destination = item.get("source"), item.get("destination")
        if not (isinstance(source, String) and isinstance(destination, String)):
            continue
        order += 1
        if url is None or _may_match(source.value, url):
            span = source.inner.shift(at + start + item.get_value_span("source").start)
            redirect = Redirect(source.value, destination.value, order)
            redirects.append(LocatedRedirect(redirect, file, span))
    return tuple(redirects)


def _may_match(source: str, url: str) -> bool:
    """Return whether the first segment of a source allows it to match a path."""
    first = source.strip().lstrip("/").partition("/")[0]
    if first == url.lstrip("/").partition("/")[0]:
        return True
    return first == "index" or _PLAIN.fullmatch(first) is None


def make_redirect_card(
    redirect: Redirect, chains: RedirectChains, pages: PageIndex
) -> RedirectCard:
    """Return the end of a redirect, and the page that it hides."""
    chain = chains.find_chain(redirect)
    end = None
    if chain and not chain.cycle:
        last = chain.hops[-1]
        is_inside = last.target is not None and not last.redirect.is_external
        end = find_page_at_path(last.target or "", pages) if is_inside else None
    shadowed = find_page_at_path(redirect.source, pages)
    answered = chains.redirects.find_match(redirect.source) if shadowed else None
    is_first = answered is not None and answered.redirect.order == redirect.order
    return RedirectCard(chain, end, shadowed if is_first else None)


def find_page_at_path(path: str, pages: PageIndex) -> PageFile | None:
    """Return the page at a path, which may have a query and an anchor, or None."""
    page = url_to_path(normalise_url_path(path))
    return pages.find_page(page) or pages.find_page(f"{page}/index" if page else "index")
