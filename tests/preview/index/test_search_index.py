"""The search: what is found, in which order, by which slips, and how it follows the pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.visibility import ANONYMOUS, CREDENTIAL, LOGGED_IN, Audience, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index import page_bests, search_index
from mcp_preview.index.search_hit import WINDOW, build_excerpt
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.index.text_analysis import PAIRS, choose_analyzer, split_into_pairs
from mcp_preview.index.word_choices import iter_typos
from tests.preview.small import page_of

TEXT = (
    "Some words about boats.\n\n## Mooring\n\nTie the boat to the quay.\n\n## Leaving\n\nUntie it."
)


CREW = Audience(False, ("crew",))
CREWMAN = Viewer(frozenset(("crew",)))


def index_of(*pages: IndexedPage) -> SearchIndex:
    index = SearchIndex()
    index.rebuild(pages)
    return index


def found(index: SearchIndex, query: str, **wanted: Any) -> list[str]:
    return [hit.url for hit in index.search(query, **wanted)]


def test_a_hit_tells_of_its_section() -> None:
    page = page_of("boats", TEXT, title="Boats", breadcrumbs=("Harbour",), description="Afloat.")

    (hit,) = index_of(page).search("tied to a quay")

    assert (hit.path, hit.title, hit.heading, hit.anchor) == (
        "boats",
        "Boats",
        "Mooring",
        "mooring",
    )
    assert hit.url == "/boats#mooring"
    assert hit.breadcrumbs == ("Harbour", "Boats", "Mooring")
    assert hit.content == "## Mooring\n\nTie the boat to the quay."
    assert hit.excerpt == "…Tie the boat to the quay."
    assert hit.page is page and hit.score > 0


def test_before_the_first_heading_the_description_counts() -> None:
    page = page_of("boats", TEXT, title="Boats", description="Everything afloat.")

    (hit,) = index_of(page).search("afloat")

    assert (hit.url, hit.heading) == ("/boats", "Boats")
    assert hit.content == "Everything afloat.\n\nSome words about boats."


def test_a_page_is_found_once_by_its_best_section() -> None:
    assert found(index_of(page_of("boats", TEXT, title="Boats")), "quay boats") == [
        "/boats#mooring"
    ]


def part(number: int, text: str) -> str:
    return f"## Part {number}\n\n{text} Other words stand here, about boats and the sea.\n\n"


def sea_pages() -> tuple[IndexedPage, ...]:
    """One speaks of anchors in all of its parts, one twice in one of them, and others never."""
    often = "".join(part(number, "The anchor.") for number in range(8))
    others = "".join(part(number, "Nothing of it.") for number in range(1, 8))
    return (
        page_of("often", often, title="Ropes"),
        page_of("twice", part(0, "The anchor, an anchor.") + others, title="Knots"),
        *(page_of(f"{at}", part(0, "The harbour.") + others, title=f"No {at}") for at in range(6)),
    )


def test_a_page_that_is_about_a_word_all_through_outranks_one_with_a_section() -> None:
    assert found(index_of(*sea_pages()), "anchor") == ["/often#part-0", "/twice#part-0"]


def test_so_it_does_when_the_pages_come_one_by_one() -> None:
    index = SearchIndex()
    for page in sea_pages():
        index.update_pages([page])
    index.update_pages([], ["5"])

    assert found(index, "anchor") == ["/often#part-0", "/twice#part-0"]


SITE = (
    page_of("configuration", "All settings.", title="Configuration"),
    page_of("deploy/vercel", "## Environment variables\n\nConfigure them.", title="Vercel"),
    page_of("authentication", "Who may come in.", title="Authentication"),
    page_of("keys", "Keyboard shortcuts are listed.", title="Shortcuts", keywords=("hotkeys",)),
    page_of("start", "Run the installer; mention the word authentication.", title="Quickstart"),
)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("authentication", "/authentication"),
        ("AUTHENTICATION?", "/authentication"),
        ("authenticating", "/authentication"),
        ("authentcation", "/authentication"),
        ("authenticaiton", "/authentication"),
        ("authenticattion", "/authentication"),
        ("auth", "/authentication"),
        ("authenticat", "/authentication"),
        ("conf", "/configuration"),
        ("environment variables", "/deploy/vercel#environment-variables"),
        ("hotkey", "/keys"),
        ("versel", "/deploy/vercel"),
        ("how do I install it", "/start"),
        ("vercel.com/deploy", "/deploy/vercel"),
        ("shrtcuts", "/keys"),
    ],
)
def test_what_is_meant_comes_first(query: str, first: str) -> None:
    assert found(index_of(*SITE), query)[0] == first


@pytest.mark.parametrize("query", ["update monitor", "upda moni", "update monitro"])
def test_a_query_that_is_a_title_finds_that_page(query: str) -> None:
    """However it is typed, and however often the words stand elsewhere."""
    more = "Update a monitor to update what the monitor watches. "
    index = index_of(
        page_of("all", f"{more}\n\n## Update monitor\n\n{more * 2}", title="Update, monitor, list"),
        page_of("endpoint", "Changes one by its id.", title="Update Monitor"),
        *(page_of(f"other{at}", "Nothing of it.") for at in range(5)),
    )

    assert found(index, query)[0].startswith("/endpoint")


def test_how_a_question_is_asked_says_little_of_what() -> None:
    """A title with the words around it does not outrank a page about what is asked."""
    asked = "How do I know it? It is where it was, and the log says how to get in."
    others = [page_of(f"other{at}", asked) for at in range(9)]
    index = index_of(
        page_of("asking", "Call the office.", title="How do I get in, and where is it?"),
        page_of("mooring", "Ropes hold a boat. " * 6 + "It is moored.", title="Ropes"),
        *others,
    )

    assert found(index, "how do I keep it moored where it is")[0] == "/mooring"


def test_pages_in_other_languages_make_no_word_rare() -> None:
    """Where most pages are in another one, `the` is as common as without them."""
    english = [page_of(f"en{at}", "See the tide, and the sea.", language="en") for at in range(6)]
    pages = (
        page_of("all", "The the the the the the the.", title="The", language="en"),
        page_of("rope", "It holds what the crew moored.", language="en"),
        *english,
    )
    french = [page_of(f"fr/{at}", "La mer monte.", language="fr") for at in range(60)]
    query = "the thing that the crew moored"

    alone = found(index_of(*pages), query)
    assert found(index_of(*pages, *french), query) == alone
    assert alone[0] == "/rope"


def test_every_section_is_found_by_what_its_page_is_about() -> None:
    rope = "## Kinds\n\nHemp or steel."
    index = index_of(
        page_of("mooring", rope, title="Lines", description="Keep a boat at the quay."),
        page_of("hemp", rope, title="Plants"),
    )

    assert found(index, "which kinds keep a boat at the quay")[0] == "/mooring#kinds"


def test_words_that_begin_alike_count_together_like_one() -> None:
    """A rare one of them counts no more than the beginning does."""
    often = [page_of(f"reply{at}", "The response is JSON.", title="Response") for at in range(9)]
    index = index_of(
        page_of("fields", "The response has fields.", title="Response fields"),
        page_of("other", "One responseexample alone.", title="Responseexample"),
        *often,
    )

    assert found(index, "respon fiel")[0] == "/fields"


def test_the_end_of_a_word_in_one_language_is_half_a_word_in_another() -> None:
    """`zapi` is what the Spanish analyzer makes of `zapier`; nobody types that."""
    english = page_of("zapier", "Join it.", title="Zapier", language="en", common_path="zapier")
    spanish = page_of(
        "es/zapier",
        "Conecta con Zapier.",
        title="Zapier",
        language="es",
        common_path="zapier",
        of_default=False,
    )
    index = index_of(english, spanish)

    assert found(index, "zapi") == ["/zapier"]


def test_a_connecting_word_of_a_sentence_begins_no_other_word() -> None:
    """Although no title has `so` and `that`, and French has neither."""
    pages = (
        page_of("boats", "Tie the boat up so that it stays.", title="Boats", language="en"),
        page_of("sources", "Boats sold.", title="Sources and solutions", language="en"),
        page_of("quai", "Le bateau est au quai, le soir.", title="Sommeil", language="fr"),
    )

    (first, *_) = index_of(*pages).search("how do I tie it up so that boats stay")

    assert first.path == "boats"
    assert {*first.words} == {"tie", "boats", "stay"}


def test_half_a_word_is_no_word_of_a_language_that_has_its_stem() -> None:
    """`naviga` comes to the stem of the French `navigation`; nobody writes it."""
    english = page_of(
        "menu", "How to make a menu.", title="Navigation", language="en", common_path="menu"
    )
    french = [
        page_of(
            f"fr/{name}",
            "La navigation, et encore la navigation.",
            title="Navigation",
            language="fr",
            common_path=name,
            of_default=False,
        )
        for name in ("menu", "plan", "carte")
    ]

    assert found(index_of(english, *french), "naviga")[0] == "/menu"


@pytest.mark.parametrize(
    "query",
    [
        *("", " ", "?!", "xyzzyplugh", 'title:"a', "body:(", "AND OR NOT", "+-*", "\0", "[]^~"),
        *("a" * 100_000, "ä" * 300, "\ud800", "q" * 50 + " " + "\U0001f6a3"),
    ],
)
def test_nothing_in_a_query_is_a_command(query: str) -> None:
    assert found(index_of(*SITE), query) == []


@given(st.text(max_size=200))
def test_any_query_is_answered(query: str) -> None:
    assert isinstance(INDEX.search(query), list)


INDEX = index_of(*SITE)


def test_a_long_query_of_unknown_words_takes_little_time() -> None:
    begin = time.process_time()

    assert found(INDEX, " ".join(f"unknown{number}words" for number in range(50))) == []

    assert time.process_time() - begin < 1


def test_an_empty_index_finds_nothing() -> None:
    assert SearchIndex().search("boats") == []
    assert len(SearchIndex()) == 0 and len(INDEX) == len(SITE)


def test_only_so_many_are_given() -> None:
    pages = [page_of(f"p{number}", "harbour") for number in range(30)]

    assert len(index_of(*pages).search("harbour")) == 10
    assert len(index_of(*pages).search("harbour", limit=25)) == 25


@pytest.mark.parametrize(
    ("language", "version", "paths"),
    [
        (None, None, {"en/1", "fr/1", "en/2", "all"}),
        ("en", None, {"en/1", "en/2", "all"}),
        ("fr", None, {"fr/1", "all"}),
        ("en", "2", {"en/2", "all"}),
        ("fr", "2", {"all"}),
        ("de", None, {"all"}),
        (None, "1", {"en/1", "fr/1", "all"}),
    ],
)
def test_filters_keep_what_fits_and_what_fits_all(
    language: str | None, version: str | None, paths: set[str]
) -> None:
    pages = (
        page_of("en/1", "hotel", language="en", versions=("1",)),
        page_of("fr/1", "hotel", language="fr", versions=("1",)),
        page_of("en/2", "hotel", language="en", versions=("2",)),
        page_of("all", "hotel"),
    )

    hits = index_of(*pages).search("hotel", language=language, version=version)

    assert {hit.path for hit in hits} == paths


@pytest.mark.parametrize(
    ("language", "text", "query"),
    [
        ("de", "Die Häuser am Hafen", "haus hafens"),
        ("fr", "Les bateaux sont amarrés", "bateau amarrer"),
        ("es", "Las embarcaciones atracadas", "embarcación"),
        ("ru", "Корабли стоят в порту", "корабль"),
        ("zh", "配置文件的检索功能", "检索"),
        ("zh-Hans", "配置文件的检索功能", "检索配置"),
        ("ja", "ドキュメントを検索する", "ドキュメント検索"),
        ("ko", "문서를 검색합니다", "검색"),
        (None, "配置文件的检索功能", "检索"),
        ("zh", "使用 Webhook 通知", "webhooks"),
        ("pt-BR", "Os barcos atracados", "barco"),
        ("xx", "Boats moored", "boat"),
    ],
)
def test_each_language_has_its_words(language: str | None, text: str, query: str) -> None:
    index = index_of(page_of("a", text, language=language), page_of("b", "Nothing", language="en"))

    assert found(index, query, language=language) == ["/a"]
    assert found(index, query) == ["/a"]


def test_a_boost_decides_between_pages_of_like_relevance() -> None:
    pages = [page_of(f"p{number}", "The harbour is open.") for number in range(5)]
    wanted = page_of("wanted", "The harbour is shut.", boost=4.0)
    unwanted = page_of("unwanted", "The harbour is calm.", boost=0.2)

    urls = found(index_of(unwanted, *pages, wanted), "harbour")

    assert (urls[0], urls[-1]) == ("/wanted", "/unwanted")


def test_a_boost_lifts_nothing_over_a_page_that_is_clearly_better() -> None:
    right = page_of("ferries", "When ferries leave the harbour.", title="Ferry timetable")
    boosted = page_of("history", "A ferry sank here long ago, and more happened.", boost=10.0)

    assert found(index_of(right, boosted), "ferry timetable")[0] == "/ferries"


def test_words_spread_over_a_page_find_it() -> None:
    spread = page_of(
        "guide", "## Mooring\n\nTie up at the quay.\n\n## Papers\n\nShow the customs form."
    )
    others = [page_of(f"q{number}", "The quay is long. Nothing else.") for number in range(4)]
    others += [page_of(f"c{number}", "The customs house is shut.") for number in range(4)]

    assert found(index_of(*others, spread), "quay customs")[0].startswith("/guide#")


def test_a_large_site_ranks_like_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many pages only those are scored as a whole of which a section was found."""
    index = index_of(*SITE)
    queries = ("authentication", "shortcuts listed", "environment settings", "vercel", "the word")

    def ranked() -> list[list[tuple[str, float]]]:
        return [[(hit.url, hit.score) for hit in index.search(query)] for query in queries]

    scored_all = ranked()
    monkeypatch.setattr(page_bests, "_FEW_PAGES", 0)
    assert all(scored_all) and ranked() == scored_all


