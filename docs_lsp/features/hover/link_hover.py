"""Hover for a link or a redirect: the page that readers will see."""

from __future__ import annotations

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverAnswer, HoverContext, fact
from docs_lsp.features.hover.page_hover import build_page_card
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.page_references import page_reference_at
from docs_lsp.site.routes.link_paths import LinkPath, link_path_of
from docs_lsp.site.routes.redirect_card import RedirectAt, RedirectCard, page_at, redirect_card
from docs_lsp.site.routes.redirects import ANY, Match, Trail
from docs_lsp.site.routes.router import Answers, LinkStatus

_MOST_HOPS = 5


def link_answer(context: HoverContext, offset: int) -> HoverAnswer | None:
    """Return the answer for the link at a byte offset of a page, or None if there is no link."""
    reference = page_reference_at(context.view.text(context.file).data, context.file, offset)
    if reference is None or reference.role is not Role.LINK:
        return None
    card = link_card(context, reference.text, context.file)
    return HoverAnswer(card, reference.span) if card else None


def link_card(context: HoverContext, href: str, page_file: str | None = None) -> Card | None:
    """Return the card of a link's target; None for a link off the site or an unknown target.

    `page_file` is the page that contains the link; a link in docs.json has none.
    """
    target, facts = link_path_of(href, page_file), context.facts
    if target is None or facts is None or not target.path:
        return None
    prose = context.prose
    match = context.redirects.match(target.path)
    paths = (target.path, *target.others)
    page = next(filter(None, (page_at(path, facts.pages) for path in paths)), None)
    if match is not None and (match.certain or page is None):
        return Card(prose.strong(prose.code(href)), (), _build_redirect_facts(context, match))
    if page is not None:
        card = build_page_card(context, page)
        anchor = prose.code(f"#{target.fragment}") if target.fragment else ""
        return card._replace(facts=(*fact("Anchor", anchor), *card.facts))
    name = next((name for path in paths if (name := path.strip("/")) in facts.files), None)
    if name is not None:
        return Card(f"{prose.strong(prose.code(href))} · file", (), fact("File", prose.place(name)))
    return _build_broken_card(context, href, target)


def destination_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of the redirect whose source or destination is hovered."""
    element = reference.placed.element if reference.placed else None
    source = element.text("source") if element else None
    destination = element.text("destination") if element else None
    if element is None or source is None or destination is None or context.facts is None:
        return None
    prose = context.prose
    heading = f"{prose.strong(prose.code(source))} → {prose.code(destination)}"
    is_permanent = element.flag("permanent") is not False
    status = "308 (permanent)" if is_permanent else "307 (temporary)"
    written = _find_redirect(context, reference)
    if written is None:
        return Card(heading, (), [Fact("Status", status)])
    card = redirect_card(written.redirect, context.redirects, context.facts.pages)
    return Card(heading, (), [Fact("Status", status), *_outcome(context, card, written)])


def _find_redirect(context: HoverContext, reference: Reference) -> RedirectAt | None:
    """Return the redirect that a source or destination belongs to, or None."""
    assert reference.placed is not None
    file, span = reference.placed.file_span(reference.placed.element.value_spot("source"))
    for written in context.written_redirects:
        if (written.file, written.span) == (file, span):
            return written
    return None


def _outcome(context: HoverContext, card: RedirectCard, redirect: RedirectAt) -> list[Fact]:
    prose = context.prose
    facts = _trail(context, card.trail)
    if card.trail is None:
        first = context.redirects.match(redirect.redirect.source)
        if first and first.certain and first.redirect.order != redirect.redirect.order:
            place = _place(context, first)
            facts += fact("No effect", f"an earlier redirect matches first ({place})")
    if card.end:
        facts += fact("Ends at", _page(context, card.end.page, card.end.file))
    if card.shadowed:
        page = prose.place(card.shadowed.file)
        facts += fact("Hides", f"the page {page}, which readers can no longer reach")
    return facts


def _trail(context: HoverContext, trail: Trail | None) -> list[Fact]:
    if trail is None:
        return []
    if trail.cycle and trail.certain:
        places = ", ".join(_place(context, hop) for hop in trail.cycle[:_MOST_HOPS])
        return [Fact("Redirect loop", f"it leads back to itself ({places})")]
    hops = [
        f"{context.prose.code(_render_target(hop))} ({_place(context, hop)})"
        for hop in trail.hops[1 : 1 + _MOST_HOPS]
    ]
    return fact("Then redirected to", hops[0] if len(hops) == 1 else hops)


def _build_redirect_facts(context: HoverContext, match: Match) -> list[Fact]:
    """Return facts about the redirect that matches a path."""
    assert context.facts is not None
    # For some forms of sources it is unknown whether the service matches them.
    what = "Redirected to" if match.certain else "Perhaps redirected to"
    facts = [Fact(what, f"{context.prose.code(_render_target(match))} ({_place(context, match)})")]
    target = match.target
    page = None
    if target is not None and not match.redirect.is_external:
        page = page_at(target, context.facts.pages)
    return facts + (fact("Page", _page(context, page.page, page.file)) if page else [])


def _build_broken_card(context: HoverContext, href: str, target: LinkPath) -> Card | None:
    """Return the card of a broken link; None if its target may exist."""

    answers = context.cached_if_cheap(Answers.from_overview)
    if (
        context.facts is None
        or answers is None
        or answers.answer_link(target).status is not LinkStatus.DEAD
    ):
        return None
    near = [
        context.prose.code(page)
        for page in context.facts.pages.find_similar_pages(target.path.strip("/"))
    ]
    heading = f"{context.prose.strong(context.prose.code(href))} · broken link"
    return Card(heading, (), fact("Nearest pages", near))


def _page(context: HoverContext, page: str, file: str) -> str:
    return f"{context.prose.code(page)} ({context.prose.place(file)})"


def _render_target(match: Match) -> str:
    return (match.target or match.redirect.destination).replace(ANY, "…")


def _place(context: HoverContext, match: Match) -> str:
    written = context.written_redirects[match.redirect.order]
    return context.prose.place_at(written.file, written.span.start)
