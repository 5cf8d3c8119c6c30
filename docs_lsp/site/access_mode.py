"""How a site is open to readers: to all of them, in part, or only to those who have logged in.

The service keeps this in its dashboard; here it is set as `preview.auth`. Where nobody has set it,
a site whose pages say for whom they are (`groups`, `public: false`) is taken for one that is open
in part, since such pages were meant to be kept from somebody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from docs_lsp.settings.settings import SETTINGS_FILE, PreviewSettings


class AccessMode(Enum):
    """Which pages of a site need a log-in."""

    PUBLIC = "public"
    """None of them."""
    PARTIAL = "partial"
    """Those that are not public."""
    FULL = "full"
    """All of them."""


@dataclass(frozen=True, slots=True)
class SiteAccess:
    """The access mode of a site, and whether its search server answers."""

    mode: AccessMode = AccessMode.PUBLIC
    is_enabled: bool = True
    """Whether the search server is switched on; one of a public site always is."""
    is_assumed: bool = False
    """Whether nobody has set the mode, and the site was taken for one that is open in part."""
    notice: str = ""
    """What the writer has to know of it, in one sentence that names the setting."""


OPEN = SiteAccess()
"""The access of a site without any restriction."""

_ASSUMED = (
    f"Some content is for certain readers only, and `preview.auth` is not set in {SETTINGS_FILE}: "
    'the site is taken for `auth = "partial"` with `enabled = true`, and what says nothing is '
    "public."
)
_DISABLED = (
    f"The search server of this site is switched off: set `preview.enabled = true` in "
    f"{SETTINGS_FILE}, as the service needs it to be switched on in its dashboard."
)
_AUTHENTICATED = (
    'In `preview`, `authenticated = true` means `auth = "full"` with `enabled = true`: every page '
    'needs a log-in; write `auth = "partial"` where some pages are public.'
)
_POINTLESS = (
    'Some content is for certain readers only, but `preview.auth = "public"` in '
    f"{SETTINGS_FILE} opens all of it."
)


def site_access(settings: PreviewSettings, *, is_restricted: bool) -> SiteAccess:
    """The access of a site; `is_restricted` says that some of its content names its readers."""
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


def mode_of_pages(settings: PreviewSettings) -> AccessMode:
    """The mode by which pages are public or not, without a look at any page.

    Where nobody has set one, a page that says nothing is public and one that names its readers is
    not, whether the site counts as open in part for it or not.
    """
    if settings.auth is not None:
        return AccessMode(settings.auth)
    return AccessMode.FULL if settings.authenticated else AccessMode.PARTIAL


def is_public_by_default(settings: PreviewSettings, top_level: bool | None) -> bool:
    """Whether a page about which nothing is said is public; `top_level` is `public` of docs.json.

    Only an `auth` that somebody has written makes such pages need a log-in.
    """
    return top_level if top_level is not None else settings.auth is None
