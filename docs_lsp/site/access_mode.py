"""Choose how a site is open to readers: public, partly public, or only after a log-in.

The service has this setting in its dashboard; here it is `preview.auth`. If it is not set, a site
whose pages name their readers (`groups`, `public: false`) is treated as partly public, because such
pages are meant to be restricted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from docs_lsp.settings.settings import SETTINGS_FILE, PreviewSettings


class AccessMode(Enum):
    """The part of a site's pages that needs a log-in."""

    PUBLIC = "public"
    """No page."""
    PARTIAL = "partial"
    """The pages that are not public."""
    FULL = "full"
    """Every page."""


@dataclass(frozen=True, slots=True)
class SiteAccess:
    """The access mode of a site, and whether its search server is enabled."""

    mode: AccessMode = AccessMode.PUBLIC
    is_enabled: bool = True
    """Whether the search server is switched on; that of a public site always is."""
    is_assumed: bool = False
    """Whether the mode is not set, and the site is treated as partly public."""
    notice: str = ""
    """A sentence for the writer that names the setting; empty if there is nothing to say."""


OPEN = SiteAccess()
"""The access of a site without any restriction."""

_ASSUMED = (
    f"Some content is restricted to certain readers, but `preview.auth` is not set in "
    f'{SETTINGS_FILE}: `auth = "partial"` with `enabled = true` is assumed, and pages without '
    "access settings are public."
)
_DISABLED = (
    f"The search server of this site is switched off. Set `preview.enabled = true` in "
    f"{SETTINGS_FILE} if it is enabled in the service's dashboard."
)
_AUTHENTICATED = (
    '`preview.authenticated = true` means `auth = "full"` with `enabled = true`: every page needs '
    'a log-in. Write `auth = "partial"` if some pages are public.'
)
_POINTLESS = (
    'Some content is restricted to certain readers, but `preview.auth = "public"` in '
    f"{SETTINGS_FILE} makes all of it public."
)


def resolve_site_access(settings: PreviewSettings, *, is_restricted: bool) -> SiteAccess:
    """Return the access mode of a site, and a notice if the settings need one.

    `is_restricted` is True if some content of the site names its readers.
    """
    if settings.auth is not None:
        mode = AccessMode(settings.auth)
        if mode is AccessMode.PUBLIC:
            return SiteAccess(notice=_POINTLESS if is_restricted else "")
        is_enabled = settings.enabled is True
        return SiteAccess(mode, is_enabled, notice="" if is_enabled else _DISABLED)
    if settings.authenticated:
        return SiteAccess(AccessMode.FULL, notice=_AUTHENTICATED)
    if is_restricted:
        return SiteAccess(AccessMode.PARTIAL, is_assumed=True, notice=_ASSUMED)
    return OPEN


def choose_page_access_mode(settings: PreviewSettings) -> AccessMode:
    """Return the access mode of pages, from the settings alone; PARTIAL if none is set.

    With PARTIAL, a page is public unless it names its readers. Whether the site as a whole is
    treated as partly public makes no difference.
    """
    if settings.auth is not None:
        return AccessMode(settings.auth)
    return AccessMode.FULL if settings.authenticated else AccessMode.PARTIAL


def is_public_by_default(settings: PreviewSettings, top_level: bool | None) -> bool:
    """Return whether pages are public by default, given the top-level `public` of docs.json.

    Such pages have no access settings of their own. `top_level` is None if docs.json does not say
    it; then only an explicit `auth` makes them need a log-in.
    """
    return top_level if top_level is not None else settings.auth is None
