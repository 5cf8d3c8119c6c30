"""Everything that docs-lsp can do to a site, as a draft that nothing has been written of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from docs_lsp.core.problem import FileChange, MovedFile, Problem
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._actions_in_range import ActionRequest, iter_actions
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix, is_safe_fix
from docs_lsp.refactor import offers
from docs_lsp.refactor.added_language import plan_added_language
from docs_lsp.refactor.convert import convert_docs
from docs_lsp.refactor.drag_and_drop import plan_drop
from docs_lsp.refactor.freeze import FreezeRequest, plan_freeze
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.refactor.placing import Place
from docs_lsp.refactor.tree_actions import plan_action
from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.moves import AddressMap, Move, plan_moves
from docs_lsp.site.moves.refusals import find_moves_refusal
from docs_lsp.site.sync import plan_sync
from tests.laws.edited_sites import add_redirects, rename_pages_and_titles
from tests.mutations.world import problems_of

_EVERYTHING = EditAbilities(versions=True, creates=True, renames=True, deletes=True)
_MOST_ALIKE = 2
"""How many findings of one rule are looked at in one site."""
_MOST_PLACES = 4
"""At how many places of a site something is asked for."""
_MOVES = (
    *(("a.mdx", "z.mdx"), ("guides", "tutorials"), ("b/index.mdx", "b/first.mdx")),
    *(("guides/x.mdx", "x.mdx"), ("d.mdx", "guides/d.mdx"), ("api.json", "specs/boats.json")),
    *(("c.mdx", "c/index.mdx"), ("v1", "old/v1")),
)
_SYNCED = (
    SyncSource("One", folder="guides"),
    SyncSource("Two", specification="api.json"),
    SyncSource(language="fr"),
)


class Action(NamedTuple):
    """Something that can be done to a site."""

    kind: str
    title: str
    after: Draft
    moved: Mapping[str, str] = MappingProxyType({})
    """The new path of each file that moves."""
    rules: tuple[str, ...] = ()
    """The rules whose findings it removes."""
    is_best: bool = False
    """Whether it is made without asking, or as the obvious fix."""


def _build(kind: str, title: str, files: Files, changes: Iterable[FileChange]) -> Action:
    changes = tuple(changes)
    moved = {change.file: change.to for change in changes if isinstance(change, MovedFile)}
    return Action(kind, title, Draft(files).with_changes(changes), moved)


# Fixes


def list_quick_fixes(site: Snapshot, files: Files) -> Iterator[Action]:
    """Every fix that is offered for some findings of each rule."""
    for problem in _choose_problems(site):
        for fix in list_offered_fixes(site, files, problem):
            action = _build("quick fix", fix.title, files, fix.changes)
            yield action._replace(rules=(problem.rule,), is_best=fix.safe or fix.preferred)


def make_all_fixes(site: Snapshot, files: Files) -> Iterator[Action]:
    """`fix` and `fix --unsafe`."""

    def load(now: Files) -> Snapshot:
        return evaluate_whole_site(site.root, now, site.settings, site.name, site.contents)

    for kind, wanted in (("fix", is_safe_fix), ("fix --unsafe", is_preferred_fix)):
        fixed = apply_fixes_repeatedly(load, files, wanted)
        changes = (change for done in fixed.done for change in done.fix.changes)
        moved = {change.file: change.to for change in changes if isinstance(change, MovedFile)}
        rules = tuple(dict.fromkeys(done.problem.rule for done in fixed.done))
        title = ", ".join(f"{done.problem.rule}: {done.fix.title}" for done in fixed.done)
        if fixed.done:
            yield Action(kind, title, fixed.draft, moved, rules, is_best=True)


def list_editor_actions(site: Snapshot, files: Files) -> Iterator[Action]:
    """Whatever else an editor offers where there is a finding: many fixes at once, for instance."""
    view = View(site, files, site.root)
    fixes = {
        fix.title
        for problem in _choose_problems(site)
        for fix in list_offered_fixes(site, files, problem)
    }
    for problem in _choose_problems(site):
        question = ActionRequest(problem.file, problem.span, ("quickfix", "source"))
        for action in iter_actions(view, question, _EVERYTHING):
            if action.title not in fixes and (changes := action.changes()):
                built = _build("editor", action.title, files, changes)
                yield built._replace(rules=(problem.rule,))


def _choose_problems(site: Snapshot) -> Iterator[Problem]:
    counts: Counter[str] = Counter()
    for problem in problems_of(site):
        counts[problem.rule] += 1
        if counts[problem.rule] <= _MOST_ALIKE:
            yield problem


# Changes that correct nothing


def list_refactorings(site: Snapshot, files: Files) -> Iterator[Action]:
    """What is offered for entries and elements that are selected."""
    for file, span in _choose_places(site):
        for offer in offers(site, files, file, span):
            if changes := offer.changes():
                yield _build("refactoring", offer.title, files, changes)


def list_tree_actions(site: Snapshot, files: Files) -> Iterator[Action]:
    """What can be done in the tree of the navigation."""
    overview = site.get_overview()
    places = _choose_places(site)
    for place in places:
        for name in ("newPage", "newGroup", "hide", "show", "remove"):
            with suppress(ChangeRefused):
                changes = plan_action(overview, files, name, place, "new/page")
                if changes:
                    yield _build("tree", name, files, changes)
    for what, onto in (*pairwise(places), *pairwise(places[::-1])):
        with suppress(ChangeRefused):
            changes = plan_drop(site, files, what, onto)
            if changes:
                yield _build("tree", "drop", files, changes)


def _choose_places(site: Snapshot) -> list[Place]:
    """A few entries and elements of the navigation, the same each time."""
    overview = site.get_overview()
    if overview is None:
        return []
    navigation = overview.navigation
    places = [(listing.file, listing.span) for listing in navigation.listings]
    places += [
        (placed.file, Span(placed.at, placed.at + placed.element.get_layer_node(0).size))
        for placed in navigation.elements
    ]
    chance = Random(len(places))
    return sorted(chance.sample(places, min(_MOST_PLACES, len(places))))


# Commands and the tools for agents


def list_moves(site: Snapshot, files: Files) -> Iterator[Action]:
    """`move`, in an editor, on the command line and as a tool for agents."""
    overview = site.get_overview()
    known = set(files.paths())
    for old, new in _MOVES:
        is_there = old in known or any(path.startswith(f"{old}/") for path in known)
        if overview is None or not is_there:
            continue
        moving = plan_moves(overview, files, [Move(old, new)])
        if not find_moves_refusal(AddressMap(overview, moving.relocation)):
            changes: list[FileChange] = [*moving.edits, *moving.list_file_moves(files)]
            yield _build("move", f"{old} -> {new}", files, changes)


def list_commands(site: Snapshot, files: Files) -> Iterator[Action]:
    """`freeze`, `sync`, `convert`, and a language that an agent adds."""
    overview = site.get_overview()
    if overview is None:
        return
    with suppress(ChangeRefused):
        yield _build("freeze", "", files, plan_freeze(site, files, _FREEZE).changes)
    for source in _SYNCED:
        synced = plan_sync(replace(overview, settings=replace(site.settings, sync=(source,))))
        if synced.edits:
            yield _build("sync", str(source), files, synced.edits)
    with suppress(ChangeRefused):
        changes, _ = plan_added_language(site, overview, files, "fr", None)
        yield _build("add language", "fr", files, changes)
    yield from _convert(files)


_FREEZE = FreezeRequest("1.0", "2.0", "frozen")


def _convert(files: Files) -> Iterator[Action]:
    with suppress(ValueError):
        docs = json.loads(files.read("docs.json"))
        if isinstance(docs, dict) and "navigation" in docs:
            conversion = convert_docs(docs)
            was = {"docs.json": files.read("docs.json")}
            draft = Draft(files, {"docs.json": conversion.text.encode()}, was)
            yield Action("convert", "; ".join(conversion.notes), draft)


def list_renames(site: Snapshot, files: Files) -> Iterator[Action]:
    """New names of pages and elements in an editor."""
    for name, after, moved in rename_pages_and_titles(site, files):
        yield Action("rename", name, after, moved)


def list_agent_redirects(_site: Snapshot, files: Files) -> Iterator[Action]:
    """What the tool for redirects adds."""
    for title, after in add_redirects(files):
        yield Action("redirect", title, after)


EVERY_KIND: Mapping[str, Callable[[Snapshot, Files], Iterator[Action]]] = {
    "quick fixes": list_quick_fixes,
    "all fixes": make_all_fixes,
    "other actions of an editor": list_editor_actions,
    "refactorings": list_refactorings,
    "the tree": list_tree_actions,
    "moves": list_moves,
    "commands": list_commands,
    "renames": list_renames,
    "redirects of agents": list_agent_redirects,
}
