"""The arguments of the commands that find what is wrong, and mend it."""

from __future__ import annotations

from docs_lsp.cli.arguments.options import (
    add_against,
    add_color,
    add_no_cache,
    add_no_files,
    add_paths,
    add_selection,
)
from docs_lsp.cli.parser import CommandParser, Commands, add_command, parse_seconds

_CHECK_EXIT_CODES = """\
exit codes:
  0  no errors and no warnings (or no site of this kind was found)
  1  at least one error or warning
  2  the command line, docs-lsp.toml or a baseline cannot be understood, the
     time limit was over, or docs-lsp itself failed
"""
_FIX_EXIT_CODES = """\
exit codes:
  0  no errors and no warnings are left (or no site of this kind was found)
  1  at least one error or warning is left, or --diff shows a change
  2  a site could not be fixed, for the reason that is printed
"""


def add_check(commands: Commands) -> None:
    """`docs-lsp check`."""
    check = add_command(
        commands,
        "check",
        "find the sites in a folder and print what is wrong in them",
        _CHECK_EXIT_CODES,
    )
    add_paths(check)
    check.add_argument(
        "--format",
        choices=("text", "json", "sarif", "github", "junit"),
        default="text",
        help="for people, for programs, or for a CI system (default: text)",
    )
    add_selection(check)
    _add_baseline(check)
    add_no_files(check)
    add_no_cache(check)
    add_against(check)
    check.add_argument(
        "--time-limit",
        type=parse_seconds,
        metavar="SECONDS",
        help="end with 2 when this time is over, and say which file took so long",
    )
    check.add_argument(
        "--all",
        action="store_true",
        help="show each finding, also those with one cause and those in pages without readers",
    )
    check.add_argument(
        "-q", "--quiet", action="store_true", help="one line for each finding, and nothing else"
    )
    add_color(check)


def add_fix(commands: Commands) -> None:
    """`docs-lsp fix`."""
    fix = add_command(
        commands,
        "fix",
        "fix what can be fixed without asking, and print what was done",
        _FIX_EXIT_CODES,
    )
    add_paths(fix)
    fix.add_argument(
        "--unsafe",
        action="store_true",
        help="also make the obvious fix where a writer might have meant something else",
    )
    fix.add_argument(
        "--diff", action="store_true", help="write nothing; print what would change as a diff"
    )
    add_selection(fix)
    add_no_files(fix)
    add_no_cache(fix)
    add_against(fix)


def _add_baseline(check: CommandParser) -> None:
    baseline = check.add_mutually_exclusive_group()
    baseline.add_argument(
        "--baseline",
        metavar="FILE",
        help="leave out the findings in this file instead of those in the project's baseline",
    )
    baseline.add_argument(
        "--no-baseline", action="store_true", help="leave out none of the findings in a baseline"
    )
    baseline.add_argument(
        "--write-baseline",
        nargs="?",
        const="",
        metavar="FILE",
        help="put off all findings: write them to the project's baseline, or to this file",
    )
