"""Hover for the name of the site: its search tools, and the number of indexed pages."""

from __future__ import annotations

from docs_lsp.features._prose import Card, Fact
from docs_lsp.features.hover.hover_context import HoverContext
from docs_lsp.site.access_mode import AccessMode, resolve_site_access
from docs_lsp.site.access_signs import has_restricted_content
from docs_lsp.site.summaries.index_card import (
    IndexCard,
    find_rejected_pages,
    make_index_card,
)
from docs_lsp.site.tool_names import MAX_LENGTH, make_tool_names
from docs_lsp.site.visibility import Reason

_MOST_REASONS = 4
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
    if overview is None or card is None or not card.page_count:
        return []
    total = card.page_count
    refused = len(overview.cached(find_rejected_pages))
    noun = "page" if total == 1 else "pages"
    # If a part of the navigation cannot be read, it is unknown what else is listed.
    noun = noun if card.is_whole else f"listed {noun}"
    pages = f"{card.searchable_count - refused} of {total} {noun}"
    endpoints = str(card.endpoints) if card.endpoints else ""
    return [
        Fact("Indexed", pages),
        Fact("Without text", f"{card.without_text} of these" if card.without_text else ""),
        Fact("Refused by the parser", str(refused) if refused else ""),
        Fact("Not indexed", _list_exclusion_reasons(context, card)),
        Fact("Endpoints listed", endpoints),
    ]


def _list_exclusion_reasons(context: HoverContext, card: IndexCard) -> list[str]:
    """Return the most common reasons, each with its number of pages and without the remedy."""
    reasons = card.counts_by_reason.most_common()
    shown = [
        f"{count} ({context.prose.render_own_markdown(_shorten_reason(reason))})"
        for reason, count in reasons[:_MOST_REASONS]
    ]
    rest = sum(count for _, count in reasons[_MOST_REASONS:])
    if rest:
        shown.append(f"{rest} (other reasons)")
    if card.unreadable:
        shown.append(f"{card.unreadable} (the frontmatter cannot be read)")
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
