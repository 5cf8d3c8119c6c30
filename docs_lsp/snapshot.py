"""A site at one moment: its docs.json, the files that it is spread over, and what the disk says.

A `Site` never changes; every event gives the next one. What two of them have in common is shared,
so a request may go on reading one while the writer types the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path

from docs_lsp.evaluation import Evaluation, is_of_another_tool
from docs_lsp.files import FileFault, Files
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.pointer import pointer_at
from docs_lsp.problem import Problem
from docs_lsp.rules import all_rules
from docs_lsp.settings import Settings
from docs_lsp.site import refs
from docs_lsp.site.context import Context
from docs_lsp.site.facts import SiteFacts
from docs_lsp.site.refs import Parts
from docs_lsp.site.specs import spec_path
from docs_lsp.text import Text

MAX_SIZE = 10 << 20
"""The largest docs.json that is looked at, in bytes; the largest real ones have 2.5 million."""

Change = tuple[int, int, int]
"""Start, end before and end after of one replacement, in bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """One docs.json and all that is known about its site.

    `root` is the folder of docs.json, `name` the file's name in it. `parts` holds docs.json and
    every file that a `$ref` names, by site path; a text there says why a file cannot be read.
    `facts` are None before the disk was looked at: then the checks that need them stay silent.
    """

    root: Path
    name: str
    parts: Parts
    settings: Settings
    facts: SiteFacts | None = None
    _told: dict[str, object] = field(default_factory=dict)
    """What was found in this snapshot, once it was asked for."""
    _on_disk: list[tuple[Problem, ...]] = field(default_factory=list)
    """What the rules about the disk said; shared by all snapshots with the same facts."""

    @classmethod
    def load(cls, root: Path, files: Files, settings: Settings, name: str = "docs.json") -> Site:
        """Read docs.json and what its `$ref`s name, and nothing else."""
        return cls.alone(root, files, settings, name).with_parts(files)

    @classmethod
    def alone(cls, root: Path, files: Files, settings: Settings, name: str = "docs.json") -> Site:
        """Read docs.json, and none of the files that it names."""
        return cls(root, name, {name: _read(files, name)}, settings)

    def with_parts(self, files: Files) -> Site:
        """The site with the files read that a `$ref` names and that are not known yet."""
        parts = dict(self.parts)
        while wanted := refs.wanted(parts):
            parts.update({path: _read(files, path) for path in sorted(wanted)})
        return replace(self, parts=parts, _told={}) if len(parts) > len(self.parts) else self

    def edited(self, file: str, text: Text, changes: Sequence[Change]) -> Site:
        """The site after an edit of one of its parts; `text` is the outcome of all changes."""
        part = self.parts.get(file)
        if not isinstance(part, Document) or not changes:
            return self.replaced(file, text)
        return self._with_part(file, part.revised(text, *reduce(_joined, changes)))

    def replaced(self, file: str, text: Text) -> Site:
        """The site with a new text for one of its parts."""
        return self._with_part(file, _document(file, text))

    def _with_part(self, file: str, document: Document | str) -> Site:
        return replace(self, parts={**self.parts, file: document}, _told={})

    def with_facts(self, facts: SiteFacts | None) -> Site:
        """The site with what the disk says now."""
        return replace(self, facts=facts, _told={}, _on_disk=[])

    def with_settings(self, settings: Settings) -> Site:
        """The site under other settings."""
        return replace(self, settings=settings, _told={}, _on_disk=[])

    @property
    def is_ours(self) -> bool:
        """Whether docs.json is one of the service at all, and not another tool's."""
        part = self.parts[self.name]
        return not (isinstance(part, Document) and is_of_another_tool(part))

    def problems(self) -> Mapping[str, Sequence[Problem]]:
        """Everything that is wrong, by site path, in the order of each text."""
        if "problems" not in self._told:
            self._evaluate()
        return self._told["problems"]  # type: ignore[return-value]  # put there by _evaluate

    def wanted_specs(self) -> frozenset[str]:
        """The specification files that the navigation names and that have not been read yet."""
        if "specs" not in self._told:
            self._evaluate()
        return self._told["specs"]  # type: ignore[return-value]  # put there by _evaluate

    def wanted_parts(self) -> frozenset[str]:
        """The files that a `$ref` names and that have not been read yet."""
        return refs.wanted(self.parts)

    def _evaluate(self) -> None:
        context = Context(self.settings, self.facts)
        evaluation = Evaluation(self.parts, self.name, context)
        found: dict[str, list[Problem]] = evaluation.problems()
        told = set(_files_named(found))
        for problem in self._disk_problems():
            if (problem.rule, problem.file) not in told:
                found.setdefault(problem.file, []).append(problem)
        self._told["problems"] = _without_suppressed(found, self)
        sources = (spec_path(source) for source in evaluation.specs)
        known = self.facts.specs if self.facts is not None else {}
        self._told["specs"] = frozenset(path for path in sources if path and path not in known)

    def _disk_problems(self) -> Iterable[Problem]:
        if self.facts is None or not self.is_ours:
            return ()
        if not self._on_disk:
            self._on_disk.append(tuple(_said_of_disk(self.facts, self.settings)))
        return self._on_disk[0]


def _files_named(found: Mapping[str, Sequence[Problem]]) -> Iterable[tuple[str, str]]:
    """The files that problems of docs.json name, where a rule is to speak of a file once."""
    return (
        (problem.rule, place.file)
        for problems in found.values()
        for problem in problems
        if problem.related and all_rules()[problem.rule].once
        for place in problem.related
    )


def _said_of_disk(facts: SiteFacts, settings: Settings) -> Iterable[Problem]:
    for rule in all_rules().values():
        severity = settings.severity(rule.name, rule.severity)
        if rule.site is not None and severity is not None:
            for problem in rule.site(facts, settings):
                yield problem.graded(severity)


def _read(files: Files, path: str) -> Document | str:
    try:
        return _document(path, Text.of(files.read(path)))
    except FileFault as fault:
        return str(fault)


def _document(path: str, text: Text) -> Document | str:
    if len(text) > MAX_SIZE:
        size = len(text) >> 20
        return f"`{path}` is larger than {MAX_SIZE >> 20} MB ({size} MB), so it is not checked."
    return Document.of(text)


def _joined(first: Change, second: Change) -> Change:
    """Two replacements, the second made in the text after the first, as one."""
    start, old_end, new_end = first
    after, before_end, after_end = second
    old_end += max(0, before_end - new_end)
    new_end = max(new_end, before_end) + after_end - before_end
    return min(start, after), old_end, new_end


def _without_suppressed(
    found: Mapping[str, Sequence[Problem]], site: Site
) -> Mapping[str, Sequence[Problem]]:
    settings = site.settings
    if not settings.suppressions and not settings.ignored:
        return found
    kept = {}
    for file, problems in found.items():
        if settings.ignores(file):
            continue
        part = site.parts.get(file)
        left = [p for p in problems if not settings.suppresses(p.rule, file, pointer_of(p, part))]
        if left:
            kept[file] = left
    return kept


def pointer_of(problem: Problem, part: Document | str | None) -> str | None:
    """The JSON pointer (RFC 6901) of the value a problem is about; None outside of JSON files."""
    return pointer_at(part, problem.span.start) if isinstance(part, Document) else None