def edition(path: str, text: str, language: str | None, **more: Any) -> IndexedPage:
    return page_of(path, text, language=language, common_path="tide", **more)


ENGLISH = edition("tide", "The tide table of the harbour.", "en", title="Tide")
FRENCH = edition("fr/tide", "Le tableau des marées du port.", "fr", title="Tide", of_default=False)
GERMAN = edition("de/tide", "Die Gezeiten im Hafen.", "de", title="Tide", of_default=False)


def test_what_a_slip_was_taken_for_is_known_to_nobody_else_and_not_for_longer() -> None:
    secret = page_of("pilots", "Pilotage", audience=CREW)
    index = index_of(secret, page_of("tides", "Water"))

    assert found(index, "pilotagw", viewer=None) == found(index, "pilotagw", viewer=None) != []
    assert found(index, "pilotagw") == []
    index.update_pages([page_of("pilots", "Pilotage")])
    assert found(index, "pilotagw") == ["/pilots"]
    index.update_pages((), ["pilots"])
    assert found(index, "pilotagw", viewer=None) == []


def test_copies_in_other_languages_are_one_hit_in_the_default_language() -> None:
    (hit,) = index_of(FRENCH, GERMAN, ENGLISH).search("tide")

    assert hit.url == "/tide"
    assert set(hit.other_urls) == {"/fr/tide", "/de/tide"}


