"""Keystrokes in a docs.json that grows: what each of them costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from tests.growth.generator import Files, Generator, Make, raw, site, times
from tests.growth.steps import Work

_BEFORE = '{"theme":"mint","name":"x","colors":{"primary":"#000000"},"navigation":'
_TYPED = (b"{", b"]", b'"', b",", b"1")


def type_in(files: Files) -> Work:
    """The work of typing and deleting some characters at the start of the navigation."""
    snapshot = Snapshot.load(Path("/site"), MemoryFiles(files), Settings())
    snapshot.get_problems()
    part = snapshot.parts["docs.json"]
    assert isinstance(part, Document)
    at = part.text.data.index(b"[", part.text.data.index(b'"navigation"')) + 1

    def work() -> None:
        now, text = snapshot, part.text
        for typed in _TYPED:
            text = text.replace_bytes(at, at, typed)
            now = now.apply_edit("docs.json", text, [(at, at, at + 1)])
            now.get_problems()
            text = text.replace_bytes(at, at + 1, b"")
            now = now.apply_edit("docs.json", text, [(at, at + 1, at)])
            now.get_problems()

    return work


def _list(key: str, piece: str, last: str) -> Make:
    return lambda size: raw(f'{_BEFORE}{{"{key}":[' + times(f"{piece},", size) + f"{last}]}}}}")


def _refs(size: int) -> Files:
    count = max(1, size // 24)
    groups = [{"$ref": f"./{number % 20}.json"} for number in range(count)]
    return site(
        {f"{number}.json": '{"group": "g", "pages": ["index"]}' for number in range(20)},
        navigation={"groups": groups},
    )


KEYSTROKES: Mapping[str, Make] = {
    "numbers for pages": _list("pages", "1", "1"),
    "numbers and a word": _list("pages", "1", "tru"),
    "empty objects": _list("groups", "{}", "{}"),
    "empty lists": _list("pages", "[]", "[]"),
    "references to nothing": _list("groups", '{"$ref":"./{i}.json"}', "{}"),
    "references to some files": _refs,
    "unknown languages": _list("languages", '{"language":"x{i}","pages":["index"]}', "{}"),
    "labels for links": _list("anchors", '{"anchor":{i}}', "{}"),
}
_QUICK = frozenset(("numbers and a word", "references to some files"))


def keystroke_generators() -> Iterator[Generator]:
    """Keystrokes in each of the texts."""
    for name, make in KEYSTROKES.items():
        yield Generator(f"keystroke: {name}", make, type_in, size=300, is_quick=name in _QUICK)
