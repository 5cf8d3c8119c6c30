"""Counts wrong client secrets, and says for how long to hold an answer back because of them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

FREE_FAILURES = 3
"""Slips that cost nothing."""
LONGEST_DELAY = 5.0
"""Seconds. Whoever has the right secret gets in, however often others fail."""
FORGOTTEN_AFTER = 900
"""Seconds without a failure."""
MOST_COUNTED = 4_096
"""Credentials and addresses that are remembered, each."""


class _Failures(NamedTuple):
    number: int
    last: int


class FailedSecrets:
    """Failures by credential and by address, in this process."""

    def __init__(self) -> None:
        self._by_key: dict[str, OrderedDict[bytes, _Failures]] = {
            "credential": OrderedDict(),
            "address": OrderedDict(),
        }
        self._lock = Lock()

    def delay(self, client_id: str, address: str, now: int) -> float:
        """Seconds to hold the next answer back, whatever it is."""
        with self._lock:
            counts = [
                self._count("credential", client_id, now),
                self._count("address", address, now),
            ]
        excess = max(counts) - FREE_FAILURES
        return min(0.1 * 2 ** min(excess, 10), LONGEST_DELAY) if excess >= 0 else 0.0

    def note(self, client_id: str, address: str, now: int) -> None:
        """Count a failure."""
        with self._lock:
            for kind, name in (("credential", client_id), ("address", address)):
                failures, key = self._by_key[kind], _key(name)
                failures[key] = _Failures(self._count(kind, name, now) + 1, now)
                failures.move_to_end(key)
                if len(failures) > MOST_COUNTED:
                    failures.popitem(last=False)

    def _count(self, kind: str, name: str, now: int) -> int:
        failures = self._by_key[kind].get(_key(name))
        return failures.number if failures and now - failures.last < FORGOTTEN_AFTER else 0


def _key(name: str) -> bytes:
    # An id that somebody makes up may be as long as a request; what is remembered of it is short.
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
