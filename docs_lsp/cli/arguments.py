"""The commands and options of the command line."""

from __future__ import annotations

from argparse import SUPPRESS, Namespace, _SubParsersAction
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from docs_lsp import __version__
from docs_lsp.cli.parser import CommandParser

_Commands: TypeAlias = "_SubParsersAction[CommandParser]"

_ABOUT = "A language server and linter for docs.json, the file that defines a documentation site."
_EXIT_CODES = """\
exit codes:
  0  no errors and no warnings (or no site of this kind was found)
  1  at least one error or warning
  2  the command line, docs-lsp.toml or a baseline cannot be understood, or
     docs-lsp itself failed
"""
_FIX_EXIT_CODES = """\
exit codes:
  0  no errors and no warnings are left (or no site of this kind was found)
  1  at least one error or warning is left, or --diff shows a change
  2  a site could not be fixed, for the reason that is printed
"""
_MOVE_EXIT_CODES = """\
exit codes:
  0  moved, and all that names it has followed
  1  moved, and something is left to do, which is printed
  2  nothing was moved, for the reason that is printed
"""
_FREEZE_EXIT_CODES = """\
exit codes:
  0  the version is frozen, or would be
  2  nothing was changed, for the reason that is printed
"""
_SYNC_EXIT_CODES = """\
exit codes:
  0  all elements are in step, or are now
  1  with --check or --dry-run: an element is out of step
  2  nothing was changed, for the reason that is printed
"""
_CONVERT_EXIT_CODES = """\
exit codes:
  0  all of it was kept
  1  something could not be kept, which is printed
  2  nothing was written, for the reason that is printed
"""
_URL_EXIT_CODES = """\
exit codes:
  0  something answers each address, or may
  1  nothing answers at least one
  2  the command line cannot be understood, or there is no site
"""
_DIFF_EXIT_CODES = """\
exit codes:
  0  every address that answered still does, or may
  1  at least one stopped answering
  2  the command line cannot be understood, or a revision or the site cannot be read
"""
_TRANSLATIONS_EXIT_CODES = """\
exit codes:
  0  the states are printed; with --check: no translation is older than its original
  1  with --check: at least one is
  2  the command line cannot be understood, the site cannot be read, or with
     --check the history does not tell how old a translation is
"""
_DOCTOR_EXIT_CODES = """\
exit codes:
  0  nothing stands in the way
  1  something needs fixing, which is printed
"""


def parse(argv: Sequence[str]) -> Namespace:
    """The arguments as a namespace; help, version and misuse end the program right here."""
    if argv[:1] == ["preview"]:
        # Its options are those of another program, which also has the help about them.
        return Namespace(command="preview", rest=argv[1:])
    parser = CommandParser("docs-lsp", description=_ABOUT)
    parser.add_argument("--version", action="version", version=f"docs-lsp {__version__}")
    _add_connection(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_check(commands)
    _add_fix(commands)
    _add_move(commands)
    _add_convert(commands)
    _add_freeze(commands)
    _add_sync(commands)
    _add_url(commands)
    _add_diff(commands)
    _add_translations(commands)
    _add_rules(commands)
    _add_explain(commands)
    _add_schema(commands)
    _add_doctor(commands)
    _add(commands, "preview", "serve the site's search MCP server, as a client finds it")
    _add_mcp(commands)
    _add_server(commands)
    return parser.parse_args(argv)


def _add(
    commands: _Commands, name: str, what: str, codes: str | None = None, more: str = ""
) -> CommandParser:
    """A command: what it does, in half a sentence; its exit codes; what its own help adds."""
    description = f"{what[0].upper()}{what[1:]}.{more}"
    return commands.add_parser(name, help=what, description=description, epilog=codes)


def _add_check(commands: _Commands) -> None:
    check = _add(
        commands, "check", "find the sites in a folder and print what is wrong in them", _EXIT_CODES
    )
    _add_paths(check)
    check.add_argument(
        "--format",
        choices=("text", "json", "sarif", "github", "junit"),
        default="text",
        help="for people, for programs, or for a CI system (default: text)",
    )
    _add_selection(check)
    _add_baseline(check)
    _add_no_files(check)
    _add_no_cache(check)
    _add_against(check)
    check.add_argument(
        "--all",
        action="store_true",
        help="show each finding, also where several have one cause",
    )
    check.add_argument(
        "-q", "--quiet", action="store_true", help="one line for each finding, and nothing else"
    )
    _add_color(check)


def _add_no_files(command: CommandParser) -> None:
    command.add_argument(
        "--no-files",
        action="store_true",
        help="check docs.json alone: for a file that is not among the pages it lists",
    )


def _add_against(command: CommandParser) -> None:
    command.add_argument(
        "--against",
        metavar="REF",
        help="also tell what readers lose since the last common commit of this revision and HEAD: "
        "addresses that stop answering, pages that leave the index",
    )
    command.add_argument("--exact", action="store_true", help="compare with the revision itself")


def _add_no_cache(command: CommandParser) -> None:
    command.add_argument(
        "--no-cache",
        action="store_true",
        help="read all pages anew, and keep nothing of them for the next time",
    )


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


def _add_color(parser: CommandParser) -> None:
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="whether to use colours (default: auto, in a terminal)",
    )


