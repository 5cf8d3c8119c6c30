"""The differences between what two builds make of the same sites, rule by rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from tests.ecosystem.results import CHECK, FIXES, Edit, Finding, Offer, SiteResult

OFFERS = "offers"
"""The kind of differences between the fixes that an editor offers."""
KINDS: Mapping[str, str] = {CHECK: "findings", OFFERS: "offered fixes"} | {
    command: f"edits of `{command}`" for command in FIXES
}
_LONGEST = 160
"""Characters of a text that are shown."""
_T = TypeVar("_T")


class Change(NamedTuple):
    """One difference: what is new has no old state, and what is gone no new one."""

    place: str
    old: str
    new: str


class Comparison(NamedTuple):
    """All differences."""

    sites: int
    findings: int
    """The number of findings of the new build."""
    rules: Mapping[str, Mapping[str, Sequence[Change]]]
    """For each rule its differences by kind."""
    seconds: Mapping[str, Sequence[tuple[str, float, float]]]
    """For each command the name of each site, the seconds of the old build and of the new one."""
    faults: Sequence[tuple[str, str, str, str]]
    """Site, command, and how the old and the new build failed: empty for the one that did not."""


def compare_results(old: Sequence[SiteResult], new: Sequence[SiteResult]) -> Comparison:
    """Compare the results of two builds for the same sites, in the same order."""
    rules: dict[str, dict[str, list[Change]]] = defaultdict(lambda: defaultdict(list))
    seconds: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
    faults = []
    for before, after in zip(old, new, strict=True):
        for command in (CHECK, *FIXES):
            seconds[command].append((before.site, before.seconds[command], after.seconds[command]))
            fault, new_fault = before.faults.get(command, ""), after.faults.get(command, "")
            if fault or new_fault:
                faults.append((before.site, command, fault, new_fault))
            elif command == CHECK:
                _compare_findings(before.offers, after.offers, rules)
            else:
                _compare_edits(command, before.edits[command], after.edits[command], rules)
    return Comparison(len(new), sum(len(one.offers) for one in new), rules, seconds, faults)


def _compare_findings(
    old: Mapping[Finding, Sequence[Offer]],
    new: Mapping[Finding, Sequence[Offer]],
    rules: Mapping[str, Mapping[str, list[Change]]],
) -> None:
    for before, after in _pair(old.keys(), new.keys(), lambda one: (one.rule, one.file, one.span)):
        finding = before or after
        assert finding is not None
        place = f"{finding.file}:{finding.span[0]}:{finding.span[1]}"
        change = Change(place, _format_finding(before), _format_finding(after))
        rules[finding.rule][CHECK].append(change)
    for finding in sorted(old.keys() & new.keys()):
        place = f"{finding.file}:{finding.span[0]}:{finding.span[1]} {_shorten(finding.message)}"
        for was, now in _pair(old[finding], new[finding], lambda one: one.title):
            is_same_kind = was and now and was[:3] == now[:3]
            change = Change(
                place,
                _format_offer(was, with_changes=bool(is_same_kind)),
                _format_offer(now, with_changes=bool(is_same_kind)),
            )
            rules[finding.rule][OFFERS].append(change)


def _compare_edits(
    command: str,
    old: Mapping[Edit, str],
    new: Mapping[Edit, str],
    rules: Mapping[str, Mapping[str, list[Change]]],
) -> None:
    for before, after in _pair(old.keys(), new.keys(), lambda one: (one.file, one.line)):
        names = {old[before]} if before else set()
        names |= {new[after]} if after else set()
        edit = before or after
        assert edit is not None
        change = Change(f"{edit.file}:{edit.line}", _format_edit(before), _format_edit(after))
        rules[" / ".join(sorted(names))][command].append(change)


def _pair(
    old: Iterable[_T], new: Iterable[_T], key: Callable[[_T], Hashable]
) -> list[tuple[_T | None, _T | None]]:
    """The items that only one side has; those with equal keys are two states of the same."""
    old, new = list(old), list(new)
    sides: dict[Hashable, tuple[list[_T], list[_T]]] = defaultdict(lambda: ([], []))
    for own, others, side in ((old, set(new), 0), (new, set(old), 1)):
        for item in own:
            if item not in others:
                sides[key(item)][side].append(item)
    return [pair for key in sorted(sides) for pair in zip_longest(*sides[key])]  # type: ignore[type-var]


def _format_finding(finding: Finding | None) -> str:
    return f"{finding.severity}: {finding.message}" if finding else ""


def _format_offer(offer: Offer | None, *, with_changes: bool) -> str:
    if offer is None:
        return ""
    kind = "safe" if offer.safe else "preferred" if offer.preferred else "offered"
    return f"{kind}: {offer.title}" + (f" {_shorten(offer.changes)}" if with_changes else "")


def _format_edit(edit: Edit | None) -> str:
    if edit is None:
        return ""
    old, new = (" ⏎ ".join(line.strip() for line in side) for side in (edit.removed, edit.added))
    if not (edit.removed and edit.added):
        return f"insert {_shorten(new)}" if edit.added else f"delete {_shorten(old)}"
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    start = max(0, same - 30)
    mark = "…" if start else ""
    return f"{mark}{_shorten(old[start:])} → {mark}{_shorten(new[start:])}"


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
