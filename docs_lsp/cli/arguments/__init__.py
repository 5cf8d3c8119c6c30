"""The commands and options of the command line, in the order of its help text."""

from __future__ import annotations

from argparse import Namespace, _SubParsersAction
from collections.abc import Mapping, Sequence

from docs_lsp import __version__
from docs_lsp.cli.arguments import about, changing, checking, serving, telling
from docs_lsp.cli.arguments.examples import OTHER_NAMES, format_examples
from docs_lsp.cli.parser import CommandParser

_ABOUT = "A language server and linter for docs.json, the file that defines a documentation site."


def parse_arguments(argv: Sequence[str]) -> Namespace:
    """Return the parsed arguments; help, version and wrong usage end the program."""
    argv = list(argv)
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    if argv[:1] == ["preview"]:
        # Its options are those of another program, which also has the help for them.
        return Namespace(command="preview", rest=argv[1:])
    return build_parser().parse_args(argv)


def build_parser() -> CommandParser:
    """Return the parser of all commands."""
    parser = CommandParser(
        "docs-lsp", description=_ABOUT, epilog=format_examples(), other_names=OTHER_NAMES
    )
    version = f"docs-lsp {__version__}"
    parser.add_argument("-V", "--version", action="version", version=version)
    serving.add_connection_options(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    checking.add_check(commands)
    checking.add_fix(commands)
    changing.add_move(commands)
    changing.add_convert(commands)
    changing.add_freeze(commands)
    changing.add_sync(commands)
    telling.add_url(commands)
    telling.add_diff(commands)
    telling.add_translations(commands)
    about.add_rules(commands)
    about.add_explain(commands)
    about.add_manual(commands)
    about.add_schema(commands)
    about.add_doctor(commands)
    serving.add_preview(commands)
    serving.add_mcp(commands)
    serving.add_server(commands)
    changing.add_new(commands)
    about.add_cache(commands)
    about.add_completions(commands)
    about.add_help(commands)
    for name, command in commands.choices.items():
        command.epilog = "\n".join(filter(None, (command.epilog, format_examples(name))))
    return parser


def list_commands(parser: CommandParser) -> Mapping[str, tuple[str, CommandParser]]:
    """Return the summary and the parser of each command, by its name."""
    (commands,) = (each for each in parser._actions if isinstance(each, _SubParsersAction))
    helps = {choice.dest: choice.help or "" for choice in commands._choices_actions}
    return {name: (helps[name], command) for name, command in commands.choices.items()}
