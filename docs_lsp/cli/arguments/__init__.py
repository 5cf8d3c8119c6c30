"""The commands and options of the command line, in the order of its help text."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from docs_lsp import __version__
from docs_lsp.cli.arguments import about, changing, checking, serving, telling
from docs_lsp.cli.parser import CommandParser

_ABOUT = "A language server and linter for docs.json, the file that defines a documentation site."


def parse(argv: Sequence[str]) -> Namespace:
    """Return the parsed arguments; help, version and wrong usage end the program."""
    if argv[:1] == ["preview"]:
        # Its options are those of another program, which also has the help for them.
        return Namespace(command="preview", rest=argv[1:])
    return make_parser().parse_args(argv)


def make_parser() -> CommandParser:
    """Return the parser of all commands."""
    parser = CommandParser("docs-lsp", description=_ABOUT)
    parser.add_argument("--version", action="version", version=f"docs-lsp {__version__}")
    serving.add_connection(parser)
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
    return parser
