"""The parser of the command line: reports a mistake in one sentence, with a suggestion."""

from __future__ import annotations

from argparse import (
    Action,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    Namespace,
    _SubParsersAction,
)
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily

Commands: TypeAlias = "_SubParsersAction[CommandParser]"
_ARGUMENT = compile_lazily(r"\Aargument (\S+): ")
"""The beginning of a message of argparse about one option."""
_MOST_DIGITS = 9
_LONGEST_TIME = 1_000_000.0


class _Help(HelpFormatter):
    """Wraps sentences, and leaves lists as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class CommandParser(ArgumentParser):
    """A parser whose commands each report their own unknown arguments."""

    def __init__(
        self, *args: Any, other_names: Mapping[str, str] = MappingProxyType({}), **more: Any
    ) -> None:
        """Make a parser; it suggests our names for commands that have `other_names` elsewhere."""
        self._other_names = other_names
        # An abbreviated option would change its meaning when more options are added.
        super().__init__(*args, **{"formatter_class": _Help, "allow_abbrev": False, **more})

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Parse the arguments, with an empty list of unknown ones; exit with 2 if there are any.

        Otherwise they would be reported by the main parser, which has other options.
        """
        found, left = super().parse_known_args(args, namespace)
        if left:
            self.error(self._describe_unknown(left))
        return found, []

    def error(self, message: str) -> NoReturn:
        """Exit with 2 and a sentence about wrong usage."""
        sentence = _ARGUMENT.sub(r"`\1`: ", message)
        sentence = sentence if sentence[-1] in ".?" else f"{sentence}."
        self.exit(2, f"docs-lsp: {sentence} `{self.prog} --help` lists what is allowed.\n")

    def _check_value(self, action: Action, value: Any) -> None:
        """Exit with 2, and suggest another value, if a value is none of the choices."""
        if action.choices is not None and value not in action.choices:
            fault = f"{action.dest} cannot be `{value}`"
            if isinstance(action, _SubParsersAction):
                fault = f"there is no command `{value}`"
            elif action.option_strings:
                fault = f"`{action.option_strings[-1]}` cannot be `{value}`"
            self.error(f"{fault}; {self._suggest_choice(str(value), list(action.choices))}")

    def _suggest_choice(self, value: str, choices: Collection[str]) -> str:
        near = find_nearest_name(value, choices)
        other = self._other_names.get(value.lower())
        *most, last = (f"`{choice}`" for choice in choices)
        if other and value not in choices:
            return f"did you mean `{other}`?"
        return f"did you mean `{near}`?" if near else f"there are {', '.join(most)} and {last}"

    def _describe_unknown(self, arguments: Sequence[str]) -> str:
        option = next(
            (argument.partition("=")[0] for argument in arguments if argument.startswith("-")), None
        )
        if option is None:
            return f"`{arguments[0]}` is an unexpected argument"
        near = find_nearest_name(option, self._option_string_actions)
        remedy = f"; did you mean `{near}`?" if near else ""
        return f"there is no option `{option}`{remedy}"


def declare_command(commands: Commands, name: str, what: str, more: str = "") -> CommandParser:
    """Declare a command and return its parser.

    `what` describes it in half a sentence, and `more` is added to its own help.
    """
    description = f"{what[0].upper()}{what[1:]}.{more}"
    return commands.add_parser(name, help=what, description=description)


def parse_seconds(written: str) -> float:
    """Return a positive number of seconds from the command line. Raises `ArgumentTypeError`."""
    try:
        value = float(written)
    except ValueError:
        value = 0.0
    if not 0 < value <= _LONGEST_TIME:
        raise ArgumentTypeError(f"`{written}` must be a number above 0.")
    return value


def parse_count(written: str) -> int:
    """Return a whole number, 0 or more, from the command line. Raises `ArgumentTypeError`."""
    if not written.isascii() or not written.isdigit():
        raise ArgumentTypeError(f"`{written}` is not a whole number.")
    return int(written[:_MOST_DIGITS])
