"""A link or a redirect: what readers get to see."""

from __future__ import annotations

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverAnswer, Scene, fact
from docs_lsp.features.hover.page_hover import found_card
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.page_references import page_reference_at
from docs_lsp.site.routes.link_paths import LinkPath, link_path_of
from docs_lsp.site.routes.links import Answers, LinkStatus
from docs_lsp.site.routes.redirect_card import RedirectAt, RedirectCard, page_at, redirect_card
from docs_lsp.site.routes.redirects import ANY, Match, Trail

_MOST_HOPS = 5


def link_answer(scene: Scene, offset: int) -> HoverAnswer | None:
    """The page or the file that a link in a page leads to, at an offset of that page."""
    reference = page_reference_at(scene.view.text(scene.file).data, scene.file, offset)
    if reference is None or reference.role is not Role.LINK:
        return None
    card = link_card(scene, reference.text, scene.file)
    return HoverAnswer(card, reference.span) if card else None


def link_card(scene: Scene, href: str, page_file: str | None = None) -> Card | None:
    """What answers a link; None where it leads off the site, or nobody can tell.

    `page_file` is the page that it stands in; a link in docs.json has none.
    """
    target, facts = link_path_of(href, page_file), scene.facts
    if target is None or facts is None or not target.path:
        return None
    prose = scene.prose
    match = scene.redirects.match(target.path)
    paths = (target.path, *target.others)
    page = next(filter(None, (page_at(path, facts.pages) for path in paths)), None)
    if match is not None and (match.certain or page is None):
        return Card(prose.strong(prose.code(href)), (), _followed(scene, match))
    if page is not None:
        card = found_card(scene, page)
        anchor = prose.code(f"#{target.fragment}") if target.fragment else ""
        return card._replace(facts=(*fact("Anchor", anchor), *card.facts))
    name = next((name for path in paths if (name := path.strip("/")) in facts.files), None)
    if name is not None:
        return Card(f"{prose.strong(prose.code(href))} · file", (), fact("File", prose.place(name)))
    return _unanswered(scene, href, target)


def destination_card(scene: Scene, reference: Reference) -> Card | None:
    """Where the redirect leads whose source or destination is pointed at."""
    element = reference.placed.element if reference.placed else None
    source = element.text("source") if element else None
    destination = element.text("destination") if element else None
    if element is None or source is None or destination is None or scene.facts is None:
        return None
    prose = scene.prose
    heading = f"{prose.strong(prose.code(source))} → {prose.code(destination)}"
    is_permanent = element.flag("permanent") is not False
    status = "308 (permanent)" if is_permanent else "307 (temporary)"
    written = _written(scene, reference)
    if written is None:
        return Card(heading, (), [Fact("Status", status)])
    card = redirect_card(written.redirect, scene.redirects, scene.facts.pages)
    return Card(heading, (), [Fact("Status", status), *_outcome(scene, card, written)])


def _written(scene: Scene, reference: Reference) -> RedirectAt | None:
    """The redirect that a source or destination belongs to."""
    assert reference.placed is not None
    file, span = reference.placed.file_span(reference.placed.element.value_spot("source"))
    for written in scene.written_redirects:
        if (written.file, written.span) == (file, span):
            return written
    return None


def _outcome(scene: Scene, card: RedirectCard, written: RedirectAt) -> list[Fact]:
    prose = scene.prose
    facts = _trail(scene, card.trail)
    if card.trail is None:
        first = scene.redirects.match(written.redirect.source)
        if first and first.certain and first.redirect.order != written.redirect.order:
            place = _place(scene, first)
            facts += fact("Without effect", f"an earlier redirect answers first ({place})")
    if card.end:
        facts += fact("Ends at", _page(scene, card.end.page, card.end.file))
    if card.shadowed:
        page = prose.place(card.shadowed.file)
        facts += fact("Hides", f"the page {page}, which readers cannot reach any more")
    return facts


def _trail(scene: Scene, trail: Trail | None) -> list[Fact]:
    if trail is None:
        return []
    if trail.cycle and trail.certain:
        places = ", ".join(_place(scene, hop) for hop in trail.cycle[:_MOST_HOPS])
        return [Fact("Never ends", f"it leads back to itself ({places})")]
    hops = [
        f"{scene.prose.code(_named(hop))} ({_place(scene, hop)})"
        for hop in trail.hops[1 : 1 + _MOST_HOPS]
    ]
    return fact("Then redirected to", hops[0] if len(hops) == 1 else hops)


def _followed(scene: Scene, match: Match) -> list[Fact]:
    """Where a path leads that a redirect answers."""
    assert scene.facts is not None
    # Of some forms of sources nobody knows whether the service matches them.
    what = "Redirected to" if match.certain else "Perhaps redirected to"
    facts = [Fact(what, f"{scene.prose.code(_named(match))} ({_place(scene, match)})")]
    target = match.target
    page = None
    if target is not None and not match.redirect.is_external:
        page = page_at(target, scene.facts.pages)
    return facts + (fact("Page", _page(scene, page.page, page.file)) if page else [])


def _unanswered(scene: Scene, href: str, target: LinkPath) -> Card | None:
    """A path at which nothing is known to be; None where something may be."""

    answers = scene.quick(Answers.of)
    if scene.facts is None or answers is None or answers.to(target).status is not LinkStatus.DEAD:
        return None
    near = [scene.prose.code(page) for page in scene.facts.pages.nearest(target.path.strip("/"))]
    heading = f"{scene.prose.strong(scene.prose.code(href))} · nothing answers there"
    return Card(heading, (), fact("Nearest pages", near))


def _page(scene: Scene, page: str, file: str) -> str:
    return f"{scene.prose.code(page)} ({scene.prose.place(file)})"


def _named(match: Match) -> str:
    return (match.target or match.redirect.destination).replace(ANY, "…")


def _place(scene: Scene, match: Match) -> str:
    written = scene.written_redirects[match.redirect.order]
    return scene.prose.place_at(written.file, written.span.start)
