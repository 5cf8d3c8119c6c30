"""Known mistakes planted in valid sites: what is found, and what is said besides.

    python -m tests.benchmarks.mutations [--sites DIR] [--configs DIR] [--rule NAME] [--seed N]

Sites are folders with a docs.json, checked with their files; configs are lone docs.json files.
Nothing is written to the disk. Each mistake is planted `--per-file` times in each file that has a
place for it. The bar: every one is found by its rule at its place, and nothing else is said but
what the mistake implies, which `tests/mutations` declares with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from docs_lsp.core.problem import Severity
from docs_lsp.rules import all_rules
from tests.mutations.catalogue import Mutator, mutators
from tests.mutations.judge import Outcome, judged
from tests.mutations.world import World

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"


class Options(NamedTuple):
    """What is asked for."""

    rule: str | None
    seed: int
    per_file: int


class Tally(NamedTuple):
    """What became of one kind of mistake in one file."""

    rule: str
    name: str
    planted: int
    found: int
    noisy: int
    implied: frozenset[str]
    examples: tuple[str, ...]


def main() -> None:
    options, jobs = _asked()
    started = time.perf_counter()
    # The largest first, so that none is left for the end.
    jobs.sort(key=_size, reverse=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        done = [tally for found in pool.map(partial(_try, options), jobs) for tally in found]
    print("\n".join(_report(done, options)))
    seconds = time.perf_counter() - started
    print(f"\n{sum(one.planted for one in done)} mistakes in {len(jobs)} files, {seconds:.0f} s.")


def _asked() -> tuple[Options, list[Path]]:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sites", type=Path, default=CORPUS / "sites")
    parser.add_argument("--configs", type=Path, default=CORPUS / "configs")
    parser.add_argument("--rule")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--per-file", type=int, default=2)
    asked = parser.parse_args()
    jobs = [*sorted(asked.sites.glob("*/docs.json")), *sorted(asked.configs.glob("*.json"))]
    return Options(asked.rule, asked.seed, asked.per_file), jobs


def _size(docs: Path) -> tuple[bool, int]:
    """Whole sites before lone files."""
    return docs.name == "docs.json", docs.stat().st_size


def _try(options: Options, docs: Path) -> list[Tally]:
    """Plant each kind of mistake in one file."""
    world = _world(docs)
    if world is None:
        return []
    return [
        _tally(world.for_rule(mutator.rule), mutator, options)
        for mutator in _wanted(options)
        if world.whole or not mutator.needs_files
    ]


def _world(docs: Path) -> World | None:
    """What mistakes can be planted in; None for a lone file that is not valid as it is."""
    if docs.name == "docs.json":
        return World.of_folder(docs.parent)
    data = docs.read_bytes()
    try:
        json.loads(data)
    except ValueError:
        return None
    world = World.of_text(docs.name, data)
    errors = any(problem.severity is Severity.ERROR for problem in world.problems)
    return None if errors or not world.site.is_service_site else world


def _wanted(options: Options) -> Iterator[Mutator]:
    for mutator in mutators():
        if mutator.rule in all_rules() and options.rule in (None, mutator.rule):
            yield mutator


def _tally(world: World, mutator: Mutator, options: Options) -> Tally:
    outcomes, examples = [], []
    for number in range(options.per_file):
        seed = f"{world.name} {options.seed} {number}"
        fault = mutator.plant(world.scene, Random(seed))
        if fault is not None:
            outcomes.append(judged(world, mutator, fault))
            if not outcomes[-1].is_good:
                examples.append(_example(world, mutator, seed, outcomes[-1]))
    return Tally(
        mutator.rule,
        mutator.name,
        len(outcomes),
        sum(one.found for one in outcomes),
        sum(bool(one.noise) for one in outcomes),
        frozenset(rule for one in outcomes for rule in one.implied),
        tuple(examples),
    )


def _example(world: World, mutator: Mutator, seed: str, outcome: Outcome) -> str:
    """Enough to see a miss or a noise again."""
    fault = outcome.fault
    found = "found" if outcome.found else "missed"
    lines = [f"### {mutator.rule}, {mutator.name}: {found}, {len(outcome.noise)} noise", ""]
    lines += [f"`{world.name}`, `Random({seed!r})`: {fault.what}", ""]
    lines += [f"* changed: `{str(change)[:300]}`" for change in fault.changes]
    lines += [f"* expected: {place.file} {place.span}" for place in fault.expected[:3]]
    lines += [
        f"* noise: {one.rule} {one.file} {one.span}: {one.message}" for one in outcome.noise[:3]
    ]
    return "\n".join([*lines, ""])


def _report(done: list[Tally], options: Options) -> Iterator[str]:
    by_rule: dict[str, list[Tally]] = defaultdict(list)
    for tally in done:
        by_rule[tally.rule].append(tally)
    yield "| rule | planted | recall | noise | implied |"
    yield "|---|---:|---:|---:|---|"
    for rule in dict.fromkeys(one.rule for one in mutators()):
        if options.rule in (None, rule):
            yield _row(rule, by_rule[rule])
    yield from _all_in_all(done)
    for kind in _kinds(done):
        examples = [text for tally in kind for text in tally.examples]
        yield from (f"\n{text}" for text in examples[:1])


def _row(rule: str, tallies: list[Tally]) -> str:
    planted = sum(one.planted for one in tallies)
    if rule not in all_rules():
        return f"| {rule} | no such rule | | | |"
    if not planted:
        return f"| {rule} | no place | | | |"
    recall = 100 * sum(one.found for one in tallies) / planted
    noisy = sum(one.noisy for one in tallies)
    implied = ", ".join(sorted({rule for one in tallies for rule in one.implied}))
    return f"| {rule} | {planted} | {recall:.1f} % | {noisy} | {implied} |"


def _all_in_all(done: Iterable[Tally]) -> Iterator[str]:
    """What is not as it should be, by kind of mistake."""
    bad = [kind for kind in _kinds(done) if any(one.examples for one in kind)]
    if bad:
        yield from ("", "| rule | mistake | planted | missed | noise |", "|---|---|---:|---:|---:|")
    for kind in bad:
        planted, found = sum(one.planted for one in kind), sum(one.found for one in kind)
        noisy = sum(one.noisy for one in kind)
        yield f"| {kind[0].rule} | {kind[0].name} | {planted} | {planted - found} | {noisy} |"


def _kinds(done: Iterable[Tally]) -> list[list[Tally]]:
    found: dict[tuple[str, str], list[Tally]] = defaultdict(list)
    for tally in done:
        found[tally.rule, tally.name].append(tally)
    return list(found.values())


if __name__ == "__main__":
    main()
