"""The arguments of the commands that change the structure of a site."""

from __future__ import annotations

from docs_lsp.cli.arguments.options import add_change_modes, add_site_option
from docs_lsp.cli.parser import Commands, declare_command


def add_new(commands: Commands) -> None:
    """Declare `docs-lsp new`."""
    new = declare_command(
        commands, "new", "create a site in a folder: a docs.json and a first page"
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
        "move a page, a folder or another file, and update all references to it",
        " Old addresses get a redirect.",
    )
    move.add_argument("old", metavar="OLD", help="a page, with or without its extension, or a path")
    move.add_argument(
        "new", metavar="NEW", help="its new path; with a final slash, the folder to move it into"
    )
    add_site_option(move)
    add_change_modes(move)
    move.add_argument(
        "--no-translations",
        dest="translations",
        action="store_false",
        help="do not move the translations as well",
    )


def add_convert(commands: Commands) -> None:
    """Declare `docs-lsp convert`."""
    convert = declare_command(
        commands,
        "convert",
        "make a docs.json from a mint.json, or from a docs.json with keys of that format",
        " It is written to the same folder; the file itself is not changed.",
    )
    convert.add_argument(
        "file",
        nargs="?",
        default="mint.json",
        metavar="FILE",
        help="the file, or a folder with a mint.json (default: mint.json)",
    )
    convert.add_argument("--force", action="store_true", help="replace an existing docs.json")
    add_change_modes(convert)


def add_freeze(commands: Commands) -> None:
    """Declare `docs-lsp freeze`."""
    freeze = declare_command(
        commands,
        "freeze",
        "archive the current version under its name, and rename the current one",
        " The current pages keep their paths; the copies go into a folder.",
    )
    freeze.add_argument("old", metavar="OLD", help="the name of the copy, such as v1")
    freeze.add_argument(
        "--next", required=True, metavar="NEW", help="the new name of the current version"
    )
    add_site_option(freeze)
    freeze.add_argument(
        "--folder", metavar="FOLDER", help="the folder of the copies (default: OLD)"
    )
    freeze.add_argument(
        "--under",
        metavar="TITLE",
        help="freeze only the versions of this tab, product or other element (API, English > API)",
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
        " Each `[[sync]]` names an element, and the folder, the specification or the language "
        "that fills it.",
    )
    add_site_option(sync)
    add_change_modes(sync)
