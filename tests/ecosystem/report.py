"""The differences as text for a terminal, or as Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.ecosystem.changes import KINDS, Change, Comparison

_SLOWER = 1.25
"""From which ratio on a site is named, if it also takes longer by `_NOTICEABLE` seconds."""
_NOTICEABLE = 0.5


def write_text(comparison: Comparison, most: int) -> Iterator[str]:
    """The lines for a terminal; of each kind of difference of a rule at most so many."""
    yield _summarise(comparison)
    yield from (f"! {fault}" for fault in _describe_faults(comparison))
    for rule, kinds in sorted(comparison.rules.items()):
        yield f"\n{rule}"
        for kind in filter(kinds.get, KINDS):
            yield f"  {KINDS[kind]}: {_count(kinds[kind])}"
            yield from (f"    {line}" for line in _list_changes(kinds[kind], most))
    yield ""
    for name, *cells in _list_times(comparison):
        yield name.ljust(16) + "".join(cell.rjust(10) for cell in cells)
    yield from _name_slow_sites(comparison)


def write_markdown(comparison: Comparison, most: int) -> Iterator[str]:
    """The same lines for a comment, with all that is long folded away."""
    yield f"**{_summarise(comparison)}**\n"
    yield from (f"- ⚠️ {fault}" for fault in _describe_faults(comparison))
    if comparison.rules:
        yield f"\n| rule | {' | '.join(KINDS.values())} |\n|---|{'---|' * len(KINDS)}"
    for rule, kinds in sorted(comparison.rules.items()):
        cells = (_count(kinds.get(kind, ())) for kind in KINDS)
        yield f"| {rule} | {' | '.join(cells)} |"
    for rule, kinds in sorted(comparison.rules.items()):
        yield f"\n<details><summary>{rule}</summary>\n"
        for kind in filter(kinds.get, KINDS):
            lines = "\n".join(_list_changes(kinds[kind], most))
            # Messages may hold code of their own between three backticks.
            yield f"{KINDS[kind]}\n\n`````diff\n{lines}\n`````\n"
        yield "</details>"
    header, *rows = _list_times(comparison)
    yield f"\n| {' | '.join(header)} |\n|{'---|' * len(header)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield from (f"\n{line}" for line in _name_slow_sites(comparison))


def _summarise(comparison: Comparison) -> str:
    counted = f"{comparison.sites:,} sites with {comparison.findings:,} findings"
    if not comparison.rules:
        return f"{counted}: no differences."
    rules = (
        "1 rule differs" if len(comparison.rules) == 1 else f"{len(comparison.rules)} rules differ"
    )
    return f"{counted}: {rules}."


def _describe_faults(comparison: Comparison) -> Iterator[str]:
    for site, command, old, new in comparison.faults:
        builds = [f"{name}: {fault}" for name, fault in (("old", old), ("new", new)) if fault]
        yield f"`{command}` failed on {site} ({'; '.join(builds)})"


def _count(changes: Sequence[Change]) -> str:
    new = sum(not change.old for change in changes)
    gone = sum(not change.new for change in changes)
    counts = ((new, "new"), (gone, "gone"), (len(changes) - new - gone, "changed"))
    return ", ".join(f"{count:,} {name}" for count, name in counts if count)


def _list_changes(changes: Sequence[Change], most: int) -> Iterator[str]:
    for change in _choose_samples(changes, most):
        if change.old:
            yield _join_lines(f"- {change.place} {change.old}")
        if change.new:
            yield _join_lines(f"+ {change.place} {change.new}")
    if len(changes) > most:
        yield f"  … and {len(changes) - most:,} more"


def _choose_samples(changes: Sequence[Change], most: int) -> Iterable[Change]:
    """As many as are wanted, taken from everywhere: neighbours are often alike."""
    step = max(1, len(changes) / most)
    return [changes[int(index * step)] for index in range(min(most, len(changes)))]


def _join_lines(text: str) -> str:
    shown = text.encode("utf-8", "backslashreplace").decode()
    return " ".join(shown.split())


def _list_times(comparison: Comparison) -> Iterator[tuple[str, str, str, str]]:
    yield "processor time", "old", "new", "ratio"
    for command, sites in comparison.seconds.items():
        old, new = sum(one[1] for one in sites), sum(one[2] for one in sites)
        yield f"`{command}`", f"{old:.1f} s", f"{new:.1f} s", f"{new / old:.2f}" if old else ""


def _name_slow_sites(comparison: Comparison) -> Iterator[str]:
    for command, sites in comparison.seconds.items():
        for site, old, new in sites:
            if new > old * _SLOWER and new - old > _NOTICEABLE:
                yield f"Slower: `{command}` on {site}, {old:.1f} s -> {new:.1f} s"
