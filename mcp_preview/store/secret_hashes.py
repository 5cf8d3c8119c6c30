"""Hash client secrets with argon2id, and compare them in constant time."""

from __future__ import annotations

from threading import BoundedSemaphore

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
