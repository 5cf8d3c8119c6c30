"""Hover for who may see a page and which access the site has, unless everything is public."""

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
    AccessMode.PUBLIC: "All pages are public.",
    AccessMode.PARTIAL: "Some pages are public; the others need a log-in.",
    AccessMode.FULL: "Every page needs a log-in.",
}


def readers_facts(context: HoverContext, sight: Visibility) -> list[Fact]:
    """Return a fact about who may see a page; empty if everyone may."""
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
    """Return a fact about the access mode of the site; empty if all of it is public."""
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
