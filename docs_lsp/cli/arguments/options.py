"""Options shared by several commands."""

from __future__ import annotations

from docs_lsp.cli.parser import CommandParser


def add_paths_argument(command: CommandParser) -> None:
    """Add `PATH ...`: zero or more folders to search for sites, or files."""
    command.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a folder to search for sites, a docs.json, or pages, files and folders of a site "
        "(default: the sites below this folder, or the one around it)",
    )


def add_site_option(command: CommandParser) -> None:
    """Add `--site`, for commands whose positional arguments are something else."""
    command.add_argument(
        "--site",
        metavar="PATH",
        help="the folder of the site, or its docs.json (default: the site around this folder)",
    )


def add_change_modes(command: CommandParser) -> None:
    """Add `--dry-run`, `--diff` and `--check`, which write nothing, and `--quiet`."""
    modes = command.add_mutually_exclusive_group()
    modes.add_argument(
        "--dry-run", action="store_true", help="write nothing; print a list of the changes"
    )
    modes.add_argument(
        "--diff", action="store_true", help="write nothing; print the changes as a patch"
    )
    modes.add_argument(
        "--check",
        action="store_true",
        help="write nothing; print a list of the changes, and exit with 1 if there are any",
    )
    command.add_argument(
        "-q", "--quiet", action="store_true", help="print only what needs your attention"
    )


def add_rule_options(command: CommandParser) -> None:
    """Add `--select` and `--ignore`, which choose the rules."""
    command.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="RULE",
        help="only this rule; may be repeated, or several joined by commas",
    )
    command.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="RULE",
        help="leave this rule out; may be repeated, or several joined by commas",
    )


def add_reading_options(command: CommandParser) -> None:
    """Add the options that say what is read: `--no-files`, `--no-cache`, `--against`, `--exact`."""
    command.add_argument(
        "--no-files",
        action="store_true",
        help="check docs.json only, without the files it names",
    )
    command.add_argument(
        "--no-cache", action="store_true", help="read all pages again, and do not cache them"
    )
    command.add_argument(
        "--against",
        metavar="REF",
        help="also report what readers have lost since the last common commit of this revision "
        "and HEAD: addresses that no longer work, pages that are no longer indexed",
    )
    command.add_argument(
        "--exact", action="store_true", help="with --against: compare with the revision itself"
    )


def add_color_option(command: CommandParser) -> None:
    """Add `--color`."""
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="whether to use colours (default: auto, in a terminal)",
    )


def add_format_option(command: CommandParser, *choices: str, about: str) -> None:
    """Add `--format`, with the first of the choices as its default; `about` explains them all."""
    command.add_argument(
        "--format", choices=choices, default=choices[0], help=f"{about} (default: {choices[0]})"
    )
