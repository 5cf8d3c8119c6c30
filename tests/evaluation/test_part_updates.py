"""A site after changes of its parts equals one that is read anew, and shares the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.evaluation import snapshot
from docs_lsp.evaluation.check import evaluate_changed_parts, evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot, update_parts
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation import docs_reader

DOCS = {
    "theme": "mint",
    "name": "Harbour",
    "colors": {"primary": "#0a7d5c"},
    "navigation": {"groups": [{"$ref": "./a.json"}, {"group": "B", "pages": ["index"]}]},
    "redirects": [{"source": "/a", "destination": "/b"}, {"source": "/b", "destination": "/c"}],
}
FILES = {
    "docs.json": json.dumps(DOCS, indent=1),
    "a.json": '{"group": "A", "pages": ["index", "nope"]}',
    "index.mdx": "# Home\n\n[a](/a)\n",
}


def read(files: dict[str, str]) -> Snapshot:
    return evaluate_whole_site(Path("/site"), MemoryFiles(files), Settings())


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("docs.json", '"/c"', '"/"'),
        ("docs.json", '"mint"', '"mnt"'),
        ("docs.json", '"pages"', '"pges"'),
        ("docs.json", '"redirects": [', '"redirects": ['),
        ("docs.json", "{", "{ ,"),
        ("docs.json", "index", "openapi.json"),
        ("a.json", '"nope"', '"nope", "nope"'),
        ("a.json", FILES["a.json"], ""),
    ],
)
def test_it_equals_a_site_that_is_read_anew(file: str, old: str, new: str) -> None:
    assert old in FILES[file]
    changed = {**FILES, file: FILES[file].replace(old, new)}
    after = evaluate_changed_parts(read(FILES), MemoryFiles(changed))

    assert after is not None
    assert after.find_all_problems() == read(changed).find_all_problems()


@pytest.mark.parametrize(
    ("old", "new"),
    [("./a.json", "./b.json"), ("$ref", "ref"), ('"theme": "mint",', '"swagger": 2,')],
)
def test_it_is_read_anew_with_other_parts_or_of_another_tool(old: str, new: str) -> None:
    text = FILES["docs.json"].replace(old, new)
    if "swagger" in new:
        text = '{"swagger": 2}'

    assert evaluate_changed_parts(read(FILES), MemoryFiles({**FILES, "docs.json": text})) is None


def test_it_is_read_anew_without_a_part() -> None:
    files = {file: text for file, text in FILES.items() if file != "a.json"}

    assert evaluate_changed_parts(read(FILES), MemoryFiles(files)) is None


def test_what_has_not_changed_is_shared() -> None:
    before = read(FILES)
    data = FILES["docs.json"].replace('"/c"', '"/index"').encode()
    after = update_parts(before, {"docs.json": data, "a.json": FILES["a.json"].encode()})
    old, new = before.parts["docs.json"], after.parts["docs.json"]

    assert isinstance(old, Document)
    assert isinstance(new, Document)
    assert new.text.data == data
    assert isinstance(old.tree.root, Object)
    assert isinstance(new.tree.root, Object)
    assert new.tree.root.get("navigation") is old.tree.root.get("navigation")
    assert after.parts["a.json"] is before.parts["a.json"]


def test_the_same_contents_are_parsed_once() -> None:
    before, data = read(FILES), FILES["docs.json"].replace("Harbour", "Quay").encode()
    one, other = (update_parts(before, {"docs.json": bytes([*data])}) for _ in range(2))

    assert one.parts["docs.json"] is other.parts["docs.json"]


def test_a_part_that_was_missing_is_read() -> None:
    before = read({"docs.json": FILES["docs.json"], "index.mdx": FILES["index.mdx"]})
    after = update_parts(before, {"a.json": FILES["a.json"].encode()})

    assert isinstance(before.parts["a.json"], str)
    assert isinstance(after.parts["a.json"], Document)
    assert after.parts["a.json"].text.data == FILES["a.json"].encode()


@pytest.mark.parametrize("room", [-1, 0])
def test_a_part_that_has_become_too_large_is_not_read(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, data = read(FILES), FILES["a.json"].replace("nope", "nope-nope").encode()
    for module in (docs_reader, snapshot):
        monkeypatch.setattr(module, "MAX_SIZE", len(data) + room)
    after = update_parts(before, {"a.json": data}).parts["a.json"]

    assert isinstance(after, str) == (room < 0)
    assert isinstance(after, Document) or "is larger than" in after
