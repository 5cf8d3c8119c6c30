"""The laws of everything that docs-lsp does, on sites with two or more mistakes.

LAW_EXAMPLES says how many sites are drawn; 5,000 are for a run by hand. From 1,000 on, the
service's own validator is asked as well, if it is at hand.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.cli.mcp.adding import CREATE_SITE, SiteArguments
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.files import DiskFiles, Files
from docs_lsp.schema.model_looks import THEMES
from docs_lsp.settings.settings import Settings
from docs_lsp.site.pages import page_to_url, strip_page_extension
from tests.fixes.test_accepted_laws import TAKES_AWAY
from tests.fixes.test_fix_laws import revealed_by
from tests.laws.actions import EVERY_KIND, Action
from tests.laws.law import Breach, State, find_breaches, read_state
from tests.laws.mistaken_sites import mistaken_files
from tests.laws.values_read_now import count_in_values, find_value_read_now

EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "0"))
SAMPLE = {"quick fixes": 25, "all fixes": 25}
"""How many sites are drawn otherwise; of kinds that are not named, 8."""


class Meant(NamedTuple):
    """A breach that an action says itself, or that cannot be helped."""

    kind: str
    title: str
    """How the title of the action begins, or one of the notes that are its title."""
    breach: str
    """How the breach begins."""
    why: str

    def is_of(self, action: Action) -> bool:
        """Whether it is said of an action."""
        notes = action.title.split("; ")
        return action.kind == self.kind and any(note.startswith(self.title) for note in notes)


MEANT = (
    Meant("tree", "remove", "kept", "the writer takes it out"),
    Meant("tree", "remove", "exchanged: empty-element", "it was the last one"),
    Meant("tree", "newGroup", "exchanged: empty-element", "a group is made to be filled"),
    Meant("tree", "drop", "exchanged: empty-element", "what was in it is elsewhere now"),
    Meant("tree", "hide", "exchanged: hidden-wins", "it is hidden wherever it is listed"),
    Meant("refactoring", "Move ", "exchanged: empty-element", "what was in it is elsewhere now"),
    Meant("refactoring", "Move the language", "exchanged: untranslated-entry", "another default"),
    Meant("refactoring", "Divide the navigation", "exchanged: missing-key", "`menu` is read there"),
    Meant("rename", "de", "exchanged: untranslated-entry", "a language listed twice becomes two"),
    Meant("rename", "fr", "exchanged: untranslated-entry", "a language listed twice becomes two"),
    Meant("move", "", "exchanged: duplicate-page", "two spellings of its entry become one"),
    Meant("move", "api.json", "kept: /api.json ", "only pages get redirects"),
    Meant("convert", "There were no pages", "exchanged: empty-element", "its note says so"),
    Meant("convert", "", "exchanged: shadowed-page", "a list that did not count lists the page"),
)
REVEALING = ("freeze", "add language", "convert", "sync", "refactoring", "tree")
"""Kinds of actions that take content along with its mistakes: another rule may be the one to report
these where the content is afterwards."""
REVEALED = frozenset(("duplicate-page", "mixed-children", "untranslated-entry", "invalid-value"))

_IN_CONTENT = (
    *("duplicate-page", "duplicate-language", "duplicate-version"),
    *("mixed-children", "untranslated-entry", "shadowed-page"),
)
REVEALED_BY: Mapping[str, Collection[str]] = {
    # A key that is read brings its value to light.
    "unknown-key": (
        *(*_IN_CONTENT, "misplaced-child", "missing-asset", "missing-spec"),
        *("page-case", "page-url"),
    ),
    "link-with-content": _IN_CONTENT,
    "misplaced-child": (*_IN_CONTENT, "empty-element", "missing-key", "unknown-key", "wrong-type"),
    # The entry names a page now: maybe one that is listed, redirected or in another language.
    "page-extension": ("duplicate-page", "shadowed-page", "untranslated-entry"),
    "page-slash": ("duplicate-page", "shadowed-page", "untranslated-entry"),
    "page-case": ("duplicate-page", "shadowed-page", "untranslated-entry"),
    # The service accepts the file now, so where a link leads is of interest.
    "invalid-value": ("dead-link",),
    # One mistake, one message: which operation an entry names is only known with a specification,
    # and an element may have content as long as one seems to apply.
    "endpoint-without-spec": ("duplicate-endpoint", "empty-element"),
    # What an element is to hold is for the writer to add.
    "missing-key": ("empty-element", "untranslated-entry"),
    # An entry that is listed now has an address, which a redirect may take.
    "wrong-type": ("empty-element", "shadowed-page"),
    "legacy-key": ("empty-element", "shadowed-page"),
}
"""Beside those of `tests/fixes`, rules that may speak once a rule's finding is gone."""


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_no_action_breaks_a_law(kind: str) -> None:
    # A sample is always the same: what a run by hand finds should not stop other work by chance.
    most = EXAMPLES or SAMPLE.get(kind, 8)

    @settings(max_examples=most, derandomize=not EXAMPLES, database=None)
    @given(mistaken_files())
    def check(files: Files) -> None:
        site, before = read_state(Path("/site"), files, Settings())
        for action in EVERY_KIND[kind](site, files):
            _, after = read_state(site.root, action.after, site.settings, site.contents)
            breaches = list(find_unmeant_breaches(action, before, after))
            docs = files.read("docs.json").decode()
            assert breaches == [], f"{action.kind}: {action.rules}: {action.title}\n{docs}"

    check()


