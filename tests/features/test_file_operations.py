"""What follows when files are renamed or deleted in the editor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.core.problem import FileChange, FileEdit
from docs_lsp.core.text import Encoding, Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import (
    ChangeAnnotation,
    EditAbilities,
    annotate_extra_changes,
    merge_site_edits,
)
from docs_lsp.features.file_operations import answer_will_delete, answer_will_rename
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.edits import Edit, apply_edits
from docs_lsp.settings.settings import Settings
from tests.features.markers import Marked, marked
from tests.features.workspace_edits import applied

UTF16 = Encoding.UTF16
BARE = EditAbilities()
ASKS = EditAbilities(versions=True, creates=True, renames=True, deletes=True, annotates=True)

SITE = marked("""--- docs.json
{
  "navigation": {
    "languages": [
      { "language": "en", "pages": ["index", "guides/start", "guides/more"] },
      { "language": "fr", "pages": ["fr/index", "fr/guides/start", "fr/guides/more"] }
    ]
  },
  "redirects": [
    { "source": "/begin", "destination": "/guides/start" }
  ]
}
--- index.mdx
[Start](/guides/start) ![L](/pics/l.svg)
--- guides/start.mdx
[More](./more)
--- guides/more.mdx
More
--- fr/index.mdx
Accueil
--- fr/guides/start.mdx
[Plus](./more)
--- fr/guides/more.mdx
Plus
--- pics/l.svg
<svg/>
""")


def followed(edit: Any, *moves: tuple[str, str], place: Marked = SITE) -> dict[str, str]:
    """The files once the editor has made an edit and then its own moves."""
    after = applied(place.files, edit)
    for old, new in moves:
        for path in [path for path in after if f"{path}/".startswith(f"{old}/")]:
            after[new + path[len(old) :]] = after.pop(path)
    return after


def declined(edit: Any, label: str | None = None) -> Any:
    """An edit without what it asks about, or without one of these offers."""
    known = edit["changeAnnotations"]
    gone = {name for name, one in known.items() if label in (None, one["label"])}
    return {
        "documentChanges": [
            {**one, "edits": [e for e in one["edits"] if e.get("annotationId") not in gone]}
            if "edits" in one
            else one
            for one in edit["documentChanges"]
            if one.get("annotationId") not in gone
        ]
    }


def renamed(
    *moves: tuple[str, str], can: EditAbilities = BARE, place: Marked = SITE, **settings: Any
) -> Any:
    return answer_will_rename(place.view(Settings(**settings)), moves, UTF16, can)


def test_a_page() -> None:
    move = ("guides/start.mdx", "go.mdx")
    edit = renamed(move)
    assert edit.keys() == {"changes"}
    after = followed(edit, move)
    docs = after["docs.json"]
    assert '["index", "go", "guides/more"]' in docs
    assert '{ "source": "/begin", "destination": "/go" },' in docs
    assert '{ "source": "/guides/start", "destination": "/go" }\n' in docs
    assert after["go.mdx"] == "[More](./guides/more)\n"
    assert after["index.mdx"] == "[Start](/go) ![L](/pics/l.svg)\n"


def test_a_folder() -> None:
    move = ("guides", "manual")
    after = followed(renamed(move, rename_redirect=False), move)
    assert '["index", "manual/start", "manual/more"]' in after["docs.json"]
    assert '"fr/guides/start"' in after["docs.json"]
    assert after["docs.json"].count("source") == 1
    assert after["manual/start.mdx"] == "[More](./more)\n"


def test_several_at_once() -> None:
    moves = (("guides/start.mdx", "a.mdx"), ("guides/more.mdx", "b.mdx"), ("pics/l.svg", "l.svg"))
    after = followed(renamed(*moves), *moves)
    assert '["index", "a", "b"]' in after["docs.json"]
    assert after["a.mdx"] == "[More](./b)\n"
    assert after["index.mdx"] == "[Start](/a) ![L](/l.svg)\n"


@pytest.mark.parametrize(
    "moves",
    [
        [],
        [("guides", "guides")],
        [("docs.json", "x.json")],
        [("nowhere.txt", "x.txt")],
        [("fr/index.mdx", "fr/index.md")],
    ],
)
def test_what_takes_nothing_along(moves: list[tuple[str, str]]) -> None:
    assert renamed(*moves) is None


def test_before_the_site_was_looked_at_nothing_is_said() -> None:
    memory = MemoryFiles(SITE.files)
    view = View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))
    assert answer_will_rename(view, [("guides", "manual")], UTF16, BARE) is None
    assert answer_will_delete(view, ["guides"], UTF16, ASKS) is None


@pytest.mark.parametrize("old", ["guides", "guides/start.mdx"])
def test_translations_are_offered(old: str) -> None:
    move = (old, f"manual/{old}")
    edit = renamed(move, can=ASKS)
    (offer,) = edit["changeAnnotations"].values()
    assert offer["label"] == "Move the translations too"
    assert offer["needsConfirmation"] is True
    both = followed(edit, move)
    assert "fr/manual/guides/start.mdx" in both
    assert '"fr/manual/guides/start"' in both["docs.json"]
    assert followed(declined(edit), move) == followed(renamed(move), move)


def test_translations_are_offered_on_the_way_back() -> None:
    there, back = ("guides", "manual"), ("manual", "guides")
    place = replace(SITE, files=followed(renamed(there, can=ASKS), there))
    both = followed(renamed(back, can=ASKS, place=place), back, place=place)
    alone = followed(renamed(back, place=place), back, place=place)

    assert {**both, "docs.json": ""} == {**SITE.files, "docs.json": ""}
    assert both["docs.json"].partition('"redirects"')[0] in SITE.files["docs.json"]
    assert '"/fr/manual/:slug*", "destination": "/fr/guides/:slug*"' in both["docs.json"]
    assert followed(declined(renamed(back, can=ASKS, place=place)), back, place=place) == alone


@pytest.mark.parametrize(
    ("sure", "whole"),
    [
        ([(4, 6, "x")], [(2, 8, "axb")]),
        ([(4, 6, "x")], [(2, 6, "ax")]),
        ([(4, 6, "")], [(2, 8, "ab")]),
        ([(2, 4, "x"), (6, 6, "y")], [(2, 8, "x-yz")]),
        ([(2, 2, "xz")], [(2, 2, "xyz")]),
        ([(1, 2, "x"), (4, 6, "y")], [(1, 2, "x"), (3, 6, "y")]),
        ([(2, 2, "x")], [(2, 2, "x"), (2, 4, "y")]),
    ],
)
def test_what_is_offered_beyond_sure_changes(sure: Any, whole: Any) -> None:
    def made(changes: Iterable[FileChange]) -> str:
        edits = [Edit(one.span, one.new) for one in changes if isinstance(one, FileEdit)]
        return apply_edits(b"0123456789", edits).decode()

    few, all_of_it = (
        [FileEdit("a", Span(i, j), new) for i, j, new in one] for one in (sure, whole)
    )
    pieces = annotate_extra_changes(few, all_of_it, ChangeAnnotation("", ""))
    assert pieces is not None
    assert made(one.change for one in pieces) == made(all_of_it)
    assert made(one.change for one in pieces if one.annotation is None) == made(few)


def test_what_does_not_fit_sure_changes() -> None:
    few = [FileEdit("a", Span(2, 6), "x")]
    assert (
        annotate_extra_changes(few, [FileEdit("a", Span(4, 8), "x")], ChangeAnnotation("", ""))
        is None
    )
    assert (
        annotate_extra_changes(few, [FileEdit("a", Span(2, 8), "y")], ChangeAnnotation("", ""))
        is None
    )
    assert annotate_extra_changes(few, [], ChangeAnnotation("", "")) is None


def test_deleting_offers_to_drop_the_entries_and_to_send_readers_on() -> None:
    edit = answer_will_delete(SITE.view(), ["guides/start.mdx"], UTF16, ASKS)
    assert edit is not None
    assert list(edit["changeAnnotations"].values()) == [
        {
            "label": "Remove the entries from the navigation",
            "needsConfirmation": True,
            "description": "Removes the entries of `guides/start`.",
        },
        {
            "label": "Redirect readers of the old address",
            "needsConfirmation": True,
            "description": "From `/guides/start` to `/`.",
        },
    ]
    both = applied(SITE.files, edit)["docs.json"]
    assert '["index", "guides/more"]' in both
    assert '{ "source": "/begin", "destination": "/" },' in both
    assert '{ "source": "/guides/start", "destination": "/" }\n' in both
    entries = applied(SITE.files, declined(edit, "Redirect readers of the old address"))
    assert entries["docs.json"] == SITE.files["docs.json"].replace('"guides/start", ', "", 1)
    assert applied(SITE.files, declined(edit)) == SITE.files


def test_deleting_a_folder() -> None:
    edit = answer_will_delete(SITE.view(), ["guides", "fr"], UTF16, ASKS)
    assert edit is not None
    labels = [one["description"] for one in edit["changeAnnotations"].values()]
    assert labels[0] == "Removes the entries of 5 pages."
    assert '"en", "pages": ["index"]' in applied(SITE.files, edit)["docs.json"]


def test_deleting_without_redirects() -> None:
    view = SITE.view(Settings(rename_redirect=False))
    edit = answer_will_delete(view, ["guides/start.mdx"], UTF16, ASKS)
    assert edit is not None
    assert [one["label"] for one in edit["changeAnnotations"].values()] == [
        "Remove the entries from the navigation"
    ]


@pytest.mark.parametrize("paths", [["pics/l.svg"], ["nowhere.mdx"], []])
def test_deleting_what_nothing_lists(paths: list[str]) -> None:
    assert answer_will_delete(SITE.view(), paths, UTF16, ASKS) is None


def test_an_editor_that_cannot_ask_is_offered_nothing() -> None:
    assert answer_will_delete(SITE.view(), ["guides"], UTF16, EditAbilities(versions=True)) is None


def _change(uri: str, new: str, **more: str) -> dict[str, Any]:
    return {
        "textDocument": {"uri": uri, "version": 1},
        "edits": [{"range": {}, "newText": new, **more}],
    }


def test_edits_of_several_sites_are_one() -> None:
    first = {
        "documentChanges": [_change("a", "1", annotationId="0"), _change("both", "1")],
        "changeAnnotations": {"0": {"label": "First"}},
    }
    second = {
        "documentChanges": [_change("both", "2"), _change("b", "2", annotationId="0")],
        "changeAnnotations": {"0": {"label": "Second"}},
    }

    assert merge_site_edits([]) is None
    assert merge_site_edits([first]) is first
    assert merge_site_edits([first, second]) == {
        "documentChanges": [
            _change("a", "1", annotationId="0.0"),
            _change("both", "1"),
            _change("b", "2", annotationId="1.0"),
        ],
        "changeAnnotations": {"0.0": {"label": "First"}, "1.0": {"label": "Second"}},
    }


def test_edits_of_several_sites_keep_the_form_that_a_client_knows() -> None:
    first = {"changes": {"a": [{"newText": "1"}], "both": [{"newText": "1"}]}}
    second = {"changes": {"both": [{"newText": "2"}], "b": [{"newText": "2"}]}}
    moved = {"documentChanges": [{"kind": "rename", "oldUri": "b", "newUri": "c"}]}

    assert merge_site_edits([first, second]) == {
        "changes": {
            "a": [{"newText": "1"}],
            "both": [{"newText": "1"}],
            "b": [{"newText": "2"}],
        }
    }
    merged = merge_site_edits([first, moved])
    assert merged is not None
    assert [step.get("kind") for step in merged["documentChanges"]] == [None, None, "rename"]
