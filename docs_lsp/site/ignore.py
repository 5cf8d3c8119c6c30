"""Files that the service ignores: by its built-in list, then by the site's ignore files.

The patterns are gitignore patterns, and an ignored folder hides everything below it, as with git.
Two things differ from git. Lines are trimmed, and case is ignored: a page `changelog.md` matches
the built-in `CHANGELOG.md`, on the live service as well.

The built-in list is the one in the service's code. Its documentation adds six folder names
(`build`, `dist` and so on) that the code does not ignore; a page in such a folder is published, so
it must not be reported as missing. `is_documented_as_ignored` recognises these paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.files.files import LONGEST_PATH, FileFault, Files
from docs_lsp.files.path_pattern import parse_pattern
from docs_lsp.files.path_patterns import LONGEST_CACHED, PathPatterns, iterate_folders

IGNORE_FILES = (".mintignore", ".siteignore")

_BUILT_IN = (
    *(".git", ".github", ".claude", ".agents", ".idea", ".vscode", ".cursor"),
    # All of `.mintlify` but its skills, JSON and YAML; its folders are not excluded, so that those
    # are found.
    *(".mintlify/**/*", "!.mintlify/**/", "!.mintlify/skills/**"),
    *("!.mintlify/**/*.json", "!.mintlify/**/*.yaml", "!.mintlify/**/*.yml"),
    *("node_modules", "README.md", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md"),
)
_DOCUMENTED = frozenset({"build", "dist", "coverage", ".cache", "tmp", "temp"})


_LINK = -1
"""The line number of a pattern made for a link to a folder."""
_SPECIAL, _ESCAPED = compile_lazily(r"([\\*?\[\]!#])"), r"\\\1"


class IgnorePattern(NamedTuple):
    """A pattern that excludes files, and its position: `line` counts from 0.

    `file` is empty for a built-in pattern, and for a folder that is a link, which has line -1.
    """

    text: str
    file: str = ""
    line: int = 0
    span: Span = Span(0, 0)
    """The byte range of the pattern in its file."""

    @property
    def is_link(self) -> bool:
        """Whether the pattern is the path of a link to a folder."""
        return not self.file and self.line == _LINK

    @property
    def can_match(self) -> bool:
        """Whether the pattern is valid, so that it can match a path."""
        return parse_pattern(self.text) is not None

    def __str__(self) -> str:
        """Return the pattern and its position, as part of a sentence."""
        if self.file:
            return f"`{self.text}` in `{self.file}`, line {self.line + 1}"
        if self.is_link:
            return f"the symbolic link `{self.text.strip('/')}`, which the service does not enter"
        return f"`{self.text}`, built in"


class IgnorePatterns:
    """The ignore patterns of one site; results are cached by folder, so look-ups are cheap."""

    __slots__ = ("_folders", "_meanings", "patterns")

    def __init__(self, patterns: Iterable[IgnorePattern]) -> None:
        """Store patterns, weakest first; use `IgnorePatterns.from_texts` instead."""
        self.patterns = tuple(patterns)
        self._meanings = PathPatterns((pattern.text for pattern in self.patterns), ignore_case=True)
        self._folders: dict[str, IgnorePattern | None] = {"": None}

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> IgnorePatterns:
        """Combine the built-in patterns and those of the ignore files, given as text by name.

        A later pattern outweighs an earlier one, so `!README.md` includes that file again. Bytes of
        the files that are not UTF-8 are expected as lone surrogates.
        """
        patterns = [IgnorePattern(text) for text in _BUILT_IN]
        for file, text in texts.items():
            patterns += _parse_ignore_lines(file, text)
        return cls(patterns)

    def exclude_folders(self, folders: Iterable[str]) -> IgnorePatterns:
        """Return these patterns and one for each linked folder, except in `.mintlify/`."""
        entered = (folder for folder in sorted(folders) if not folder.startswith(".mintlify/"))
        names = (_SPECIAL.sub(_ESCAPED, folder) for folder in entered)
        links = (IgnorePattern("/" + name + "/", line=_LINK) for name in names)
        return IgnorePatterns((*self.patterns, *links))

    @property
    def first_pattern_beyond_limit(self) -> IgnorePattern | None:
        """The first wildcard pattern beyond the limit, or None.

        It and the wildcard patterns after it have no effect here.
        """
        index = self._meanings.first_unused
        return None if index is None else self.patterns[index]

    def __contains__(self, path: object) -> bool:
        """Return whether a file is ignored."""
        return isinstance(path, str) and self.find_excluding_pattern(path) is not None

    def describe_excluding_pattern(self, path: str) -> str | None:
        """Return the pattern that ignores a file and its position in words, or None."""
        pattern = self.find_excluding_pattern(path)
        return None if pattern is None else str(pattern)

    def find_excluding_pattern(self, path: str) -> IgnorePattern | None:
        """Return the pattern that ignores a file or a folder above it, or None.

        A path that is too long for a file has none.
        """
        if len(path) > LONGEST_PATH:
            return None
        return self.find_folder_pattern(path.rpartition("/")[0]) or self._find_own_pattern(
            path, is_folder=False
        )

    def find_folder_pattern(self, folder: str) -> IgnorePattern | None:
        """Return the pattern that ignores a folder or one above it, or None.

        No later pattern can include a file in such a folder again.
        """
        known = self._folders
        if folder in known:
            return known[folder]
        pattern = None
        for around in iterate_folders(folder):
            if around in known:
                pattern = known[around]
            else:
                pattern = pattern or self._find_own_pattern(around, is_folder=True)
                if len(around) <= LONGEST_CACHED or around == folder:
                    known[around] = pattern
        return pattern

    def _find_own_pattern(self, path: str, *, is_folder: bool) -> IgnorePattern | None:
        """Return the pattern that ignores a path itself, whatever is around it, or None."""
        index = self._meanings.find_strongest(path, is_folder=is_folder)
        if index is None or self._meanings.is_exception(index):
            return None
        return self.patterns[index]


def is_documented_as_ignored(path: str) -> bool:
    """Return whether the service's documentation, but not its code, ignores a file."""
    return not _DOCUMENTED.isdisjoint(path.split("/")[:-1])


def _parse_ignore_lines(file: str, text: str) -> Iterator[IgnorePattern]:
    """Yield the patterns of an ignore file, with their lines and byte ranges."""
    plain = text.removeprefix("\ufeff")
    start = _count_bytes(text) - _count_bytes(plain)
    for number, line in enumerate(plain.split("\n")):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            at = start + _count_bytes(line) - _count_bytes(line.lstrip())
            yield IgnorePattern(stripped, file, number, Span(at, at + _count_bytes(stripped)))
        start += _count_bytes(line) + 1


def _count_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


def read_ignore_patterns(files: Files) -> IgnorePatterns:
    """Read the site's ignore files; one that cannot be read has no patterns."""
    texts = {}
    for name in IGNORE_FILES:
        try:
            texts[name] = files.read(name).decode("utf-8", "surrogateescape")
        except FileFault:
            continue
    return IgnorePatterns.from_texts(texts)
