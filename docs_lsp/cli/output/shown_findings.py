"""Chooses what a person is shown of many findings: the worst first, some of each rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from docs_lsp.cli.output.folded import Entry, FoldedFindings
from docs_lsp.core.problem import Severity

MOST_OF_RULE = 10
"""Blocks of one rule that are shown, however much room there is."""
_HEADING_LINES = 2
"""Lines that each rule has: a heading and a blank line."""


class RuleGroup(NamedTuple):
    """The blocks of one rule and severity."""

    rule: str
    entries: Sequence[Entry]


class Render(Protocol):
    """Makes the lines of a block, or of its heading alone."""

    def __call__(self, entry: Entry, *, is_brief: bool) -> Sequence[str]:
        """The lines, without the blank one behind them."""
        ...


def group_by_rule(entries: Iterable[Entry]) -> Sequence[RuleGroup]:
    """Group entries by severity and rule, errors first; in a group the largest come first."""
    groups: dict[tuple[Severity, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.severity, entry.rule].append(entry)
    order = sorted(groups, key=lambda key: key[0])
    return [
        RuleGroup(key[1], sorted(groups[key], key=count_findings, reverse=True)) for key in order
    ]


def choose_blocks(
    groups: Sequence[RuleGroup], budget: int | None, render: Render
) -> Sequence[Sequence[str]]:
    """The lines of the blocks that are shown: all of them, if there is no `budget` of lines.

    Otherwise each rule is shown one block, then each a second one, as long as there is room.
    """
    if budget is None:
        return [render(entry, is_brief=False) for group in groups for entry in group.entries]
    shown: list[list[Sequence[str]]] = [[] for _ in groups]
    free = budget - sum(map(_count_least_lines, groups))
    full: set[int] = set()
    for turn in range(MOST_OF_RULE):
        for index, group in enumerate(groups):
            if index in full or turn >= len(group.entries):
                continue
            if turn == 0:
                free += _HEADING_LINES
            lines = render(group.entries[turn], is_brief=False)
            if len(lines) + 1 > free:
                full.add(index)
                if turn:
                    continue
                lines = render(group.entries[turn], is_brief=True)
            shown[index].append(lines)
            free -= len(lines) + 1
    return _add_rest(groups, shown)


def _add_rest(
    groups: Sequence[RuleGroup], shown: Sequence[Sequence[Sequence[str]]]
) -> Sequence[Sequence[str]]:
    """The blocks of all rules, each rule's last one with the number of findings left out."""
    blocks: list[Sequence[str]] = []
    for group, rule_blocks in zip(groups, shown, strict=True):
        left = sum(map(count_findings, group.entries[len(rule_blocks) :]))
        blocks += rule_blocks
        if left:
            blocks[-1] = [*blocks[-1], f"  ... and {left:,} more `{group.rule}` (`--all`)"]
    return blocks


def _count_least_lines(group: RuleGroup) -> int:
    """The lines to reserve for a rule: its heading, and one for how many more there are."""
    return _HEADING_LINES + (len(group.entries) > 1)


def count_findings(entry: Entry) -> int:
    """The number of findings in a block."""
    return len(entry.findings) if isinstance(entry, FoldedFindings) else 1
