"""Renaming pages, and the titles of elements."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.rename import answer_rename, answer_rename_preparation
from docs_lsp.files.files import BufferedFiles, DiskFiles, MemoryFiles
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.settings.settings import Settings
from tests.features.markers import Marked, covered, marked
from tests.features.workspace_edits import applied

UTF16 = Encoding.UTF16
ALL = EditAbilities(versions=True, creates=True, renames=True, deletes=True)
SITES = Path(__file__).parents[1] / "sites"

DOCS = """--- docs.json
{ "navigation": { "languages": [
  { "language": "en", "groups": [{ "group": "Gö", "root": "start", "pages": ["start", "more"] }] },
  { "language": "fr", "versions": [{ "version": "1", "pages": ["fr/start", "fr/more"] }] }
] },
  "navbar": { "links": [{ "label": "S", "href": "/start#top" }] } }
"""
PAGES = """--- start.mdx
[M](./more)
--- more.mdx
[S](/start#top)
--- fr/start.mdx
Début
--- fr/more.mdx
Plus
"""
SITE = DOCS + PAGES


def cut(text: str, needle: str, offset: int = 1) -> Marked:
    """A site with the cursor some letters behind the beginning of a text."""
    at = text.index(needle) + offset
    return marked(f"{text[:at]}▮{text[at:]}")


def prepared(place: Marked, view: View | None = None) -> tuple[str, str] | None:
    """What would be renamed, and what it is called."""
    found = answer_rename_preparation(view or place.view(), place.file, place.offset, UTF16)
    return (covered(place.text(), found["range"]), found["placeholder"]) if found else None


def renamed(
    place: Marked, name: str, can: EditAbilities = ALL, settings: Settings | None = None
) -> dict[str, str]:
    """The files of a site after something gets a new name."""
    edit = answer_rename(place.view(settings), place.file, place.offset, name, UTF16, can)
    assert edit is not None
    return applied(place.files, edit)


def declined(edit: Any) -> Any:
    """What is left of an edit where everything that it asks about is declined."""
    steps = [one for one in edit["documentChanges"] if "annotationId" not in one]
    return {
        "documentChanges": [
            {**one, "edits": [each for each in one["edits"] if "annotationId" not in each]}
            if "edits" in one
            else one
            for one in steps
        ]
    }


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ('start", "more', ("start", "start")),
        ('start", "pages', ("start", "start")),
        ('/start#top" }', ("/start", "start")),
        ("fr/more", ("fr/more", "fr/more")),
        ("Gö", ("Gö", "Gö")),
        ('1", "pages', ("1", "1")),
        ("/start#top)", ("/start", "start")),
        ("./more)", ("./more", "more")),
    ],
)
def test_what_can_be_renamed(needle: str, expected: tuple[str, str]) -> None:
    assert prepared(cut(SITE, needle)) == expected


@pytest.mark.parametrize(
    "needle", ['"navigation"', '"group"', '"label"', '"root"', '"language"', "{ ", "[M]"]
)
def test_what_cannot(needle: str) -> None:
    assert prepared(cut(SITE, needle)) is None
    with pytest.raises(ChangeRefused, match="Only pages, files, the titles of elements"):
        renamed(cut(SITE, needle), "x")


def test_at_either_end_of_an_entry() -> None:
    assert prepared(cut(SITE, 'more"]', 0)) == prepared(cut(SITE, 'more"]', 4)) == ("more", "more")


def test_an_entry_without_a_page_says_why() -> None:
    with pytest.raises(ChangeRefused, match=r"The page `gone` does not exist\. Create it"):
        prepared(cut(SITE.replace('"more"', '"gone"'), "gone"))


def test_endpoints_are_not_renamed() -> None:
    assert prepared(cut(SITE.replace('"more"', '"GET /boats"'), "GET /boats", 5)) is None


@pytest.mark.parametrize(
    "needle", ['start", "more', 'start", "pages', '/start#top" }', "/start#top)"]
)
def test_a_page_moves_and_all_that_names_it_follows(needle: str) -> None:
    after = renamed(cut(SITE, needle), "guides/go")
    assert after["guides/go.mdx"] == "[M](../more)\n"
    assert after["more.mdx"] == "[S](/guides/go#top)\n"
    assert "start.mdx" not in after
    docs = after["docs.json"]
    assert '"root": "guides/go", "pages": ["guides/go", "more"]' in docs
    assert '"href": "/guides/go#top"' in docs
    assert '"pages": ["fr/start", "fr/more"]' in docs
    assert docs.split("redirects")[1].split() == [
        *('":', "[", "{", '"source":', '"/start",', '"destination":', '"/guides/go"'),
        *("}", "]", "}"),
    ]


def test_only_what_changes_is_touched() -> None:
    place = cut(SITE, 'more"]')
    edit = answer_rename(place.view(), place.file, place.offset, "rest", UTF16, ALL)
    assert edit is not None
    *texts, move = edit["documentChanges"]
    assert move["kind"] == "rename"
    assert {
        one["textDocument"]["uri"]: [
            covered(Text.from_data(place.files[one["textDocument"]["uri"][13:]]), each["range"])
            for each in one["edits"]
        ]
        for one in texts
    } == {"file:///site/docs.json": ["more", ""], "file:///site/start.mdx": ["./more"]}


def test_without_redirects() -> None:
    after = renamed(cut(SITE, 'more"]'), "rest", settings=Settings(rename_redirect=False))
    assert "redirects" not in after["docs.json"]


def test_to_its_own_name_changes_nothing() -> None:
    for place, name in ((cut(SITE, 'more"]'), "/more"), (cut(SITE, "Gö"), "Gö")):
        assert answer_rename(place.view(), place.file, place.offset, name, UTF16, ALL) is None


def test_nothing_is_renamed_while_a_command_is_interrupted() -> None:
    place = cut(SITE, "Gö")
    view = replace(place.view(), is_interrupted=True)

    with pytest.raises(ChangeRefused, match="Run `docs-lsp check` first"):
        answer_rename(view, place.file, place.offset, "Boats", UTF16, ALL)


def test_in_another_case() -> None:
    assert renamed(cut(SITE, 'more"]'), "More")["More.mdx"] == SITE.split("--- ")[3][9:]


@pytest.mark.parametrize("name", ["start", "a b", "", "snippets/x", "mcp", "x.mdx"])
def test_a_path_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(ChangeRefused, match=r"\.$"):
        renamed(cut(SITE, 'more"]'), name)


def test_a_title_that_makes_the_service_drop_a_page_is_refused() -> None:
    navigation = '{ "pages": ["a"], "groups": [{ "group": "▮", "pages": ["b"] }] }'
    settings = '"theme": "mint", "name": "A", "colors": { "primary": "#000000" }'
    docs = f'{{ {settings}, "navigation": {navigation} }}'

    with pytest.raises(ChangeRefused, match=r"`a\.mdx` would disappear"):
        renamed(marked(f"--- docs.json\n{docs}\n--- a.mdx\n--- b.mdx\n"), "Boats")


def test_an_editor_that_moves_no_files_is_told_what_to_do() -> None:
    with pytest.raises(ChangeRefused, match="Run `docs-lsp move more rest` instead"):
        renamed(cut(SITE, 'more"]'), "rest", EditAbilities(versions=True))


def test_before_the_pages_have_been_read_nothing_moves() -> None:
    place = cut(SITE, 'more"]')
    memory = MemoryFiles(place.files)
    for site in (
        Snapshot.load(Path("/site"), memory, Settings()),
        place.view().site.with_contents(None),
    ):
        view = View(site, memory, Path("/site"))
        with pytest.raises(ChangeRefused, match=r"not been read yet|does not exist"):
            answer_rename(view, place.file, place.offset, "rest", UTF16, ALL)


FILES = """--- docs.json
{ "logo": "/images/quay.svg", "redirects": { "$ref": "./parts/moved.json" },
  "navigation": { "groups": [{ "group": "A", "openapi": "api.json", "pages": ["start"] }] } }
--- parts/moved.json
[]
--- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }
--- images/quay.svg
--- snippets/fee.mdx
Fee
--- start.mdx
import Fee from "/snippets/fee.mdx"

