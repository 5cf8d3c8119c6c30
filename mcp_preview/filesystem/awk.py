"""`awk`, whose texts are changed on the way in and back on the way out.

The shell's own breaks down at a sign that is followed by a character across the third byte behind
it, as in `- ✅` (docs_lsp/UPSTREAM.md). Such characters are renamed to control characters, in the
program as well, so patterns and lengths stay right; if they are too many, padded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from mcp_preview.filesystem.panic_text import drop_panic_text
from mcp_preview.filesystem.shell import Shell

NAMES = ("awk", "gawk", "mawk", "nawk")
_SPLIT = re.compile(
    "[-+](?=(?P<third>[\\0-\\x7f]{2}[^\\0-\\x7f])|(?P<second>[\\0-\\x7f][\u0800-\U0010ffff])"
    "|(?P<pair>[\\x80-\\u07ff][^\\0-\\x7f])|(?P<first>[\U00010000-\U0010ffff]))"
)
_CHARACTER = {"third": 2, "second": 1, "pair": 1, "first": 0}
"""Which of the characters behind the sign it is."""
_BYTES_SHORT = {"third": 1, "second": 2, "pair": 1, "first": 3}
"""Bytes of padding in front of it, with which it begins behind the third byte."""
_PADDING = "\x7f"
_NAMES = "".join(map(chr, (*range(1, 9), *range(14, 28), *range(29, 32))))
_NO_TEXT = "awk: the shell cannot run this program on this text; try `rg`, `sed` or `cut`\n"
_BROKEN = "builtin failed unexpectedly"


class _Renaming(NamedTuple):
    """The characters that are renamed while the program runs."""

    to_program: Mapping[int, str]
    from_program: Mapping[int, str | None]

    def rename(self, text: str) -> str:
        """Return a text as the program gets it, renamed and padded."""
        return _pad(text.translate(self.to_program))

    def restore(self, text: str) -> str:
        """Return a text as it was before renaming."""
        return text.translate(self.from_program)


async def run_awk(shell: Shell, context: BuiltinContext) -> BuiltinResult:
    """Run `awk` with breaking characters renamed; exit code 2 with a message if it still fails."""
    renaming, files = await to_thread.run_sync(_plan_renaming, shell, context)
    done = await _run_renamed(shell, context, renaming, files)
    if _BROKEN in done.stderr:
        # The program itself has put a character behind a sign.
        renaming = await to_thread.run_sync(
            _choose_renaming, context, files, _iter_breaking_characters_and_symbols
        )
        done = await _run_renamed(shell, context, renaming, files)
    return BuiltinResult("", _NO_TEXT, 2) if _BROKEN in done.stderr else done


async def _run_renamed(
    shell: Shell, context: BuiltinContext, renaming: _Renaming | None, files: Mapping[str, str]
) -> BuiltinResult:
    """Run the shell's own `awk` on renamed texts, and restore its output.

    Without a renaming it runs on the texts as they are.
    """
    with drop_panic_text():
        if renaming is None:
            return await shell.run_builtin("awk", context)
        done = await shell.run_builtin(
            "awk",
            context,
            argv=[*map(renaming.rename, context.argv)],
            stdin=context.stdin and renaming.rename(context.stdin),
            files={path: renaming.rename(text).encode() for path, text in files.items()},
        )
    texts = renaming.restore(done.stdout), renaming.restore(done.stderr)
    return BuiltinResult(*texts, done.exit_code)


def _plan_renaming(
    shell: Shell, context: BuiltinContext
) -> tuple[_Renaming | None, Mapping[str, str]]:
    """Return how to rename, or None if the program can run as it is; and the files it reads."""
    places = [shell.resolve_place(context, word) for word in context.argv]
    files = {
        place.path: shell.tree.read_file(place.path).decode("utf-8", "replace")
        for place in places
        if shell.tree.is_file(place.path)
    }
    return _choose_renaming(context, files, _iter_breaking_characters), files


def _choose_renaming(
    context: BuiltinContext, files: Mapping[str, str], choose: Callable[[str], Iterator[str]]
) -> _Renaming | None:
    """Return how to rename the most frequent of the chosen characters; None if none is chosen.

    `files` are the texts of the files that the program reads. Its input and arguments count, too.
    """
    texts = [*files.values(), context.stdin or "", *context.argv]
    counts = Counter(character for text in texts for character in choose(text))
    if not counts:
        return None
    free = [name for name in _NAMES if not any(name in text for text in texts)]
    there = {
        ord(character): name
        for (character, _), name in zip(counts.most_common(), free, strict=False)
    }
    back: dict[int, str | None] = {ord(name): chr(code) for code, name in there.items()}
    if not any(_PADDING in text for text in texts):
        back[ord(_PADDING)] = None
    return _Renaming(there, back)


def _iter_breaking_characters(text: str) -> Iterator[str]:
    """Yield the characters behind a `-` or `+` on which the shell's `awk` breaks down."""
    if not text.isascii():
        for match in _SPLIT.finditer(text):
            assert match.lastgroup
            yield match[match.lastgroup][_CHARACTER[match.lastgroup]]


def _iter_breaking_characters_and_symbols(text: str) -> Iterator[str]:
    """Yield the characters that break `awk` now, and all symbols that may follow a sign later.

    Letters and digits beyond ASCII are left, since they have classes and another case.
    """
    if not text.isascii():
        yield from _iter_breaking_characters(text)
        yield from (sign for sign in text if not sign.isascii() and not sign.isalnum())


def _pad(text: str) -> str:
    """Return a text with padding in front of the characters that could not be renamed."""
    padding: dict[int, int] = {}
    for match in () if text.isascii() else _SPLIT.finditer(text):
        assert match.lastgroup
        at = match.end() + _CHARACTER[match.lastgroup]
        padding[at] = max(padding.get(at, 0), _BYTES_SHORT[match.lastgroup])
    pieces, begin = list[str](), 0
    for at, size in sorted(padding.items()):
        pieces += [text[begin:at], _PADDING * size]
        begin = at
    return "".join((*pieces, text[begin:]))
