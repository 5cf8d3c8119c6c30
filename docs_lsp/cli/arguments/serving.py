"""The arguments of the commands that serve an editor, an agent or a client of the site."""

from __future__ import annotations

from argparse import SUPPRESS
from pathlib import Path

from docs_lsp.cli.parser import CommandParser, Commands, declare_command


def add_preview(commands: Commands) -> None:
    """Declare `docs-lsp preview`, only for the list of commands."""
    declare_command(
        commands, "preview", "serve the MCP search server of the site, as AI clients will find it"
    )


def add_mcp(commands: Commands) -> None:
    """Declare `docs-lsp mcp`."""
    mcp = declare_command(
        commands,
        "mcp",
        "offer checks and refactorings to AI agents as MCP tools",
        more=" It uses standard input and output, and changes nothing outside the site.",
    )
    mcp.add_argument(
        "--site",
        metavar="PATH",
        help="the folder of the site (default: the site around this folder, or this folder)",
    )


def add_server(commands: Commands) -> None:
    """Declare `docs-lsp server`."""
    add_connection_options(
        declare_command(commands, "server", "speak the Language Server Protocol (the default)")
    )


def add_connection_options(parser: CommandParser) -> None:
    """Add the options for reaching the server, and for its log."""
    # Suppressed defaults, so that `docs-lsp --tcp HOST:PORT server` does not reset the option.
    parser.add_argument(
        "--stdio",
        action="store_true",
        default=SUPPRESS,
        help="use standard input and output (the default)",
    )
    parser.add_argument(
        "--tcp",
        metavar="HOST:PORT",
        default=SUPPRESS,
        help="wait for one editor on this loopback address instead; port 0 is any free one",
    )
    parser.add_argument(
        "--log",
        metavar="FILE",
        type=Path,
        default=SUPPRESS,
        help="write the log to a file as well as to standard error",
    )
    parser.add_argument(
        "--log-level",
        metavar="LEVEL",
        choices=("error", "warning", "info", "debug"),
        default=SUPPRESS,
        help="how much to log: error, warning (the default), info (the default with --log) "
        "or debug, which has a line for each message of the protocol",
    )
