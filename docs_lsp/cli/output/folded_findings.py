"""Findings in blocks: those with one cause as one, and which blocks a person is shown."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from docs_lsp.cli.findings import ReportedFinding
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.pages_without_readers import UNLISTED_PAGES
from docs_lsp.evaluation.shared_causes import Cause, CauseKind

SHOWN = 3
"""The maximum number of places of a cause that are shown."""
_OF_PAGES = {
    "hidden-wins": (
        "listed pages",
        "are also listed by a hidden element, so search does not find them. Remove the hidden "
        "entries, or take `hidden` away.",
    ),
    "noindex-listed": (
        "listed pages",
        "have `noindex: true`, so search and the MCP server skip them. Remove `noindex` if readers "
        "should find them.",
    ),
    "unlisted-page": (
        "pages",
        f"{UNLISTED_PAGES} You can also ignore the files of those that nothing links to in "
        "`.mintignore`.",
    ),
}
"""The sentence about several pages, by rule: before the name of their folder, and after it."""
_LINKS = "dead-link"
_ENTRIES = "missing-page"
MOST_OF_RULE = 10
"""Blocks of one rule that are shown, however much room there is."""
_HEADING_LINES = 2
"""Lines that each rule has: a heading and a blank line."""


class FoldedFindings(NamedTuple):
    """The findings of one site with one cause, in the order of their places."""

    cause: Cause
    findings: Sequence[ReportedFinding]

    @property
    def examples(self) -> list[ReportedFinding]:
        """The at most three findings to show: one of each file before a second of any."""
        first = {finding.file: finding for finding in reversed(self.findings)}
        firsts = [finding for finding in self.findings if finding is first[finding.file]]
        others = [finding for finding in self.findings if finding is not first[finding.file]]
        return [*firsts, *others][:SHOWN]

    @property
    def worst_first_finding(self) -> ReportedFinding:
        """The first finding, with the severity of the worst."""
        return replace(self.findings[0], severity=self.severity)

    @property
    def file_count(self) -> int:
        """The number of files that contain the findings."""
        return len({finding.file for finding in self.findings})

    @property
    def severity(self) -> Severity:
        """The severity of the worst of them."""
        return min(finding.severity for finding in self.findings)

    @property
    def rule(self) -> str:
        """The name of their rule."""
        return self.cause.rule

    @property
    def message(self) -> str:
        """The cause, and the remedy for all findings."""
        if self.cause.kind is CauseKind.MESSAGE:
            return f"{self.findings[0].message} ({self._count_places()})"
        return _describe_cause(self.cause, self.findings[0].message)

    def _count_places(self) -> str:
        places = format_count(len(self.findings), "place")
        return f"{places} in {format_count(self.file_count, 'file')}"


Entry: TypeAlias = ReportedFinding | FoldedFindings
"""A block: a single finding, or several with one cause."""


def fold_findings(findings: Iterable[ReportedFinding]) -> Iterator[Entry]:
    """Yield the findings of a site, those with one cause as one block at the place of the first."""
    by_cause: dict[Cause, list[ReportedFinding]] = {}
    entries: list[ReportedFinding | Cause] = []
    for finding in findings:
        if finding.cause is None:
            entries.append(finding)
        elif finding.cause in by_cause:
            by_cause[finding.cause].append(finding)
        else:
            by_cause[finding.cause] = [finding]
            entries.append(finding.cause)
    for entry in entries:
        yield FoldedFindings(entry, by_cause[entry]) if isinstance(entry, Cause) else entry


def _describe_cause(cause: Cause, first: str) -> str:
    """Return the message about a cause; `first` is that of its first finding."""
    match cause.kind:
        case CauseKind.FOLDER:
            return _describe_folder_cause(cause)
        case CauseKind.TARGET:
            return f"{first} {_describe_target_cause(cause)}"
        case CauseKind.PAGES:
            folder = f" in `{cause.target}`" if cause.target else ""
            pages, rest = _OF_PAGES[cause.rule]
            return f"{cause.places:,} {pages}{folder} {rest}"
        case _:
            places = format_count(cause.places, "such place")
            folders = _join_names(cause.editions)
            return (
                f"{first} There are {places}, in copies below {folders}. Correct all copies in the "
                "same way."
            )


def _describe_folder_cause(cause: Cause) -> str:
    addresses = format_count(cause.targets, "address", "addresses")
    if cause.rule == _ENTRIES:
        entries = format_count(cause.places, "entry names a page", "entries name pages")
        return (
            f"{entries} below `{cause.target}`, which does not exist. Create the folder, or "
            "correct the entries."
        )
    links = format_count(cause.places, "link points", "links point")
    start = f"{links} to {addresses} below `{cause.target}`"
    if cause.moved_to is None:
        return (
            f"{start}, which does not exist. Create the folder, redirect "
            f"`{cause.target}/:slug*`, or correct the links."
        )
    start += f" that do not exist; pages with these names are below `{cause.moved_to}`."
    if not cause.redirect:
        return f"{start} Link to these pages, or redirect each of the old addresses."
    old, new = f"{cause.target}/:slug*", f"{cause.moved_to.rstrip('/')}/:slug*"
    return f"{start} A redirect from `{old}` to `{new}` fixes all {cause.places:,}."


def _describe_target_cause(cause: Cause) -> str:
    path, sign, _ = cause.target.partition("#")
    if cause.rule == _ENTRIES:
        entries = format_count(cause.places, "entry names", "entries name")
        return f"{entries} it; creating the page fixes all."
    if cause.rule != _LINKS:
        return f"{format_count(cause.places, 'place has', 'places have')} this problem."
    remedy = "a page or a redirect at this address"
    if sign:
        remedy = "a heading with this ID"
    elif posixpath.splitext(path)[1]:
        remedy = "a file at this address"
    return f"{format_count(cause.places, 'link points', 'links point')} to it; {remedy} fixes all."


def _join_names(names: Sequence[str]) -> str:
    """Return up to three names in code, joined with "and", and the number of further ones."""
    shown = [f"`{name}`" for name in names[:SHOWN]]
    more = len(names) - len(shown)
    if more:
        shown.append(f"{more} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def group_by_rule(entries: Iterable[Entry]) -> Sequence[Sequence[Entry]]:
    """Group entries by severity and rule, errors first; in a group the largest come first."""
    groups: dict[tuple[Severity, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.severity, entry.rule].append(entry)
    return [
        sorted(groups[key], key=count_findings, reverse=True)
        for key in sorted(groups, key=lambda key: key[0])
    ]


def choose_blocks(
    groups: Sequence[Sequence[Entry]],
    budget: int | None,
    render: Callable[[Entry, bool], Sequence[str]],
) -> Sequence[Sequence[str]]:
    """Return the lines of each block to show: all blocks, if there is no `budget` of lines.

    Otherwise each rule is shown one block, then each a second one, as long as there is room.
    `render` makes the lines of a block, or only those of its heading if its second argument is
    true.
    """
    if budget is None:
        return [render(entry, False) for group in groups for entry in group]
    shown: list[list[Sequence[str]]] = [[] for _ in groups]
    free = budget - sum(map(_count_least_lines, groups))
    full: set[int] = set()
    for turn in range(MOST_OF_RULE):
        for index, group in enumerate(groups):
            if index in full or turn >= len(group):
                continue
            if turn == 0:
                free += _HEADING_LINES
            lines = render(group[turn], False)
            if len(lines) + 1 > free:
                full.add(index)
                if turn:
                    continue
                lines = render(group[turn], True)
            shown[index].append(lines)
            free -= len(lines) + 1
    return _add_rest(groups, shown)


def _add_rest(
    groups: Sequence[Sequence[Entry]], shown: Sequence[Sequence[Sequence[str]]]
) -> Sequence[Sequence[str]]:
    """Return the blocks of all rules, each rule's last one with the number of omitted findings."""
    blocks: list[Sequence[str]] = []
    for group, rule_blocks in zip(groups, shown, strict=True):
        left = sum(map(count_findings, group[len(rule_blocks) :]))
        blocks += rule_blocks
        if left:
            blocks[-1] = [*blocks[-1], f"  ... and {left:,} more `{group[0].rule}` (`--all`)"]
    return blocks


def _count_least_lines(group: Sequence[Entry]) -> int:
    """Return how many lines to reserve for a rule: its heading, and one for the omitted blocks."""
    return _HEADING_LINES + (len(group) > 1)


def count_findings(entry: Entry) -> int:
    """Return the number of findings in a block."""
    return len(entry.findings) if isinstance(entry, FoldedFindings) else 1
