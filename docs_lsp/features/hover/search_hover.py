"""Hover for the name of the site: its search tools, and the number of indexed pages."""

from __future__ import annotations

from collections import Counter

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverContext
from docs_lsp.site.access_mode import AccessMode, resolve_site_access
from docs_lsp.site.access_signs import has_restricted_content
from docs_lsp.site.summaries.index_card import IndexCard, make_index_card
from docs_lsp.site.summaries.page_counts import SiteCounts, count_site_pages
from docs_lsp.site.tool_names import MAX_LENGTH, make_tool_names
from docs_lsp.site.visibility import Reason

_MOST_REASONS = 4
_OF_OPERATION = "their operation is hidden in the specification"
_ACCESS = {
    AccessMode.PUBLIC: "All pages are public.",
    AccessMode.PARTIAL: "Some pages are public; the others need a log-in.",
    AccessMode.FULL: "Every page needs a log-in.",
}


def build_site_name_card(context: HoverContext, name: str) -> Card | None:
    """Return the card of the name of the site, or None if the name is blank."""
    prose = context.prose
    if not name.strip():
        return None
    heading = f"{prose.render_bold(prose.escape_text(name, 80))} · name of the site"
    return Card(heading, (), build_search_facts(context))


def build_search_facts(context: HoverContext) -> list[Fact]:
    """Return facts about the search tools, the pages they find and miss, and who may see them."""
    return [
        *_build_tool_facts(context),
        *_build_indexing_facts(context),
        *_build_access_facts(context),
    ]


def _build_tool_facts(context: HoverContext) -> list[Fact]:
    whole = context.site.navigator.root_object
    name = (whole.element.get_text("name") or "").strip() if whole else ""
    if not name:
        return []
    names = make_tool_names(name)
    shown = context.prose.render_code_list(names)
    if max(map(len, names)) > MAX_LENGTH:
        shown += f" (clients reject names longer than {MAX_LENGTH} characters)"
    return [Fact("Search server tools", shown)]


def _build_indexing_facts(context: HoverContext) -> list[Fact]:
    """Return facts with the numbers of indexed pages, however long it takes; empty if unknown."""
    overview = context.site.get_overview()  # However long it takes: the hover is about this.
    card = overview.cached(make_index_card) if overview else None
    counts = overview.cached(count_site_pages) if overview else None
    if overview is None or card is None or counts is None or not any(counts.pages):
        return []
    generated = counts.generated.indexed
    endpoints = str(card.endpoints) if card.endpoints else ""
    unlisted = len(overview.facts.pages) - card.page_count
    return [
        Fact("Pages", counts.pages.text),
        Fact("Generated", f"{generated:,} of the indexed pages" if generated else ""),
        Fact("Without text", f"{card.without_text:,} of the pages" if card.without_text else ""),
        Fact("Excluded", _list_exclusion_reasons(context, card, counts, unlisted)),
        Fact("Endpoints listed", endpoints),
    ]


def _list_exclusion_reasons(
    context: HoverContext, card: IndexCard, counts: SiteCounts, unlisted: int
) -> list[str]:
    """Return the most common reasons, each with its number of pages and without the remedy.

    `unlisted` is the number of pages that may be listed where the navigation cannot be read.
    """
    phrases = Counter[str]()
    for reason, count in card.counts_by_reason.items():
        phrases[_shorten_reason(reason)] += count
    for reason, count in counts.generated.by_reason.items():
        is_hidden = reason is Reason.HIDDEN or reason is Reason.NO_READER
        phrases[_shorten_reason(reason) if is_hidden else _OF_OPERATION] += count
    reasons = phrases.most_common()
    shown = [
        f"{count:,} ({context.prose.render_own_markdown(phrase)})"
        for phrase, count in reasons[:_MOST_REASONS]
    ]
    rest = sum(count for _, count in reasons[_MOST_REASONS:])
    if rest:
        shown.append(f"{rest:,} (other reasons)")
    if card.unreadable:
        shown.append(f"{card.unreadable:,} (the frontmatter cannot be read)")
    if unlisted:
        shown.append(f"{unlisted:,} (not in the readable part of the navigation)")
    return shown


def _shorten_reason(reason: Reason) -> str:
    """Return a reason without its remedy, beginning with a lower-case letter."""
    first = reason.value.partition(". ")[0].rstrip(".")
    return first[0].lower() + first[1:]


def _build_access_facts(context: HoverContext) -> list[Fact]:
    """Return a fact about the access mode; empty if the site is public, or it is not known yet."""
    restricted = context.compute_if_cheap(has_restricted_content)
    if restricted is None:
        return []
    access = resolve_site_access(context.site.settings.preview, is_restricted=restricted)
    if access.mode is AccessMode.PUBLIC and not access.notice:
        return []
    text = f"{_ACCESS[access.mode]} {access.notice}".rstrip()
    return [Fact("Readers", context.prose.render_own_markdown(text))]
