"""Which files the service leaves aside: its own list, then the site's ignore files.

The patterns are gitignore patterns, and a folder that is left aside hides all that lies below it,
as with git. Two things differ from git. Lines are trimmed, and upper and lower case are one: a
page `changelog.md` falls under the built-in `CHANGELOG.md`, on the live service as well.

The built-in list is the one that the service's code has. Its documentation adds six folder names
(`build`, `dist` and so on) that the code keeps; a page in such a folder does appear, so it must
not be called lost. `is_documented_as_ignored` tells who wants to be careful there.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.files.files import FileFault, Files

IGNORE_FILES = (".mintignore", ".siteignore")

_BUILT_IN = (
    *(".git", ".github", ".claude", ".agents", ".idea", ".vscode", ".cursor"),
    # All of `.mintlify` but its skills, JSON and YAML; its folders stay so that those are found.
    *(".mintlify/**/*", "!.mintlify/**/", "!.mintlify/skills/**"),
    *("!.mintlify/**/*.json", "!.mintlify/**/*.yaml", "!.mintlify/**/*.yml"),
    *("node_modules", "README.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"),
)
_DOCUMENTED = frozenset({"build", "dist", "coverage", ".cache", "tmp", "temp"})
_SPECIAL = re.compile(r"[*?\[\\/]")
_WILD = re.compile(r"[*?\[\\]")


class IgnorePattern(NamedTuple):
    """A line that leaves files aside, and where it stands: `line` counts from 0.

    `file` is empty for a built-in pattern and for one from the settings, which has line -1.
    """

    text: str
    file: str = ""
    line: int = 0
    span: Span = Span(0, 0)
    """The bytes of the text in the file."""

    @property
    def can_match(self) -> bool:
        """Whether there are paths that the pattern means; not where it is broken."""
        return bool(_Rule(self.text).name) or _regex(self.text) is not None

    def __str__(self) -> str:
        """The pattern and its place, as part of a sentence."""
        if self.file:
            return f"`{self.text}` in `{self.file}`, line {self.line + 1}"
        return f"`{self.text}` in the settings" if self.line < 0 else f"`{self.text}`, built in"


class Ignore:
    """The patterns of one site; asks about thousands of paths are cheap."""

    __slots__ = ("_folders", "_names", "_prefixes", "_rules", "patterns")

    def __init__(self, patterns: Iterable[IgnorePattern]) -> None:
        """Take patterns, weakest first; use `Ignore.from_texts` instead."""
        self.patterns = tuple(patterns)
        self._rules = tuple(reversed([(pattern, _Rule(pattern.text)) for pattern in self.patterns]))
        # Two quick tests tell most names apart from those that are worth the exact answer.
        self._names = frozenset(rule.name for _, rule in self._rules if rule.name)
        self._prefixes = tuple({rule.prefix for _, rule in self._rules if rule.prefix is not None})
        self._folders: dict[str, IgnorePattern | None] = {"": None}

    @classmethod
    def from_texts(
        cls, texts: Mapping[str, str] | None = None, extra: Sequence[str] = ()
    ) -> Ignore:
        """The built-in patterns, then those of the ignore files (text by name), then `extra`.

        A later pattern outweighs an earlier one, so `!README.md` brings that file back. Bytes of
        the files that are not UTF-8 come as the lone surrogates that stand for them.
        """
        patterns = [IgnorePattern(text) for text in _BUILT_IN]
        for file, text in (texts or {}).items():
            patterns += _lines(file, text)
        patterns += (IgnorePattern(text.strip(), line=-1) for text in extra)
        return cls(patterns)

    def excludes(self, path: str) -> bool:
        """Whether a file is left aside."""
        return self.pattern(path) is not None

    def __contains__(self, path: object) -> bool:
        """`path in ignore` reads better in conditions than `excludes`."""
        return isinstance(path, str) and self.pattern(path) is not None

    def reason(self, path: str) -> str | None:
        """Which pattern leaves a file aside, and where it stands; None for a file that is kept."""
        pattern = self.pattern(path)
        return None if pattern is None else str(pattern)

    def pattern(self, path: str) -> IgnorePattern | None:
        """The pattern that leaves a file, or a folder above it, aside."""
        folder, _, name = path.rpartition("/")
        try:
            above = self._folders[folder]
        except KeyError:
            above = self._find_folder_pattern(folder)
        return above or self._find_own_pattern(path, name, is_folder=False)

    def _find_folder_pattern(self, path: str) -> IgnorePattern | None:
        """The pattern that leaves a folder aside, or one above it; remembered."""
        unknown = []
        while path not in self._folders:
            unknown.append(path)
            path = path.rpartition("/")[0]
        pattern = self._folders[path]
        for folder in reversed(unknown):
            pattern = pattern or self._find_own_pattern(
                folder, folder.rpartition("/")[2], is_folder=True
            )
            self._folders[folder] = pattern
        return pattern

    def _find_own_pattern(self, path: str, name: str, *, is_folder: bool) -> IgnorePattern | None:
        """The pattern that leaves this very file or folder aside, whatever lies above it."""
        if name.lower() not in self._names and not path.lower().startswith(self._prefixes):
            return None
        for pattern, rule in self._rules:
            if (is_folder or not rule.folders_only) and rule.matches(path, name):
                return pattern if rule.excludes else None
        return None


def is_documented_as_ignored(path: str) -> bool:
    """Whether the service's documentation, but not its code, leaves a file aside."""
    return not _DOCUMENTED.isdisjoint(path.split("/")[:-1])


