"""Code actions: what is offered where, and what the files are like afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.check import read_project_settings
from docs_lsp.features import _actions_in_range
from docs_lsp.features._abilities import ActionAbilities as Abilities
from docs_lsp.features._commands import EXPLAIN
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.code_actions import answer_code_actions
from docs_lsp.features.to_lsp import ClientDialect
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes import exchanged_findings
from docs_lsp.refactor import Offer
from docs_lsp.settings.reader import load_project_settings
from docs_lsp.site.routes.accepted_changes import TrialCosts
from tests.features.acting import (
    ABLE,
    HEAD,
    LAZY,
    PAGE,
    SITE,
    after,
    asked,
    at,
    left,
    named,
    question,
    titles,
)
from tests.features.markers import Marked, covered, marked
from tests.features.workspace_edits import applied

# One problem


def test_the_fixes_of_a_problem_are_offered_and_the_obvious_one_is_marked() -> None:
    place = at("moorings/")
    action = named(asked(place), "Write `moorings`")

    assert action["kind"] == "quickfix"
    assert action["isPreferred"] is True
    (diagnostic,) = action["diagnostics"]
    assert diagnostic["code"] == "page-slash"
    assert covered(place.text(), diagnostic["range"]) == "/moorings/"
    fixed = after(place, action)
    assert fixed == {
        **place.files,
        "docs.json": place.files["docs.json"].replace("/moorings/", "moorings"),
    }
    assert left(fixed) == ["page-extension", "page-slash", "missing-page", "missing-page"]


def test_a_fix_may_make_a_file() -> None:
    place = at("gone")
    made = after(place, named(asked(place), "Create `gone.mdx`"))

    assert made["docs.json"] == place.files["docs.json"]
    assert made["gone.mdx"].startswith("---\n")


def test_each_question_has_its_own_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    place = at("moorings/")
    view, wanted = place.view(), question(place)
    overview = view.site.get_overview()
    assert overview is not None
    first = answer_code_actions(view, wanted, ClientDialect(), ABLE)
    cost = overview.cached(TrialCosts).checked_children
    monkeypatch.setattr(exchanged_findings, "MOST_LOOKED_AT", 2 * cost)

    assert cost > 0 and "Write `moorings`" in titles(first)
    for _ in range(4):
        assert answer_code_actions(view, wanted, ClientDialect(), ABLE) == first


def test_a_fix_is_not_marked_for_a_client_that_does_not_know_the_mark() -> None:
    found = asked(at("moorings/"), can=replace(ABLE, prefers=False))

    assert not any("isPreferred" in action for action in found)


def test_the_best_comes_first_and_what_no_problem_asks_for_last() -> None:
    found = asked(at('moorings/",\n'), 20)

    assert [(action["kind"], "problem" in action["title"]) for action in found][:4] == [
        ("quickfix", False),
        ("quickfix", False),
        ("quickfix", True),
        ("source.fixAll.docs-lsp", True),
    ]
    assert titles(found)[4:6] == ["Ignore `page-slash` here", "Ignore `page-extension` here"]
    kinds = [action["kind"].partition(".")[0] for action in found]
    assert kinds == sorted(kinds, key=lambda kind: kind == "refactor")


def test_only_what_stands_in_the_range_or_at_its_edge_is_seen_to() -> None:
    text = SITE.partition("\n")[2]
    start = text.index("fees.mdx")

    def rules(start: int, end: int) -> set[str]:
        place = Marked(marked(SITE).files, "docs.json", start)
        found = asked(place, end - start, "quickfix")
        return {one["code"] for action in found for one in action.get("diagnostics", ())}

    assert rules(start, start) == {"page-extension"}
    assert rules(start + 8, start + 8) == {"page-extension"}
    assert rules(start - 1, start - 1) == set()
    assert rules(start - 20, start) == {"page-extension", "page-slash"}


def test_where_nothing_is_wrong_nothing_is_fixed() -> None:
    assert asked(at('"theme"')) == []


def test_columns_are_counted_as_the_client_does() -> None:
    site = SITE.replace('    "/moorings/"', '    "\U0001f6a2", "/moorings/"')
    place = at("moorings/", site)
    for encoding in Encoding:
        found = asked(place, dialect=ClientDialect(encoding))
        edit = named(found, "Write `moorings`")["edit"]
        fixed = applied(place.files, edit, encoding=encoding.value)

        assert '"\U0001f6a2", "moorings"' in fixed["docs.json"]


# Many at once


def test_all_problems_of_a_kind_are_fixed_in_the_file() -> None:
    place = at("moorings/")
    action = named(asked(place), "Fix all `page-slash` problems in this file")
    fixed = after(place, action)

    assert action["kind"] == "quickfix"
    assert '"moorings",' in fixed["docs.json"]
    assert '"tides",' in fixed["docs.json"]
    assert left(fixed) == ["page-extension", "missing-page", "missing-page"]


def test_a_problem_without_its_like_is_not_fixed_with_all_of_its_kind() -> None:
    assert not any("Fix all `" in title for title in titles(asked(at("fees.mdx"))))


TWO_PATTERNS = f"""--- docs.json
{{
  {HEAD}"navigation": {{ "tab": [{{ "tab": "One", "pages": ["tides"] }}] }},
  "pages": ["fees"]
}}
--- fees.mdx
{PAGE}--- tides.mdx
{PAGE}"""


def test_fixing_all_of_a_kind_exchanges_no_mistake_for_another() -> None:
    place = at('tab": [', TWO_PATTERNS)
    action = named(asked(place), "Fix all `unknown-key` problems in this file")

    assert left(after(place, action)) == ["unknown-key"]


def test_what_is_safe_is_fixed_all_at_once() -> None:
    place = at('"theme"')
    (action,) = asked(place, 0, "source.fixAll")

    assert action["kind"] == "source.fixAll.docs-lsp"
    assert "diagnostics" not in action
    assert left(after(place, action)) == ["missing-page", "missing-page"]


def test_all_at_once_comes_with_a_safe_fix_where_nothing_else_is_asked_for() -> None:
    whole = "Fix all problems in this file that can be fixed safely"

    assert whole in titles(asked(at("moorings/")))
    assert whole not in titles(asked(at("gone")))


def test_one_fix_may_bring_the_next_to_light() -> None:
    place = at("fees.mdx", SITE.replace('"fees.mdx",', '"/fees.mdx/",'))
    (action,) = asked(place, 0, "source.fixAll.docs-lsp")

    assert left(after(place, action)) == ["missing-page", "missing-page"]


def test_nothing_is_fixed_all_at_once_where_nothing_is_safe() -> None:
    clean = SITE.replace("/moorings/", "moorings").replace("fees.mdx", "fees", 1)
    place = at('"theme"', clean.replace("tides/", "tides"))

    assert asked(place, 0, "source.fixAll") == []


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        ("quickfix", {"quickfix"}),
        ("source", {"source.fixAll.docs-lsp"}),
        ("source.fixAll", {"source.fixAll.docs-lsp"}),
        ("source.fixAll.docs-lsp", {"source.fixAll.docs-lsp"}),
        ("source.fixAll.eslint", set()),
        ("source.fixAllOfIt", set()),
        ("source.organizeImports", set()),
        ("refactor", {"refactor.extract", "refactor.move", "refactor.rewrite"}),
        ("refactor.move", {"refactor.move"}),
        ("refactor.move.up", set()),
        ("notebook", set()),
    ],
)
def test_only_the_kinds_that_are_asked_for_come(only: str, kinds: set[str]) -> None:
    for can in (ABLE, LAZY):
        assert {action["kind"] for action in asked(at("moorings/"), 0, only, can=can)} == kinds


def test_several_kinds_may_be_asked_for() -> None:
    found = asked(at("moorings/"), 0, "refactor.move", "source.fixAll")

    assert {action["kind"] for action in found} == {"refactor.move", "source.fixAll.docs-lsp"}


# Leaving out


def ignoring(place: Marked, title: str, size: int = 0) -> dict[str, str]:
    return after(place, named(asked(place, size), title))


def test_a_rule_is_ignored_in_its_place() -> None:
    place = at("moorings/")
    files = ignoring(place, "Ignore `page-slash` here")

    assert files["docs-lsp.toml"] == (
        '[[ignore]]\nrule = "page-slash"\npointer = "/navigation/pages/0"\n'
    )


def test_a_rule_is_ignored_everywhere() -> None:
    files = ignoring(at("moorings/"), "Ignore `page-slash` everywhere")

    assert files["docs-lsp.toml"] == '[rules]\npage-slash = "off"\n'


@pytest.mark.parametrize(
    ("link", "path"),
    [
        *(("/app/login#x", "/app/"), ("/pricing", "/pricing"), ("/guides/none", "/guides/none")),
        *(("/ä/ö", "/ä/"), ("/app/x?a=b", "/app/")),
    ],
)
def test_a_dead_path_is_left_to_others(link: str, path: str) -> None:
    docs = f'--- docs.json\n{{\n  {HEAD}"navigation": {{ "pages": ["guides/a"] }}\n}}\n'
    place = at(link, f"{docs}--- guides/a.mdx\n[A]({link})\n")
    files = ignoring(place, f"Add `{path}` to `site.elsewhere`")

    assert files["docs-lsp.toml"] == f'[site]\nelsewhere = ["{path}"]\n'
    settings, _ = load_project_settings(files["docs-lsp.toml"], ())
    assert not any(replace(place, files=files).view(settings).site.get_problems().values())


def test_only_what_may_be_elsewhere_is_left_to_others() -> None:
    assert not any("elsewhere" in title for title in titles(asked(at("fees.mdx"))))


def test_settings_that_are_there_are_added_to() -> None:
    settings = '# Ours\n[rules]\nmissing-page = "error" # sic\n'
    place = at("moorings/", f"{SITE}--- docs-lsp.toml\n{settings}")
    here = ignoring(place, "Ignore `page-slash` here")["docs-lsp.toml"]
    everywhere = ignoring(place, "Ignore `page-slash` everywhere")["docs-lsp.toml"]

    assert everywhere == f'{settings}page-slash = "off"\n'
    assert here == (
        f'{settings}\n[[ignore]]\nrule = "page-slash"\npointer = "/navigation/pages/0"\n'
    )


def test_settings_that_cannot_be_read_are_left_alone() -> None:
    found = asked(at("moorings/", f"{SITE}--- docs-lsp.toml\n[rules"))

    assert not any(title.startswith("Ignore") for title in titles(found))


PARTED = f"""--- docs.json
{{
  {HEAD}"navigation": {{ "$ref": "./more/nav[1].json" }}
}}
--- more/nav[1].json
{{ "pages": ["/moorings/", "tides"] }}
--- moorings.mdx
{PAGE}--- tides.mdx
---
title: [
---
"""


def test_in_a_part_of_docs_json_the_place_names_the_file() -> None:
    files = ignoring(at("moorings/", PARTED), "Ignore `page-slash` here")

    assert files["docs-lsp.toml"] == (
        '[[ignore]]\nrule = "page-slash"\npointer = "/pages/0"\npath = "more/nav\\\\[1\\\\].json"\n'
    )


def test_in_a_page_the_place_is_the_file() -> None:
    title = "Ignore `frontmatter-error` in this file, in docs-lsp.toml"
    files = ignoring(at("title: [", PARTED), title, 9)

    assert files["docs-lsp.toml"] == '[[ignore]]\nrule = "frontmatter-error"\npath = "/tides.mdx"\n'


def test_in_a_page_a_comment_leaves_it_out() -> None:
    linking = f"{PARTED}\n[Lost](/lost)\n"
    broken = ignoring(at("title: [", PARTED), "Ignore `frontmatter-error` on this page", 9)
    files = ignoring(at("/lost", linking), "Ignore `dead-link` here")

    assert "{/* docs-lsp-ignore-file frontmatter-error */}" in broken["tides.mdx"]
    assert files["tides.mdx"].endswith("{/* docs-lsp-ignore dead-link */}\n[Lost](/lost)\n")


def test_what_is_ignored_is_found_no_more() -> None:
    for site, needle in ((SITE, "moorings/"), (PARTED, "moorings/"), (PARTED, "title: [")):
        place = at(needle, site)
        for action in asked(place, 9):
            if action["title"].startswith("Ignore"):
                files = after(place, action)
                settings, faults = read_project_settings(MemoryFiles(files))
                assert faults == ()
                view = Marked(files, place.file, place.offset).view(settings)
                found = answer_code_actions(view, question(place, 9), ClientDialect(), ABLE)
                assert not any("diagnostics" in action for action in found)


def test_a_missing_key_of_the_whole_file_cannot_be_ignored_in_one_place() -> None:
    place = marked('{ ▮"navigation": { "pages": [] }, "theme": "mint" }')
    found = titles(asked(place, 60))

    assert not any(title.startswith("Ignore `missing-key` here") for title in found)


# Explaining


def test_a_rule_is_explained_by_a_command() -> None:
    action = named(asked(at("moorings/")), "Explain `page-slash`")

    assert action["command"] == {
        "title": "Explain `page-slash`",
        "command": EXPLAIN,
        "arguments": ["page-slash"],
    }
    assert "edit" not in action


# Moving content about


def test_entries_are_moved_about() -> None:
    place = at("fees.mdx")
    moved = after(place, named(asked(place, 0, "refactor"), "Move `fees.mdx` up"))

    before = '    "/moorings/",\n    "fees.mdx",\n'
    assert before in place.files["docs.json"]
    assert '    "fees.mdx",\n    "/moorings/",\n' in moved["docs.json"]


def test_the_whole_selection_is_moved() -> None:
    place = at("moorings/")
    moved = after(place, named(asked(place, 20, "refactor"), "Move these down"))

    assert '    "tides/",\n    "/moorings/",\n    "fees.mdx",\n' in moved["docs.json"]


LARGE = f"""--- docs.json
{{
  {HEAD}"navigation": {{
    "tabs": [
      {{
        "tab": "Harbour guides",
        "groups": [
          {{ "group": "Arriving at the harbour", "pages": ["moorings", "fees", "guides/berths"] }},
          {{ "group": "Leaving the harbour", "pages": ["tides", "guides/winds", "guides/fog"] }}
        ]
      }}
    ]
  }}
}}
"""
EXTRACT = "Move the tab `Harbour guides` into `navigation/harbour-guides.json`"


@pytest.mark.parametrize("can", [ABLE, LAZY])
def test_what_makes_a_file_is_offered_to_clients_that_can(can: Abilities) -> None:
    place = at("Harbour guides", LARGE)
    assert EXTRACT in titles(asked(place, can=can))
    for edits in (replace(can.edits, creates=False), EditAbilities()):
        found = titles(asked(place, can=replace(can, edits=edits)))
        assert EXTRACT not in found
    moving = "Move the group `Arriving at the harbour` down"
    plain = replace(can, edits=EditAbilities())
    assert moving in titles(asked(at("Arriving", LARGE), can=plain))


def test_nothing_is_offered_for_the_documents_of_another_tool() -> None:
    assert asked(at('"b"', '--- docs.json\n{ "sidebar": [1], "pages": ["a", "b"] }')) == []


def test_an_offer_that_fails_takes_nothing_else_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("broken")

    place = at("moorings/")
    monkeypatch.setattr(
        _actions_in_range, "offers", lambda *_: iter([Offer("Do", "refactor.move", broken)])
    )
    assert "Do" not in titles(asked(place))
    monkeypatch.setattr(_actions_in_range, "offers", broken)
    assert "Write `moorings`" in titles(asked(place))
    monkeypatch.setattr(_actions_in_range, "list_offered_fixes", broken)
    assert "Explain `page-slash`" in titles(asked(place))
    monkeypatch.setattr(_actions_in_range, "compute_all_fixes", broken)
    assert asked(place, 0, "source") == []
    assert len(caplog.records) == 5


# The laws


@given(st.text(alphabet='{}[]",:ab \n/', max_size=12), st.integers(0, 240), st.integers(0, 60))
def test_every_action_can_be_made_in_whatever_is_being_typed(
    typed: str, start: int, size: int
) -> None:
    before = SITE.replace('"tides/"', f'"tides/"{typed}')
    place = Marked(marked(before).files, "docs.json", start)
    for action in asked(place, size):
        if "edit" in action:
            assert after(place, action) != place.files
