"""What can be said on the command line."""

from __future__ import annotations

from argparse import (
    SUPPRESS,
    ArgumentParser,
    Namespace,
    RawDescriptionHelpFormatter,
    _SubParsersAction,
)
from collections.abc import Sequence
from typing import TypeAlias

from docs_lsp import __version__

_Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"

_ABOUT = "A language server and linter for docs.json, the file that defines a documentation site."
_EXIT_CODES = """\
exit codes:
  0  no errors and no warnings (or no site of this kind was found)
  1  at least one error or warning
  2  the command line or docs-lsp.toml cannot be understood
"""


def parse(argv: Sequence[str]) -> Namespace:
    """The arguments as a namespace; help, version and misuse end the program right here."""
    parser = ArgumentParser("docs-lsp", description=_ABOUT)
    parser.add_argument("--version", action="version", version=f"docs-lsp {__version__}")
    _add_connection(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_check(commands)
    commands.add_parser("rules", help="list the rules: name, severity and what each is about")
    _add_schema(commands)
    _add_server(commands)
    return parser.parse_args(argv)


def _add_check(commands: _Commands) -> None:
    check = commands.add_parser(
        "check",
        help="find the sites in a folder and print what is wrong in them",
        description="Find the sites in a folder and print what is wrong in them.",
        epilog=_EXIT_CODES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    check.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a folder to search for docs.json, or a file to take for one (default: here)",
    )
    check.add_argument("--format", choices=("text", "json"), default="text")
    check.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="RULE",
        help="report only this rule; may be repeated, or several joined by commas",
    )
    check.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="RULE",
        help="leave this rule out; may be repeated, or several joined by commas",
    )
    check.add_argument(
        "--no-files",
        action="store_true",
        help="judge docs.json alone: for a file that is not among the pages it lists",
    )
    check.add_argument(
        "-q", "--quiet", action="store_true", help="one line for each finding, and nothing else"
    )
    check.add_argument("--color", choices=("auto", "always", "never"), default="auto")


def _add_schema(commands: _Commands) -> None:
    schema = commands.add_parser("schema", help="print the JSON Schema of docs.json")
    schema.add_argument(
        "--settings", action="store_true", help="print that of docs-lsp.toml instead"
    )


def _add_server(commands: _Commands) -> None:
    _add_connection(
        commands.add_parser("server", help="speak the Language Server Protocol (the default)")
    )


def _add_connection(parser: ArgumentParser) -> None:
    # Suppressed defaults, so that `docs-lsp --tcp HOST:PORT server` keeps what it was told first.
    parser.add_argument(
        "--stdio",
        action="store_true",
        default=SUPPRESS,
        help="speak on standard input and output (the default)",
    )
    parser.add_argument(
        "--tcp",
        metavar="HOST:PORT",
        default=SUPPRESS,
        help="wait for one editor on this loopback address instead; port 0 takes any free one",
    )
