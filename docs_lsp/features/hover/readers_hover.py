"""Hover for who may see a page and how the site is open, where not everybody sees everything."""

from __future__ import annotations

from docs_lsp.features._prose import Fact
from docs_lsp.features.hover.hover_context import HoverContext
from docs_lsp.settings.settings import SETTINGS_FILE, PreviewSettings
from docs_lsp.site.access_mode import AccessMode, site_access
from docs_lsp.site.access_signs import is_restricted
from docs_lsp.site.audience_words import audience_sentence
from docs_lsp.site.visibility import Visibility

_ASSUMED = f"`preview.auth` is not set in {SETTINGS_FILE}, so this is assumed."
_MODES = {
    AccessMode.PUBLIC: "Everybody may see every page.",
    AccessMode.PARTIAL: "Some pages are public; the others need a log-in.",
    AccessMode.FULL: "Every page needs a log-in.",
}


def readers_facts(context: HoverContext, sight: Visibility) -> list[Fact]:
    """Who may see a page; nothing where that goes without saying."""
    settings = _settings(context)
    is_assumed = settings.auth is None and not settings.authenticated
    if context.marks.mode is AccessMode.PUBLIC or (is_assumed and sight.audience.public):
        return []
    sentence = audience_sentence(sight.audience)
    return [
        Fact(
            "Readers",
            context.prose.render_own_text(f"{sentence} {_ASSUMED}" if is_assumed else sentence),
        )
    ]


def access_facts(context: HoverContext) -> list[Fact]:
    """How the site is open, and what the writer has to know of it; nothing where all of it is."""
    restricted = context.cached_if_cheap(is_restricted)
    if restricted is None:
        return []
    access = site_access(_settings(context), is_restricted=restricted)
    if access.mode is AccessMode.PUBLIC and not access.notice:
        return []
    return [
        Fact(
            "Readers",
            context.prose.render_own_text(f"{_MODES[access.mode]} {access.notice}".rstrip()),
        )
    ]


def _settings(context: HoverContext) -> PreviewSettings:
    return context.site.navigator.context.settings.preview
