"""A trip goes down through the rooms and comes back: how often it may cross from folder to folder.

Each number is at most half of what it was before elements handed over their values and rules said
what they look at; in the preview the way to what a viewer may see came on top, and where an element
holds two kinds of content, the question which of them is valid. A change that needs more crossings
has found out something in two rooms that one room could find out; `python -m tests.trips TRIP
--tree` shows where.
"""

from __future__ import annotations

import pytest

from tests.trips import TRIPS, take

MOST = {
    "keystroke-title": 85,
    "keystroke-entry": 226,
    "hover-key": 45,
    "hover-page": 121,
    "hover-missing": 53,
    "saved-page": 104,
    "search": 20,
}


def test_every_trip_has_its_number() -> None:
    assert MOST.keys() == TRIPS.keys()


@pytest.mark.parametrize("name", TRIPS)
def test_a_trip_crosses_folders_only_so_often(name: str) -> None:
    trip = take(name)

    assert 0 < trip.crossings <= MOST[name]