@settings(max_examples=EXAMPLES or 20, derandomize=not EXAMPLES, database=None)
@given(st.text(min_size=1), st.sampled_from(THEMES.values))
def test_a_site_that_is_begun_has_no_mistake(name: str, theme: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace = AgentWorkspace(Path(folder), lambda _: "")
        try:
            CREATE_SITE.run(workspace, SiteArguments(name=name, theme=theme))
        except UsageFault:
            assert not name.strip()
            return
        _, state = read_state(Path(folder), DiskFiles(Path(folder)), Settings())

    assert state.is_accepted
    assert state.findings.total() == 0
    assert len(state.content.pages) == 1


def find_unmeant_breaches(action: Action, before: State, after: State) -> Iterable[str]:
    """The breaches that nothing explains, as sentences."""
    taken = {page_to_url(strip_page_extension(new)) for new in action.moved.values()}
    for breach in find_breaches(before, after, action.moved, is_copying=not action.rules):
        is_meant = breach.address in taken or _is_meant(action, breach)
        if not (is_meant or _is_in_value_read_now(action, breach, before, after)):
            yield str(breach)


def _is_in_value_read_now(action: Action, breach: Breach, before: State, after: State) -> bool:
    """Whether all that is new is in values that were not read before, and were there already."""
    draft = action.after
    if breach.law != "exchanged" or set(draft.changed) != {breach.file}:
        return False
    old, new = draft.was[breach.file], draft.changed[breach.file]
    places = after.places[breach.rule, breach.file]
    if new and breach.file == "docs.json":
        inside = count_in_values(places, new, before.unread)
        if breach.extra <= inside:
            return True
    value = find_value_read_now(old, new) if old and new else None
    return value is not None and breach.extra <= sum(
        value.start <= place.start and place.end <= value.end for place in places
    )


def _is_meant(action: Action, breach: Breach) -> bool:
    if breach.law == "exchanged":
        # A conversion corrects keys, too.
        corrected = ("unknown-key",) if " was read as " in action.title else action.rules
        revealed = {rule for name in corrected for rule in revealed_by(name)}
        revealed |= {rule for name in corrected for rule in REVEALED_BY.get(name, ())}
        if breach.rule in revealed or (action.kind in REVEALING and breach.rule in REVEALED):
            return True
    if breach.law == "kept" and is_meant_loss(action):
        return True
    return any(meant.is_of(action) and str(breach).startswith(meant.breach) for meant in MEANT)


def is_meant_loss(action: Action) -> bool:
    """Whether an action is there to take something away."""
    return any(meant.is_of(action) and meant.breach == "kept" for meant in MEANT) or any(
        rule == taking.rule and taking.says in action.title
        for taking in TAKES_AWAY
        for rule in action.rules
    )
