"""Hover for who may see a page and which access the site has, unless everything is public."""

from __future__ import annotations

from docs_lsp.features._prose import Fact
from docs_lsp.features.hover.hover_context import HoverContext
from docs_lsp.settings.settings import SETTINGS_FILE, PreviewSettings
from docs_lsp.site.access_mode import AccessMode, resolve_site_access
from docs_lsp.site.access_signs import has_restricted_content
from docs_lsp.site.audience_words import describe_audience
from docs_lsp.site.visibility import Visibility

_ASSUMED = f"`preview.auth` is not set in {SETTINGS_FILE}, so this is assumed."
_MODES = {
    AccessMode.PUBLIC: "All pages are public.",
    AccessMode.PARTIAL: "Some pages are public; the others need a log-in.",
    AccessMode.FULL: "Every page needs a log-in.",
}


def build_readers_facts(context: HoverContext, sight: Visibility) -> list[Fact]:
    """Return a fact about who may see a page; empty if everyone may."""
    settings = _find_preview_settings(context)
    is_assumed = settings.auth is None and not settings.authenticated
    if context.marks.mode is AccessMode.PUBLIC or (is_assumed and sight.audience.public):
        return []
    sentence = describe_audience(sight.audience)
    return [
        Fact(
            "Readers",
            context.prose.render_own_markdown(f"{sentence} {_ASSUMED}" if is_assumed else sentence),
        )
    ]


def build_access_facts(context: HoverContext) -> list[Fact]:
    """Return a fact about the access mode of the site; empty if all of it is public."""
    restricted = context.compute_if_cheap(has_restricted_content)
    if restricted is None:
        return []
    access = resolve_site_access(_find_preview_settings(context), is_restricted=restricted)
    if access.mode is AccessMode.PUBLIC and not access.notice:
        return []
    return [
        Fact(
            "Readers",
            context.prose.render_own_markdown(f"{_MODES[access.mode]} {access.notice}".rstrip()),
        )
    ]


def _find_preview_settings(context: HoverContext) -> PreviewSettings:
    return context.site.navigator.context.settings.preview
