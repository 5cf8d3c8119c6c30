"""One part of what the doctor has found."""

from __future__ import annotations

from typing import NamedTuple


class DoctorSection(NamedTuple):
    """Facts, and what follows from them."""

    title: str
    facts: tuple[str, ...] = ()
    """What a report of a bug should tell."""
    faults: tuple[str, ...] = ()
    """What stands in the way, and how to fix it."""
    notes: tuple[str, ...] = ()
    """What may be on purpose."""