def test_a_query_in_another_language_finds_the_copy_in_it() -> None:
    (hit,) = index_of(FRENCH, GERMAN, ENGLISH).search("tableau des marées du port")

    assert hit.url == "/fr/tide"
    assert set(hit.other_urls) == {"/tide", "/de/tide"}


def test_with_a_language_the_others_are_not_named() -> None:
    (hit,) = index_of(FRENCH, GERMAN, ENGLISH).search("tide", language="de")

    assert (hit.url, hit.other_urls) == ("/de/tide", ())


def test_copies_that_a_viewer_may_not_see_are_not_named() -> None:
    hidden = replace(FRENCH, audience=CREW)

    (hit,) = index_of(hidden, GERMAN, ENGLISH).search("tide")

    assert hit.other_urls == ("/de/tide",)


def test_pages_of_one_edition_are_no_copies_of_each_other() -> None:
    first = page_of("v1/tide", "The tide.", common_path="tide", title="Tide")
    second = page_of("v2/tide", "The tide.", common_path="tide", title="Tide")

    assert set(found(index_of(first, second), "tide")) == {"/v1/tide", "/v2/tide"}


def test_versions_of_a_page_are_one_hit_in_the_default_version() -> None:
    old = edition("v1/tide", "The tide.", None, versions=("v1",), of_default=False)
    new = edition("v2/tide", "The tide.", None, versions=("v2",))
    index = index_of(old, new)

    assert found(index, "tide") == ["/v2/tide"]
    assert found(index, "tide", version="v1") == ["/v1/tide"]


