"""The arguments that name a store, and those of `mcp-preview credentials`."""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction


def add_store_option(parser: ArgumentParser) -> None:
    """Add `--store` to a command."""
    parser.add_argument(
        "--store",
        metavar="URL",
        help="where log-ins and client credentials are kept: postgresql://USER@HOST/DATABASE with "
        "the password in MCP_PREVIEW_STORE_PASSWORD, or sqlite:////path/to/a/file (default: a file "
        "in your folder for state)",
    )


def add_credentials_command(commands: _SubParsersAction[ArgumentParser]) -> None:
    """Add the command `credentials` with its three actions."""
    credentials = commands.add_parser(
        "credentials", help="create, list and delete client credentials of a site"
    )
    actions = credentials.add_subparsers(dest="action", metavar="ACTION", required=True)
    create = actions.add_parser("create", help="create one; its secret is shown once")
    create.add_argument("--label", required=True, help="what it is for")
    _add_format_option(create)
    _add_format_option(actions.add_parser("list", help="list them, without their secrets"))
    delete = actions.add_parser("delete", help="delete one and revoke its tokens, for good")
    delete.add_argument("client_id", metavar="CLIENT_ID", help="as `list` shows it")
    for action in actions.choices.values():
        _add_site_options(action)
        add_store_option(action)


def _add_site_options(parser: ArgumentParser) -> None:
    """Add `--site` and `--public-url` to an action."""
    parser.add_argument(
        "--site", dest="path", default=".", metavar="PATH", help="the folder of docs.json (here)"
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address that replicas with one --store are reached at, as `serve` has it",
    )


def _add_format_option(parser: ArgumentParser) -> None:
    """Add `--format` to an action."""
    parser.add_argument("--format", choices=("text", "json"), default="text")
