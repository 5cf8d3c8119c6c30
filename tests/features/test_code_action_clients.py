"""Code actions for clients that can do little, and for those that ask for the edit later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from docs_lsp.features import code_actions as actions_module
from docs_lsp.features._abilities import ActionAbilities as Abilities
from docs_lsp.features._actions_in_range import ActionRequest
from docs_lsp.features._commands import EXPLAIN
from docs_lsp.features._view import View
from docs_lsp.features.code_actions import answer_code_actions, resolve_action
from docs_lsp.features.to_lsp import ClientDialect, Json
from tests.features.acting import ABLE, LAZY, PLAIN, SITE, after, asked, at, named, question, titles
from tests.features.markers import marked
from tests.features.workspace_edits import applied


def test_an_old_client_gets_commands_alone() -> None:
    assert asked(at("moorings/"), can=Abilities()) == [
        {"title": "Explain `page-slash`", "command": EXPLAIN, "arguments": ["page-slash"]}
    ]


def test_a_client_that_cannot_make_files_gets_plain_edits() -> None:
    place = at("gone")
    found = asked(place, can=PLAIN)

    assert "Create `gone.mdx`" not in titles(found)
    assert not any(title.startswith("Ignore") for title in titles(found))
    edit = named(asked(at("moorings/"), can=PLAIN), "Write `moorings`")["edit"]
    assert list(edit) == ["changes"]
    assert '"moorings"' in applied(place.files, edit)["docs.json"]


def test_settings_that_are_there_can_be_added_to_by_any_client() -> None:
    place = at("moorings/", f"{SITE}--- docs-lsp.toml\n")
    action = named(asked(place, can=PLAIN), "Ignore `page-slash` everywhere")

    assert after(place, action)["docs-lsp.toml"] == '[rules]\npage-slash = "off"\n'


def test_edits_name_the_version_that_they_are_for() -> None:
    place = at("moorings/")
    view = replace(place.view(), versions={"docs.json": 7})
    found = answer_code_actions(view, question(place), ClientDialect(), ABLE)

    (step,) = named(found, "Write `moorings`")["edit"]["documentChanges"]
    assert step["textDocument"] == {"uri": "file:///site/docs.json", "version": 7}


def test_of_a_text_that_was_never_saved_nothing_but_itself_is_changed() -> None:
    place = at("moorings/", SITE.partition("--- moorings")[0])
    view = replace(place.view(), root=None, uris={"docs.json": "untitled:docs.json"})
    found = answer_code_actions(view, question(place), ClientDialect(), ABLE)

    for action in found:
        steps = action.get("edit", {}).get("documentChanges", ())
        assert {step["textDocument"]["uri"] for step in steps} <= {"untitled:docs.json"}
    assert "Wrap in a group" in titles(found)
    assert not any(title.startswith("Ignore") for title in titles(found))


def test_in_a_large_file_nobody_waits_for_what_was_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fixes_all(*only: str, can: Abilities = ABLE) -> bool:
        found = titles(asked(at("moorings/"), 0, *only, can=can))
        return any(title.startswith("Fix all") for title in found)

    assert fixes_all()
    monkeypatch.setattr(actions_module, "LARGE", 100)
    assert not fixes_all()
    assert fixes_all("source.fixAll")
    assert fixes_all(can=LAZY)


# Edits that are made when an action has been chosen


def lazily(view: View, action: Json) -> Json | None:
    assert "edit" not in action
    return resolve_action(view, action["data"], ClientDialect(), LAZY)


@pytest.mark.parametrize(("needle", "size"), [("moorings/", 0), ("moorings/", 70), ("gone", 0)])
def test_a_lazy_client_gets_the_same_edits(needle: str, size: int) -> None:
    place = at(needle)
    view = place.view()
    eager, lazy = asked(place, size), asked(place, size, can=LAZY)

    assert titles(lazy) == titles(eager)
    for one, other in zip(eager, lazy, strict=True):
        if "command" in one:
            assert other == one
        else:
            assert lazily(view, other) == one["edit"]


def test_a_chosen_action_of_an_older_text_is_out_of_date() -> None:
    place = at("moorings/")
    old, new = (replace(place.view(), versions={"docs.json": version}) for version in (1, 2))
    (action, *_) = answer_code_actions(old, question(place), ClientDialect(), LAZY)

    assert resolve_action(old, action["data"], ClientDialect(), LAZY) is not None
    assert resolve_action(new, action["data"], ClientDialect(), LAZY) is None


def test_a_chosen_action_is_never_taken_for_another_of_the_same_name() -> None:
    """As when its problem has gone meanwhile, and another one has the same remedy."""
    view = at("gone", SITE.replace("also-gone", "gone")).view()
    first, second = (
        ActionRequest("docs.json", problem.span, ("quickfix",))
        for problem in view.site.get_problems()["docs.json"]
        if problem.rule == "missing-page"
    )
    chosen = named(answer_code_actions(view, first, ClientDialect(), LAZY), "Create `gone.mdx`")[
        "data"
    ]

    assert resolve_action(view, chosen, ClientDialect(), LAZY) is not None
    assert (
        resolve_action(view, {**chosen, "span": list(second.span)}, ClientDialect(), LAZY) is None
    )


@pytest.mark.parametrize(
    "data", [{}, {"file": 1}, {"file": "x", "span": [0, 9], "only": []}, {"span": [0, "1"]}]
)
def test_data_of_whatever_kind_is_borne(data: Json) -> None:
    assert resolve_action(marked(SITE).view(), data, ClientDialect(), LAZY) is None
