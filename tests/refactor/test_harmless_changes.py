"""What a change in the tree of the navigation must not do, and what it may."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.refactor import offers
from docs_lsp.refactor.added_language import plan_added_language
from docs_lsp.refactor.drag_and_drop import plan_drop
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.refactor.placing import Place
from docs_lsp.refactor.tree_actions import plan_action
from docs_lsp.settings.settings import Settings

PAGES = dict.fromkeys(("a.mdx", "b.mdx", "c.mdx", "fr/a.mdx"), "# A\n")
TWO_GROUPS = {
    "groups": [{"group": "One", "pages": ["a", "b"]}, {"group": "Two", "pages": ["a", "c"]}]
}


def site(navigation: Mapping[str, object], **more: object) -> tuple[Snapshot, MemoryFiles]:
    docs = {"theme": "mint", "name": "A", "colors": {"primary": "#000"}, "navigation": navigation}
    files = MemoryFiles({**PAGES, "docs.json": json.dumps({**docs, **more})})
    return read_site(Path("/site"), files, Settings()), files


def place(files: MemoryFiles, entry: str) -> Place:
    """Where an entry is first."""
    start = files.read("docs.json").decode().index(f'"{entry}"') + 1
    return "docs.json", Span(start, start + len(entry))


def group_place(files: MemoryFiles, title: str) -> Place:
    data = files.read("docs.json").decode()
    start = data.rindex("{", 0, data.index(f'"{title}"'))
    return "docs.json", Span(start, start + json.JSONDecoder().raw_decode(data[start:])[1])


def test_the_last_entry_without_which_the_service_rejects_the_file_stays() -> None:
    snapshot, files = site({"groups": [{"group": "One", "pages": ["a"]}]})

    with pytest.raises(ChangeRefused, match=r"would reject `docs\.json`: the navigation needs"):
        plan_action(snapshot.get_overview(), files, "remove", group_place(files, "One"), "")
    assert plan_action(snapshot.get_overview(), files, "remove", place(files, "a"), "") is not None


def test_one_of_several_is_removed() -> None:
    snapshot, files = site(TWO_GROUPS)

    assert plan_action(snapshot.get_overview(), files, "remove", group_place(files, "Two"), "")


def test_nothing_is_dropped_on_what_the_service_drops() -> None:
    tab = {"tab": "T", "groups": [{"group": "One", "pages": ["a", "b"]}], "pages": ["c"]}
    snapshot, files = site({"tabs": [tab]})

    with pytest.raises(ChangeRefused, match=r"`b\.mdx` would disappear"):
        plan_drop(snapshot, files, place(files, "b"), place(files, "c"))


def test_no_entry_is_dropped_where_it_is_listed() -> None:
    snapshot, files = site(TWO_GROUPS)

    assert plan_drop(snapshot, files, place(files, "a"), group_place(files, "Two")) == ()
    assert plan_drop(snapshot, files, place(files, "b"), group_place(files, "Two")) != ()
    assert plan_drop(snapshot, files, place(files, "a"), place(files, "b")) != ()


@pytest.mark.parametrize(("entry", "is_offered"), [("a", False), ("b", True)])
def test_no_entry_is_offered_to_move_where_it_is_listed(entry: str, is_offered: bool) -> None:
    snapshot, files = site(TWO_GROUPS)

    titles = [offer.title for offer in offers(snapshot, files, *place(files, entry))]
    assert (f"Move `{entry}` into the group `Two`" in titles) is is_offered
    assert f"Move `{entry}` {'up' if entry == 'b' else 'down'}" in titles


def test_an_object_that_is_no_group_is_offered_to_no_group() -> None:
    groups = [{"page": "b"}, {"group": "One", "pages": ["a"]}]
    snapshot, files = site({"groups": groups})

    offered = offers(snapshot, files, *place(files, "page"))
    assert [offer.title for offer in offered if "into the group" in offer.title] == []


def test_a_language_does_not_make_the_service_reject_the_file() -> None:
    navigation = {"groups": [{"group": "One", "pages": ["a"]}], "asyncapi": {"source": 5}}
    snapshot, files = site(navigation)
    overview = snapshot.get_overview()
    assert overview is not None

    changes, _ = plan_added_language(snapshot, overview, files, "fr", None)

    # In a language the service would read `asyncapi`, and reject the file for it.
    docs = json.loads(Draft(files).with_changes(changes).read("docs.json"))
    assert docs["navigation"].keys() == {"asyncapi", "languages"}
    assert [language.keys() for language in docs["navigation"]["languages"]] == [
        {"language", "groups"},
        {"language", "groups"},
    ]


def test_a_file_that_is_rejected_anyway_can_be_worked_on() -> None:
    snapshot, files = site({"groups": [{"group": "One", "pages": ["a"]}]}, theme="mnit")

    assert plan_action(snapshot.get_overview(), files, "remove", group_place(files, "One"), "")
