"""The smallest range that shows a mistake in a specification."""

from __future__ import annotations

import re
from collections.abc import Mapping

from docs_lsp.formats.wanted_paths import Path
from docs_lsp.formats.yaml_reader import YamlEntry
from docs_lsp.text import Span

_WORD = re.compile(rb"[\w$.-]+|.")


def value_span(path: Path, entries: Mapping[Path, YamlEntry], data: bytes) -> Span:
    """The value that a path leads to, a text without its quotes; the key of an empty one."""
    entry = entries.get(path)
    if entry is None or entry.value.start == entry.value.end:
        return key_span(path, entries, data)
    start, end = entry.value
    is_quoted = data[start : start + 1] in (b'"', b"'") and end - start > 2
    return Span(start + 1, end - 1) if is_quoted else entry.value


def key_span(path: Path, entries: Mapping[Path, YamlEntry], data: bytes) -> Span:
    """The key that a path leads to, or the beginning of an item of a list.

    What comes from elsewhere in the document has no place; then it is what stands around it.
    """
    known = (entries[path[:size]] for size in range(len(path), 0, -1) if path[:size] in entries)
    entry = next(known, None)
    if entry is None:
        return Span(0, 0)
    if entry.key != entry.value:
        return entry.key
    word = _WORD.match(data, entry.value.start, entry.value.end)
    return Span(*word.span()) if word else entry.value