def test_readers_find_only_what_they_may_read() -> None:
    pages = (
        page_of("open", "tide"),
        page_of("users", "tide", audience=LOGGED_IN),
        page_of("crew", "tide", audience=CREW),
        page_of("not-guests", "tide", audience=Audience(False, ("*",), ("guest",))),
    )
    index = index_of(*pages)

    def seen(viewer: Viewer | None) -> set[str]:
        return {hit.path for hit in index.search("tide", viewer=viewer)}

    assert seen(ANONYMOUS) == {"open"}
    assert seen(CREDENTIAL) == {"open", "users"}
    assert seen(Viewer(frozenset())) == {"open", "users", "not-guests"}
    assert seen(Viewer(frozenset(("crew",)))) == {"open", "users", "crew", "not-guests"}
    assert seen(Viewer(frozenset(("guest", "crew")))) == {"open", "users", "crew"}
    assert seen(None) == {"open", "users", "crew", "not-guests"}


def test_nobody_finds_anything_where_all_is_closed() -> None:
    index = index_of(page_of("crew", "tide", audience=CREW))

    assert index.search("tide") == []


def test_a_page_is_put_in_anew() -> None:
    index = index_of(*SITE)
    index.update_pages(
        [page_of("keys", "Halyards and sheets.", title="Ropes", language="fr")], ["start"]
    )

    assert found(index, "halyards") == ["/keys"]
    assert found(index, "shortcuts") == []
    assert found(index, "installer") == []
    assert len(index) == len(SITE) - 1
    index.update_pages([], ["keys", "never there"])
    assert found(index, "halyards") == []
    index.rebuild({"a": page_of("a", "halyards")})
    assert found(index, "halyards") == ["/a"] and found(index, "configuration") == []


