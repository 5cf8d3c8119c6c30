"""The arguments of the commands that change the structure of a site."""

from __future__ import annotations

from docs_lsp.cli.arguments.options import add_change_modes, add_site_option
from docs_lsp.cli.parser import Commands, declare_command

_NEW_EXIT_CODES = """\
exit codes:
  0  the site is there, or would be
  1  with --check: it would be
  2  nothing was written, for the reason that is printed
"""
_MOVE_EXIT_CODES = """\
exit codes:
  0  moved, and all that names it has followed
  1  moved, and something is left to do, which is printed; or with --check
  2  nothing was moved, for the reason that is printed
"""
_CONVERT_EXIT_CODES = """\
exit codes:
  0  all of it was kept
  1  something could not be kept, which is printed; or with --check
  2  nothing was written, for the reason that is printed
"""
_FREEZE_EXIT_CODES = """\
exit codes:
  0  the version is frozen, or would be
  1  with --check: it would be
  2  nothing was changed, for the reason that is printed
"""
_SYNC_EXIT_CODES = """\
exit codes:
  0  all elements are up to date, or have been updated
  1  with --check, --diff or --dry-run: an element is out of date
  2  nothing was changed, for the reason that is printed
"""


def add_new(commands: Commands) -> None:
    """Declare `docs-lsp new`."""
    new = declare_command(
        commands, "new", "create a site in a folder: a docs.json and a first page", _NEW_EXIT_CODES
    )
    new.add_argument("folder", metavar="FOLDER", help="the folder, which need not exist")
    new.add_argument(
        "--name", metavar="NAME", help="the name of the product (default: that of the folder)"
    )
    new.add_argument("--theme", default="mint", metavar="THEME", help="the theme (default: mint)")
    new.add_argument(
        "--color", default="#0D9373", metavar="COLOR", help="the main colour (default: %(default)s)"
    )
    add_change_modes(new)


def add_move(commands: Commands) -> None:
    """Declare `docs-lsp move`."""
    move = declare_command(
        commands,
        "move",
        "move a page, a folder or another file; entries, links and the rest follow",
        _MOVE_EXIT_CODES,
        " Old addresses get a redirect.",
    )
    move.add_argument("old", metavar="OLD", help="a page, with or without its extension, or a path")
    move.add_argument(
        "new", metavar="NEW", help="its new path; with a slash at the end, the folder it goes into"
    )
    add_site_option(move)
    add_change_modes(move)
    move.add_argument(
        "--no-translations",
        dest="translations",
        action="store_false",
        help="leave the translations of what moves where they are",
    )


def add_convert(commands: Commands) -> None:
    """Declare `docs-lsp convert`."""
    convert = declare_command(
        commands,
        "convert",
        "make a docs.json from a mint.json, or from a docs.json with keys of that format",
        _CONVERT_EXIT_CODES,
        " It is written beside the file, which stays as it is.",
    )
    convert.add_argument(
        "file",
        nargs="?",
        default="mint.json",
        metavar="FILE",
        help="the file, or a folder with a mint.json (default: mint.json)",
    )
    convert.add_argument(
        "--force", action="store_true", help="replace a docs.json that is there already"
    )
    add_change_modes(convert)


def add_freeze(commands: Commands) -> None:
    """Declare `docs-lsp freeze`."""
    freeze = declare_command(
        commands,
        "freeze",
        "keep a copy of the current version under its name, and rename the current one",
        _FREEZE_EXIT_CODES,
        " The current pages stay where they are; their copies go below a folder.",
    )
    freeze.add_argument("old", metavar="OLD", help="the name of the copy, such as v1")
    freeze.add_argument(
        "--next", required=True, metavar="NEW", help="the new name of the current version"
    )
    add_site_option(freeze)
    freeze.add_argument(
        "--folder", metavar="FOLDER", help="where the copies go (default: a folder called OLD)"
    )
    freeze.add_argument(
        "--under",
        metavar="TITLE",
        help="freeze the versions of this tab, product or other element alone (API, English > API)",
    )
    freeze.add_argument(
        "--tag",
        metavar="TAG",
        help="the tag of the current version (default: the one it has, or Latest); '' for none",
    )
    add_change_modes(freeze)


def add_sync(commands: Commands) -> None:
    """Declare `docs-lsp sync`."""
    sync = declare_command(
        commands,
        "sync",
        "update the elements of the navigation that docs-lsp.toml keeps in sync",
        _SYNC_EXIT_CODES,
        " Each `[[sync]]` names an element, and the folder, the specification or the language "
        "that fills it.",
    )
    add_site_option(sync)
    add_change_modes(sync)
