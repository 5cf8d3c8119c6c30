"""Which files the service leaves aside: its own list, then the site's ignore files.

The patterns are gitignore patterns, and a folder that is left aside hides all that lies below it,
as with git. Two things differ from git. Lines are trimmed, and upper and lower case are one: a
page `changelog.md` falls under the built-in `CHANGELOG.md`, on the live service as well.

The built-in list is the one that the service's code has. Its documentation adds six folder names
(`build`, `dist` and so on) that the code keeps; a page in such a folder does appear, so it must
not be called lost. `documented` tells who wants to be careful there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

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


class Pattern(NamedTuple):
    """A line that leaves files aside, and where it stands: `line` counts from 0.

    `file` is empty for a built-in pattern and for one from the settings, which has line -1.
    """

    text: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        """The pattern and its place, as part of a sentence."""
        if self.file:
            return f"`{self.text}` in `{self.file}`, line {self.line + 1}"
        return f"`{self.text}` in the settings" if self.line < 0 else f"`{self.text}`, built in"


class Ignore:
    """The patterns of one site; asks about thousands of paths are cheap."""

    __slots__ = ("_folders", "_names", "_patterns", "_rest", "_spec")

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        """Compile patterns, weakest first; use `Ignore.of` instead."""
        rules = [(pattern, rule) for pattern in patterns if (rule := _rule(pattern.text))]
        self._patterns = tuple(pattern for pattern, _ in rules)
        self._spec = _spec([rule for _, rule in rules])
        self._names = frozenset(name for pattern, _ in rules if (name := _plain(pattern.text)))
        self._rest = _any_of([rule for pattern, rule in rules if not _plain(pattern.text)])
        self._folders: dict[str, Pattern | None] = {"": None}

    @classmethod
    def of(cls, texts: Mapping[str, str] | None = None, extra: Sequence[str] = ()) -> Ignore:
        """The built-in patterns, then those of the ignore files (text by name), then `extra`.

        A later pattern outweighs an earlier one, so `!README.md` brings that file back.
        """
        patterns = [Pattern(text) for text in _BUILT_IN]
        for file, text in (texts or {}).items():
            patterns += _lines(file, text)
        patterns += (Pattern(text.strip(), line=-1) for text in extra)
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

    def pattern(self, path: str) -> Pattern | None:
        """The pattern that leaves a file aside, or a folder above it."""
        cut = path.rfind("/") + 1
        folder = path[:cut]
        try:
            above = self._folders[folder]
        except KeyError:
            above = self._folder(folder)
        return above or self._own(path, path[cut:])

    def _folder(self, folder: str) -> Pattern | None:
        """The pattern that leaves a folder (`a/b/`) aside, or one above it; remembered."""
        if folder not in self._folders:
            cut = folder.rfind("/", 0, -1) + 1
            found = self._folder(folder[:cut]) or self._own(folder, folder[cut:-1])
            self._folders[folder] = found
        return self._folders[folder]

    def _own(self, path: str, name: str) -> Pattern | None:
        """The pattern that leaves this very file or folder aside, whatever lies above it."""
        # Most names are touched by no pattern; only the others are worth the exact answer.
        if name.lower() not in self._names and not (self._rest and self._rest.search(path)):
            return None
        found = self._spec.check_file(path)
        if not found.include or found.index is None:
            return None
        return self._patterns[found.index]


def documented(path: str) -> bool:
    """Whether the service's documentation, but not its code, leaves a file aside."""
    return not _DOCUMENTED.isdisjoint(path.split("/")[:-1])


def _lines(file: str, text: str) -> Iterator[Pattern]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n")):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield Pattern(stripped, file, number)


@cache
def _rule(text: str) -> GitIgnoreSpecPattern | None:
    """A pattern as an expression blind to case; None for one that can match nothing."""
    # Costs 10 ms to import, which a command that scans no site need not pay.
    from pathspec.patterns.gitignore import GitIgnorePatternError
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    try:
        regex, include = GitIgnoreSpecPattern.pattern_to_regex(text)
        blind = re.compile(regex, re.IGNORECASE) if regex is not None else None
    except (GitIgnorePatternError, re.error):
        return None
    return GitIgnoreSpecPattern(blind, include) if blind else None


def _spec(rules: list[GitIgnoreSpecPattern]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    # Its other engines compile the expressions anew and would forget that case is one.
    return GitIgnoreSpec(rules, backend="simple")


def _plain(text: str) -> str | None:
    """The name that a pattern without wildcards and inner slashes stands for, in lower case."""
    name = text.removesuffix("/")
    return None if _SPECIAL.search(name) or name.startswith("!") else name.lower()


def _any_of(rules: list[GitIgnoreSpecPattern]) -> re.Pattern[str] | None:
    """One expression for all patterns that leave files aside; None when there are none."""
    sources = [str(rule.regex.pattern) for rule in rules if rule.include and rule.regex]
    unnamed = [re.sub(r"\(\?P<\w+>", "(?:", source) for source in sources]
    return re.compile("|".join(f"(?:{source})" for source in unnamed), re.I) if unnamed else None
