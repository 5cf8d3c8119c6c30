"""The arguments of the commands that report what readers of a site get."""

from __future__ import annotations

from docs_lsp.cli.arguments.options import add_color_option, add_site_option
from docs_lsp.cli.parser import Commands, declare_command

_URL_EXIT_CODES = """\
exit codes:
  0  each address works, or may
  1  at least one is broken (404)
  2  the command line cannot be understood, or there is no site
"""
_DIFF_EXIT_CODES = """\
exit codes:
  0  every address that worked still does, or may
  1  at least one no longer works
  2  the command line cannot be understood, or a revision or the site cannot be read
"""
_TRANSLATIONS_EXIT_CODES = """\
exit codes:
  0  the states are printed; with --check: no translation is older than its original
  1  with --check: at least one is
  2  the command line cannot be understood, the site cannot be read, or with
     --check the history does not tell how old a translation is
"""


def add_url(commands: Commands) -> None:
    """Declare `docs-lsp url`."""
    url = declare_command(
        commands,
        "url",
        "show what an address of the site opens, and through which redirects",
        _URL_EXIT_CODES,
        " Also where it is listed, in which language and version, and who may see it.",
    )
    url.add_argument(
        "addresses",
        nargs="+",
        metavar="ADDRESS",
        help="a path such as /guides/start, or a URL of the published site; - reads a list from "
        "standard input: a sitemap, a log of failed requests, or one address on each line",
    )
    add_site_option(url)
    url.add_argument("--missing", action="store_true", help="only the broken addresses")
    url.add_argument(
        "--format",
        choices=("text", "table", "json"),
        help="all that is known, one line for each, or for programs (default: text, and a table "
        "of what standard input gives)",
    )
    add_color_option(url)


def add_diff(commands: Commands) -> None:
    """Declare `docs-lsp diff`."""
    diff = declare_command(
        commands,
        "diff",
        "list what has changed for readers since a revision: addresses, pages, search",
        _DIFF_EXIT_CODES,
        " Broken addresses come with the redirects that repair them. Nothing but the local "
        "repository is read.",
    )
    diff.add_argument(
        "revisions",
        nargs="*",
        metavar="REF",
        help="the revision to begin at (default: HEAD), and the one to end at (default: the files "
        "as they are)",
    )
    diff.add_argument(
        "--exact",
        action="store_true",
        help="begin at the first revision itself, and not where the work since it began",
    )
    add_site_option(diff)
    diff.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="for people, for programs, or for a comment on a pull request (default: text)",
    )
    diff.add_argument(
        "--no-questions",
        dest="questions",
        action="store_false",
        help="do not search for the questions of questions.toml, which takes a while",
    )


def add_translations(commands: Commands) -> None:
    """Declare `docs-lsp translations`."""
    translations = declare_command(
        commands,
        "translations",
        "list translations that are missing, mere copies, or older than their original",
        _TRANSLATIONS_EXIT_CODES,
        " Also those with another structure, or with links into another language. Nothing but the "
        "local repository is read.",
    )
    translations.add_argument(
        "languages", nargs="*", metavar="LANGUAGE", help="only these, such as fr (default: all)"
    )
    translations.add_argument(
        "--check",
        action="store_true",
        help="exit with 1 if a translation is older than its original",
    )
    add_site_option(translations)
    translations.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="for people, for programs, or for a comment or an issue (default: text)",
    )
