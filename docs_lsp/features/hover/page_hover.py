"""Hover for a page: its title, where it is listed, and why it is not indexed."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverContext, fact
from docs_lsp.features.hover.readers_hover import readers_facts
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.entry_sorts import Sort, classify_entry, strip_entry_extension
from docs_lsp.site.generated_pages.page_addresses import build_page_test
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.origins import crumbs
from docs_lsp.site.overview import is_navigation_complete
from docs_lsp.site.pages import PAGE_EXTENSIONS, PageFile, normalise, page_of, url_of
from docs_lsp.site.references.docs_references import Reference
from docs_lsp.site.routes.redirect_card import list_redirects
from docs_lsp.site.routes.redirects import Redirects
from docs_lsp.site.specifications.endpoints import MalformedEndpoint, parse_endpoint
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.summaries.page_card import PageCard, find_missing_languages, page_card
from docs_lsp.site.summaries.translations import site_translations
from docs_lsp.site.visibility import Reason

_NEAR = 3
_LOOKED_AT = 24
_MOST_LISTINGS = 6
_MOST_LANGUAGES = 8
_BELOW = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_LANGUAGES = frozenset(LANGUAGE_NAMES)


def entry_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of an entry of `pages`, or of the `root` of a group."""
    facts, text = context.facts, reference.text
    prose = context.prose
    if facts is None:
        return Card(f"{prose.strong(prose.code(text))} · page") if text else None
    sort, page = classify_entry(text, facts), page_of(text)
    if sort is Sort.EXTENSION:
        page = page_of(strip_entry_extension(text))
    page_file = facts.pages.find(page) or facts.pages.find(text)
    if page_file is not None:
        return build_page_card(context, page_file, reference)
    heading = f"{prose.strong(prose.code(text))} · "
    match sort:
        case Sort.RESERVED:
            return Card(heading + "reserved for the service's own search server")
        case Sort.MALFORMED_ENDPOINT:
            fault = parse_endpoint(text)
            message = fault.message if isinstance(fault, MalformedEndpoint) else ""
            return Card(f"{heading}not a valid endpoint", [prose.render_message(message)])
        case Sort.IGNORED | Sort.NEVER:
            return Card(f"{heading}not a page", [_explain_no_page(context, page, facts)])
        case Sort.MISSING if _may_be_made(page, reference, facts):
            return Card(f"{heading}a page that the service may generate from the specification")
        case Sort.MISSING | Sort.OTHER_CASE | Sort.INDEX_ONLY | Sort.EXTENSION:
            near = _suggest_pages(page, reference, facts)
            return Card(
                f"{heading}missing page", (), fact("Nearest", [prose.code(one) for one in near])
            )
    return None


def card_of(context: HoverContext, page: PageFile) -> PageCard:
    """Return what is known about a page."""
    assert context.facts is not None
    listings = context.site.navigator.listings_of(page.page)
    # Only for an unlisted page does it matter whether the whole navigation could be read.
    whole = bool(listings) or context.cached_if_cheap(is_navigation_complete) is True
    content = context.content(page.file)
    return page_card(page, content, listings, context.marks, context.facts, is_complete=whole)


def build_page_card(
    context: HoverContext, page: PageFile, reference: Reference | None = None
) -> Card:
    """Return the hover card of a page; `reference` is the entry that is hovered, if any."""
    prose, card = context.prose, card_of(context, page)
    others = [
        listing
        for listing in card.listings
        if reference is None or not _is_same(listing, reference)
    ]
    return Card(
        f"{prose.strong(prose.escape_text(card.title, 100))} · page {prose.code(card.page)}",
        [prose.escape_text(card.description)] if card.description else [],
        [
            *fact("File", prose.place(card.file)),
            *fact("Endpoint", prose.code(card.operation)),
            *_build_redirect_facts(context, card),
            *build_visibility_facts(context, card),
            *build_listing_facts(context, others, "Listed" if reference is None else "Also listed"),
            *_languages(context, card),
        ],
    )


def build_visibility_facts(context: HoverContext, card: PageCard) -> list[Fact]:
    """Return facts about whether a page is indexed, which readers see it, and why not."""
    sight, prose = card.sight, context.prose
    if card.listings and not card.accepted_listings:
        return [Fact("Dropped", "the service uses another key beside this list instead")]
    if sight is None:
        return []
    answer = "yes" if sight.searchable else "no"
    if sight.searchable and card.why_empty:
        answer += f", but without text. {prose.render_own_text(card.why_empty)}"
    if sight.reason is not Reason.LISTED:
        answer = f"{answer.removesuffix('.')}. {prose.render_own_text(sight.text)}"
    hidden = context.describe_element(card.hider) if card.hider else ""
    shown = (
        [] if sight.in_navigation or not card.accepted_listings else [Fact("Sidebar", "not shown")]
    )
    readers = readers_facts(context, sight)
    return [Fact("Indexed", answer), *shown, *fact("Hidden by", hidden), *readers]


