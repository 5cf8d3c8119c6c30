"""How a site is open to readers, of what is set and of what its content says."""

from __future__ import annotations

import pytest

from docs_lsp.settings.settings import PreviewSettings
from docs_lsp.site.access_mode import (
    AccessMode,
    choose_page_access_mode,
    is_public_by_default,
    resolve_site_access,
)

NOTHING = PreviewSettings()
PUBLIC = PreviewSettings(auth="public")
PARTIAL = PreviewSettings(auth="partial")
FULL = PreviewSettings(auth="full", enabled=True)
FORMER = PreviewSettings(authenticated=True)


@pytest.mark.parametrize(
    ("settings", "is_restricted", "mode", "is_enabled", "is_assumed", "named"),
    [
        (NOTHING, False, AccessMode.PUBLIC, True, False, ""),
        (NOTHING, True, AccessMode.PARTIAL, True, True, "preview.auth"),
        (PreviewSettings(enabled=False), True, AccessMode.PARTIAL, True, True, "preview.auth"),
        (PUBLIC, False, AccessMode.PUBLIC, True, False, ""),
        (PUBLIC, True, AccessMode.PUBLIC, True, False, "preview.auth"),
        (PARTIAL, False, AccessMode.PARTIAL, False, False, "preview.enabled"),
        (PARTIAL._replace(enabled=True), True, AccessMode.PARTIAL, True, False, ""),
        (FULL, True, AccessMode.FULL, True, False, ""),
        (FORMER, False, AccessMode.FULL, True, False, 'auth = "full"'),
        (FORMER._replace(auth="partial"), False, AccessMode.PARTIAL, False, False, "enabled"),
    ],
)
def test_the_access_of_a_site(
    settings: PreviewSettings,
    is_restricted: bool,
    mode: AccessMode,
    is_enabled: bool,
    is_assumed: bool,
    named: str,
) -> None:
    access = resolve_site_access(settings, is_restricted=is_restricted)

    assert (access.mode, access.is_enabled, access.is_assumed) == (mode, is_enabled, is_assumed)
    assert bool(access.notice) is bool(named) and named in access.notice


@pytest.mark.parametrize(
    ("settings", "top_level", "mode", "is_public"),
    [
        (NOTHING, None, AccessMode.PARTIAL, True),
        (NOTHING, False, AccessMode.PARTIAL, False),
        (PUBLIC, None, AccessMode.PUBLIC, False),
        (PARTIAL, None, AccessMode.PARTIAL, False),
        (PARTIAL, True, AccessMode.PARTIAL, True),
        (FORMER, None, AccessMode.FULL, True),
    ],
)
def test_what_holds_for_pages_that_say_nothing(
    settings: PreviewSettings, top_level: bool | None, mode: AccessMode, is_public: bool
) -> None:
    assert choose_page_access_mode(settings) is mode
    assert is_public_by_default(settings, top_level) is is_public
