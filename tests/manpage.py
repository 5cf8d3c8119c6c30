"""The man page of `docs-lsp`, made of the declarations of its command line.

    python -m tests.manpage

writes `docs_lsp/docs-lsp.1` anew, which the wheel installs. A test insists that it is current.
"""

from __future__ import annotations

from argparse import Action
from collections.abc import Iterator
from pathlib import Path

import docs_lsp
from docs_lsp.cli.arguments import build_parser, list_commands
from docs_lsp.cli.parser import CommandParser

PAGE = Path(__file__).parents[1] / "docs_lsp" / "docs-lsp.1"
_ENVIRONMENT = {
    "DOCS_LSP_CACHE": "The folder for cached data, instead of docs-lsp in the user's cache folder.",
    "NO_COLOR": "Use no colours.",
    "FORCE_COLOR": "Use colours even if the output is not a terminal.",
}
_FILES = {
    "docs.json": "The file that defines a documentation site.",
    "docs-lsp.toml": "The settings of docs-lsp for the site, beside docs.json.",
    "docs-lsp-baseline.json": "The findings that the project has put off, beside docs.json.",
}


def manpage() -> str:
    """The page in the language of man(7)."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    parser = build_parser()
    yield f'.TH DOCS\\-LSP 1 "" "docs\\-lsp {docs_lsp.__version__}"'
    yield from (".SH NAME", "docs\\-lsp \\- check, fix and preview documentation sites")
    yield from (".SH SYNOPSIS", ".B docs\\-lsp", "[\\fIoptions\\fR] \\fIcommand\\fR ...")
    yield from (".SH DESCRIPTION", _escape(parser.description or ""))
    yield "Without a command it serves an editor on standard input and output."
    yield ".SH OPTIONS"
    yield from _describe_actions(parser)
    yield ".SH COMMANDS"
    for name, (_, command) in list_commands(parser).items():
        yield from (f".SS docs\\-lsp {_escape(name)}", _escape(command.description or ""))
        yield from _describe_actions(command)
        yield from (".PP", ".nf", _escape((command.epilog or "").rstrip()), ".fi")
    for heading, entries in (("ENVIRONMENT", _ENVIRONMENT), ("FILES", _FILES)):
        yield f".SH {heading}"
        for name, about in entries.items():
            yield from (".TP", f".B {_escape(name)}", _escape(about))


def _describe_actions(parser: CommandParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in parser._get_optional_actions() + parser._get_positional_actions():
        if action.help and not isinstance(action.choices, dict):
            yield from (".TP", _format_name(action), _escape(formatter._expand_help(action)))


def _format_name(action: Action) -> str:
    choices = "|".join(map(str, action.choices)) if action.choices else ""
    value = action.metavar or (f"{{{choices}}}" if choices else action.dest)
    if not action.option_strings:
        return f"\\fI{_escape(str(value))}\\fR"
    names = ", ".join(f"\\fB{_escape(name)}\\fR" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} \\fI{_escape(str(value))}\\fR"


def _escape(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        f"\\&{line}" if line[:1] in (".", "'") else line for line in escaped.split("\n")
    )


if __name__ == "__main__":
    PAGE.write_text(manpage(), encoding="utf-8")
