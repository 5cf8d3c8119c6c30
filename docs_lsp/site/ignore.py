"""Which files the service leaves aside: its own list, then the site's ignore files.

The patterns are gitignore patterns, and a folder that is left aside hides all that lies below it,
as with git. Two things differ from git. Lines are trimmed, and upper and lower case are one: a
page `changelog.md` falls under the built-in `CHANGELOG.md`, on the live service as well.

The built-in list is the one that the service's code has. Its documentation adds six folder names
(`build`, `dist` and so on) that the code keeps; a page in such a folder does appear, so it must
not be called lost. `is_documented_as_ignored` tells who wants to be careful there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.files.files import LONGEST_PATH, FileFault, Files
from docs_lsp.files.path_pattern import parse_pattern
from docs_lsp.files.path_patterns import LONGEST_KEPT, PathPatterns, iterate_folders

IGNORE_FILES = (".mintignore", ".siteignore")

_BUILT_IN = (
    *(".git", ".github", ".claude", ".agents", ".idea", ".vscode", ".cursor"),
    # All of `.mintlify` but its skills, JSON and YAML; its folders stay so that those are found.
    *(".mintlify/**/*", "!.mintlify/**/", "!.mintlify/skills/**"),
    *("!.mintlify/**/*.json", "!.mintlify/**/*.yaml", "!.mintlify/**/*.yml"),
    *("node_modules", "README.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"),
)
_DOCUMENTED = frozenset({"build", "dist", "coverage", ".cache", "tmp", "temp"})


_LINK = -2
"""The line of a pattern that stands for a link to a folder."""
_SPECIAL, _ESCAPED = compile_lazily(r"([\\*?\[\]!#])"), r"\\\1"


class IgnorePattern(NamedTuple):
    """A line that leaves files aside, and where it stands: `line` counts from 0.

    `file` is empty for a built-in pattern, for one from the settings, which has line -1, and for a
    folder that is a link, which has line -2.
    """

    text: str
    file: str = ""
    line: int = 0
    span: Span = Span(0, 0)
    """The bytes of the text in the file."""

    @property
    def can_match(self) -> bool:
        """Whether there are paths that the pattern means; not where it is broken."""
        return parse_pattern(self.text) is not None

    def __str__(self) -> str:
        """The pattern and its place, as part of a sentence."""
        if self.file:
            return f"`{self.text}` in `{self.file}`, line {self.line + 1}"
        if self.line == _LINK:
            return f"the symbolic link `{self.text.strip('/')}`, which the service does not enter"
        return f"`{self.text}` in the settings" if self.line < 0 else f"`{self.text}`, built in"


class Ignore:
    """The patterns of one site; asks about thousands of paths are cheap."""

    __slots__ = ("_folders", "_meanings", "patterns")

    def __init__(self, patterns: Iterable[IgnorePattern]) -> None:
        """Take patterns, weakest first; use `Ignore.from_texts` instead."""
        self.patterns = tuple(patterns)
        self._meanings = PathPatterns((pattern.text for pattern in self.patterns), ignore_case=True)
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

    def exclude_folders(self, folders: Iterable[str]) -> Ignore:
        """These patterns, and links to folders; skills are found behind links, too."""
        entered = (folder for folder in sorted(folders) if not folder.startswith(".mintlify/"))
        names = (_SPECIAL.sub(_ESCAPED, folder) for folder in entered)
        links = (IgnorePattern("/" + name + "/", line=_LINK) for name in names)
        return Ignore((*self.patterns, *links))

    @property
    def first_unused(self) -> IgnorePattern | None:
        """The first pattern with wildcards that is one too many: it and those with wildcards after
        it have no effect here."""
        index = self._meanings.first_unused
        return None if index is None else self.patterns[index]

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
        """The pattern that leaves a file, or a folder above it, aside; none for a path that is
        longer than that of a file can be."""
        if len(path) > LONGEST_PATH:
            return None
        return self.find_folder_pattern(path.rpartition("/")[0]) or self._find_own_pattern(
            path, is_folder=False
        )

    def find_folder_pattern(self, folder: str) -> IgnorePattern | None:
        """The pattern that leaves a folder, or one above it, aside; nothing brings back what is in
        there."""
        known = self._folders
        if folder in known:
            return known[folder]
        pattern = None
        for around in iterate_folders(folder):
            if around in known:
                pattern = known[around]
            else:
                pattern = pattern or self._find_own_pattern(around, is_folder=True)
                if len(around) <= LONGEST_KEPT or around == folder:
                    known[around] = pattern
        return pattern

    def _find_own_pattern(self, path: str, *, is_folder: bool) -> IgnorePattern | None:
        """The pattern that leaves this very file or folder aside, whatever lies above it."""
        index = self._meanings.find_strongest(path, is_folder=is_folder)
        if index is None or self._meanings.is_exception(index):
            return None
        return self.patterns[index]


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


def read_ignore(files: Files, extra: Sequence[str] = ()) -> Ignore:
    """The patterns of the site's ignore files; one that cannot be read has none."""
    texts = {}
    for name in IGNORE_FILES:
        try:
            texts[name] = files.read(name).decode("utf-8", "surrogateescape")
        except FileFault:
            continue
    return Ignore.from_texts(texts, extra)
