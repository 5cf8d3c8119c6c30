"""The arguments of `mcp-preview report`."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

EXIT_CODES = (
    "The exit code is 0; 1 where `--fail-under` or `--fail-on-loss` says so; 2 where docs.json, a "
    "file that is named here or a revision cannot be read."
)


def add_report_options(parser: ArgumentParser) -> None:
    """Add the options of `report` besides the folder and the viewer."""
    parser.epilog = EXIT_CODES
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--all", dest="whole", action="store_true", help="print all pages of each cause, not some"
    )
    parser.add_argument(
        "--questions",
        type=Path,
        metavar="FILE",
        help="questions with the pages that answer them, as TOML or CSV (default: questions.toml "
        "beside docs.json, if it exists)",
    )
    parser.add_argument(
        "--queries",
        type=Path,
        metavar="FILE",
        help="what readers have searched for: one query in a line, or CSV with `query` and `count`",
    )
    parser.add_argument(
        "--fail-under",
        type=_parse_percent,
        metavar="PERCENT",
        help="end with 1 where fewer of the questions have their page among the first 3 hits",
    )
    parser.add_argument(
        "--fail-on-loss",
        action="store_true",
        help="end with 1 where a question has lost its place among the first 3 hits",
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
        help="compare with the site where the work since REF began: their last common commit, from "
        "the repository on this disk alone",
    )
    parser.add_argument(
        "--exact", action="store_true", help="compare with REF of `--against` itself"
    )
    parser.add_argument(
        "--at",
        metavar="REF",
        help="report on the site at this revision, and not on the files as they are",
    )
    parser.add_argument(
        "--questions-only",
        action="store_true",
        help="tell how the questions do, and nothing else, which takes less time",
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
