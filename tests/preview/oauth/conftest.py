"""A site with log-in, for all tests of a module; each begins long after the one before it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from docs_lsp.site.access_mode import AccessMode
from tests.preview.oauth.served import ServedSite, Visitor, serving

A_YEAR = 365 * 24 * 3600


@pytest.fixture(scope="module")
def started() -> Iterator[Visitor]:
    with serving(ServedSite()) as visitor:
        yield visitor


@pytest.fixture
def visitor(started: Visitor) -> Visitor:
    """Of a site that is open in part."""
    return _anew(started, AccessMode.PARTIAL)


@pytest.fixture
def full_visitor(started: Visitor) -> Visitor:
    """Of a site where every page needs a log-in."""
    return _anew(started, AccessMode.FULL)


def _anew(started: Visitor, mode: AccessMode) -> Visitor:
    started.served.now += A_YEAR
    started.served.set_access(mode)
    return started
