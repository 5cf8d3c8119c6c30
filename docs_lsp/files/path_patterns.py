"""Patterns of paths as in .gitignore: what each means, and which of many means a path.

A pattern is turned into an expression that takes time in proportion to the path, however many
wildcards it has: each `*` ends at the first place where the text behind it fits, and each `**` at
the first folders that do, which loses nothing because the last part is tied to the end. Whoever has
many patterns asks `PathPatterns`, which looks only at those that the beginning or the end of a path
leaves possible.

Paths are site paths: relative, with `/`, and without empty parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

LONGEST_PATTERN = 1000
"""How many characters a pattern may have; a longer one means nothing."""
MOST_WILDCARDS = 1000
"""How many patterns with wildcards count in one list; names and paths may be as many as there
are."""

_ANY_FOLDERS = "**"
_TOKEN = re.compile(
    r"\\(?P<escaped>.)"
    r"|(?P<stars>\*+)"
    r"|(?P<any>\?)"
    # The first `]` is one of the signs in the brackets.
    r"|\[(?P<negated>[!^]?+)(?P<signs>\]?+[^\]]*+)\]"
    r"|(?P<plain>[^\\*?\[]+)",
    re.DOTALL,
)
_SPECIAL = re.compile(r"[\\*?\[]")
_NO_SLASH = "[^/]"
_FOLDERS = f"(?:{_NO_SLASH}+/)*"
LONGEST_KEPT = 256
"""The longest path of a folder around another one, in characters, for which an answer is cached:
the paths of all folders around a deep one take room in the square of its depth."""


class _Run(NamedTuple):
    """Signs of one part of a path that follow each other without a `*` between them."""

    source: str
    """An expression for them, which always takes `width` characters."""
    width: int
    text: str | None
    """The very text; None where a `?` or brackets leave a choice."""


class PathPattern:
    """What a pattern means."""

    __slots__ = ("is_exception", "is_name", "only_folders", "parts")

    def __init__(
        self,
        parts: tuple[tuple[_Run, ...] | None, ...],
        *,
        is_name: bool,
        only_folders: bool,
        is_exception: bool,
    ) -> None:
        """Keep all of it; use `parse_pattern` instead."""
        self.parts = parts
        """Each part of the path as what stands between its asterisks; None for any number of
        folders."""
        self.is_name = is_name
        """Whether it is about the last part of a path, in whatever folder."""
        self.only_folders = only_folders
        self.is_exception = is_exception
        """Whether it takes back what weaker patterns mean: it begins with `!`."""

    @property
    def text(self) -> str | None:
        """The only name or path that is meant; None where there are wildcards."""
        return "/".join(map(_text_of, self.parts)) if self.is_plain else None

    @property
    def is_plain(self) -> bool:
        """Whether it has no wildcards."""
        return all(
            part is not None and len(part) == 1 and part[0].text is not None for part in self.parts
        )

    @property
    def head(self) -> str:
        """What each name or path that is meant begins with."""
        texts = []
        for part in self.parts:
            texts.append("" if part is None else _head_of(part))
            if part is None or len(part) > 1 or part[0].text is None:
                return "/".join(texts)
        return "/".join(texts)

    @property
    def tail(self) -> str:
        """What each name or path that is meant ends with."""
        last = self.parts[-1]
        return (last[-1].text or "") if last is not None else ""

    def expression(self) -> str:
        """The source of a regular expression for a whole name or path."""
        chunks: list[list[str]] = [[]]
        for part in self.parts:
            if part is None:
                chunks.append([])
            else:
                chunks[-1].append(_part_expression(part))
        first, *others = ("/".join(chunk) for chunk in chunks)
        if not others:
            return first
        *inner, last = others
        head = f"{first}/" if first else ""
        return head + "".join(f"(?>{_FOLDERS}?{chunk}/)" for chunk in inner) + _FOLDERS + last


def _text_of(part: tuple[_Run, ...] | None) -> str:
    return (part[0].text or "") if part else ""


def _head_of(part: tuple[_Run, ...]) -> str:
    return part[0].text or ""


def _part_expression(runs: tuple[_Run, ...]) -> str:
    """An expression for one part of a path, which never goes back over an asterisk."""
    first, *others = runs
    if not others:
        return first.source
    *inner, last = others
    middle = "".join(f"(?>{_NO_SLASH}*?{run.source})" for run in inner if run.width)
    # Everything up to the slash, and then a look back at what it ends with.
    least = last.width or (0 if first.width or middle else 1)
    end = f"{_NO_SLASH}{{{least},}}+" + (f"(?<={last.source})" if last.width else "")
    return first.source + middle + end


def parse_pattern(text: str) -> PathPattern | None:
    """A line of an ignore file, or what is written like one; None where it means nothing."""
    body = text if text.endswith("\\ ") else text.rstrip()
    if not body or body.startswith("#") or len(body) > LONGEST_PATTERN:
        return None
    is_exception = body.startswith("!")
    body = body.removeprefix("!") if is_exception else body
    only_folders = body.endswith("/")
    names = body.removesuffix("/").split("/")
    is_name = len(names) == 1
    if not names[0]:
        names = names[1:]
    names = [
        name
        for name, before in zip(names, ("", *names), strict=False)
        if not _repeats(name, before)
    ]
    if not any(names):
        return None
    if names[-1] == _ANY_FOLDERS:
        names.append("*")
    if len(names) == 2 and names[0] == _ANY_FOLDERS:
        names, is_name = names[1:], True
    parts = [None if name == _ANY_FOLDERS else _parse_part(name) for name in names]
    if any(part == () for part in parts):
        return None
    return PathPattern(
        tuple(parts), is_name=is_name, only_folders=only_folders, is_exception=is_exception
    )


def _repeats(name: str, before: str) -> bool:
    return name == before == _ANY_FOLDERS


def _parse_part(name: str) -> tuple[_Run, ...]:
    """What stands between the asterisks of one part of a path; nothing where that is broken."""
    if not _SPECIAL.search(name):
        return (_Run(re.escape(name), len(name), name),)
    runs: list[list[_Run]] = [[]]
    at = 0
    while at < len(name):
        token = _TOKEN.match(name, at)
        if token is None:
            return ()
        at = token.end()
        if token["stars"]:
            runs.append([])
            continue
        run = _run_of(token)
        if run is None:
            return ()
        runs[-1].append(run)
    return tuple(_joined(run) for run in runs)


def _run_of(token: re.Match[str]) -> _Run | None:
    text = token["plain"] or token["escaped"]
    if text:
        return _Run(re.escape(text), len(text), text)
    if token["any"]:
        return _Run(_NO_SLASH, 1, None)
    signs = _class_of(token["signs"])
    return signs and _Run(f"(?!/)[{'^' if token['negated'] else ''}{signs}]", 1, None)


def _class_of(signs: str) -> str | None:
    """What stands in brackets as a part of an expression; None where a range runs backwards."""
    items = []
    at = 0
    while at < len(signs):
        if signs[at + 1 : at + 2] == "-" and at + 2 < len(signs):
            first, last = signs[at], signs[at + 2]
            if last < first:
                return None
            items.append(f"{_escaped(first)}-{_escaped(last)}")
            at += 3
        else:
            items.append(_escaped(signs[at]))
            at += 1
    return "".join(items)


def _escaped(sign: str) -> str:
    return sign if sign.isalnum() else f"\\{sign}"


def _joined(runs: Sequence[_Run]) -> _Run:
    if len(runs) == 1:
        return runs[0]
    texts = [run.text for run in runs]
    return _Run(
        "".join(run.source for run in runs),
        sum(run.width for run in runs),
        None if None in texts else "".join(filter(None, texts)),
    )


class PathPatterns:
    """Patterns of which a later one outweighs an earlier one."""

    __slots__ = (
        *("_always", "_around", "_expressions", "_flags", "_fold", "_heads", "_names", "_paths"),
        *("_tails", "_name_heads", "first_unused", "patterns"),
    )

    def __init__(self, texts: Iterable[str], *, ignore_case: bool = False) -> None:
        """Take patterns as they are written, the weakest first."""
        self._flags = re.IGNORECASE if ignore_case else re.NOFLAG
        self._fold = ignore_case
        self.patterns: list[PathPattern | None] = []
        """What each means; None where that is nothing, or where it is one too many."""
        self.first_unused: int | None = None
        """The index of the first pattern that is one too many."""
        self._expressions: dict[int, re.Pattern[str]] = {}
        self._names: dict[str, list[int]] = {}
        self._paths: dict[str, list[int]] = {}
        self._name_heads = _Affixes()
        self._heads = _Affixes()
        self._tails = _Affixes()
        self._always: list[int] = []
        self._around: dict[str, int | None] = {"": None}
        left = MOST_WILDCARDS
        for index, text in enumerate(texts):
            pattern = parse_pattern(text)
            if pattern is not None and not pattern.is_plain:
                left -= 1
                if left < 0:
                    pattern = None
                    self.first_unused = index if self.first_unused is None else self.first_unused
            self.patterns.append(pattern)
            if pattern is not None:
                self._file(index, pattern)

    def _file(self, index: int, pattern: PathPattern) -> None:
        """Keep an index where what a path begins or ends with leads to it."""
        text = pattern.text
        if text is not None:
            of_text = self._names if pattern.is_name else self._paths
            of_text.setdefault(self._folded(text), []).append(index)
        elif head := pattern.head:
            (self._name_heads if pattern.is_name else self._heads).add(self._folded(head), index)
        elif tail := pattern.tail:
            self._tails.add(self._folded(tail), index)
        else:
            self._always.append(index)

    def _folded(self, text: str) -> str:
        return text.lower() if self._fold else text

    def strongest(self, path: str, *, is_folder: bool = False) -> int | None:
        """The index of the last pattern that means this very file or folder, whatever lies above
        it."""
        possible = self._possible(self._folded(path))
        if len(possible) > 1:
            possible.sort(reverse=True)
        name = ""
        for index in possible:
            pattern = self.patterns[index]
            assert pattern is not None
            if pattern.only_folders and not is_folder:
                continue
            if pattern.is_plain:
                return index
            name = name or path.rpartition("/")[2]
            if self._expression(index, pattern).fullmatch(name if pattern.is_name else path):
                return index
        return None

    def is_exception(self, index: int) -> bool:
        """Whether a pattern takes back what weaker ones mean."""
        pattern = self.patterns[index]
        return pattern is not None and pattern.is_exception

    def _possible(self, path: str) -> list[int]:
        """The indexes of those that what a path begins and ends with leaves possible."""
        name = path.rpartition("/")[2]
        possible = [*self._names.get(name, ()), *self._paths.get(path, ()), *self._always]
        if self._name_heads.lengths:
            possible += self._name_heads.at_start_of(name)
        if self._heads.lengths:
            possible += self._heads.at_start_of(path)
        if self._tails.lengths:
            possible += self._tails.at_end_of(path)
        return possible

    def _expression(self, index: int, pattern: PathPattern) -> re.Pattern[str]:
        known = self._expressions.get(index)
        if known is None:
            known = re.compile(pattern.expression(), self._flags)
            self._expressions[index] = known
        return known

    def include(self, path: str) -> bool:
        """Whether a file is meant, itself or with a folder around it.

        A pattern that means the file itself outweighs those that mean folders around it.
        """
        index = self.strongest(path)
        if index is None:
            index = self._strongest_around(path.rpartition("/")[0])
        return index is not None and not self.is_exception(index)

    def _strongest_around(self, folder: str) -> int | None:
        """The index of the last pattern that means a folder or one above it."""
        known = self._around
        if folder in known:
            return known[folder]
        strongest: int | None = None
        for around in folders_to(folder):
            if around in known:
                strongest = known[around]
                continue
            index = self.strongest(around, is_folder=True)
            if index is not None and (strongest is None or index > strongest):
                strongest = index
            if len(around) <= LONGEST_KEPT or around == folder:
                known[around] = strongest
        return strongest


def folders_to(folder: str) -> Iterator[str]:
    """The folders that lead to one, the outermost first, and that one."""
    end = folder.find("/")
    while end >= 0:
        yield folder[:end]
        end = folder.find("/", end + 1)
    yield folder


class _Affixes:
    """Indexes by the text that paths begin or end with."""

    __slots__ = ("_by_text", "lengths")

    def __init__(self) -> None:
        self._by_text: dict[str, list[int]] = {}
        self.lengths: set[int] = set()

    def add(self, text: str, index: int) -> None:
        self._by_text.setdefault(text, []).append(index)
        self.lengths.add(len(text))

    def at_start_of(self, path: str) -> Iterator[int]:
        for length in self.lengths:
            yield from self._by_text.get(path[:length], ())

    def at_end_of(self, path: str) -> Iterator[int]:
        for length in self.lengths:
            yield from self._by_text.get(path[-length:], ())
