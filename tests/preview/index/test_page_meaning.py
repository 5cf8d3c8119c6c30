"""Search by meaning: pages that say the like in other words are found, for those who may see them;
and without a model, or with one that fails, pages are found by their words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from docs_lsp.site.visibility import LOGGED_IN, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.stored_text import StoredText
from mcp_preview.index.page_meaning import MeaningState, PageMeaning, build_section_texts
from mcp_preview.index.search_index import SearchIndex
from tests.preview import tiny_model
from tests.preview.running import eventually
from tests.preview.small import page_of

Indexed = Callable[..., SearchIndex]
BOATS = page_of("afloat", "Start.\n\n## Repair\n\nA ship ship.", title="Vessel")
BILLS = page_of("bills", "How to pay an invoice.", title="Money")
RAIN = page_of("rain", "The weather.", title="Storm")
PAGES = (BOATS, BILLS, RAIN)


@pytest.fixture
def indexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Indexed]:
    monkeypatch.setenv("DOCS_LSP_CACHE", str(tmp_path / "cache"))
    model = tiny_model.make(tmp_path / "model")
    made: list[PageMeaning] = []

    def make(*pages: IndexedPage, model: Path = model) -> SearchIndex:
        made.append(PageMeaning(model))
        index = SearchIndex(made[-1])
        index.rebuild(pages)
        eventually(lambda: made[-1].state is not MeaningState.MAKING, seconds=30)
        return index

    yield make
    for meaning in made:
        meaning.close()


def found(index: SearchIndex, query: str, viewer: Viewer | None = None) -> list[str]:
    return [hit.url for hit in index.search(query, viewer=viewer)]


def near(index: SearchIndex, query: str) -> list[int]:
    assert index.meaning
    told = index.meaning.find_similar_pages(query, [])
    # A page whose section is the very same and whose beginning says nothing of it has half.
    return [page for page, _, cosine in told.pages if cosine > 0.49] if told else []


def test_a_page_is_found_by_what_it_means(indexed: Indexed) -> None:
    by_words, by_meaning = SearchIndex(), indexed(*PAGES)
    by_words.rebuild(PAGES)

    assert found(by_words, "boat pay") == ["/bills"]
    assert {*found(by_meaning, "boat pay")} == {"/bills", "/afloat#repair"}


def test_meaning_decides_between_pages_with_the_same_words(indexed: Indexed) -> None:
    one = page_of("one", "word vessel")
    other = page_of("other", "word storm")

    index = indexed(one, other)

    assert found(index, "word ship") == ["/one", "/other"]
    assert found(index, "word weather") == ["/other", "/one"]


def test_a_page_that_begins_with_what_is_meant_is_nearer_than_one_with_a_section(
    indexed: Indexed,
) -> None:
    begins = page_of("begins", "A ship.\n\n## Repair\n\nA storm.", title="Vessel")
    contains = page_of("contains", "A storm.\n\n## Repair\n\nA ship ship ship.", title="Rain")

    index = indexed(contains, begins)

    assert index.meaning
    told = index.meaning.find_similar_pages("boat", [])
    assert told and [index.snapshot_content.pages[page].path for page, _, _ in told.pages] == [
        "begins",
        "contains",
    ]
    assert [section for _, section, _ in told.pages] == [0, 1]


def test_a_hit_says_how_near_it_is(indexed: Indexed) -> None:
    (hit,) = indexed(*PAGES).search("money bill", explain=True)

    assert hit.explanation and hit.explanation.meaning == pytest.approx(1, abs=0.1)


def test_what_a_viewer_may_not_see_is_not_found_by_meaning(indexed: Indexed) -> None:
    index = indexed(replace(BOATS, audience=LOGGED_IN), BILLS)

    assert found(index, "boat pay", Viewer()) == ["/bills"]
    assert len(found(index, "boat pay", Viewer(frozenset()))) == 2


def test_filters_hold_for_what_is_found_by_meaning(indexed: Indexed) -> None:
    index = indexed(replace(BOATS, language="fr"), replace(BILLS, language="en"))

    assert [hit.path for hit in index.search("boat pay", language="en")] == ["bills"]
    assert len(index.search("boat pay")) == 2


def test_copies_of_a_page_are_one_hit(indexed: Indexed) -> None:
    old = replace(BOATS, path="v1/afloat", url="/v1/afloat", versions=("v1",), of_default=False)
    new = replace(BOATS, versions=("v2",))
    index = indexed(replace(old, common_path="afloat"), replace(new, common_path="afloat"), BILLS)

    assert len(found(index, "boat pay")) == 2


def test_an_edit_is_followed(indexed: Indexed) -> None:
    index = indexed(*PAGES)

    index.update_pages([replace(BILLS, title="Rain", text=StoredText("A storm."))], gone=["rain"])

    # Two questions may be answered at two moments: only the number tells that it is the new page.
    (number,) = (one for one, page in index.snapshot_content.pages.items() if page.path == "bills")
    eventually(lambda: near(index, "weather") == [number])
    assert not near(index, "invoice")
    assert found(index, "ship weather rain")[0] == "/bills"


def test_the_vectors_of_an_earlier_start_are_used(indexed: Indexed, tmp_path: Path) -> None:
    indexed(*PAGES)
    (kept,) = (tmp_path / "cache" / "vectors").iterdir()
    size = kept.stat().st_size

    again = indexed(*PAGES)

    assert kept.stat().st_size == size and near(again, "boat") == near(again, "vessel") != []


def test_without_a_cache_vectors_are_kept_for_the_time_being(
    indexed: Indexed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DOCS_LSP_CACHE", str(tmp_path / "file"))

    assert near(indexed(*PAGES), "boat")


def test_a_folder_that_is_no_model_costs_nothing_else(
    indexed: Indexed, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    index = indexed(*PAGES, model=tmp_path / "none")

    assert index.meaning and index.meaning.state is MeaningState.OFF
    assert index.meaning.trouble == (
        f"Pages are not found by meaning. The file `{tmp_path / 'none' / 'model.onnx'}` does not "
        "exist."
    )
    assert [one.getMessage() for one in caplog.records] == [index.meaning.trouble]
    assert found(index, "invoice") == ["/bills"]


def test_a_process_that_dies_costs_nothing_else(indexed: Indexed) -> None:
    index = indexed(*PAGES)
    assert index.meaning and index.meaning._embedder
    index.meaning._embedder._process.process.kill()
    index.meaning._embedder._process.process.wait()

    assert found(index, "invoice pay") == ["/bills"]
    assert index.meaning.state is MeaningState.OFF
    index.update_pages([RAIN])
    assert found(index, "weather") == ["/rain"]


@pytest.mark.parametrize("query", ["\ud800 boat", "boat \0", "boat " * 1_000, '{"find": 1}\n boat'])
def test_every_query_is_answered(indexed: Indexed, query: str) -> None:
    index = indexed(*PAGES)

    assert found(index, query) is not None
    assert index.meaning and index.meaning.state is MeaningState.ON


def test_a_section_is_told_with_its_place_and_its_beginning() -> None:
    text = "First.\n## Repair\n\nOars.\n\n### Glue\n\n" + "Wait. " * 400
    first, repair, glue = build_section_texts(
        page_of("boats", text, title="Boats", description="All.")
    )

    assert first == "Boats\nAll.\nFirst.\n"
    assert repair == "Boats\nRepair\n## Repair\n\nOars.\n\n"
    assert glue.startswith("Boats\nRepair > Glue\n### Glue\n\nWait.") and len(glue) < 1_300
