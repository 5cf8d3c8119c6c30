"""The cost of a keystroke for each of thousands of equal values, counted in steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from tests.growth.generator import DOCS
from tests.growth.keystrokes import KEYSTROKES
from tests.growth.steps import Work, count_steps


def _steps_for_each(work_of: dict[int, Work]) -> float:
    """The steps that one value more takes; the keys are numbers of values."""
    (few, first), (many, last) = work_of.items()
    first(), last()
    return (count_steps(last) - count_steps(first)) / (many - few)


def _type_and_delete(document: Document, at: int, typed: bytes) -> None:
    document.replace_bytes(at, at, typed).replace_bytes(at, at + 1, b"")


@pytest.mark.parametrize("piece", ["{}", "[]", "\n{ }"])
@pytest.mark.parametrize(
    ("typed", "most"), [(b"{", 60), (b"]", 110), (b'"', 40), (b",", 40), (b"1", 40)]
)
def test_equally_empty_values_are_parsed_together(piece: str, typed: bytes, most: int) -> None:
    def type_before(count: int) -> Work:
        values = ",".join([piece] * count)
        document = Document.from_text(f'{{"a": 1, "pages": [{values}, 2]}}')
        at = document.text.data.index(b"[") + 1
        return lambda: _type_and_delete(document, at, typed)

    each = _steps_for_each({count: type_before(count) for count in (2000, 3000)})

    assert each <= most, each


def test_equally_empty_values_are_checked_together() -> None:
    def check(count: int) -> Work:
        site = KEYSTROKES["empty objects"](count * 3)
        files = {file: text.encode() for file, text in site.items()}
        return lambda: Snapshot.load(Path("/site"), MemoryFiles(files), Settings()).get_problems()

    each = _steps_for_each({count: check(count) for count in (100, 200)})

    assert each <= 500, each


def type_letter(docs: bytes, after: bytes) -> Work:
    """The work of a letter that is typed in docs.json after a text."""
    site = Snapshot.load(Path("/site"), MemoryFiles({"docs.json": docs}), Settings())
    site.get_problems()
    part = site.parts["docs.json"]
    assert isinstance(part, Document)
    at = docs.index(after) + len(after)
    text = part.text.replace_bytes(at, at, b"x")
    return lambda: site.apply_edit("docs.json", text, [(at, at, at + 1)]).get_problems()


def test_of_many_redirects_only_those_with_a_repeated_source_are_compared() -> None:
    def check(count: int) -> Work:
        redirects = [{"source": f"/a{number}", "destination": "/b"} for number in range(count)]
        docs = json.dumps({**DOCS, "redirects": [*redirects, redirects[0]]}).encode()
        return type_letter(docs, b"/a1")

    each = _steps_for_each({count: check(count) for count in (200, 300)})

    assert each <= 40, each


def test_titles_are_compared_again_only_where_one_has_changed() -> None:
    def type_in_icon(count: int) -> Work:
        groups = [
            {"group": f"g{number}", "icon": "book", "pages": ["index"]} for number in range(count)
        ]
        docs = json.dumps({**DOCS, "navigation": {"groups": groups}}).encode()
        return type_letter(docs, b"book")

    each = _steps_for_each({count: type_in_icon(count) for count in (200, 300)})

    assert each <= 2, each


@pytest.mark.parametrize(
    ("name", "each_bytes", "typed", "at", "most"),
    [
        ("unknown languages", 42, b"{", 1, 700),
        ("unknown languages", 42, b'"', 0, 1700),
        ("labels for links", 16, b"}", 1, 1000),
        ("references to nothing", 26, b"{", 1, 1500),
    ],
)
def test_what_a_character_breaks_and_mends_is_checked_once(
    name: str, each_bytes: int, typed: bytes, at: int, most: int
) -> None:
    """At 0: at the start of the navigation's list."""

    def type_and_delete(count: int) -> Work:
        files = MemoryFiles(KEYSTROKES[name](count * each_bytes))
        site = Snapshot.load(Path("/site"), files, Settings())
        site.get_problems()
        part = site.parts["docs.json"]
        assert isinstance(part, Document)
        place = at or part.text.data.index(b"[") + 1

        def work() -> None:
            text = part.text.replace_bytes(place, place, typed)
            broken = site.apply_edit("docs.json", text, [(place, place, place + 1)])
            broken.get_problems()
            text = text.replace_bytes(place, place + 1, b"")
            mended = broken.apply_edit("docs.json", text, [(place, place + 1, place)])
            mended.get_problems()

        return work

    each = _steps_for_each({count: type_and_delete(count) for count in (100, 200)})

    assert each <= most, each
