"""The parts of the manual and the README that are made from the code.

    python -m tests.manual

writes them. The commands come from argparse, the settings and the JSON formats from their schemas,
and the rules from their docstrings. Commands in `console` blocks are run, and their output is
written below them; if one fails, no file is changed. The table of speed in the README is a
selection of the benchmarks in the manual. A test insists that all of it is current.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from docs_lsp.cli import main as run_docs_lsp
from docs_lsp.cli import time_limit
from docs_lsp.cli.arguments import build_parser
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import (
    FIX_WORDS,
    MANUAL,
    describe_severity_and_fixes,
    parse_explanation,
    render_markdown,
)
from docs_lsp.rules.framework.rule import Rule
from mcp_preview import cli as preview
from tests.manual_reference import (
    describe_commands,
    describe_formats,
    describe_settings,
    escape_cell,
    make_page,
)

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SPEED_MARKS = "<!-- speed -->\n", "<!-- /speed -->\n"
SHOWN_SPEED = (
    ("keystroke, valid", "10,000", "bare pygls"),
    ("keystroke, valid", "10,000", "vscode-json-language-server"),
    ("check, the first time", "25,000 pages", ""),
    ("check, once more", "25,000 pages", "reading its files"),
    ("preview: search, 1 client", "25,000 pages", "empty tool of the SDK"),
)
"""The rows of the benchmarks that the README shows: what, size, and what it is compared with."""


def generate() -> dict[str, str]:
    """The text of each generated page by its path, such as `reference/commands`."""
    rules = all_rules()
    return {
        "reference/commands": describe_commands(
            "Commands of docs-lsp",
            "Every command and option of docs-lsp, with the exit codes.",
            build_parser(),
        ),
        "reference/preview-commands": describe_commands(
            "Commands of mcp-preview",
            "Every command and option of mcp-preview. `docs-lsp preview` is `mcp-preview serve`.",
            preview.make_parser(),
        ),
        "reference/settings": describe_settings(),
        "reference/json-fields": describe_formats(),
        "reference/all-rules": _list_rules(list(rules.values())),
        **{f"rules/{name}": _rule(rule) for name, rule in rules.items()},
    }


def current() -> dict[Path, str]:
    """Return the text that each file of the manual, and the README, should have.

    Raises `SystemExit` if a command in a `console` block fails.
    """
    generated = {MANUAL / f"{path}.md": text for path, text in generate().items()}
    rest = [file for file in MANUAL.rglob("*.md") if file not in generated and not _is_rule(file)]
    by_hand = {file: _run_examples(file.read_text("utf-8")) for file in rest}
    return {**generated, **by_hand, README: _show_speed(_run_examples(README.read_text("utf-8")))}


def main() -> None:
    """Write everything, and remove the pages of rules that no longer exist."""
    files = current()
    for file in MANUAL.rglob("*.md"):
        if file not in files:
            file.unlink()
    for file, text in files.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    run_docs_lsp(["sync", "--site", str(MANUAL)])


def _is_rule(file: Path) -> bool:
    return file.parent == MANUAL / "rules"


def _run_examples(text: str) -> str:
    """Return a page with the output of the commands in its `console` blocks.

    Raises `SystemExit` if one ends with another code than 0 or 1, which means findings.
    """

    def run(block: re.Match[str]) -> str:
        output = TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n")
        # A slow machine's notices about that are not part of the manual.
        says_nothing = patch.object(time_limit, "SAYS_AFTER", 3600.0)
        with chdir(ROOT), redirect_stdout(output), redirect_stderr(output), says_nothing:
            code = run_docs_lsp(shlex.split(block[1])[1:])
        output.flush()
        printed = output.buffer.getvalue().decode("utf-8")
        if code not in (0, 1):
            raise SystemExit(f"`{block[1]}` failed, so no file was changed:\n{printed}")
        return f"```console\n$ {block[1]}\n{printed.rstrip()}\n```"

    return re.sub(r"^```console\n\$ (docs-lsp .*)\n(?:.*\n)*?```$", run, text, flags=re.M)


def _show_speed(readme: str) -> str:
    """The README with its rows of the benchmarks."""
    table = (MANUAL / "reference/benchmarks.md").read_text("utf-8")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    rows = [row for row in cells if len(row) == 10]
    shown = [
        next(row for row in rows if row[0].startswith(what) and row[1:8:6] == [size, peer])
        for what, size, peer in SHOWN_SPEED
    ]
    lines = ["| what | size | time | beside | its time | ratio |", "|---|---|---:|---|---:|---:|"]
    lines += [f"| {' | '.join([*row[:3], *row[7:]])} |" for row in shown]
    before, _, rest = readme.partition(SPEED_MARKS[0])
    _, _, after = rest.partition(SPEED_MARKS[1])
    return "".join(
        [
            before,
            SPEED_MARKS[0],
            "\n",
            *(f"{line}\n" for line in lines),
            "\n",
            SPEED_MARKS[1],
            after,
        ]
    )


def _list_rules(rules: Sequence[Rule]) -> str:
    rows = [
        f"| [{rule.name}](../rules/{rule.name}.md) | {_level(rule)} | {FIX_WORDS[rule.fixes]} "
        f"| {escape_cell(rule.title)} |"
        for rule in rules
    ]
    return make_page(
        "All rules",
        f"The {len(rules)} rules with their severity and fixes; each has a page of its own.",
        [
            "`docs-lsp rules` prints this list, and `docs-lsp explain missing-page` explains a "
            "rule at the terminal.",
            "\n".join(["| rule | severity | fix | finding |", "|---|---|---|---|", *rows]),
        ],
    )


def _level(rule: Rule) -> str:
    return "off" if rule.severity is None else rule.severity.name.lower()


def _rule(rule: Rule) -> str:
    """The explanation of a rule, with its headings one level higher."""
    explanation = parse_explanation(rule)
    _, _, text = render_markdown(rule).partition(f"*{describe_severity_and_fixes(rule)}*\n\n")
    for section in explanation.sections:
        text = text.replace(f"### {section.heading}\n", f"## {section.heading}\n", 1)
    return make_page(
        rule.name, explanation.title, [f"{describe_severity_and_fixes(rule)}.", text.rstrip()]
    )


if __name__ == "__main__":
    main()
