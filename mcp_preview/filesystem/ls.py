"""The order of `ls -S`, which the shell's own `ls` does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from bashkit import BuiltinContext, BuiltinResult

_ENTRY = re.compile(
    r"[-dl]\S{9} +(?P<size>[\d.]+)(?P<unit>[KMGT]?) +\S+ \S+ (?P<name>.*)", re.DOTALL
)
"""A line of `ls -l`."""
_LINE = re.compile(r"[^\n]*\n")
_UNITS = " KMGT"


async def run_sort_by_size(context: BuiltinContext) -> BuiltinResult:
    """Sort a listing by size, folder by folder: the input is that of `ls -l`, or of `ls -lR`.

    The argument has the letters of all options: `l` keeps the long lines, and `r` reverses them.
    """
    lines = _LINE.findall(context.stdin or "")
    sorted_lines = _iter_sorted_lines(lines, "".join(context.argv))
    return BuiltinResult("".join(sorted_lines), "", 0)


def _iter_sorted_lines(lines: list[str], letters: str) -> Iterator[str]:
    """Yield the lines with the entries of each folder sorted, and its heading where it was."""
    for is_entry, group in groupby(lines, lambda line: _ENTRY.fullmatch(line) is not None):
        if not is_entry:
            yield from group
            continue
        entries = sorted(filter(None, map(_ENTRY.fullmatch, group)), key=_build_sort_key)
        for entry in reversed(entries) if "r" in letters else entries:
            yield entry[0] if "l" in letters else entry["name"]


def _build_sort_key(entry: re.Match[str]) -> tuple[float, str]:
    """Return the sort key of an entry: the largest comes first, of equal sizes by name."""
    unit: int = _UNITS.index(entry["unit"] or " ")
    return -float(entry["size"]) * 1024.0**unit, entry["name"]