def _lines(file: str, text: str) -> Iterator[IgnorePattern]:
    plain = text.removeprefix("\ufeff")
    start = _size(text) - _size(plain)
    for number, line in enumerate(plain.split("\n")):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            at = start + _size(line) - _size(line.lstrip())
            yield IgnorePattern(stripped, file, number, Span(at, at + _size(stripped)))
        start += _size(line) + 1


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


class _Rule:
    """What a pattern means for the path of one file or folder, blind to case.

    `name` is the whole name that a pattern without wildcards and inner slashes stands for, in lower
    case, else empty. `prefix` is what every path that any other excluding pattern fits starts with,
    in lower case; None for a pattern with a name, and for one that brings files back.
    """

    __slots__ = ("excludes", "folders_only", "name", "prefix", "text")

    def __init__(self, text: str) -> None:
        body = text.removesuffix("/")
        special = _SPECIAL.search(body) is not None
        self.text = text
        self.excludes = not text.startswith("!")
        self.folders_only = body != text
        self.name = "" if special or not self.excludes else body.lower()
        self.prefix = _prefix(body) if special and self.excludes else None

    def matches(self, path: str, name: str) -> bool:
        """Whether the pattern means this very path, whose last part is `name`."""
        if self.name:
            return name.lower() == self.name
        regex = _regex(self.text)
        return regex is not None and regex.fullmatch(path) is not None


def _prefix(body: str) -> str:
    """What a pattern's paths start with: nothing certain, unless a slash ties it to the root."""
    if "/" not in body:
        return ""
    return _WILD.split(body.lstrip("/"), maxsplit=1)[0].lower()


_ASTERISKS = re.compile(r"\*{3,}")


@lru_cache(maxsize=1024)
def _regex(text: str) -> re.Pattern[str] | None:
    """A pattern as an expression for a whole path; None for one that can match nothing.

    pathspec translates it. But pathspec's expressions also match what lies below a match, so that a
    `!folder` would bring back files that a later look at each of them excludes.
    """
    # Costs 10 ms to import, which a site without patterns of its own need not pay. As a whole: two
    # threads fail that import a package at the same time, one of them beginning at a part of it.
    import pathspec

    gitignore = pathspec.patterns.gitignore

    # Three asterisks mean one, but each would multiply the time that a name takes.
    body = _ASTERISKS.sub("*", text.removesuffix("/"))
    own = f"{body}/*" if body.endswith("/**") else body
    try:
        source, _ = gitignore.spec.GitIgnoreSpecPattern.pattern_to_regex(own)
        if source is None:
            return None
        with warnings.catch_warnings():
            # `[[:alpha:]]` is not a class of letters here, and may mean something else one day.
            warnings.simplefilter("ignore", FutureWarning)
            # A bare `*` comes back as an expression for any single character.
            return re.compile(".+" if source == "." else source, re.IGNORECASE | re.DOTALL)
    except (gitignore.GitIgnorePatternError, re.error):
        return None


def read_ignore(files: Files, extra: Sequence[str] = ()) -> Ignore:
    """The patterns of the site's ignore files; one that cannot be read has none."""
    texts = {}
    for name in IGNORE_FILES:
        try:
            texts[name] = files.read(name).decode("utf-8", "surrogateescape")
        except FileFault:
            continue
    return Ignore.from_texts(texts, extra)
