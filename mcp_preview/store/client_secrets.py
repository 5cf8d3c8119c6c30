"""Compare client secrets by their argon2id hashes, and delay responses after wrong ones."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import BoundedSemaphore, Lock

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

AT_A_TIME = 2
"""The number of hashes computed at a time in this process: each takes a processor and 19 MiB."""
LONGEST_SECRET = 256
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1, type=Type.ID)
_TURN = BoundedSemaphore(AT_A_TIME)
# The hash of an unknown secret, with the costs above.
_OF_NOBODY = (
    "$argon2id$v=19$m=19456,t=2,p=1$"
    "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
)
FREE_FAILURES = 3
"""The number of failures without a delay."""
LONGEST_DELAY = 5.0
"""The longest delay in seconds. The right secret is accepted, however often others fail."""
FORGOTTEN_AFTER = 900
"""The seconds without a failure after which the count starts again."""
MOST_COUNTED = 4_096
"""The number of credentials, and of addresses, that are remembered."""


def hash_secret(secret: str) -> str:
    """Return the argon2id hash of a client secret."""
    with _TURN:
        return _HASHER.hash(secret)


def matches_secret_hash(secret_hash: str | None, secret: str) -> bool:
    """Return whether a secret matches a hash. Without a hash, take as long and return False."""
    given = secret.encode("utf-8", "surrogatepass")[: LONGEST_SECRET + 1]
    try:
        with _TURN:
            _HASHER.verify(secret_hash or _OF_NOBODY, given)
    except (VerificationError, InvalidHashError):
        return False
    return secret_hash is not None and len(given) <= LONGEST_SECRET


class FailedSecrets:
    """Failures by credential and by address in this process."""

    def __init__(self) -> None:
        self._by_key: dict[str, OrderedDict[bytes, tuple[int, int]]] = {
            "credential": OrderedDict(),
            "address": OrderedDict(),
        }
        """The number of failures, and the time of the last one in seconds since 1970."""
        self._lock = Lock()

    def compute_delay(self, client_id: str, address: str, now: int) -> float:
        """Return the seconds to delay the next response, whether it accepts or rejects."""
        with self._lock:
            counts = [
                self._count_failures("credential", client_id, now),
                self._count_failures("address", address, now),
            ]
        excess = max(counts) - FREE_FAILURES
        return min(0.1 * 2 ** min(excess, 10), LONGEST_DELAY) if excess >= 0 else 0.0

    def record_failure(self, client_id: str, address: str, now: int) -> None:
        """Count a failure of a credential from an address."""
        with self._lock:
            for kind, name in (("credential", client_id), ("address", address)):
                failures, key = self._by_key[kind], _hash_key(name)
                failures[key] = (self._count_failures(kind, name, now) + 1, now)
                failures.move_to_end(key)
                if len(failures) > MOST_COUNTED:
                    failures.popitem(last=False)

    def _count_failures(self, kind: str, name: str, now: int) -> int:
        """Return the number of recent failures for a credential or an address."""
        number, last = self._by_key[kind].get(_hash_key(name), (0, 0))
        return number if now - last < FORGOTTEN_AFTER else 0


def _hash_key(name: str) -> bytes:
    """Return a short hash of a name, since a made-up id can be as long as a request."""
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