def _add_fix(commands: _Commands) -> None:
    fix = _add(
        commands,
        "fix",
        "fix what can be fixed without asking, and print what was done",
        _FIX_EXIT_CODES,
    )
    _add_paths(fix)
    fix.add_argument(
        "--unsafe",
        action="store_true",
        help="also make the obvious fix where a writer might have meant something else",
    )
    fix.add_argument(
        "--diff", action="store_true", help="write nothing; print what would change as a diff"
    )
    _add_selection(fix)
    _add_no_files(fix)
    _add_no_cache(fix)
    _add_against(fix)


def _add_move(commands: _Commands) -> None:
    move = _add(
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
    move.add_argument(
        "path",
        nargs="?",
        metavar="PATH",
        help="the folder of the site, or its docs.json (default: the site that OLD lies in)",
    )
    move.add_argument(
        "--dry-run", action="store_true", help="write nothing; print what would be done"
    )
    move.add_argument(
        "--diff", action="store_true", help="write nothing; print what would change as a diff"
    )
    move.add_argument(
        "--no-translations",
        dest="translations",
        action="store_false",
        help="leave the translations of what moves where they are",
    )


def _add_freeze(commands: _Commands) -> None:
    freeze = _add(
        commands,
        "freeze",
        "keep a copy of the current version under its name, and call the current one anew",
        _FREEZE_EXIT_CODES,
        " What is current stays where it is; the copies of its pages go below a folder.",
    )
    freeze.add_argument("old", metavar="OLD", help="the name of the copy, such as v1")
    freeze.add_argument(
        "--next",
        required=True,
        metavar="NEW",
        help="what the current version is called from now on",
    )
    freeze.add_argument(
        "--site",
        metavar="PATH",
        help="the folder of the site, or its docs.json (default: the site around this folder)",
    )
    freeze.add_argument(
        "--folder", metavar="FOLDER", help="where the copies go (default: a folder called OLD)"
    )
    freeze.add_argument(
        "--tag",
        metavar="TAG",
        help="the tag of the current version (default: the one it has, or Latest); '' for none",
    )
    freeze.add_argument(
        "--dry-run", action="store_true", help="write nothing; print what would change as a diff"
    )


def _add_sync(commands: _Commands) -> None:
    sync = _add(
        commands,
        "sync",
        "bring the elements of the navigation in step that docs-lsp.toml declares",
        _SYNC_EXIT_CODES,
        " Each `[[sync]]` names an element, and the folder, the specification or the language "
        "that fills it.",
    )
    sync.add_argument(
        "--site",
        metavar="PATH",
        help="the folder of the site, or its docs.json (default: the site around this folder)",
    )
    sync.add_argument(
        "--check", action="store_true", help="write nothing; print what is out of step"
    )
    sync.add_argument(
        "--dry-run", action="store_true", help="write nothing; print what would change as a diff"
    )


def _add_convert(commands: _Commands) -> None:
    convert = _add(
        commands,
        "convert",
        "make a docs.json of a mint.json, or of a docs.json with keys of that older shape",
        _CONVERT_EXIT_CODES,
        " It is written beside the file, which stays as it is.",
    )
    convert.add_argument(
        "file", nargs="?", default="mint.json", metavar="FILE", help="default: mint.json"
    )
    convert.add_argument(
        "--force", action="store_true", help="replace a docs.json that is there already"
    )
    convert.add_argument(
        "--dry-run", action="store_true", help="write nothing; print the docs.json"
    )


def _add_url(commands: _Commands) -> None:
    url = _add(
        commands,
        "url",
        "tell what answers an address of the site, and through which redirects",
        _URL_EXIT_CODES,
        " Also where it is listed, in which language and version, and who may see it.",
    )
    url.add_argument(
        "addresses",
        nargs="+",
        metavar="ADDRESS",
        help="a path such as /guides/start, or a URL of the published site; - reads a list from "
        "standard input: a sitemap, a log of failed requests, or one address in a line",
    )
    url.add_argument(
        "--site",
        metavar="PATH",
        help="the folder of the site, or its docs.json (default: the site around this folder)",
    )
    url.add_argument(
        "--missing", action="store_true", help="only the addresses that nothing answers"
    )
    url.add_argument(
        "--format",
        choices=("text", "table", "json"),
        help="all that is known, one line for each, or for programs (default: text, and a table "
        "of what standard input gives)",
    )
    _add_color(url)


def _add_paths(command: CommandParser) -> None:
    command.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a folder to search for docs.json, or a file to take for one (default: here)",
    )


