"""The arguments of the commands about the rules, the schemas and the installation."""

from __future__ import annotations

from docs_lsp.cli.arguments.options import add_color_option, add_paths_argument
from docs_lsp.cli.parser import Commands, declare_command

_DOCTOR_EXIT_CODES = """\
exit codes:
  0  no problems were found
  1  something needs fixing, which is printed
"""


def add_rules(commands: Commands) -> None:
    """Declare `docs-lsp rules`."""
    rules = declare_command(
        commands, "rules", "list the rules: name, severity, what can be fixed, what each is about"
    )
    rules.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people or for programs (default: text)",
    )


def add_explain(commands: Commands) -> None:
    """Declare `docs-lsp explain`."""
    explain = declare_command(
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
        "--settings", action="store_true", help="print that of docs-lsp.toml instead"
    )
    other.add_argument(
        "--report", action="store_true", help="print that of `docs-lsp check --format json`"
    )
    other.add_argument(
        "--baseline", action="store_true", help="print that of docs-lsp-baseline.json"
    )
    other.add_argument(
        "--preview-report",
        action="store_true",
        help="print that of `mcp-preview report --format json`",
    )
    for name in ("diff", "translations", "url"):
        other.add_argument(
            f"--{name}", action="store_true", help=f"print that of `docs-lsp {name} --format json`"
        )


def add_cache(commands: Commands) -> None:
    """Declare `docs-lsp cache`."""
    cache = declare_command(
        commands,
        "cache",
        "print where the cache is and how large it is, or remove it",
        more=" All cached data can be made again.",
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
        _DOCTOR_EXIT_CODES,
        " It also looks at the sites and at the editor that was used last.",
    )
    add_paths_argument(doctor)
