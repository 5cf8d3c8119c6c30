"""What holds for everything that is shown in a document, whatever state it is in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.features._view import View
from docs_lsp.features.code_lenses import answer_code_lenses, resolve_lens
from docs_lsp.features.colours import answer_document_colours
from docs_lsp.features.folding import answer_folding_ranges
from docs_lsp.features.inlay_hints import answer_inlay_hints, resolve_hint_tooltip
from docs_lsp.files.files import BufferedFiles, DiskFiles, Files, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from tests.features.markers import covered

SITES = Path(__file__).parents[1] / "sites"
CORPUS = Path(__file__).parents[2] / "../shared/corpus"
OURS = ("ferry", "languages", "notebook", "observatory", "plain", "broken")


def check(files: Files, file: str, encoding: Encoding, seen: tuple[float, float]) -> int:
    """Ask for all there is to see in a file; how many hints and lenses there are."""
    root = Path("/site")
    view = View(evaluate_whole_site(root, files, Settings()), files, root)
    text = view.text(file)
    start, end = sorted(int(edge * len(text)) for edge in seen)
    span = Span(start, end)
    hints = answer_inlay_hints(view, file, span, encoding, resolves=True)
    for hint in hints:
        at = text.to_offset(hint["position"]["line"], hint["position"]["character"], encoding)
        assert start <= at <= end
        assert text.data[at - 1 : at] in (b'"', b",")
        assert hint["label"]
        assert resolve_hint_tooltip(view, hint["data"])
    lenses = answer_code_lenses(view, file, encoding)
    for lens in lenses:
        resolve_lens(view, lens["data"], encoding, shows_references=True)
        assert covered(text, lens["range"], encoding)[:1] in ('"', "")
    for colour in answer_document_colours(view, file, encoding):
        assert covered(text, colour["range"], encoding).startswith("#")
    part = view.site.parts.get(file)
    if isinstance(part, Document):
        check_folds(part, text)
    return len(hints) + len(lenses)


def check_folds(document: Document, text: Text) -> None:
    for fold in answer_folding_ranges(document):
        assert 0 <= fold["startLine"] < fold["endLine"] < text.line_count


@settings(max_examples=60)
@given(
    st.sampled_from(OURS),
    st.text(alphabet='{}[]",: \n$é\r', max_size=12),
    st.floats(0, 1),
    st.integers(0, 300),
    st.sampled_from(Encoding),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
)
@example("languages", ",", 0.3046875, 65, Encoding.UTF16, (0, 1))
def test_in_an_edited_text(
    name: str, junk: str, at: float, gone: int, encoding: Encoding, seen: tuple[float, float]
) -> None:
    disk = DiskFiles(SITES / name)
    whole = disk.read("docs.json")
    start = int(at * len(whole))
    text = whole[:start] + junk.encode() + whole[start + gone :]

    check(BufferedFiles(disk, {"docs.json": text}), "docs.json", encoding, seen)


@pytest.mark.parametrize("name", OURS)
def test_in_every_file_of_a_site(name: str) -> None:
    disk = DiskFiles(SITES / name)

    assert sum(check(disk, file, Encoding.UTF16, (0, 1)) for file in disk.paths())


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_in_a_part_of_a_real_file() -> None:
    for number, path in enumerate(sorted((CORPUS / "configs").glob("*.json"))[::9]):
        whole = path.read_bytes()
        for cut in (len(whole), (number * 7919) % len(whole), len(whole) // 2):
            files = MemoryFiles({"docs.json": whole[:cut]})
            check(files, "docs.json", Encoding.UTF16, (0, 1))