def _add_selection(command: CommandParser) -> None:
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


def _add_diff(commands: _Commands) -> None:
    diff = _add(
        commands,
        "diff",
        "tell what readers notice since a revision: addresses, pages, search",
        _DIFF_EXIT_CODES,
        " With the redirects that mend what stopped answering. Nothing but the local repository "
        "is read.",
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
    diff.add_argument(
        "--site",
        metavar="PATH",
        help="the folder of the site, or its docs.json (default: the site around this folder)",
    )
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


def _add_translations(commands: _Commands) -> None:
    translations = _add(
        commands,
        "translations",
        "tell which translations are missing, mere copies, or older than their original",
        _TRANSLATIONS_EXIT_CODES,
        " Also those that are built otherwise, or link into another language. Nothing but the "
        "local repository is read.",
    )
    translations.add_argument(
        "languages", nargs="*", metavar="LANGUAGE", help="only these, such as fr (default: all)"
    )
    translations.add_argument(
        "--check",
        action="store_true",
        help="end with 1 where a translation is older than its original",
    )
    translations.add_argument(
        "--site",
        metavar="PATH",
        help="the folder of the site, or its docs.json (default: the site around this folder)",
    )
    translations.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="for people, for programs, or for a comment or an issue (default: text)",
    )


def _add_rules(commands: _Commands) -> None:
    rules = _add(
        commands, "rules", "list the rules: name, severity, what can be fixed, what each is about"
    )
    rules.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people or for programs (default: text)",
    )


def _add_explain(commands: _Commands) -> None:
    explain = _add(
        commands,
        "explain",
        "explain what a rule is about, why it matters, and how to fix what it finds",
    )
    explain.add_argument("rule", metavar="RULE", help="a name, as `docs-lsp rules` lists them")
    explain.add_argument(
        "--format",
        choices=("text", "markdown"),
        default="text",
        help="for a terminal, or as Markdown (default: text)",
    )
    _add_color(explain)


def _add_schema(commands: _Commands) -> None:
    schema = _add(commands, "schema", "print the JSON Schema of docs.json")
    other = schema.add_mutually_exclusive_group()
    other.add_argument(
        "--settings", action="store_true", help="print that of docs-lsp.toml instead"
    )
    other.add_argument(
        "--report", action="store_true", help="print that of `docs-lsp check --format json`"
    )
    other.add_argument(
        "--baseline", action="store_true", help="print that of docs-lsp-baseline.json"
    )


def _add_doctor(commands: _Commands) -> None:
    doctor = _add(
        commands,
        "doctor",
        "look for what stands in the way, and print what a report of a bug needs",
        _DOCTOR_EXIT_CODES,
        " It looks at the installation, the sites and the editor that was there last.",
    )
    _add_paths(doctor)


def _add_mcp(commands: _Commands) -> None:
    mcp = _add(
        commands,
        "mcp",
        "give agents that write docs the checks and refactorings as MCP tools",
        more=" It speaks on standard input and output; nothing outside of the site is touched.",
    )
    mcp.add_argument(
        "path",
        nargs="?",
        metavar="PATH",
        help="the folder of the site (default: the site around this folder, or this folder)",
    )


def _add_server(commands: _Commands) -> None:
    _add_connection(_add(commands, "server", "speak the Language Server Protocol (the default)"))


def _add_connection(parser: CommandParser) -> None:
    # Suppressed defaults, so that `docs-lsp --tcp HOST:PORT server` keeps what was given first.
    parser.add_argument(
        "--stdio",
        action="store_true",
        default=SUPPRESS,
        help="speak on standard input and output (the default)",
    )
    parser.add_argument(
        "--tcp",
        metavar="HOST:PORT",
        default=SUPPRESS,
        help="wait for one editor on this loopback address instead; port 0 takes any free one",
    )
    parser.add_argument(
        "--log",
        metavar="FILE",
        type=Path,
        default=SUPPRESS,
        help="write the log to a file, beside standard error",
    )
    parser.add_argument(
        "--log-level",
        metavar="LEVEL",
        choices=("error", "warning", "info", "debug"),
        default=SUPPRESS,
        help="how much to log: error, warning (the default), info (that with --log) or debug, "
        "which has a line for each message of the protocol",
    )
