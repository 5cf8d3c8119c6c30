"""The files of `grep -f FILE` and `rg -f FILE`, whose lines become patterns of `-e`.

The shell's own commands know neither `-f -` nor the files that `<(…)` is replaced by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bashkit import BuiltinContext

from mcp_preview.filesystem.shell import CommandOptions, Shell, parse_command_options

_NO_LINE = "\U0010ffff"
"""A pattern that no line matches, as if there were none: a code point that is no character."""


class PatternCall(NamedTuple):
    """A call of `grep` or `rg` whose patterns are all arguments."""

    options: CommandOptions
    argv: Sequence[str]
    stdin: str | None
    """The input that is left to search; None if the patterns were read from it."""


def read_pattern_call(
    shell: Shell, context: BuiltinContext, switches: Mapping[str, str], values: Mapping[str, str]
) -> PatternCall | None:
    """Return a call with the patterns of its files; None if an option is unknown.

    Raises `FileNotFoundError` with the name of a file that does not exist.
    """
    options = parse_command_options(context.argv, switches, values)
    if options is None:
        return None
    names = options.given.get("pattern-file", ())
    if not names:
        return PatternCall(options, context.argv, context.stdin)
    patterns = [*options.given.get("pattern", ())]
    for name in names:
        patterns += _read_lines(shell, context, name)
    given = {name: each for name, each in options.given.items() if name != "pattern-file"}
    options = CommandOptions({**given, "pattern": tuple(patterns) or (_NO_LINE,)}, options.words)
    argv = [*_iter_option_words(options, switches, values), "--", *options.words]
    return PatternCall(options, argv, None if "-" in names else context.stdin)


def _read_lines(shell: Shell, context: BuiltinContext, name: str) -> list[str]:
    """Return the lines of a file of patterns. Raises `FileNotFoundError`."""
    path = shell.resolve_place(context, name).path
    if name == "-":
        text = context.stdin or ""
    elif path == "/dev/null":
        text = ""
    elif shell.tree.is_file(path):
        text = shell.tree.read_file(path).decode("utf-8", "replace")
    else:
        try:
            text = context.fs.read_file(path).decode("utf-8", "replace")
        except (OSError, RuntimeError):
            raise FileNotFoundError(name) from None
    return text.removesuffix("\n").split("\n") if text else []


def _iter_option_words(
    options: CommandOptions, switches: Mapping[str, str], values: Mapping[str, str]
) -> Iterator[str]:
    """Yield the words of all options, as a command line has them."""
    written = {name: key for known in (switches, values) for key, name in list(known.items())[::-1]}
    for name, given in options.given.items():
        key = written[name]
        for value in given:
            if key in switches:
                yield key
            elif key.startswith("--"):
                yield f"{key}={value}"
            else:
                yield from (key, value)
