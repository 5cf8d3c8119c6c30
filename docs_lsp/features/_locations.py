"""What the features that take a writer somewhere have in common."""

from __future__ import annotations

from docs_lsp.features._view import View
from docs_lsp.site.navigation.context import Context
from docs_lsp.site.navigation.navigator import Navigator
from docs_lsp.site.pages import without_extension
from docs_lsp.site.references.docs_references import Mention, mention_at
from docs_lsp.site.references.page_references import page_mention_at
from docs_lsp.site.references.resolver import Guide
from docs_lsp.site.references.targets import Goal, WebGoal, place_in
from docs_lsp.text import Span


def guide_of(view: View) -> Guide:
    """A guide to the site."""
    site = view.site
    navigator = Navigator(site.parts, site.name, Context(site.settings, site.facts))
    return Guide(navigator, view.files, site.overview())


def named_at(view: View, guide: Guide, file: str, offset: int) -> Mention | None:
    """What is named at a byte offset of docs.json, of one of its parts, or of a page."""
    if not view.site.is_ours:
        return None
    if file in view.site.parts:
        return mention_at(guide.navigator, file, offset)
    return page_mention_at(view.text(file).data, file, offset) if is_page(file) else None


def is_page(file: str) -> bool:
    """Whether a file is a page or a snippet, going by its name."""
    return without_extension(file) != file


def place_of(view: View, goal: Goal) -> tuple[str, Span] | None:
    """The file that a goal stands in, and its span there; None for an address elsewhere."""
    if isinstance(goal, WebGoal):
        return None
    return goal.file, place_in(goal, view.text(goal.file).data)
