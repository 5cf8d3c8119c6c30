"""`awk`, whose texts are changed on the way in and back on the way out.

The shell's own breaks down at a sign that is followed by a character across the third byte behind
it, as in `- ✅` (docs_lsp/UPSTREAM.md). Such characters are renamed to control characters, in the
program as well, so patterns and lengths stay right; if they are too many, padded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from anyio import to_thread
from bashkit import BuiltinContext, BuiltinResult

from mcp_preview.filesystem.panic_text import drop_panic_text
from mcp_preview.filesystem.shell import BROKEN, Shell, parse_command_options

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
_VALUES = {
    **{"-F": "separator", "--field-separator": "separator", "-v": "variable"},
    **{"--assign": "variable", "-f": "file", "--file": "file"},
    **{"-e": "program", "--source": "program"},
}
_TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"?|[\n(,{};!~&|=][ \t]*/(?:\\.|[^/\\\n])*|#[^\n]*|(?P<call>\bsystem\s*\()',
    re.DOTALL,
)
"""A string, a pattern, a comment, or a call of `system()`."""
_NO_SYSTEM = "awk: the function system() is not allowed here\n"
_NO_TEXT = "awk: the shell cannot run this program on this text; try `rg`, `sed` or `cut`\n"
_READS_MORE = re.compile(r"getline\s*[\w$\[\]]{0,40}\s*<|\|\s*getline|ARG")
"""Without it, a program reads only the files among its arguments."""
_MOST_BYTES = 8_000_000
"""The most bytes of all files together, of a program that may read any."""


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
    # The service rejects it, too; in this shell it could only run the shell's own commands.
    if any(map(_calls_system, _iter_programs(context.argv))):
        return BuiltinResult("", _NO_SYSTEM, 2)
    reads_more = any(map(_READS_MORE.search, context.argv))
    if reads_more:
        # The files are not known, so they are renamed only if that is needed.
        done = await _run_renamed(shell, context, None, {})
        if BROKEN not in done.stderr:
            return done
    files = await to_thread.run_sync(_read_files, shell, context, reads_more)
    for choose in (_iter_breaking_characters, _iter_breaking_characters_and_symbols):
        renaming = await to_thread.run_sync(_choose_renaming, context, files, choose)
        done = await _run_renamed(shell, context, renaming, files)
        if BROKEN not in done.stderr:
            return done
        # The program itself has put a character behind a sign.
    return BuiltinResult("", _NO_TEXT, 2)


def _iter_programs(argv: Sequence[str]) -> Iterator[str]:
    """Yield the arguments that are programs; all of them if the options are not known."""
    options = parse_command_options(argv, {}, _VALUES)
    if options is None:
        yield from argv
    elif options.has_option("program"):
        yield from options.given["program"]
    elif not options.has_option("file"):
        yield from options.words[:1]


def _calls_system(program: str) -> bool:
    """Return whether a program calls `system()`, not only writes of it."""
    return any(token["call"] for token in _TOKEN.finditer(f"\n{program}"))


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


def _read_files(shell: Shell, context: BuiltinContext, reads_more: bool) -> dict[str, str]:
    """Return the texts of the files that are named, or if the program may read more, of all.

    There are none if they are too large together.
    """
    places = [shell.resolve_place(context, word).path for word in context.argv]
    paths = shell.tree.iter_files("/") if reads_more else filter(shell.tree.is_file, places)
    files, size = dict[str, str](), 0
    for path in paths:
        text = shell.tree.read_file(path)
        size += len(text)
        if reads_more and size > _MOST_BYTES:
            return {}
        files[path] = text.decode("utf-8", "replace")
    return files


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
