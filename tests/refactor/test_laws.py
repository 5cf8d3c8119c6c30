"""What holds for every offer, wherever it is made."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, Files, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node
from docs_lsp.refactor import Offer, offers
from docs_lsp.settings.settings import Settings

SITES = Path(__file__).parents[1] / "sites"
CORPUS = Path(__file__).parents[2] / "../shared/corpus"
OURS = ["ferry", "languages", "notebook", "observatory", "plain"]

NOTHING: Counter[str] = Counter()


def items(document: Document) -> Iterator[Span]:
    """Everything that stands in a list."""
    waiting: list[tuple[int, Node]] = [(document.tree.start, document.tree.root)]
    while waiting:
        at, node = waiting.pop()
        for start, child in node.iter_children():
            start += at
            if isinstance(child, Member):
                start, child = start + child.value_start, child.value
            if isinstance(node, Array):
                yield Span(start, start + child.size)
            if isinstance(child, Container):
                waiting.append((start, child))


def offered(site: Snapshot, files: Files, places: int) -> Iterator[tuple[str, Offer]]:
    """The offers at some places, each with the file that it is made in."""
    found = [
        (file, span)
        for file, part in site.parts.items()
        if isinstance(part, Document)
        for span in items(part)
    ]
    chance = random.Random(places)
    for file, span in chance.sample(found, min(places, len(found))):
        size = chance.choice((0, span.end - span.start, span.end - span.start + 60))
        for offer in offers(site, files, file, Span(span.start, span.start + size)):
            yield file, offer


def listed(site: Snapshot) -> Counter[str]:
    overview = site.get_overview()
    return Counter(one.text for one in overview.navigation.listings) if overview else Counter()


def errors(site: Snapshot) -> Counter[str]:
    problems = (problem for found in site.get_problems().values() for problem in found)
    return Counter(one.rule for one in problems if one.severity is Severity.ERROR)


def as_meant(offer: Offer, more: Counter[str], less: Counter[str]) -> bool:
    """Whether the entries that came and went are those that an offer speaks of."""
    if offer.title.startswith("Write "):
        return more.total() == less.total() and all(" " in entry for entry in more)
    if offer.title.startswith("List "):
        return not less and more == Counter([offer.title.split("`")[1]])
    return not less and (not more or offer.title.startswith("Add "))


def check(root: Path, places: int) -> None:
    files = DiskFiles(root)
    site = evaluate_whole_site(root, files, Settings())
    before, faults = listed(site), errors(site)
    titles = set()
    for file, offer in offered(site, files, places):
        changes = offer.changes()
        assert changes, (file, offer.title)
        draft = Draft(files).with_changes(changes)
        after = evaluate_whole_site(root, draft, Settings())
        for name in after.parts:
            json.loads(draft.read(name))
        entries = listed(after)
        assert as_meant(offer, entries - before, before - entries), (file, offer.title)
        assert errors(after) - faults == NOTHING, (file, offer.title)
        titles.add(offer.title.split("`")[0])
    assert titles


@pytest.mark.parametrize("name", OURS)
def test_offers_keep_what_is_listed_and_add_no_errors(name: str) -> None:
    check(SITES / name, 30)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize("name", ["x402"])
def test_offers_keep_what_real_sites_list(name: str) -> None:
    check(CORPUS / "sites" / name, 3)


@settings(max_examples=60)
@given(
    st.sampled_from(OURS),
    st.text(alphabet='{}[]",: \n$é', max_size=12),
    st.floats(0, 1),
    st.floats(0, 1),
    st.integers(0, 80),
)
def test_in_a_broken_text_an_offer_breaks_nothing_more(
    name: str, junk: str, cut: float, at: float, size: int
) -> None:
    text = (SITES / name / "docs.json").read_text(encoding="utf-8")
    start = int(cut * len(text))
    broken = text[:start] + junk + text[start + len(junk) :]
    memory = MemoryFiles({"docs.json": broken})
    site = evaluate_whole_site(Path("/site"), memory, Settings())
    document = site.parts["docs.json"]
    assert isinstance(document, Document)
    place = int(at * len(document.text))

    for offer in offers(site, memory, "docs.json", Span(place, place + size)):
        data = Draft(memory).with_changes(offer.changes()).read("docs.json")
        faults = len(list(Document.from_text(data).iter_faults()))
        assert faults <= len(list(document.iter_faults())), offer.title


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_real_files_have_offers_that_leave_json() -> None:
    for path in sorted((CORPUS / "configs").glob("*.json"))[::12]:
        memory = MemoryFiles({"docs.json": path.read_bytes()})
        site = evaluate_whole_site(Path("/site"), memory, Settings())
        for _, offer in offered(site, memory, 4):
            draft = Draft(memory).with_changes(offer.changes())
            documents = [Document.from_text(draft.read(name)) for name in draft.paths()]
            faults = sum(len(list(one.iter_faults())) for one in documents)
            before = site.parts["docs.json"]
            assert isinstance(before, Document)
            assert faults <= len(list(before.iter_faults())), (path.name, offer.title)
