"""Parses a path pattern as in .gitignore.

It becomes a regular expression that takes time in proportion to the path, however many wildcards it
has: each `*` ends at the first place where the text after it fits, and each `**` at the first
folders that do, which misses nothing because the last part is tied to the end.

Paths are site paths: relative, with `/`, and without empty parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily

LONGEST_PATTERN = 1000
"""The greatest length of a pattern in characters; longer ones match nothing."""

_ANY_FOLDERS = "**"
_TOKEN = compile_lazily(
    r"\\(?P<escaped>.)"
    r"|(?P<stars>\*+)"
    r"|(?P<any>\?)"
    # A leading `]` is one of the characters in the brackets.
    r"|\[(?P<negated>[!^]?+)(?P<signs>\]?+[^\]]*+)\]"
    r"|(?P<plain>[^\\*?\[]+)",
    re.DOTALL,
)
_SPECIAL = compile_lazily(r"[\\*?\[]")
_NO_SLASH = "[^/]"
_FOLDERS = f"(?:{_NO_SLASH}+/)*"


class _Run(NamedTuple):
    """Consecutive characters of one part of a path, without a `*` between them."""

    source: str
    """A regular expression for them, which always matches `width` characters."""
    width: int
    text: str | None
    """The exact text; None if a `?` or brackets allow several."""


class PathPattern:
    """A parsed path pattern."""

    __slots__ = ("is_exception", "is_name", "is_plain", "only_folders", "parts")

    def __init__(
        self,
        parts: tuple[tuple[_Run, ...] | None, ...],
        *,
        is_name: bool,
        only_folders: bool,
        is_exception: bool,
    ) -> None:
        """Store the parsed parts; use `parse_pattern` instead."""
        self.parts = parts
        """Each part of the path as the texts between its asterisks; None for any number of folders.
        """
        self.is_name = is_name
        """Whether it matches the last part of a path, in any folder."""
        self.only_folders = only_folders
        self.is_exception = is_exception
        """Whether it begins with `!` and excludes what earlier patterns match."""
        self.is_plain = all(
            part is not None and len(part) == 1 and part[0].text is not None for part in parts
        )
        """Whether it has no wildcards."""

    @property
    def text(self) -> str | None:
        """The only name or path that matches; None if there are wildcards."""
        return "/".join(map(_get_part_text, self.parts)) if self.is_plain else None

    @property
    def head(self) -> str:
        """The text with which each matching name or path begins; may be empty."""
        texts = []
        for part in self.parts:
            texts.append("" if part is None else (part[0].text or ""))
            if part is None or len(part) > 1 or part[0].text is None:
                break
        return "/".join(texts)

    @property
    def tail(self) -> str:
        """The text with which each matching name or path ends; may be empty."""
        last = self.parts[-1]
        return (last[-1].text or "") if last is not None else ""

    def build_expression(self) -> str:
        """Return the source of a regular expression for a whole name or path."""
        chunks: list[list[str]] = [[]]
        for part in self.parts:
            if part is None:
                chunks.append([])
            else:
                chunks[-1].append(_build_part_expression(part))
        first, *others = ("/".join(chunk) for chunk in chunks)
        if not others:
            return first
        *inner, last = others
        head = f"{first}/" if first else ""
        return head + "".join(f"(?>{_FOLDERS}?{chunk}/)" for chunk in inner) + _FOLDERS + last


def _get_part_text(part: tuple[_Run, ...] | None) -> str:
    return (part[0].text or "") if part else ""


def _build_part_expression(runs: tuple[_Run, ...]) -> str:
    """Return an expression for one part of a path, which never backtracks over an asterisk."""
    first, *others = runs
    if not others:
        return first.source
    *inner, last = others
    middle = "".join(f"(?>{_NO_SLASH}*?{run.source})" for run in inner if run.width)
    # Matches up to the slash and then checks the end with a lookbehind.
    least = last.width or (0 if first.width or middle else 1)
    end = f"{_NO_SLASH}{{{least},}}+" + (f"(?<={last.source})" if last.width else "")
    return first.source + middle + end


def parse_pattern(text: str) -> PathPattern | None:
    """Parse a line of an ignore file, or a pattern of this form; None if it matches nothing."""
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
        if not _is_repeated(name, before)
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


def _is_repeated(name: str, before: str) -> bool:
    """Return whether a part of a pattern is `**` and follows another one."""
    return name == before == _ANY_FOLDERS


def _parse_part(name: str) -> tuple[_Run, ...]:
    """Return the texts between the asterisks of one part of a path; empty if it is invalid."""
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
        run = _parse_token(token)
        if run is None:
            return ()
        runs[-1].append(run)
    return tuple(_join_runs(run) for run in runs)


def _parse_token(token: re.Match[str]) -> _Run | None:
    """Return what a token of a pattern matches, or None if its brackets are invalid."""
    text = token["plain"] or token["escaped"]
    if text:
        return _Run(re.escape(text), len(text), text)
    if token["any"]:
        return _Run(_NO_SLASH, 1, None)
    signs = _translate_brackets(token["signs"])
    return (
        None if signs is None else _Run(f"(?!/)[{'^' if token['negated'] else ''}{signs}]", 1, None)
    )


def _translate_brackets(signs: str) -> str | None:
    """Return the content of brackets as part of an expression; None if a range is reversed."""
    items = []
    at = 0
    while at < len(signs):
        if signs[at + 1 : at + 2] == "-" and at + 2 < len(signs):
            first, last = signs[at], signs[at + 2]
            if last < first:
                return None
            items.append(f"{_escape_sign(first)}-{_escape_sign(last)}")
            at += 3
        else:
            items.append(_escape_sign(signs[at]))
            at += 1
    return "".join(items)


def _escape_sign(sign: str) -> str:
    return sign if sign.isalnum() else f"\\{sign}"


def _join_runs(runs: Sequence[_Run]) -> _Run:
    """Return several runs as one, whose text is None if that of any is."""
    if len(runs) == 1:
        return runs[0]
    texts = [run.text for run in runs]
    return _Run(
        "".join(run.source for run in runs),
        sum(run.width for run in runs),
        None if None in texts else "".join(filter(None, texts)),
    )
