"""Writes what several formats have in common: JSON for programs, lines for people, Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TextIO

from docs_lsp.cli.terminal import escape_unsafe

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|~"} | {"@": "@\u200b"})


def write_json(shape: Mapping[str, object], out: TextIO) -> None:
    """Write an object as indented JSON."""
    json.dump(shape, out, ensure_ascii=False, indent=2)
    out.write("\n")


def join_json_lines(shapes: Iterable[Mapping[str, object]]) -> str:
    """Return the items of a JSON array, each on a line; ASCII only, for any terminal."""
    return ",".join(f"\n  {json.dumps(shape)}" for shape in shapes)


def write_lines(lines: Iterable[str], out: TextIO) -> None:
    """Write lines of text, safe for a terminal."""
    out.writelines(f"{escape_unsafe(line)}\n" for line in lines)


def escape_markdown(text: str) -> str:
    """Return a text in which nothing is Markdown or mentions a user."""
    return text.translate(_SIGNS)