def test_it_can_be_searched_while_it_changes() -> None:
    index = index_of(*SITE)
    done = threading.Event()
    faults: list[BaseException] = []

    def search() -> None:
        try:
            while not done.is_set():
                assert len(index.search("settings")) == 1
        except BaseException as fault:  # It is told in the test's own thread.
            faults.append(fault)

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    for round_ in range(20):
        index.update_pages([page_of("configuration", f"All settings, {round_}.")])
    done.set()
    for thread in threads:
        thread.join()

    assert not faults


def test_a_snippet_begins_a_little_before_the_word() -> None:
    text = "## Title\n\n" + "far away " * 40 + "**the** [harbour](/a) `is` open " + "and on " * 60

    snippet = build_excerpt(text, ["harbour"])

    assert snippet.startswith("…") and snippet.endswith("…")
    assert "the harbour is open and on" in snippet
    assert len(snippet) <= WINDOW + 2
    assert 8 <= snippet.index("harbour") <= 26
    assert build_excerpt("Short", ["other"]) == "Short"


def test_characters_that_stand_together_are_pairs() -> None:
    assert split_into_pairs("API検索窓X").split() == ["API", "検索", "索窓", "X"]
    assert split_into_pairs("口").split() == ["口"]
    assert choose_analyzer("zh-CN", "") == choose_analyzer(None, "検索" * 9) == PAIRS
    assert (
        choose_analyzer("nb", ""),
        choose_analyzer("xx", "a"),
        choose_analyzer(None, "é" * 9),
    ) == (
        "no",
        "en",
        "en",
    )


COMPOSED = "Résumé vélo Übersicht 데이터베이스"
DECOMPOSED = normalize("NFD", COMPOSED)


