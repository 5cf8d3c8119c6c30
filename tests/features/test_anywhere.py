"""Wherever somebody points, whatever the file looks like: an answer, soon, and no error."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.features._view import View
from docs_lsp.features.call_hierarchy import (
    answer_call_hierarchy_preparation,
    answer_incoming_calls,
    answer_outgoing_calls,
)
from docs_lsp.features.definition import answer_definition, answer_implementation
from docs_lsp.features.document_links import answer_document_links, answer_link_resolve
from docs_lsp.features.folding import answer_folding_ranges
from docs_lsp.features.hover import answer_hover
from docs_lsp.features.references import answer_highlights, answer_references
from docs_lsp.features.selection import answer_selection_ranges
from docs_lsp.features.symbols import answer_document_symbols, flatten_symbols
from docs_lsp.features.workspace_symbols import answer_workspace_symbols
from docs_lsp.files.files import BufferedFiles, DiskFiles, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from tests.jsontree.strategies import CORPUS, SITES

ALIKE = ('"', "{", "}", "[", "]", ",", ":", " ", "\n", "é", "/", "GET /x", "index", "\\", "#")
SLOW = 2.0
"""Seconds. What takes milliseconds takes less than this on the most loaded machine."""


@cache
def seeds() -> list[View]:
    return [_view(docs.parent) for docs in sorted(SITES.glob("*/docs.json"))]


def _view(root: Path) -> View:
    files = DiskFiles(root)
    return View(evaluate_whole_site(root, files, Settings()), files, root)


def told(view: View, file: str, offset: int, encoding: Encoding) -> Iterator[Callable[[], Any]]:
    """Every question about a place, and about its file."""
    yield lambda: answer_hover(view, file, offset, encoding)
    yield lambda: answer_hover(
        view, file, offset, encoding, reads_markdown=False, has_json_server=True
    )
    yield lambda: answer_definition(view, file, offset, encoding, takes_links=True)
    yield lambda: answer_implementation(view, file, offset, encoding, takes_links=True)
    yield lambda: _calls(view, file, offset, encoding)
    yield lambda: answer_references(view, file, offset, encoding, include_declaration=True)
    yield lambda: answer_highlights(view, file, offset, encoding)
    yield lambda: _links(view, file, encoding)
    yield lambda: flatten_symbols(
        answer_document_symbols(view, file, encoding), "file:///site/docs.json"
    )
    part = view.site.parts.get(file)
    if isinstance(part, Document):
        yield lambda: answer_selection_ranges(part, [offset], encoding)
        yield lambda: answer_folding_ranges(part)
    around = view.text(file).data[max(0, offset - 3) : offset].decode("utf-8", "replace")
    yield lambda: answer_workspace_symbols([view], around, encoding, is_lazy=False)


def _calls(view: View, file: str, offset: int, encoding: Encoding) -> list[Any]:
    calls: list[Any] = []
    for item in answer_call_hierarchy_preparation(view, file, offset, encoding) or ():
        calls += answer_incoming_calls(view, file, item["data"]["about"], encoding)
        calls += answer_outgoing_calls(view, file, item["data"]["about"], encoding)
    return calls


def _links(view: View, file: str, encoding: Encoding) -> list[Any]:
    links: list[Any] = json.loads(
        answer_document_links(view, file, encoding, shows_tooltips=True).json
    )
    for link in links[:3]:
        if "data" in link:
            start = link["range"]["start"]
            at = view.text(file).to_offset(start["line"], start["character"], encoding)
            answer_link_resolve(view, file, at, link["data"])
    return links


def check_all(view: View, file: str, offset: int, encoding: Encoding) -> None:
    text = view.text(file)
    for ask in told(view, file, offset, encoding):
        begun = time.perf_counter()
        answer = ask()
        assert time.perf_counter() - begun < SLOW
        for each in answer if isinstance(answer, list) else [answer]:
            if each and "range" in each and each.get("uri", view.uri(file)) == view.uri(file):
                start, end = each["range"]["start"], each["range"]["end"]
                assert (start["line"], start["character"]) <= (end["line"], end["character"])
                assert end["line"] < text.line_count


def with_text(view: View, file: str, data: bytes) -> View:
    """The same site with something else in an open file."""
    site = view.site
    if file in site.parts:
        site = site.replace_part(file, Text.from_data(data)).read_missing_parts(view.files)
    return View(site, BufferedFiles(view.files, {file: data}), view.root)


def spoilt(data: bytes, at: int, removed: int, new: str, cut: int) -> bytes:
    """A text with an edit in it, and without its end."""
    return (data[:at] + new.encode() + data[at + removed :])[:cut]


law = settings(max_examples=int(os.environ.get("LAW_EXAMPLES", "60")))


@law
@given(st.data())
def test_in_small_sites(data: st.DataObject) -> None:
    view = data.draw(st.sampled_from(seeds()))
    files = sorted({*view.site.parts, *(page.file for page in _pages(view))})
    file = data.draw(st.sampled_from(files))
    text = view.text(file).data
    offsets = st.integers(0, len(text))
    if data.draw(st.booleans()):
        removed, new = data.draw(st.integers(0, 40)), data.draw(st.sampled_from(ALIKE))
        cut = data.draw(st.one_of(st.just(len(text) + 10), offsets))
        text = spoilt(text, data.draw(offsets), removed, new, cut)
        view = with_text(view, file, text)
    if data.draw(st.integers(0, 5)) == 0:
        view = replace(view, site=view.site.with_facts(None).with_contents(None), _texts={})

    check_all(
        view, file, data.draw(st.integers(0, len(text))), data.draw(st.sampled_from(Encoding))
    )


def _pages(view: View) -> Any:
    return view.site.facts.pages if view.site.facts else ()


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("configs/*.json"))[::15], ids=lambda path: path.stem
)
def test_in_real_files(path: Path) -> None:
    data, some = path.read_bytes(), random.Random(path.stem)
    view = _in_memory(data)
    for round_ in range(8):
        left, now = data, view
        if round_ % 2:
            at, cut = (
                some.randrange(len(data)),
                some.randrange(len(data)) if round_ % 4 == 3 else -1,
            )
            left = spoilt(data, at, some.randrange(9), some.choice(ALIKE), cut)
            now = _in_memory(left)
        offset = some.randrange(len(left) + 1)
        check_all(now, "docs.json", offset, some.choice(list(Encoding)))


def _in_memory(data: bytes) -> View:
    memory = MemoryFiles({"docs.json": data})
    return View(evaluate_whole_site(Path("/site"), memory, Settings()), memory, Path("/site"))
