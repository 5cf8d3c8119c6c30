"""Messages about broken links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code, render_suggestion
from docs_lsp.site.mdx.anchors import AnchorStatus, find_invisible, remove_invisible
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url, strip_page_extension
from docs_lsp.site.routes.operations_without_page import map_operations_without_page
from docs_lsp.site.routes.suggested_pages import is_file_path

if TYPE_CHECKING:
    from docs_lsp.rules.links.broken_links import BrokenLink


def describe_missing_path(path: str, near: tuple[str, ...]) -> str:
    """Return the message for a missing path, with suggestions in `near`."""
    missing = "add the file" if is_file_path(path) else "create the page"
    remedy = render_suggestion(near) or f"Correct the path, or {missing}."
    return f"{code(path)} is not a page, file or redirect of this site (404). {remedy}"


def describe_ungenerated_path(path: str, overview: Overview) -> str:
    """Return the message for the address of an operation without a page; else an empty string."""
    operation = overview.cached(map_operations_without_page).get(path)
    if operation is None:
        return ""
    return (
        f"{code(path)} does not exist (404): {code(str(operation))} has no page, because only some "
        "operations of its specification are listed, without it. List it."
    )


def describe_base_path_link(dead: BrokenLink) -> str:
    """Return the message for a path that works only if the site is published below its folder."""
    folder = f"/{dead.path.split('/')[1]}"
    return (
        f"The site has no folder {code(folder[1:])}, so {code(dead.path)} is broken unless the "
        f"site is published below {code(folder)}. Link to {code(dead.here)}, or set "
        f"`site.base` to {code(folder)} in docs-lsp.toml."
    )


def describe_missing_heading(dead: BrokenLink, near: tuple[str, ...], link: str = "link") -> str:
    """Return the message for a missing heading ID; `link` is the noun for what names it."""
    where, anchor = _describe_landing_page(dead), code(f"#{dead.anchor}")
    if dead.lead.where is AnchorStatus.LOCALLY:
        live = code(f"#{dead.lead.live}")
        return (
            "The published page makes quotes, dashes and dots typographic, so the heading is "
            f"{live}, and {anchor} opens the top of the page. Link to {live}, or give the heading "
            "its own ID, such as `{#name}`."
        )
    if dead.lead.where is AnchorStatus.INTO_CODE:
        return (
            f"The heading for {anchor} is shown as code, because the fence in line "
            f"{dead.lead.line} of {code(dead.file)} is never closed. Close it."
        )
    if dead.level:
        return (
            f"{where} has the heading for {anchor} at level {dead.level}, at which headings "
            f"have no ID, so the {link} opens the top of the page. Raise it to level 4, or end it "
            f"with {code(f'{{#{dead.anchor}}}')}."
        )
    if dead.lead.live:
        return _describe_invisible(dead, link)
    remedy = render_suggestion(f"#{anchor}" for anchor in near) or "Link to an existing heading."
    fault = (
        f"{where} has no heading with the ID {code(dead.anchor)}, so the {link} opens the top of "
        "the page"
    )
    if dead.lead.where is AnchorStatus.UNSEEN:
        fault += ", unless an imported component adds that ID"
    return f"{fault}. {remedy}"


def _describe_landing_page(dead: BrokenLink) -> str:
    """Render the page of a missing heading, and the path in the link if that is another one."""
    if not dead.path:
        return "This page"
    address = page_to_url(strip_page_extension(dead.file))
    path = strip_page_extension(dead.path).rstrip("/")
    if path in (address, f"/{strip_page_extension(dead.file)}"):
        return code(dead.written_path)
    return f"{code(dead.written_path)} leads to {code(address)}, which"


def _describe_invisible(dead: BrokenLink, link: str) -> str:
    """Return the message for a heading ID and an anchor that differ in invisible characters."""
    in_heading = find_invisible(dead.lead.live)
    sign = f"an invisible character (U+{ord(in_heading or find_invisible(dead.anchor)):04X})"
    anchor = code(f"#{remove_invisible(dead.anchor)}")
    if not in_heading:
        return f"{anchor} has {sign}, so the {link} opens the top of the page. Remove it."
    page = code(dead.written_path) if dead.path else "the page"
    return (
        f"The heading for {anchor} has {sign}, which is part of its ID, so the {link} opens the "
        f"top of {page}. Remove it from the heading."
    )


def describe_translated_heading(dead: BrokenLink, translated: str) -> str:
    """Return the message for a heading ID that only the page in the reader's language has."""
    return (
        f"{code(dead.written_path)} has no heading with the ID {code(dead.anchor)}, but the page "
        f"in this language has. Link to {code(translated)}."
    )
