"""What a translation says of its original in its own fields, where a project keeps such a stamp.

Two shapes are in use: the SHA-256 of the whole file of the original (`x-i18n.source_hash`, which a
translating program writes), and the commit of the original that was translated
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
    """What a translation was made from, as it says."""

    hash: str = ""
    """The SHA-256 of the file, 64 hexadecimal digits; empty where it says none."""
    commit: str = ""
    """The name of a commit, or its beginning; empty where it says none."""

    def is_of(self, original: bytes) -> bool:
        """Whether the hash is that of a file, whatever ends its lines."""
        texts = (original, original.replace(b"\r\n", b"\n"))
        return any(sha256(text).hexdigest() == self.hash.lower() for text in texts)


NO_STAMP = Stamp()


def stamp_of(fields: Mapping[str, object]) -> Stamp:
    """The stamp in the fields of a page; an empty one where there is none."""
    return Stamp(_find_field(fields, _HASHES, _HASH), _find_field(fields, _COMMITS, _COMMIT))


def _find_field(
    fields: Mapping[str, object], names: tuple[tuple[str, str], ...], form: re.Pattern[str]
) -> str:
    for group, name in names:
        inside = fields.get(group)
        value = inside.get(name) if isinstance(inside, Mapping) else None
        if isinstance(value, str) and form.fullmatch(value):
            return value
    return ""
