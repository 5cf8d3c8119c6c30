"""Hover for a page: its title, where it is listed, and why it is not indexed."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverContext
from docs_lsp.settings.settings import SETTINGS_FILE
from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.entry_sorts import EntryKind, classify_entry, strip_entry_extension
from docs_lsp.site.generated_pages.page_addresses import make_generated_page_test
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.origins import list_breadcrumbs
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.pages import (
    PAGE_EXTENSIONS,
    PageFile,
    entry_to_page_path,
    page_to_url,
)
from docs_lsp.site.references.docs_references import Reference
from docs_lsp.site.routes.redirect_card import list_redirects
from docs_lsp.site.routes.redirects import RedirectIndex
from docs_lsp.site.routes.suggested_pages import suggest_entry_pages
from docs_lsp.site.specifications.endpoints import MalformedEndpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.summaries.counterpart_pages import compare_site_languages
from docs_lsp.site.summaries.generated_instead import (
    map_addresses_by_name,
    name_generated_instead,
)
from docs_lsp.site.summaries.page_card import PageCard, find_missing_languages, make_page_card
from docs_lsp.site.visibility import Reason, Visibility, describe_audience

_MOST_LISTINGS = 6
_MOST_LANGUAGES = 8
_BELOW = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_ASSUMED = f"`preview.auth` is not set in {SETTINGS_FILE}, so this is assumed."


def build_entry_card(context: HoverContext, reference: Reference) -> Card | None:
    """Return the card of an entry of `pages` or of the `root` of a group; None for an endpoint."""
    facts, text = context.facts, reference.text
    prose = context.prose
    if facts is None:
        return Card(f"{prose.render_bold_code(text)} · page") if text else None
    sort, page = classify_entry(text, facts), entry_to_page_path(text)
    if sort is EntryKind.EXTENSION:
        page = entry_to_page_path(strip_entry_extension(text))
    page_file = facts.pages.find_page(page) or facts.pages.find_page(text)
    if page_file is not None:
        return build_page_card(context, page_file, reference)
    heading = f"{prose.render_bold_code(text)} · "
    match sort:
        case EntryKind.RESERVED:
            return Card(heading + "reserved for the service's own search server")
        case EntryKind.MALFORMED_ENDPOINT:
            fault = parse_endpoint_entry(text)
            message = fault.message if isinstance(fault, MalformedEndpoint) else ""
            return Card(f"{heading}not a valid endpoint", [prose.render_message(message)])
        case EntryKind.IGNORED | EntryKind.NEVER:
            return Card(f"{heading}not a page", [_explain_non_page(context, page, facts)])
        case EntryKind.MISSING if _may_be_generated(page, reference, facts):
            return Card(f"{heading}a page that the service may generate from the specification")
        case EntryKind.MISSING | EntryKind.OTHER_CASE | EntryKind.INDEX_ONLY | EntryKind.EXTENSION:
            element = reference.placed.element if reference.placed else None
            language = element.inner.language if element else None
            near = suggest_entry_pages(page, language, facts.pages)
            return Card(
                f"{heading}missing page",
                (),
                [Fact("Nearest", [prose.render_code(one) for one in near])],
            )
    return None


def collect_page_card(context: HoverContext, page: PageFile) -> PageCard:
    """Return what is known about a page, reading it if necessary; the facts must not be None."""
    assert context.facts is not None
    listings = context.site.navigator.find_page_listings(page.page)
    # Only for an unlisted page does it matter whether the whole navigation could be read.
    whole = bool(listings) or context.compute_if_cheap(is_navigation_complete) is True
    content = context.read_page_content(page.file)
    card = make_page_card(page, content, listings, context.marks, context.facts, is_complete=whole)
    overview = None
    if card.operation and not listings:
        overview = context.get_overview_if_cheap(map_addresses_by_name)
    return name_generated_instead(card, overview) if overview else card


def build_page_card(
    context: HoverContext, page: PageFile, reference: Reference | None = None
) -> Card:
    """Return the hover card of a page; `reference` is the entry that is hovered, if any."""
    prose, card = context.prose, collect_page_card(context, page)
    others = [
        listing
        for listing in card.listings
        if reference is None or not _is_same_entry(listing, reference)
    ]
    return Card(
        f"{prose.render_bold(prose.escape_text(card.title, 100))} · page "
        f"{prose.render_code(card.page)}",
        [prose.escape_text(card.description)] if card.description else [],
        [
            Fact("File", prose.render_file_link(card.file)),
            Fact("Endpoint", prose.render_code(card.operation)),
            *_build_redirect_facts(context, card),
            *build_visibility_facts(context, card),
            *build_listing_facts(context, others, "Listed" if reference is None else "Also listed"),
            *_build_missing_languages_fact(context, card),
        ],
    )


def build_visibility_facts(context: HoverContext, card: PageCard) -> list[Fact]:
    """Return facts about whether a page is indexed, which readers see it, and why not."""
    visibility, prose = card.sight, context.prose
    if card.listings and not card.accepted_listings:
        return [Fact("Dropped", "the service uses another key beside this list instead")]
    if visibility is None:
        return []
    answer = "yes" if visibility.searchable else "no"
    if visibility.searchable and card.why_empty:
        answer += f", but without text. {prose.render_own_markdown(card.why_empty)}"
    # If no reader may see the page, the fact about its readers says so.
    if visibility.reason is not Reason.LISTED and visibility.reason is not Reason.NO_READER:
        answer = f"{answer.removesuffix('.')}. {prose.render_own_markdown(visibility.text)}"
    hidden = context.describe_element(card.hider) if card.hider else ""
    is_hidden = bool(card.accepted_listings) and not visibility.in_navigation
    return [
        Fact("Indexed", answer),
        Fact("Sidebar", "not shown" if is_hidden else ""),
        Fact("Hidden by", hidden),
        *build_readers_facts(context, visibility),
    ]


def build_readers_facts(context: HoverContext, visibility: Visibility) -> list[Fact]:
    """Return a fact about who may see a page; empty if the site is public, or assumed to be.

    It is assumed if the settings don't say how readers log in.
    """
    settings = context.site.settings.preview
    is_assumed = settings.auth is None and not settings.authenticated
    if context.marks.mode is AccessMode.PUBLIC or (is_assumed and visibility.audience.public):
        return []
    sentence = describe_audience(visibility.audience)
    text = f"{sentence} {_ASSUMED}" if is_assumed else sentence
    return [Fact("Readers", context.prose.render_own_markdown(text))]


def build_listing_facts(
    context: HoverContext, listings: Sequence[Listing], label: str
) -> list[Fact]:
    """Return a fact with the positions of up to six entries, and the number of the others."""
    shown = [_describe_listing(context, listing) for listing in listings[:_MOST_LISTINGS]]
    if len(listings) > _MOST_LISTINGS:
        shown.append(f"and in {len(listings) - _MOST_LISTINGS} more places")
    return [Fact(label, shown)]


def _describe_listing(context: HoverContext, listing: Listing) -> str:
    """Return the position of an entry: its titles in the navigation, and its line."""
    place = context.prose.render_offset_link(listing.file, listing.span.start)
    titles = _BELOW.join(
        context.prose.escape_text(title, 40) for title in list_breadcrumbs(listing.placed)
    )
    return f"{titles} ({place})" if titles else place


def _build_missing_languages_fact(context: HoverContext, card: PageCard) -> list[Fact]:
    """Return a fact with the languages that do not list a page; empty if all do, or unknown."""
    known = context.compute_if_cheap(compare_site_languages)
    lacking = find_missing_languages(card.page, known) if known else {}
    assert context.facts is not None
    codes = list(lacking)[:_MOST_LANGUAGES]
    there = [code for code in codes if lacking[code] in context.facts.pages]
    text = context.prose.render_code_list(lacking, _MOST_LANGUAGES)
    if there and len(there) == len(lacking):
        text += " (the file exists)" if len(there) == 1 else " (the files exist)"
    elif there:
        text += f" (the file exists for {context.prose.render_code_list(there)})"
    return [Fact("Not listed in", text)]


def _build_redirect_facts(context: HoverContext, card: PageCard) -> list[Fact]:
    """Return a fact about the redirect that makes a page unreachable, if there is one."""
    url, prose = page_to_url(card.page), context.prose
    candidates = list_redirects(context.site.navigator, url)
    match = RedirectIndex(candidate.redirect for candidate in candidates).find_match(url)
    if match is None or not match.certain:
        return []
    written = next(candidate for candidate in candidates if candidate.redirect == match.redirect)
    place = prose.render_offset_link(written.file, written.span.start)
    return [Fact("Unreachable", f"redirected to {prose.render_code(match.target or '')} ({place})")]


def _is_same_entry(listing: Listing, reference: Reference) -> bool:
    return (listing.file, listing.span) == (reference.file, reference.span)


def _explain_non_page(context: HoverContext, page: str, facts: SiteFacts) -> str:
    """Return why an existing file is not a page; empty if no reason is known."""
    patterns = (
        facts.ignore.find_excluding_pattern(f"{page}{ending}") for ending in PAGE_EXTENSIONS
    )
    pattern = next(filter(None, patterns), None)
    never = facts.pages.find_non_page_reason(page)
    prose = context.prose
    if pattern is None:
        return prose.render_own_markdown(f"The file exists, but {never.value}.") if never else ""
    where = f" ({prose.render_file_link(pattern.file, pattern.line + 1)})" if pattern.file else ""
    return f"Its file is ignored by the pattern {prose.render_code(pattern.text)}{where}."


def _may_be_generated(page: str, reference: Reference, facts: SiteFacts) -> bool:
    element = reference.placed.element if reference.placed else None
    is_made = make_generated_page_test(element, facts) if element else None
    return is_made is not None and is_made(page)
