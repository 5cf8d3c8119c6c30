"""The commands and options of the command line, in the order of its help text."""

from __future__ import annotations

from argparse import Namespace, _SubParsersAction
from collections.abc import Callable, Mapping, Sequence

from docs_lsp import __version__
from docs_lsp.cli.arguments import changing, checking, reporting, serving
from docs_lsp.cli.arguments.epilogs import OTHER_NAMES, format_epilog
from docs_lsp.cli.parser import CommandParser, Commands

_ABOUT = "A language server and linter for docs.json, the file that defines a documentation site."

_COMMANDS: Mapping[str, Callable[[Commands], None]] = {
    "check": checking.add_check,
    "fix": checking.add_fix,
    "move": changing.add_move,
    "convert": changing.add_convert,
    "freeze": changing.add_freeze,
    "sync": changing.add_sync,
    "url": reporting.add_url,
    "diff": reporting.add_diff,
    "translations": reporting.add_translations,
    "rules": reporting.add_rules,
    "explain": reporting.add_explain,
    "manual": reporting.add_manual,
    "schema": reporting.add_schema,
    "doctor": reporting.add_doctor,
    "preview": serving.add_preview,
    "mcp": serving.add_mcp,
    "server": serving.add_server,
    "new": changing.add_new,
    "cache": reporting.add_cache,
    "completions": reporting.add_completions,
    "help": reporting.add_help,
}


def parse_arguments(argv: Sequence[str]) -> Namespace:
    """Return the parsed arguments; help, version and wrong usage end the program."""
    argv = list(argv)
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    if argv[:1] == ["preview"]:
        # Its options are those of another program, which also has the help for them.
        return Namespace(command="preview", rest=argv[1:])
    # Declaring all commands would take a thirtieth of a short run.
    first = argv[0] if argv and argv[0] in _COMMANDS else None
    return build_parser(only=first).parse_args(argv)


def build_parser(*, only: str | None = None) -> CommandParser:
    """Return the parser of the command line with all commands, or with `only` one of them."""
    parser = CommandParser(
        "docs-lsp", description=_ABOUT, epilog=format_epilog(), other_names=OTHER_NAMES
    )
    version = f"docs-lsp {__version__}"
    parser.add_argument("-V", "--version", action="version", version=version)
    serving.add_connection_options(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, declare in _COMMANDS.items():
        if only in (None, name):
            declare(commands)
    for name, command in commands.choices.items():
        command.epilog = format_epilog(name)
    return parser


def list_commands(parser: CommandParser) -> Mapping[str, tuple[str, CommandParser]]:
    """Return the summary and the parser of each command, by its name."""
    (commands,) = (each for each in parser._actions if isinstance(each, _SubParsersAction))
    helps = {choice.dest: choice.help or "" for choice in commands._choices_actions}
    return {name: (helps[name], command) for name, command in commands.choices.items()}
