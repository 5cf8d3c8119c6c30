"""The baseline: findings that a project had when it began to check, and that are not shown.

A baseline is a file beside docs.json that lists them. Neither `check` nor an editor shows them, so
that only new findings stand out. A finding is identified by its rule, its file and the text it
points at, never by a line: edits elsewhere do not matter, and neither does moving, renaming or
reformatting what is around it. The baseline has the number of equal findings, so one more is new;
the titles around decide which.

Messages are not part of it, because they improve from one version to the next. Only for a finding
in a page or a specification, whose text is not at hand, the first name quoted in the message is
used.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import Problem
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.schema.kinds import iter_kinds_and_titles

NEVER_PUT_OFF = frozenset(("syntax-error",))
"""Rules that no baseline contains: while a file cannot be parsed, its other findings are uncertain.
"""

Parts: TypeAlias = Mapping[str, Document | str]
"""docs.json and the files that its `$ref`s name, by site path."""
Problems: TypeAlias = Mapping[str, Sequence[Problem]]
"""Problems by site path, in the order of each text."""

_LONGEST = 120
_MOST_READ = 4096
_SPACE = compile_lazily(r"\s+")
_QUOTED = compile_lazily(r"`([^`]+)`")
_Alike: TypeAlias = tuple[str, str]
"""The rule and text shared by findings in one file."""


class FindingKey(NamedTuple):
    """The properties that identify a finding."""

    file: str
    rule: str
    text: str
    """The text it points at, shortened."""
    within: str = ""
    """The titles of the elements around it, the outermost first, which distinguish equal findings.
    """


class SortedProblems(NamedTuple):
    """The problems of a site, by whether a baseline has them."""

    new: Problems
    known: tuple[Problem, ...]
    unneeded: Mapping[str, int]
    """The number of findings in the baseline that no longer exist, by rule."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The findings that are not shown, and how many of each there are."""

    _by_file: Mapping[str, Mapping[_Alike, Mapping[str, int]]] = field(default_factory=dict)

    @classmethod
    def from_entries(cls, entries: Iterable[tuple[FindingKey, int]]) -> Baseline:
        """Create a baseline from findings and the number of each."""
        by_file: dict[str, dict[_Alike, Counter[str]]] = {}
        for (file, rule, text, within), count in entries:
            alike = by_file.setdefault(file, {}).setdefault((rule, text), Counter())
            alike[within] += count
        return cls(by_file)

    def list_entries(self) -> list[tuple[FindingKey, int]]:
        """Return all entries, sorted, with the number of each."""
        return sorted(
            (FindingKey(file, rule, text, within), count)
            for file, kinds in self._by_file.items()
            for (rule, text), places in kinds.items()
            for within, count in places.items()
        )

    def filter_new(self, problems: Problems, parts: Parts) -> Problems:
        """Return the problems that the baseline does not contain."""
        return self.sort_problems(problems, parts).new if self._by_file else problems

    def sort_problems(self, problems: Problems, parts: Parts) -> SortedProblems:
        """Sort the problems into new and known ones, and count those that no longer exist."""
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
        return SortedProblems(new, tuple(known), +unneeded)


def identify_problem(problem: Problem, part: Document | str | None) -> FindingKey:
    """Return the properties that identify a problem; `part` is its file if part of docs.json."""
    text, within = extract_source(problem, part), join_titles_around(problem, part)
    return FindingKey(problem.file, problem.rule, text, within)


def extract_source(problem: Problem, part: Document | str | None) -> str:
    """Return, condensed, the text a problem points at; outside of docs.json the name it quotes."""
    if isinstance(part, Document):
        start, end = problem.span
        return condense_text(part.text.data[start : min(end, start + _MOST_READ)])
    return _find_quoted_name(problem.message)


@lru_cache(maxsize=4096)
def _find_quoted_name(message: str) -> str:
    """Return, condensed, the first name that a message quotes in backticks, or an empty string."""
    quoted = _QUOTED.search(message)
    return condense_text(quoted[1].encode("utf-8", "replace")) if quoted else ""


def condense_text(data: bytes) -> str:
    """Return text on one line; of a long text the beginning, and a hash of the whole."""
    text = _SPACE.sub(" ", data.decode("utf-8", "replace")).strip()
    if len(text) <= _LONGEST:
        return text
    from hashlib import blake2b  # Few texts are long.

    return f"{text[:_LONGEST]}... {blake2b(text.encode(), digest_size=4).hexdigest()}"


def join_titles_around(problem: Problem, part: Document | str | None) -> str:
    """Return the titles of the elements around a problem, joined, outermost first, perhaps ""."""
    if not isinstance(part, Document):
        return ""
    nodes = (step.node for step in find_steps_to(part, problem.span.start))
    titles = (_get_condensed_title(node) for node in nodes if isinstance(node, Object))
    return " / ".join(title for title in titles if title)


def _get_condensed_title(node: Object) -> str:
    first_title = next((title for _, title in iter_kinds_and_titles(node)), "")
    return condense_text(first_title[:_LONGEST].encode("utf-8", "replace"))


def _find_known_indices(
    problems: Sequence[Problem],
    kinds: Mapping[_Alike, Mapping[str, int]],
    part: Document | str | None,
) -> set[int]:
    """Return the indexes of the known problems of one file."""
    rules = {rule for rule, _ in kinds} - NEVER_PUT_OFF
    alike: dict[_Alike, list[int]] = defaultdict(list)
    for index, problem in enumerate(problems):
        if problem.rule in rules:
            alike[problem.rule, extract_source(problem, part)].append(index)
    taken: set[int] = set()
    for key, indices in alike.items():
        places = kinds.get(key, {})
        taken.update(
            _select_known_indices(
                indices, places, lambda index: join_titles_around(problems[index], part)
            )
        )
    return taken


def _select_known_indices(
    indices: Sequence[int], places: Mapping[str, int], within: Callable[[int], str]
) -> Iterable[int]:
    """Return which of several equal findings are known: as many as the baseline has.

    If there are more, those at a known place come first; then the others, since titles around them
    may have been changed.
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
