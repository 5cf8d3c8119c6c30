"""The arguments of the commands that find problems and fix them."""

from __future__ import annotations

from docs_lsp.cli.arguments.options import (
    add_change_modes,
    add_color_option,
    add_format_option,
    add_paths_argument,
    add_reading_options,
    add_rule_options,
)
from docs_lsp.cli.parser import CommandParser, Commands, declare_command, parse_count, parse_seconds


def add_check(commands: Commands) -> None:
    """Declare `docs-lsp check`."""
    check = declare_command(
        commands, "check", "find the sites in a folder and print their mistakes"
    )
    add_paths_argument(check)
    add_format_option(
        check,
        *("text", "json", "sarif", "github", "gitlab", "junit", "markdown", "rdjson"),
        about="for people, for programs, for a CI system, or as Markdown for a comment",
    )
    add_rule_options(check)
    _add_baseline_options(check)
    add_reading_options(check)
    check.add_argument(
        "--time-limit",
        type=parse_seconds,
        metavar="SECONDS",
        help="stop with exit code 2 after this time, and name the file that was being checked",
    )
    check.add_argument(
        "--all",
        action="store_true",
        help="show each finding separately, including hints and those in unlisted pages",
    )
    _add_levels(check)
    check.add_argument(
        "-q", "--quiet", action="store_true", help="one line for each finding, and nothing else"
    )
    add_color_option(check)


def add_fix(commands: Commands) -> None:
    """Declare `docs-lsp fix`."""
    fix = declare_command(
        commands,
        "fix",
        "fix what can be fixed without asking, and print what was done",
    )
    add_paths_argument(fix)
    fix.add_argument(
        "--unsafe",
        action="store_true",
        help="also make the obvious fix if a writer might have meant something else",
    )
    add_change_modes(fix)
    add_rule_options(fix)
    add_reading_options(fix)


def _add_levels(check: CommandParser) -> None:
    """Add the options for the least severity that is shown, and for the exit code."""
    shown = check.add_mutually_exclusive_group()
    shown.add_argument(
        "--severity",
        choices=("error", "warning", "information", "hint"),
        help="the least severity that is shown (default: information for people, hint for "
        "programs); the exit code counts all findings",
    )
    shown.add_argument(
        "--hints",
        dest="severity",
        action="store_const",
        const="hint",
        help="show hints as well; the same as `--severity hint`",
    )
    failing = check.add_mutually_exclusive_group()
    failing.add_argument(
        "--fail-on",
        choices=("error", "warning", "information", "never"),
        help="the least severity that makes the exit code 1 (default: `check.fail-on` in "
        "docs-lsp.toml, or warning)",
    )
    failing.add_argument(
        "--exit-zero",
        dest="fail_on",
        action="store_const",
        const="never",
        help="exit with 0 regardless of findings; the same as `--fail-on never`",
    )
    check.add_argument(
        "--max-warnings",
        type=parse_count,
        metavar="N",
        help="let up to this many warnings pass; more fail the check",
    )


def _add_baseline_options(check: CommandParser) -> None:
    baseline = check.add_mutually_exclusive_group()
    baseline.add_argument(
        "--since",
        metavar="REF",
        help="leave out findings that existed at the last common commit of this revision and "
        "HEAD, instead of those in a baseline",
    )
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
        help="record all findings in the project's baseline, or in this file, so that only new "
        "ones are reported",
    )
