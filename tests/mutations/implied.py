"""What one mistake leads to besides, and why the catalogue wants that to be said as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

UNLISTED: Final[Mapping[str, str]] = {
    "unlisted-page": "an entry that is gone leaves its page unlisted",
    "missing-translation": "a page that one language lost is one that another has in addition",
}
"""An entry is gone."""

LOST: Final[Mapping[str, str]] = {
    **UNLISTED,
    "unused-spec": "what is lost was the only place that named the specification",
    "unlisted-operations": "endpoints that are lost are left out of the rest of the branch",
    "dead-link": "pages that the service made for what is lost answer no more",
    "dead-redirect": "pages that the service made for what is lost answer no more",
}
"""Content is dropped."""

GONE: Final[Mapping[str, str]] = {
    "dead-link": "what linked to the page that is gone leads nowhere",
    "dead-redirect": "redirects to the page that is gone lead nowhere",
    "stale-llms-txt": "the site's own llms.txt still names the page",
}
"""A page is gone, or is none any more."""

UNREADABLE: Final[Mapping[str, str]] = {}
"""docs.json cannot be read."""
