"""Hover for a link or a redirect: the page that readers will see."""

from __future__ import annotations

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext
from docs_lsp.features.hover.page_hover import build_page_card
from docs_lsp.site.pages import url_to_path
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.page_references import find_page_reference_at
from docs_lsp.site.routes.link_paths import LinkPath
from docs_lsp.site.routes.redirect_card import (
    LocatedRedirect,
    RedirectCard,
    find_page_at_path,
    make_redirect_card,
)
from docs_lsp.site.routes.redirect_chains import RedirectChain, RedirectChains
from docs_lsp.site.routes.redirects import ANY, RedirectMatch
from docs_lsp.site.routes.router import LinkStatus, PathResolver
from docs_lsp.site.routes.site_location import look_up_site_location
from docs_lsp.site.routes.suggested_pages import FormerAddresses, suggest_addresses

_MOST_HOPS = 5


def build_link_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer for the link at a byte offset of a page; None if its target is unknown."""
    reference = find_page_reference_at(context.view.text(context.file).data, context.file, offset)
    if reference is None or reference.role is not Role.LINK:
        return None
    card = build_link_card(context, reference.text, context.file)
    return HoverAnswer(card, reference.span) if card else None


def build_link_card(context: HoverContext, href: str, page_file: str | None = None) -> Card | None:
    """Return the card of a link's target; None for a link off the site or an unknown target.

    `page_file` is the page that contains the link; a link in docs.json has none.
    """
    facts = context.facts
    target = look_up_site_location(context.site).parse_link(href, page_file)
    if target is None or facts is None or not target.path:
        return None
    prose = context.prose
    match = context.redirects.find_match(target.path)
    paths = (target.path, *target.others)
    page = next(filter(None, (find_page_at_path(path, facts.pages) for path in paths)), None)
    if match is not None and (match.certain or page is None):
        return Card(prose.render_bold_code(href), (), _build_redirect_facts(context, match))
    if page is not None:
        card = build_page_card(context, page)
        anchor = prose.render_code(f"#{target.fragment}") if target.fragment else ""
        return card._replace(facts=(Fact("Anchor", anchor), *card.facts))
    name = next((name for path in paths if (name := url_to_path(path)) in facts.files), None)
    if name is not None:
        return Card(
            f"{prose.render_bold_code(href)} · file",
            (prose.render_picture(name),) if context.is_shown_picture(name) else (),
            [Fact("File", prose.render_file_link(name))],
        )
    return _build_broken_card(context, href, target)


def build_redirect_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of the redirect whose source or destination is hovered, or None."""
    element = reference.placed.element if reference.placed else None
    source = element.get_text("source") if element else None
    destination = element.get_text("destination") if element else None
    if element is None or source is None or destination is None or context.facts is None:
        return None
    prose = context.prose
    heading = f"{prose.render_bold_code(source)} → {prose.render_code(destination)}"
    is_permanent = element.get_flag("permanent") is not False
    status = "308 (permanent)" if is_permanent else "307 (temporary)"
    written = _find_redirect(context, reference)
    if written is None:
        return Card(heading, (), [Fact("Status", status)])
    card = make_redirect_card(
        written.redirect, RedirectChains(context.redirects), context.facts.pages
    )
    return Card(
        heading, (), [Fact("Status", status), *_build_outcome_facts(context, card, written)]
    )


def _find_redirect(context: HoverContext, reference: Reference) -> LocatedRedirect | None:
    """Return the redirect that a source or destination belongs to, or None."""
    assert reference.placed is not None
    file, span = reference.placed.locate_spot(reference.placed.element.find_value_spot("source"))
    for written in context.written_redirects:
        if (written.file, written.span) == (file, span):
            return written
    return None


def _build_outcome_facts(
    context: HoverContext, card: RedirectCard, redirect: LocatedRedirect
) -> list[Fact]:
    """Return facts about where a redirect ends, what it hides, or why it has no effect."""
    prose = context.prose
    facts = _build_chain_facts(context, card.chain)
    if card.chain is None:
        first = context.redirects.find_match(redirect.redirect.source)
        if first and first.certain and first.redirect.order != redirect.redirect.order:
            place = _render_redirect_place(context, first)
            facts.append(Fact("No effect", f"an earlier redirect matches first ({place})"))
    if card.end:
        facts.append(Fact("Ends at", _render_page_with_file(context, card.end.page, card.end.file)))
    if card.shadowed:
        page = prose.render_file_link(card.shadowed.file)
        facts.append(Fact("Hides", f"the page {page}, which readers can no longer reach"))
    return facts


def _build_chain_facts(context: HoverContext, chain: RedirectChain | None) -> list[Fact]:
    """Return a fact about the redirects that follow, or about a loop; empty if neither."""
    if chain is None:
        return []
    if chain.cycle and chain.certain:
        places = ", ".join(_render_redirect_place(context, hop) for hop in chain.cycle[:_MOST_HOPS])
        return [Fact("Redirect loop", f"it leads back to itself ({places})")]
    hops = [_render_match(context, hop) for hop in chain.hops[1 : 1 + _MOST_HOPS]]
    return [Fact("Then redirected to", hops)]


def _build_redirect_facts(context: HoverContext, match: RedirectMatch) -> list[Fact]:
    """Return facts about the redirect that matches a path."""
    assert context.facts is not None
    # For some forms of sources it is unknown whether the service matches them.
    what = "Redirected to" if match.certain else "Perhaps redirected to"
    facts = [Fact(what, _render_match(context, match))]
    if match.target is not None and not match.redirect.is_external:
        page = find_page_at_path(match.target, context.facts.pages)
        facts += (
            [Fact("Page", _render_page_with_file(context, page.page, page.file))] if page else []
        )
    return facts


def _build_broken_card(context: HoverContext, href: str, target: LinkPath) -> Card | None:
    """Return the card of a broken link; None if its target may exist."""
    answers = context.compute_if_cheap(PathResolver.from_overview)
    if (
        context.facts is None
        or answers is None
        or answers.resolve_link(target).status is not LinkStatus.DEAD
    ):
        return None
    overview = context.get_overview_if_cheap(FormerAddresses)
    similar = suggest_addresses(target.path, overview) if overview else ()
    near = [context.prose.render_code(address) for address in similar]
    heading = f"{context.prose.render_bold_code(href)} · broken link"
    return Card(heading, (), [Fact("Nearest pages", near)])


def _render_page_with_file(context: HoverContext, page: str, file: str) -> str:
    return f"{context.prose.render_code(page)} ({context.prose.render_file_link(file)})"


def _render_match(context: HoverContext, match: RedirectMatch) -> str:
    """Return where a redirect leads, and its place in docs.json."""
    target = (match.target or match.redirect.destination).replace(ANY, "…")
    return f"{context.prose.render_code(target)} ({_render_redirect_place(context, match)})"


def _render_redirect_place(context: HoverContext, match: RedirectMatch) -> str:
    written = context.written_redirects[match.redirect.order]
    return context.prose.render_offset_link(written.file, written.span.start)
