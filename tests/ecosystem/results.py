"""What one build makes of one site: its findings, what `fix` would write, and the time it takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.ecosystem.builds import Build, Printed, run_command

CHECK = "check"
FIXES: Mapping[str, str] = {"fix": "safe", "fix --unsafe": "preferred"}
"""The commands that write, and the flag of the fixes that each of them makes."""
_HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")
_NO_FILE = "/dev/null"


class Offer(NamedTuple):
    """A fix that is offered for a finding."""

    title: str
    safe: bool
    preferred: bool
    changes: str
    """What it would change, as JSON."""


class Finding(NamedTuple):
    """A finding of a rule."""

    rule: str
    file: str
    span: tuple[int, int, int, int]
    """Line and column of its start and its end, from 1."""
    severity: str
    message: str


class Edit(NamedTuple):
    """Neighbouring lines that a command would replace in a file."""

    file: str
    line: int
    """The first line, from 1; of what is only added, the line after which it comes."""
    removed: tuple[str, ...]
    added: tuple[str, ...]


class SiteResult(NamedTuple):
    """The outcome of all commands for one site."""

    site: str
    offers: Mapping[Finding, tuple[Offer, ...]]
    """All findings, each with the fixes that an editor offers."""
    edits: Mapping[str, Mapping[Edit, str]]
    """For each command that writes the edits, with the names of the rules that make them."""
    seconds: Mapping[str, float]
    faults: Mapping[str, str]
    """The commands that failed, each with the last line that it printed."""


def inspect_site(build: Build, docs_json: Path, site: str) -> SiteResult:
    """Run all commands; nothing is written."""
    check = run_command(build, docs_json.parent, "check", "--format", "json", str(docs_json))
    printed = {CHECK: check}
    for command in FIXES:
        printed[command] = run_command(
            build, docs_json.parent, *command.split(), "--diff", str(docs_json)
        )
    faults = {name: _last_line(one) for name, one in printed.items() if one.code not in (0, 1)}
    found = [] if CHECK in faults else json.loads(check.output)["findings"]
    edits = {
        command: _attribute_edits(parse_diff(printed[command].output, site), found, flag, site)
        for command, flag in FIXES.items()
    }
    return SiteResult(
        site,
        {_parse_finding(one, site): tuple(map(_parse_offer, one["fixes"])) for one in found},
        edits,
        {name: one.seconds for name, one in printed.items()},
        faults,
    )


def _last_line(printed: Printed) -> str:
    return (printed.messages.strip().splitlines() or [f"exit code {printed.code}"])[-1]


def _parse_finding(finding: Mapping[str, Any], site: str) -> Finding:
    start, end = finding["range"]["start"], finding["range"]["end"]
    span = (start["line"], start["column"], end["line"], end["column"])
    file = f"{site}/{finding['file']}"
    return Finding(finding["rule"], file, span, finding["severity"], finding["message"])


def _parse_offer(fix: Mapping[str, Any]) -> Offer:
    changes = json.dumps(fix["changes"], ensure_ascii=False)
    return Offer(fix["title"], fix["safe"], fix["preferred"], changes)


def parse_diff(diff: str, site: str) -> list[Edit]:
    """The edits of a unified diff. As many lines as they replace are taken one by one."""
    edits: list[Edit] = []
    file, line = "", 0
    removed: list[str] = []
    added: list[str] = []

    def close() -> None:
        if removed or added:
            first = line - len(removed) if removed else line - 1
            edits.extend(_split_edit(Edit(file, first, tuple(removed), tuple(added))))
        removed.clear()
        added.clear()

    left = 0
    for text in diff.split("\n"):
        kind = text[:1]
        if left <= 0 and text.startswith("--- "):
            close()
            file = text[4:]
        elif left <= 0 and text.startswith("+++ "):
            named = text[4:] if file == _NO_FILE else file
            file = f"{site}/{named[2:]}"
        elif match := _HEAD.match(text):
            close()
            line = int(match[1]) + (match[2] == "0")
            left = _count_lines(text)
        elif kind == "-":
            removed.append(text[1:])
            line, left = line + 1, left - 1
        elif kind == "+":
            added.append(text[1:])
            left -= 1
        elif kind == " ":
            close()
            line, left = line + 1, left - 2
    close()
    return edits


def _count_lines(head: str) -> int:
    """How many lines a hunk has, those that stay counted twice."""
    return sum(int(count or 1) for count in re.findall(r"[-+]\d+(?:,(\d+))?", head.split("@@")[1]))


def _split_edit(edit: Edit) -> Iterator[Edit]:
    if len(edit.removed) != len(edit.added):
        yield edit
        return
    for index, (old, new) in enumerate(zip(edit.removed, edit.added, strict=True)):
        yield Edit(edit.file, edit.line + index, (old,), (new,))


def _attribute_edits(
    edits: Sequence[Edit], found: Sequence[Mapping[str, Any]], flag: str, site: str
) -> dict[Edit, str]:
    """Each edit with the rules whose first fix of a kind touches its lines."""
    touched: dict[str, list[tuple[int, int, str]]] = {}
    for finding in found:
        wanted = next((fix for fix in finding["fixes"] if fix[flag]), {"changes": ()})
        for change in wanted["changes"]:
            first, last = 0, 10**9
            if change["kind"] == "edit":
                first, last = (change["range"][end]["line"] for end in ("start", "end"))
            for file in filter(None, (change["file"], change.get("to"))):
                touched.setdefault(f"{site}/{file}", []).append((first, last, finding["rule"]))
    return {edit: _name_rules(edit, touched.get(edit.file, ())) for edit in edits}


def _name_rules(edit: Edit, touched: Sequence[tuple[int, int, str]]) -> str:
    last = edit.line + max(len(edit.removed), 1) - 1
    for slack in (0, 1):  # A line may be added before or after the one that is named.
        rules = {
            rule
            for first, end, rule in touched
            if first - slack <= last and edit.line <= end + slack
        }
        if rules:
            return ", ".join(sorted(rules))
    return "(after another fix)"
