"""What a draft would change, as a unified diff."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import unified_diff

from docs_lsp.draft import Draft

_NOWHERE = "/dev/null"


def diff(draft: Draft, shown: Callable[[str], str]) -> str:
    """All changes of a draft; `shown` names files as the reader knows them."""
    pieces: list[str] = []
    for file, content in sorted(draft.changed.items()):
        before = draft.was[file]
        if before != content:
            old = _NOWHERE if before is None else f"a/{shown(file)}"
            new = _NOWHERE if content is None else f"b/{shown(file)}"
            pieces += _file(before or b"", content or b"", old, new)
    return "".join(pieces)


def _file(before: bytes, after: bytes, old: str, new: str) -> Iterator[str]:
    for line in unified_diff(_lines(before), _lines(after), old, new):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[str]:
    # Only LF ends a line of a diff; what else ends a line belongs to it.
    text = data.decode("utf-8", "surrogateescape")
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [text.rpartition("\n")[2]] * (
        not text.endswith("\n") and bool(text)
    )