@pytest.mark.parametrize("language", ["fr", "ko", None])
def test_letters_and_their_marks_are_found_however_they_are_written(language: str | None) -> None:
    pages = (
        page_of("title", "Words.", title=DECOMPOSED, language=language),
        page_of("heading", f"Words.\n\n## {DECOMPOSED}\n\nWords.", language=language),
        page_of("description", "Words.", description=DECOMPOSED, language=language),
        page_of("keyword", "Words.", keywords=(DECOMPOSED,), language=language),
        page_of("body", f"Words, and {DECOMPOSED}.", language=language),
        page_of("composed", f"Words, and {COMPOSED}.", language=language),
    )
    index, every = index_of(*pages), {page.path for page in pages}

    for query in (*COMPOSED.split(), *DECOMPOSED.split(), "resume", "velo"):
        assert {hit.path for hit in index.search(query)} == every, query


@pytest.mark.parametrize("written", [COMPOSED, DECOMPOSED])
def test_what_is_shown_is_as_it_was_written(written: str) -> None:
    before = "Words and words. " * 40
    text = f"{before}\n\n## {written}\n\n{before}{written}"

    (hit,) = index_of(page_of("words", text, language="ko")).search(COMPOSED, explain=True)

    assert hit.heading == written
    assert hit.content == f"## {written}\n\n{before}{written}"
    assert hit.explanation
    assert [one.field for one in hit.explanation.fields] == ["heading", "body"]


@pytest.mark.parametrize("written", [COMPOSED, DECOMPOSED])
def test_an_excerpt_begins_at_letters_however_they_are_written(written: str) -> None:
    assert written.split()[-1] in build_excerpt("far away " * 40 + written, ["데이터"])


def test_a_title_whose_letters_are_written_with_marks_is_a_title_too() -> None:
    title = page_of("title", "Words.", title=normalize("NFD", "Vélo"), language="fr")
    others = [page_of(f"p{at}", "vélo " * 9, title="Le vélo jaune", language="fr") for at in "123"]

    assert index_of(*others, title).search("vélo")[0].path == "title"


def with_character(language: str) -> tuple[IndexedPage, ...]:
    return (
        page_of("body", "Words. " * 99 + "これは鍵です。", title="Words", language=language),
        page_of("heading", "Words.\n\n## 秘密鍵\n\nWords.", title="Words", language=language),
        page_of("within", "Words.", title="公開鍵暗号 API", language=language),
        page_of("begins", "Words.", title="鍵管理", language=language),
        page_of("alone", "Words.", title="鍵", language=language),
        page_of("other", "管理と公開。", title="管理", language=language),
    )


def test_one_character_is_found_wherever_it_stands() -> None:
    index = index_of(*with_character("ja"))
    hits = index.search("鍵", explain=True)

    assert [hit.path for hit in hits] == ["alone", "within", "begins", "heading", "body"]
    assert "これは鍵です" in hits[-1].excerpt
    assert [hit.explanation and hit.explanation.fields[0].words for hit in hits] == [("鍵",)] * 5
    assert found(index, " 鍵、") == [hit.url for hit in hits]
    assert not index.search("錠")


def test_one_character_is_found_in_titles_of_pages_in_other_languages() -> None:
    hits = index_of(*with_character("en")).search("鍵")

    assert [hit.path for hit in hits] == ["alone", "begins", "within", "heading"]


def test_one_character_is_found_by_whom_it_is_for_alone() -> None:
    page = page_of("crew", "Words.", title="公開鍵", language="ja", audience=CREW)
    index = index_of(page, page_of("all", "Words.", title="Words"))

    assert [hit.path for hit in index.search("鍵", viewer=CREWMAN)] == ["crew"]
    assert not index.search("鍵", viewer=ANONYMOUS)


@pytest.mark.parametrize("meant", ["harbour", "tide", "корабль"])
def test_every_slip_of_one_letter_leads_back(meant: str) -> None:
    assert all(meant in set(iter_typos(slip)) for slip in _some(iter_typos(meant)))
    assert not list(iter_typos("a" * 31))


def test_slips_of_one_letter_are_listed_once() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    expected = {"a", "b", "ba"}
    expected |= {word for one in letters for word in (f"{one}ab", f"a{one}b", f"ab{one}")}
    expected |= {word for one in letters for word in (f"{one}b", f"a{one}")} - {"ab"}
    slips = list(iter_typos("ab"))

    assert (set(slips), len(slips)) == (expected, len(expected))
    assert len("a" * 30 + "b") - 1 in set(map(len, iter_typos("a" * 30)))


