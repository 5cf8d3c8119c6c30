"""The arguments of the commands that report on a site, on docs-lsp and on the installation."""

from __future__ import annotations

from docs_lsp.cli.arguments.options import (
    add_color_option,
    add_format_option,
    add_paths_argument,
    add_site_option,
)
from docs_lsp.cli.parser import Commands, declare_command


def add_url(commands: Commands) -> None:
    """Declare `docs-lsp url`."""
    url = declare_command(
        commands,
        "url",
        "show what an address of the site opens, and through which redirects",
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
        help="all details, one line for each, or for programs (default: text, or table if the "
        "addresses come from standard input)",
    )
    add_color_option(url)


def add_diff(commands: Commands) -> None:
    """Declare `docs-lsp diff`."""
    diff = declare_command(
        commands,
        "diff",
        "list what has changed for readers since a revision: addresses, pages, search",
        " Broken addresses come with the redirects that repair them. Only the local "
        "repository is read.",
    )
    diff.add_argument(
        "revisions",
        nargs="*",
        metavar="REF",
        help="the revision to compare with (default: HEAD), and the later one (default: the files "
        "as they are)",
    )
    diff.add_argument(
        "--exact",
        action="store_true",
        help="compare with the revision itself, not the merge base",
    )
    add_site_option(diff)
    add_format_option(
        diff,
        "text",
        "json",
        "markdown",
        about="for people, for programs, or for a comment on a pull request",
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
        "list translations that are missing, untranslated copies, or older than the original",
        " Also those with a different structure, or with links into another language. Only the "
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
    add_format_option(
        translations,
        "text",
        "json",
        "markdown",
        about="for people, for programs, or for a comment or an issue",
    )


def add_rules(commands: Commands) -> None:
    """Declare `docs-lsp rules`."""
    rules = declare_command(
        commands, "rules", "list the rules: name, severity, what can be fixed, what each is about"
    )
    add_format_option(rules, "text", "json", about="for people or for programs")


def add_explain(commands: Commands) -> None:
    """Declare `docs-lsp explain`."""
    explain = declare_command(
        commands,
        "explain",
        "explain what a rule is about, why it matters, and how to fix what it finds",
    )
    explain.add_argument("rule", metavar="RULE", help="a name, as `docs-lsp rules` lists them")
    add_format_option(explain, "text", "markdown", about="for a terminal, or as Markdown")
    add_color_option(explain)


def add_manual(commands: Commands) -> None:
    """Declare `docs-lsp manual`."""
    manual = declare_command(commands, "manual", "print a page of the manual")
    manual.add_argument(
        "topic",
        nargs="?",
        metavar="TOPIC",
        help="a page, such as ci or the name of a rule (default: the list of pages)",
    )


def add_schema(commands: Commands) -> None:
    """Declare `docs-lsp schema`."""
    schema = declare_command(commands, "schema", "print the JSON Schema of docs.json")
    other = schema.add_mutually_exclusive_group()
    other.add_argument(
        "--settings", action="store_true", help="print the schema of docs-lsp.toml instead"
    )
    other.add_argument(
        "--report", action="store_true", help="print the schema of `docs-lsp check --format json`"
    )
    other.add_argument(
        "--baseline", action="store_true", help="print the schema of docs-lsp-baseline.json"
    )
    other.add_argument(
        "--preview-report",
        action="store_true",
        help="print the schema of `mcp-preview report --format json`",
    )
    for name in ("diff", "translations", "url"):
        other.add_argument(
            f"--{name}",
            action="store_true",
            help=f"print the schema of `docs-lsp {name} --format json`",
        )


def add_cache(commands: Commands) -> None:
    """Declare `docs-lsp cache`."""
    cache = declare_command(
        commands,
        "cache",
        "print where the cache is and how large it is, or remove it",
        more=" All cached data can be recreated.",
    )
    cache.add_argument(
        "action", nargs="?", choices=("show", "clear"), default="show", help="default: show"
    )


def add_completions(commands: Commands) -> None:
    """Declare `docs-lsp completions`."""
    completions = declare_command(
        commands, "completions", "print a script that completes commands and options in a shell"
    )
    completions.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")


def add_help(commands: Commands) -> None:
    """Declare `docs-lsp help`, only for the list of commands."""
    help_command = declare_command(commands, "help", "print the help of a command")
    help_command.add_argument("name", nargs="?", metavar="COMMAND", help="the command")


def add_doctor(commands: Commands) -> None:
    """Declare `docs-lsp doctor`."""
    doctor = declare_command(
        commands,
        "doctor",
        "check the installation, and print what a bug report needs",
        " It also looks at the sites and at the editor that was used last.",
    )
    add_paths_argument(doctor)
