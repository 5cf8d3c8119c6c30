"""The findings that a project had when it began to check, and that it puts off.

A baseline is a file beside docs.json that lists them. They are shown no more, neither by `check`
nor in an editor, so that only what is new stands out. A finding is known again by its rule, its
file and what it points at, never by a line: edits elsewhere change nothing, and neither does
moving, renaming or reformatting what is around it. The baseline says how many there are that are
alike, so one more is new; which one it is, the titles around tell.

Messages are no part of it, because they get better from one version to the next. Only what a
finding in a page or a specification points at is taken from there, for want of the text: it is
the first name that the message quotes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import Problem
from docs_lsp.jsontree.cursor import steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.schema.kinds import titles_in

NEVER_PUT_OFF = frozenset(("syntax-error",))
"""Rules that no baseline holds: while a file cannot be read, nothing else said of it is sure."""

Parts: TypeAlias = Mapping[str, Document | str]
"""docs.json and the files that its `$ref`s name, by site path."""
Problems: TypeAlias = Mapping[str, Sequence[Problem]]
"""Problems by site path, in the order of each text."""

_LONGEST = 120
_MOST_READ = 4096
_SPACE = compile_lazily(r"\s+")
_QUOTED = compile_lazily(r"`([^`]+)`")
_Alike: TypeAlias = tuple[str, str]
"""Rule and text of findings in one file."""


class Known(NamedTuple):
    """What a finding is known by."""

    file: str
    rule: str
    text: str
    """What it points at, in short."""
    within: str = ""
    """The titles of the elements around it, the outermost first: tells findings alike apart."""


class Sorted(NamedTuple):
    """The problems of a site, by whether a baseline has them."""

    new: Problems
    known: tuple[Problem, ...]
    unneeded: Mapping[str, int]
    """How many findings of each rule the baseline has that are there no more."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The findings that are put off, and how many of each there are."""

    _by_file: Mapping[str, Mapping[_Alike, Mapping[str, int]]] = field(default_factory=dict)

    @classmethod
    def from_entries(cls, entries: Iterable[tuple[Known, int]]) -> Baseline:
        """A baseline of some findings, and how many there are of each."""
        by_file: dict[str, dict[_Alike, Counter[str]]] = {}
        for (file, rule, text, within), count in entries:
            alike = by_file.setdefault(file, {}).setdefault((rule, text), Counter())
            alike[within] += count
        return cls(by_file)

    def entries(self) -> Iterator[tuple[Known, int]]:
        """All that it has, sorted, and how many of each."""
        return iter(
            sorted(
                (Known(file, rule, text, within), count)
                for file, kinds in self._by_file.items()
                for (rule, text), places in kinds.items()
                for within, count in places.items()
            )
        )

    def filter(self, problems: Problems, parts: Parts) -> Problems:
        """The problems that are new."""
        return self.sort_out(problems, parts).new if self._by_file else problems

    def sort_out(self, problems: Problems, parts: Parts) -> Sorted:
        """The problems that are new, those that are known, and how many there are no more."""
        new: dict[str, Sequence[Problem]] = {}
        known: list[Problem] = []
        unneeded = Counter[str]()
        for file in {**problems, **self._by_file}:
            file_problems, kinds = problems.get(file, ()), self._by_file.get(file, {})
            taken = _find_known_indices(file_problems, kinds, parts.get(file))
            known += [one for index, one in enumerate(file_problems) if index in taken]
            left = [one for index, one in enumerate(file_problems) if index not in taken]
            if left:
                new[file] = left
            for (rule, _), places in kinds.items():
                unneeded[rule] += sum(places.values())
            unneeded.subtract(file_problems[index].rule for index in taken)
        return Sorted(new, tuple(known), +unneeded)


def identify_problem(problem: Problem, part: Document | str | None) -> Known:
    """What a problem is known by; `part` is its file, where that belongs to docs.json."""
    text, within = normalise_source(problem, part), titles_around(problem, part)
    return Known(problem.file, problem.rule, text, within)


def normalise_source(problem: Problem, part: Document | str | None) -> str:
    """What a problem points at, in a form that survives another indentation."""
    if isinstance(part, Document):
        start, end = problem.span
        return condense_text(part.text.data[start : min(end, start + _MOST_READ)])
    return _find_quoted_name(problem.message)


@lru_cache(maxsize=4096)
def _find_quoted_name(message: str) -> str:
    """The first name that a message quotes; remembered, since it is asked for on keystrokes."""
    quoted = _QUOTED.search(message)
    return condense_text(quoted[1].encode("utf-8", "replace")) if quoted else ""


def condense_text(data: bytes) -> str:
    """A piece of text on one line; of a long one the beginning, and a word for the whole."""
    text = _SPACE.sub(" ", data.decode("utf-8", "replace")).strip()
    if len(text) <= _LONGEST:
        return text
    from hashlib import blake2b  # Few texts are long.

    return f"{text[:_LONGEST]}... {blake2b(text.encode(), digest_size=4).hexdigest()}"


def titles_around(problem: Problem, part: Document | str | None) -> str:
    """The titles of the elements around a problem, the outermost first."""
    if not isinstance(part, Document):
        return ""
    nodes = (step.node for step in steps_to(part, problem.span.start))
    titles = (_title(node) for node in nodes if isinstance(node, Object))
    return " / ".join(title for title in titles if title)


def _title(node: Object) -> str:
    first_title = next((title for _, title in titles_in(node)), "")
    return condense_text(first_title[:_LONGEST].encode("utf-8", "replace"))


def _find_known_indices(
    problems: Sequence[Problem],
    kinds: Mapping[_Alike, Mapping[str, int]],
    part: Document | str | None,
) -> set[int]:
    """Which problems of one file are known, by their index."""
    rules = {rule for rule, _ in kinds} - NEVER_PUT_OFF
    alike: dict[_Alike, list[int]] = defaultdict(list)
    for index, problem in enumerate(problems):
        if problem.rule in rules:
            alike[problem.rule, normalise_source(problem, part)].append(index)
    taken: set[int] = set()
    for key, indices in alike.items():
        places = kinds.get(key, {})
        taken.update(
            _select_known_indices(
                indices, places, lambda index: titles_around(problems[index], part)
            )
        )
    return taken


def _select_known_indices(
    indices: Sequence[int], places: Mapping[str, int], within: Callable[[int], str]
) -> Iterable[int]:
    """Which of several findings that are alike are known.

    If there are too many, those count first that stand where one is known to stand; then the
    others, as what is around them may have been renamed.
    """
    most = sum(places.values())
    if len(indices) <= most or not most:
        return indices if most else ()
    room = Counter(places)
    exact: list[int] = []
    others: list[int] = []
    for index in indices:
        place = within(index)
        (exact if room[place] > 0 else others).append(index)
        room[place] -= 1
    return [*exact, *others[: most - len(exact)]]
