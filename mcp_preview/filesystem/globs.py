"""The path globs of `rg`: those of .gitignore, with alternatives in braces.

They are converted to expressions for RE2, since Python's own can be slow for globs with many stars.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import re2

from mcp_preview.filesystem.re2_options import build_quiet_options

_MOST = 500
"""The most characters of a glob that are used."""
_PIECE = re.compile(
    r"(?P<folders>(?:^|(?<=/))\*\*/)|(?P<below>(?<=/)\*\*$)|(?P<stars>\*+)|(?P<one>\?)"
    r"|\[(?P<negated>[!^]?)(?P<signs>\]?[^]/]*)\]|(?P<brace>[{},])|\\(?P<escaped>.)|(?P<sign>.)",
    re.DOTALL,
)
_BRACES = {"{": "(?:", "}": ")", ",": "|"}


class Globs:
    """The globs of one command; later ones win over earlier ones, and `!` excludes."""

    def __init__(self, globs: Sequence[str]) -> None:
        """Compile globs as they are written."""
        self._globs = [(not glob.startswith("!"), _Glob(glob.removeprefix("!"))) for glob in globs]
        self._default = not any(chooses for chooses, _ in self._globs)

    def includes_path(self, path: str) -> bool:
        """Return whether a file is searched, given its path relative to the working directory."""
        for at, (chooses, glob) in reversed(tuple(enumerate(self._globs))):
            if glob.matches_path(path):
                return chooses and not self._is_in_excluded_folder(path, at)
        return self._default

    def _is_in_excluded_folder(self, path: str, at: int) -> bool:
        """Return whether a path is in a folder that an earlier glob excludes entirely."""
        return any(not chooses and glob.matches_parent(path) for chooses, glob in self._globs[:at])


class _Glob:
    """A compiled glob. Without a `/` before its end it matches at any depth."""

    def __init__(self, glob: str) -> None:
        inner = glob[:_MOST].rstrip("/")
        source = ("" if "/" in inner else "(?:.*/)?") + _build_glob_regex(inner.removeprefix("/"))
        try:
            self._fits = re2.compile(f"(?:{source})(?:/.*)?", build_quiet_options())
            self._above = re2.compile(f"(?:{source})/.*", build_quiet_options())
        except re2.error:
            self._fits = self._above = re2.compile(re2.escape(inner))

    def matches_path(self, path: str) -> bool:
        """Return whether the glob names the path or a folder around it."""
        return self._fits.fullmatch(path) is not None

    def matches_parent(self, path: str) -> bool:
        """Return whether the glob names a folder around the path."""
        return self._above.fullmatch(path) is not None


def _build_glob_regex(glob: str) -> str:
    """Return the regular expression for a glob."""
    return "".join(_iter_regex_pieces(glob))


def _iter_regex_pieces(glob: str) -> Iterator[str]:
    """Yield the parts of the regular expression for a glob."""
    inside = 0
    for piece in _PIECE.finditer(glob):
        kind = piece.lastgroup
        match kind:
            case "folders":
                yield "(?:.*/)?"
            case "below":
                yield ".*"
            case "stars":
                yield "[^/]*"
            case "one":
                yield "[^/]"
            case "signs":
                signs = piece["signs"].replace("\\", "\\\\").replace("[", "\\[")
                yield f"[{'^' if piece['negated'] else ''}{signs}]"
            case "brace":
                inside += {"{": 1, "}": -1, ",": 0}[piece[0]]
                yield _BRACES[piece[0]] if inside or piece[0] == "}" else ","
            case _:
                yield re2.escape(piece["escaped"] or piece["sign"])