![Q](./images/quay.svg)
"""


@pytest.mark.parametrize(
    ("needle", "placeholder", "new", "after"),
    [
        ("api.json", "api.json", "/spec/harbour.json", '"openapi": "spec/harbour.json"'),
        ("./parts", "parts/moved.json", "moved.json", '"$ref": "./moved.json"'),
        ("/images", "images/quay.svg", "images/pier.svg", '"logo": "/images/pier.svg"'),
        ("./images", "images/quay.svg", "pier.svg", "![Q](./pier.svg)"),
        ("/snippets", "snippets/fee.mdx", "snippets/toll.mdx", 'from "/snippets/toll.mdx"'),
    ],
)
def test_a_file_moves_too(needle: str, placeholder: str, new: str, after: str) -> None:
    place = cut(FILES, needle, 2)
    asked = prepared(place)
    files = renamed(place, new)

    assert asked is not None
    assert asked[1] == placeholder
    assert after in files[place.file]
    assert placeholder not in files
    assert new.lstrip("/") in files


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("api", r"end its path with `\.json`"),
        ("", r"end its path with `\.json`"),
        ("../api2.json", "must not contain `..`"),
        ("parts/moved.json", "The file `parts/moved.json` exists already"),
        ("a#b.json", "`#` has a special meaning"),
        ("https://example.com/a.json", "is a URL"),
    ],
)
def test_a_path_that_a_file_cannot_have_is_refused(new: str, reason: str) -> None:
    with pytest.raises(ChangeRefused, match=reason):
        renamed(cut(FILES, "api.json", 2), new)


def test_translations_are_offered_where_the_editor_can_ask() -> None:
    site = SITE.replace('"group": "Gö", "root": "start", ', '"group": "Gö", ')
    site = site.replace(
        '"versions": [{ "version": "1", "pages"', '"groups": [{ "group": "F", "pages"'
    )
    place = cut(site, 'more"]')
    can = EditAbilities(versions=True, renames=True, annotates=True)
    edit = answer_rename(place.view(), place.file, place.offset, "rest", UTF16, can)
    assert edit is not None
    (annotation,) = edit["changeAnnotations"].values()
    assert annotation == {
        "label": "Move the translations too",
        "needsConfirmation": True,
        "description": "Moves `fr/more.mdx` in the same way.",
    }
    both, one = applied(place.files, edit), applied(place.files, declined(edit))
    assert {"rest.mdx", "fr/rest.mdx"} <= both.keys()
    assert '"fr/start", "fr/rest"' in both["docs.json"]
    assert "fr/rest.mdx" not in one and '"fr/start", "fr/more"' in one["docs.json"]
    assert one == renamed(place, "rest")


@pytest.mark.parametrize(
    "key", ["tab", "group", "version", "dropdown", "anchor", "product", "item"]
)
def test_a_title_changes_in_its_own_place_and_nowhere_else(key: str) -> None:
    plural = "menu" if key == "item" else f"{key}s"
    inner = f'{{ "{plural}": [{{ "{key}": "Old ä", "pages": ["a"] }}] }}'
    outer = inner if key != "item" else f'{{ "tabs": [{{ "tab": "T", "menu": {inner[10:-2]} }}] }}'
    text = f'--- docs.json\n{{ "name": "Old ä", "navigation": {outer} }}\n--- a.mdx\n[Old ä](/a)\n'
    place = cut(text, f'{key}": "Old', len(key) + 5)
    assert prepared(place) == ("Old ä", "Old ä")
    after = renamed(place, 'New "ü"', EditAbilities())
    head, _, tail = place.files["docs.json"].rpartition("Old ä")
    assert after == {**place.files, "docs.json": f'{head}New \\"ü\\"{tail}'}


def test_a_title_in_a_part_of_docs_json() -> None:
    text = (
        '--- docs.json\n{ "navigation": { "groups": [{ "$ref": "g.json" }] } }\n'
        '--- g.json\n{ "group": "Ol▮d", "pages": ["a"] }\n--- a.mdx\nA\n'
    )
    assert renamed(marked(text), "New")["g.json"] == '{ "group": "New", "pages": ["a"] }\n'


@pytest.mark.parametrize(
    ("needle", "name", "reason"),
    [
        ('"en"', "Fr", "does not know the language code `Fr`. Did you mean `fr`"),
        ('"en"', "Klingon", "Write a code such as `fr`."),
        ('"en"', "fr", "The language `fr` is listed already."),
        ('"1"', "2", "The version `2` is listed already."),
    ],
)
def test_a_language_or_version_gets_no_name_that_it_cannot_have(
    needle: str, name: str, reason: str
) -> None:
    two = SITE.replace("] }] }\n]", '] }, { "version": "2", "pages": ["fr/more"] }] }\n]')

    with pytest.raises(ChangeRefused, match=re.escape(reason)):
        renamed(cut(two, needle), name)


def test_a_language_gets_another_code_and_a_version_another_name() -> None:
    assert '"language": "de"' in renamed(cut(SITE, '"fr"'), "de")["docs.json"]
    assert '"version": "2"' in renamed(cut(SITE, '"1"'), "2")["docs.json"]


def test_a_title_needs_a_word() -> None:
    with pytest.raises(ChangeRefused, match="The title must not be empty"):
        renamed(cut(SITE, "Gö"), " ")


def test_in_a_document_that_is_half_typed() -> None:
    text = '--- docs.json\n{ "navigation": { "pages": ["mo▮re", "start \n--- more.mdx\nM\n'
    after = renamed(marked(text), "rest", settings=Settings(rename_redirect=False))
    assert after["docs.json"] == '{ "navigation": { "pages": ["rest", "start \n'


@pytest.mark.parametrize("encoding", list(Encoding))
def test_columns_are_counted_as_the_client_does(encoding: Encoding) -> None:
    text = SITE.replace("Gö", "G😀ö")
    place = cut(text, 'start", "more')
    edit = answer_rename(place.view(), place.file, place.offset, "go", encoding, ALL)
    assert edit is not None
    after = applied(place.files, edit, encoding=encoding.value)
    assert '"G😀ö", "root": "go", "pages": ["go", "more"]' in after["docs.json"]


def test_what_is_open_counts_and_says_its_version() -> None:
    place = cut(SITE, 'more"]')
    view = place.view()
    files = BufferedFiles(view.files, {"start.mdx": b"Typed [M](./more)\n"})
    open_uri = "file:///site/start.mdx"
    view = View(view.site, files, view.root, {"start.mdx": open_uri}, {"start.mdx": 7})
    edit = answer_rename(view, place.file, place.offset, "rest", UTF16, ALL)
    assert edit is not None
    (mine,) = (one for one in edit["documentChanges"] if one.get("textDocument", {}).get("version"))
    assert mine["textDocument"] == {"uri": open_uri, "version": 7}
    (each,) = mine["edits"]
    assert covered(Text.from_data("Typed [M](./more)\n"), each["range"]) == "./more"


@pytest.mark.parametrize(
    "name", ["ferry", "languages", "notebook", "observatory", "plain", "broken"]
)
def test_anywhere_in_any_document_there_is_an_answer(name: str) -> None:
    random = Random(4)
    disk = DiskFiles(SITES / name)
    data = disk.read("docs.json")
    for _ in range(12):
        end = random.choice([len(data), random.randrange(len(data))])
        hole = random.randrange(len(data))
        text = data[:hole] + data[hole + random.choice([0, 1, 9]) : end]
        files = BufferedFiles(disk, {"docs.json": text})
        view = View(evaluate_whole_site(SITES / name, files, Settings()), files, SITES / name)
        for offset in random.sample(range(len(text) + 1), min(40, len(text))):
            _ask(view, offset)


def _ask(view: View, offset: int) -> None:
    """Ask for both; a refusal is an answer."""
    try:
        found = answer_rename_preparation(view, "docs.json", offset, UTF16)
        if found:
            answer_rename(view, "docs.json", offset, "some/where", UTF16, ALL)
    except ChangeRefused as refusal:
        assert str(refusal).endswith(".")