def build_listing_facts(
    context: HoverContext, listings: Sequence[Listing], label: str
) -> list[Fact]:
    """Return a fact with the positions of some entries."""
    shown = [_describe_listing(context, listing) for listing in listings[:_MOST_LISTINGS]]
    if len(listings) > _MOST_LISTINGS:
        shown.append(f"and in {len(listings) - _MOST_LISTINGS} more places")
    return fact(label, shown)


def _describe_listing(context: HoverContext, listing: Listing) -> str:
    """Return the position of an entry: its titles in the navigation, and its line."""
    place = context.prose.place_at(listing.file, listing.span.start)
    titles = _BELOW.join(context.prose.escape_text(title, 40) for title in crumbs(listing.placed))
    return f"{titles} ({place})" if titles else place


def _languages(context: HoverContext, card: PageCard) -> list[Fact]:
    known = context.cached_if_cheap(site_translations)
    lacking = find_missing_languages(card.page, known) if known else {}
    assert context.facts is not None
    codes = list(lacking)[:_MOST_LANGUAGES]
    there = [code for code in codes if lacking[code] in context.facts.pages]
    text = ", ".join(context.prose.code(code) for code in codes)
    if len(lacking) > _MOST_LANGUAGES:
        text += f" and {len(lacking) - _MOST_LANGUAGES} more"
    if there and len(there) == len(lacking):
        text += " (the file exists)" if len(there) == 1 else " (the files exist)"
    elif there:
        files = ", ".join(context.prose.code(code) for code in there)
        text += f" (the file exists for {files})"
    return fact("Not listed in", text)


def _build_redirect_facts(context: HoverContext, card: PageCard) -> list[Fact]:
    """Return a fact about the redirect that makes a page unreachable, if there is one."""
    url, prose = url_of(card.page), context.prose
    candidates = list_redirects(context.site.navigator, url)
    match = Redirects(candidate.redirect for candidate in candidates).match(url)
    if match is None or not match.certain:
        return []
    written = next(candidate for candidate in candidates if candidate.redirect == match.redirect)
    place = prose.place_at(written.file, written.span.start)
    return fact("Unreachable", f"redirected to {prose.code(match.target or '')} ({place})")


def _is_same(listing: Listing, reference: Reference) -> bool:
    return (listing.file, listing.span) == (reference.file, reference.span)


def _explain_no_page(context: HoverContext, page: str, facts: SiteFacts) -> str:
    """Return why an existing file is not a page."""
    patterns = (facts.ignore.pattern(f"{page}{ending}") for ending in PAGE_EXTENSIONS)
    pattern = next(filter(None, patterns), None)
    never = facts.pages.non_page_reason(page)
    if pattern is None:
        return (
            context.prose.render_own_text(f"The file exists, but {never.value}.") if never else ""
        )
    reason = f"Its file is ignored by the pattern {context.prose.code(pattern.text)}"
    return (
        f"{reason} ({context.prose.place(pattern.file, pattern.line + 1)})."
        if pattern.file
        else f"{reason}."
    )


def _may_be_made(page: str, reference: Reference, facts: SiteFacts) -> bool:
    element = reference.placed.element if reference.placed else None
    is_made = build_page_test(element, facts) if element else None
    return is_made is not None and is_made(page)


def _suggest_pages(page: str, reference: Reference, facts: SiteFacts) -> tuple[str, ...]:
    """Return the pages that were most likely meant, none of another language."""
    plain = normalise(page.replace("\\", "/").strip()).rstrip("/")
    suggestions = facts.pages.find_similar_pages(plain, limit=_LOOKED_AT)
    other_case = facts.pages.find_other_case(plain)
    if other_case:
        suggestions = (other_case,)
    language = reference.placed.element.inner.language if reference.placed else None
    if language:
        others = _LANGUAGES - {language, *plain.split("/")}
        suggestions = tuple(
            suggestion for suggestion in suggestions if others.isdisjoint(suggestion.split("/"))
        )
    return suggestions[:_NEAR]