def test_slips_beyond_ascii_have_the_small_letters_near_those_of_the_word() -> None:
    letters = {slip[0] for slip in iter_typos("ж7") if len(slip) == 3 and slip.endswith("ж7")}

    assert letters == {*map(chr, range(0x430, 0x440)), "7"}


def _some(words: Iterable[str]) -> list[str]:
    return sorted(words)[::17]


def test_a_link_leads_to_its_page_whatever_that_is_called() -> None:
    index = SearchIndex()
    index.rebuild({"a": page_of("50% of (all) tides?", "# Moon\n\nHigh water")})

    (hit,) = index.search("high water")

    assert hit.url == "/50%25%20of%20%28all%29%20tides%3F#moon"


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("search_web", "tools"),
        ("`search_web`", "tools"),
        ("--dry-run", "flags"),
        ("PATCH /monitor/{monitorId}", "endpoint"),
        ("what is scrapeOptions.formats", "options"),
    ],
)
def test_what_is_typed_without_a_blank_is_found_as_a_whole_first(query: str, path: str) -> None:
    index = index_of(
        page_of("tools", "Call `search_web` here, among other things.", title="Tools"),
        page_of("web", "## Search the web\n\nSearch all of the web.", title="Search a web"),
        page_of("flags", "Pass `--dry-run` first.", title="Options"),
        page_of("run", "## Dry and long run\n\nIt will run dry.", title="Dry or wet run"),
        page_of("endpoint", "`PATCH /monitor/{monitorId}` changes it.", title="Change it"),
        page_of("delete", "`DELETE /monitor/{id}`, monitorId", title="Monitor a patch"),
        page_of("options", "Set `scrapeOptions.formats`.", title="Monitoring"),
        page_of("formats", "What are formats of scrapeOptions?", title="What scrapeOptions is"),
    )

    assert found(index, query)[0] == f"/{path}"


@pytest.mark.parametrize("query", ["--dry-run", "DELETE /runs/{id}", "streamText", "rope.length"])
def test_the_page_that_speaks_of_a_name_comes_before_those_that_use_it(query: str) -> None:
    names = "--dry-run, DELETE /runs/{id}, streamText and rope.length"
    block = f"```sh\nset {names}\n```\n"
    index = index_of(
        page_of("use", f"Use it.\n\n{block}", title="Ropes"),
        page_of("example", f"## Moor\n\n{block}", title="An example"),
        *(page_of(f"other{at}", "Nothing of it at all. " * 9) for at in range(9)),
        page_of(
            "options",
            "To set: `--dry-run`, `DELETE /runs/{id}`, `streamText()` and `rope.length`. "
            + "There is much more to say. " * 9,
            title="Reference",
        ),
    )

    assert found(index, query)[0] == "/options"


def test_a_name_that_is_a_heading_finds_the_heading() -> None:
    index = index_of(
        page_of("next", "How to use it with ropes.", title="Next.js"),
        page_of("list", "Works with `Next.js`, `Next.js` and `Next.js`.", title="All"),
    )

    assert found(index, "next.js")[0] == "/next"


def test_only_short_queries_of_few_pages_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    index = index_of(page_of("a", "moor"), page_of("b", "sail"))

    assert index.is_quick("moor") and not index.is_quick("moor " * 50)
    monkeypatch.setattr(search_index, "_FEW_PAGES", 1)
    assert not index.is_quick("moor")


def test_a_name_of_code_is_no_heading_that_has_its_words() -> None:
    index = SearchIndex()
    index.rebuild(
        [
            page_of("made", "Who is in port. " * 40, title="List users"),
            page_of("tools", "Call `list_users` and `--list`.", title="Tools"),
            page_of("flag", "The list.", title="List"),
            page_of("berths", "## `berth_of`\n\nThe berth.", title="Berths"),
            page_of("other", "See `berth_of` and `berth_of`.", title="Other"),
            *(page_of(f"p{at}", f"Text {at}.") for at in range(200)),
        ]
    )

    def first(query: str) -> str:
        return index.search(query)[0].path

    assert [first(query) for query in ("list_users", "--list")] == ["tools", "tools"]
    assert [first(query) for query in ("list users", "berth_of")] == ["made", "berths"]
