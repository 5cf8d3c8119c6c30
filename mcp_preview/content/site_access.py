"""Determines the access of a site as a whole from everything it says about its readers."""

from __future__ import annotations

from collections.abc import Iterable

from docs_lsp.site.access_mode import SiteAccess
from docs_lsp.site.access_mode import resolve_site_access as access_by
from mcp_preview.content.preview_site import PreviewSite
from mcp_preview.content.skills import Skill


def determine_access(site: PreviewSite, own_skills: Iterable[Skill]) -> SiteAccess:
    """Return how a site is open to readers: as set, or as its pages and skills suggest."""
    is_restricted = site.is_restricted or not all(skill.audience.public for skill in own_skills)
    return access_by(site.overview.settings.preview, is_restricted=is_restricted)
