"""Reads the stamp of a translation: fields in which it records its original.

Two forms are in use: the SHA-256 of the whole file of the original (`x-i18n.source_hash`, written
by a translation program), and the commit of the original that was translated
(`translation.source_commit`, `l10n.sourceCommit`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily

_HASHES = (("x-i18n", "source_hash"),)
_COMMITS = (("translation", "source_commit"), ("l10n", "sourceCommit"))
_HASH = compile_lazily(r"[0-9a-fA-F]{64}")
_COMMIT = compile_lazily(r"[0-9a-fA-F]{7,40}")


class Stamp(NamedTuple):
    """The version of the original that a translation was made from, as it records."""

    hash: str = ""
    """The SHA-256 of the file, 64 hexadecimal digits; empty if not recorded."""
    commit: str = ""
    """The name of a commit, or its beginning; empty if not recorded."""

    def matches_original(self, original: bytes) -> bool:
        """Whether the hash is that of a file, with either kind of line breaks."""
        texts = (original, original.replace(b"\r\n", b"\n"))
        return any(sha256(text).hexdigest() == self.hash.lower() for text in texts)


NO_STAMP = Stamp()


def parse_stamp(fields: Mapping[str, object]) -> Stamp:
    """Return the stamp in the fields of a page; empty if there is none."""
    return Stamp(_find_field(fields, _HASHES, _HASH), _find_field(fields, _COMMITS, _COMMIT))


def _find_field(
    fields: Mapping[str, object], names: tuple[tuple[str, str], ...], form: re.Pattern[str]
) -> str:
    """Return the first of some nested fields whose value has a form; empty if none has."""
    for group, name in names:
        inside = fields.get(group)
        value = inside.get(name) if isinstance(inside, Mapping) else None
        if isinstance(value, str) and form.fullmatch(value):
            return value
    return ""
