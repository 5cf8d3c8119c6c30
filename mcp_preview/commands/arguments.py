"""The arguments of the commands of `mcp-preview`."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, _SubParsersAction
from pathlib import Path

EXIT_CODES = (
    "The exit code is 0; 1 if `--fail-under` or `--fail-on-loss` fails; 2 if docs.json, a file "
    "that an option names, or a revision cannot be read."
)


def add_report_options(parser: ArgumentParser) -> None:
    """Add the options of `report` besides the folder and the viewer."""
    parser.epilog = EXIT_CODES
    _add_format_option(parser)
    parser.add_argument(
        "--all",
        dest="whole",
        action="store_true",
        help="print every page of each cause, not only the first ones",
    )
    parser.add_argument(
        "--questions",
        type=Path,
        metavar="FILE",
        help="a TOML or CSV file of questions and the pages that answer them (default: "
        "questions.toml beside docs.json, if it exists)",
    )
    parser.add_argument(
        "--queries",
        type=Path,
        metavar="FILE",
        help="what readers have searched for: one query per line, or CSV with `query` and `count`",
    )
    parser.add_argument(
        "--fail-under",
        type=_parse_percent,
        metavar="PERCENT",
        help="exit with 1 if fewer than PERCENT of the questions find their page in the first 3 "
        "hits",
    )
    parser.add_argument(
        "--fail-on-loss",
        action="store_true",
        help="exit with 1 if a question no longer finds its page in the first 3 hits",
    )
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="compare with the ranks in this file"
    )
    parser.add_argument(
        "--write-baseline", type=Path, metavar="FILE", help="write the ranks into this file"
    )
    parser.add_argument(
        "--against",
        metavar="REF",
        help="compare with the site at the merge base with REF; reads only the local repository",
    )
    parser.add_argument(
        "--exact",
        action="store_true",
        help="compare with REF itself, not the merge base (with `--against`)",
    )
    parser.add_argument(
        "--at",
        metavar="REF",
        help="report on the site at this revision instead of the current files",
    )
    parser.add_argument(
        "--questions-only",
        action="store_true",
        help="report only the questions, which takes less time",
    )


def _parse_percent(text: str) -> float:
    """Return a percentage. Raises `ArgumentTypeError` unless it is from 0 to 100."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise ArgumentTypeError(f"`{text}` is not a number from 0 to 100")
    return value


def add_store_option(parser: ArgumentParser) -> None:
    """Add `--store` to a command."""
    parser.add_argument(
        "--store",
        metavar="URL",
        help="where log-ins and client credentials are stored: postgresql://USER@HOST/DATABASE "
        "with the password in MCP_PREVIEW_STORE_PASSWORD, or sqlite:////path/to/a/file "
        "(default: a file in your state folder)",
    )


def add_credentials_command(commands: _SubParsersAction[ArgumentParser]) -> None:
    """Add the command `credentials` with its three actions."""
    credentials = commands.add_parser(
        "credentials",
        help="create, list and delete client credentials of a site",
        description="Create, list and delete the client credentials with which programs get "
        "tokens for a site.",
    )
    actions = credentials.add_subparsers(dest="action", metavar="ACTION", required=True)
    create = _add_action(
        actions, "create", "create a client credential; its secret is shown only once"
    )
    create.add_argument("--label", required=True, help="what the credential is for")
    _add_format_option(create)
    _add_format_option(
        _add_action(actions, "list", "list the client credentials, without their secrets")
    )
    delete = _add_action(
        actions,
        "delete",
        "delete a client credential and revoke its tokens; this cannot be undone",
    )
    delete.add_argument("client_id", metavar="CLIENT_ID", help="the client ID that `list` shows")
    for action in actions.choices.values():
        _add_site_options(action)
        add_store_option(action)


def _add_action(
    actions: _SubParsersAction[ArgumentParser], name: str, help_text: str
) -> ArgumentParser:
    """Add an action whose help in the list of actions is also its description."""
    return actions.add_parser(
        name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}."
    )


def _add_site_options(parser: ArgumentParser) -> None:
    """Add `--site` and `--public-url` to an action."""
    parser.add_argument(
        "--site",
        dest="path",
        default=".",
        metavar="PATH",
        help="the folder of docs.json (default: the current folder)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the public address of replicas that share one --store, the same as for `serve`",
    )


def _add_format_option(parser: ArgumentParser) -> None:
    """Add `--format` to a command."""
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="the format of the output (default: text)",
    )
