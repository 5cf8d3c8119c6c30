"""What may be typed in a page."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._commands import PAGE_TRIGGERS as TRIGGERS
from docs_lsp.features._view import View
from docs_lsp.features.page_completions import answer_page_completion
from docs_lsp.features.page_completions.link_ranking import iter_pages_like_label
from docs_lsp.files.files import BufferedFiles, DiskFiles, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.frontmatter import read_frontmatter
from tests.features.markers import CURSOR, covered, marked

SITES = Path(__file__).parents[1] / "sites"
CORPUS = Path(__file__).parents[2] / "../shared/corpus/sites"

SITE = """--- docs.json
{ "theme": "mint", "name": "Hafen", "navigation": { "versions": [
  { "version": "2.0", "openapi": "api.json", "pages": ["guides/moor", "tide"] },
  { "version": "old", "pages": ["fr/tide"] }
] } }
--- index.mdx
--- guides/moor.mdx
---
title: Where to moor
description: Berths and *buoys*.
---
# At the quay
## Ropes & knots {#ropes}
```
# No heading
```
## At the quay
--- guides/a b.mdx
--- tide.md
---
title: High water
icon: anchor
---
--- fr/tide.mdx
--- api/list.mdx
---
openapi: "api.json GET /berths"
---
--- api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": {
    "/berths": {
      "get": { "summary": "List berths" }, "post": { "summary": "Book a berth" },
      "put": { "x-excluded": true }
    }
  }
}
--- more.json
{
  "openapi": "3.1.0", "info": { "title": "B", "version": "1" },
  "paths": { "/ships": { "get": { "summary": "List ships" } } }
}
--- images/quay.png
--- guides/map.svg
--- snippets/fee.mdx
--- snippets/sum.js
--- parts/Chart.jsx
--- lib.js
--- README.md
"""


BARE = CompletionAbilities()
ALL = CompletionAbilities(snippets=True, markdown=True, resolves=True, tags=True)


def answer(
    page: str, can: CompletionAbilities = BARE, file: str = "guides/new.mdx"
) -> tuple[Text, Any]:
    place = marked(f"{SITE}--- {file}\n{page}")
    found = answer_page_completion(place.view(), file, place.offset, Encoding.UTF16, can)
    return place.text(), found


def proposals(
    page: str, can: CompletionAbilities = BARE, file: str = "guides/new.mdx"
) -> dict[str, str]:
    """The page after each proposal, by label."""
    text, found = answer(page, can, file)
    return {item["label"]: applied(text, item) for item in found["items"]}


def labels(page: str, file: str = "guides/new.mdx") -> list[str]:
    return list(proposals(page, file=file))


def applied(text: Text, item: dict[str, Any], encoding: Encoding = Encoding.UTF16) -> str:
    edit = item["textEdit"]
    start, end = (
        text.to_offset(edit["range"][edge]["line"], edit["range"][edge]["character"], encoding)
        for edge in ("start", "end")
    )
    return f"{text.data[:start].decode()}{edit['newText']}{text.data[end:].decode()}"


# Fields


def test_fields_that_are_not_there_yet_the_usual_ones_first() -> None:
    found = labels("---\ntitle: Neu é\n▮\nicon: x\n---\n")

    assert found[:4] == ["description", "sidebarTitle", "mode", "openapi"]
    assert not {"title", "icon"} & set(found)
    assert found[-1] == "isPublic"


def test_a_field_is_written_with_its_colon() -> None:
    assert proposals("---\nhid▮\n---\n")["hidden"] == "---\nhidden: \n---\n"
    assert proposals("---\nog:tit▮le\n---\n")["og:title"] == "---\nog:title: \n---\n"
    assert proposals("---\nhid▮d: true\n---\n")["hidden"] == "---\nhidden: true\n---\n"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("title", 'title: "$1"'),
        ("hidden", "hidden: ${1|true,false|}"),
        ("searchable", "searchable: ${1|false,true|}"),
        ("mode", "mode: ${1|default,wide,custom,frame,center,assistant|}"),
        ("keywords", 'keywords: ["$1"]'),
        ("openapi", "openapi: $1"),
        ("boost", "boost: $1"),
        ("graphql", "graphql:\n  $1"),
    ],
)
def test_fields_with_places_to_fill_in(name: str, written: str) -> None:
    assert proposals("---\n▮\n---\n", ALL)[name] == f"---\n{written}\n---\n"


def test_old_fields_are_struck_out() -> None:
    _, found = answer("---\n▮\n---\n", ALL)

    struck = {item["label"] for item in found["items"] if "tags" in item}
    assert struck == {"iconType", "isPublic"}


def test_a_field_says_what_it_is_for() -> None:
    _, found = answer("---\n▮\n---\n", ALL)
    mode = next(item for item in found["items"] if item["label"] == "mode")

    assert mode["documentation"]["value"].startswith("Layout of the page.\n\n- `default`: ")
    assert mode["documentation"]["kind"] == "markdown"
    _, found = answer("---\n▮\n---\n")
    assert "`" not in str(found["items"][3]["documentation"])


def test_a_block_that_is_not_closed_yet() -> None:
    assert "description" in labels("---\ntitle: A\n▮")
    assert "description" in labels("---\ntitle: A\ndesc▮\n\n# Text\n")
    assert labels("---\ntitle: A\n\nSome text here.\nmore▮\n") == []


def test_half_typed_fields_around_are_no_trouble() -> None:
    assert "mode" in labels('---\ntit\nkeywords: ["a\n  - b: c: d\n▮\n"x: {\n---\n')


def test_a_page_without_a_frontmatter() -> None:
    whole = "---\ntitle: \ndescription: \n---\n"
    assert list(proposals("▮").values()) == [whole]
    assert list(proposals("--▮-\nText").values()) == [f"{whole}\nText"]
    assert labels("Text▮") == []
    assert labels("---\ntitle: A\n---▮") == []


# Values


def test_values_of_a_few_words() -> None:
    assert list(proposals("---\nhidden: ▮\n---\n").values()) == [
        "---\nhidden: true\n---\n",
        "---\nhidden: false\n---\n",
    ]
    assert proposals("---\nhidden:▮\n---\n")["true"] == "---\nhidden: true\n---\n"
    assert proposals("---\nmode: w▮x # why\n---\n")["wide"] == "---\nmode: wide # why\n---\n"
    assert proposals('---\nplayground: "▮"\n---\n')["none"] == '---\nplayground: "none"\n---\n'
    assert labels("---\nrelated: ▮\n---\n") == ["false"]
    assert labels("---\ntag: ▮\n---\n") == []
    assert labels('---\nmode: "wide" ▮\n---\n') == []
    assert labels("---\nnobody: ▮\n---\n") == []


def test_versions_are_those_of_the_navigation() -> None:
    found = proposals("---\nversion: ▮\n---\n")

    assert list(found) == ['"2.0"', "old"]
    assert labels('---\nversion: "▮"\n---\n') == ["2.0", "old"]


# Operations


def test_icons_are_those_that_the_site_uses_already() -> None:
    assert labels("---\nicon: ▮\n---\n") == ["anchor"]
    assert proposals('---\nicon: "an▮"\n---\n')["anchor"] == '---\nicon: "anchor"\n---\n'


def test_operations_that_no_page_is_about_come_first() -> None:
    found = proposals("---\nopenapi: ▮\n---\n")

    assert list(found) == ["api.json POST /berths", "api.json GET /berths", "/more.json"]
    assert found["api.json POST /berths"] == "---\nopenapi: api.json POST /berths\n---\n"


def test_operations_are_found_by_words_of_their_summary() -> None:
    text, found = answer("---\nopenapi: 'book▮'\n---\n")
    (item,) = found["items"]

    assert item["label"] == "api.json POST /berths"
    assert item["filterText"] == "bookapi.json POST /berths"
    assert item["detail"] == "Book a berth"
    assert found["isIncomplete"]
    assert applied(text, item) == "---\nopenapi: 'api.json POST /berths'\n---\n"


def test_another_specification_by_its_name() -> None:
    assert labels("---\nopenapi: /more.json ▮\n---\n") == ["/more.json GET /ships"]
    assert labels("---\nopenapi: ../more.json ▮\n---\n") == ["../more.json GET /ships"]
    assert labels("---\nopenapi: more ▮\n---\n") == ["more GET /ships"]
    assert labels("---\nopenapi: /more▮\n---\n")[-1] == "/more.json"
    assert labels("---\nopenapi: none.json ▮\n---\n") == []


def test_a_site_that_writes_methods_only() -> None:
    site = SITE.replace('"api.json GET /berths"', "get /berths").replace(
        "--- more.json", "--- x.txt"
    )
    place = marked(f"{site}--- a.mdx\n---\nopenapi: ▮\n---\n")
    found = answer_page_completion(place.view(), "a.mdx", place.offset, Encoding.UTF16, BARE)

    assert [item["label"] for item in found["items"]] == ["post /berths", "get /berths"]


def test_operations_like_the_name_of_the_page_come_first() -> None:
    site = SITE.replace('openapi: "api.json GET', 'x: "api.json GET')
    place = marked(f"{site}--- book.mdx\n---\nopenapi: ▮\n---\n")
    found = answer_page_completion(place.view(), "book.mdx", place.offset, Encoding.UTF16, BARE)

    assert found["items"][0]["label"].endswith("POST /berths")


@pytest.mark.parametrize("typed", ["api.json pst /b", "post brths", "pot /berths"])
def test_an_operation_with_a_letter_missing(typed: str) -> None:
    assert labels(f"---\nopenapi: {typed}▮\n---\n") == ["api.json POST /berths"]


# Links


def test_links_to_pages_nearest_first() -> None:
    found = proposals("See [it](▮) soon")

    assert found["/guides/moor"] == "See [it](/guides/moor) soon"
    assert list(found)[:2] == ["/guides/a%20b", "/guides/moor"]
    assert list(found)[-1] == "/fr/tide"
    assert "/guides/new" not in found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[it](/ti▮", "[it](/tide"),
        ("[it](/ti▮de#x) [a](b)", "[it](/tide) [a](b)"),
        ("![a](b) [it](</ti▮>)", "![a](b) [it](</tide>)"),
        ('<Card title="A" href="/ti▮"/>', '<Card title="A" href="/tide"/>'),
        ("<a\n  href='/ti▮ck'>", "<a\n  href='/tide'>"),
        ('<a href="/ti▮>', '<a href="/tide>'),
        ('<Card href="/ti▮ icon="anchor">', '<Card href="/tide icon="anchor">'),
        ('<Card href="▮ icon="anchor">', '<Card href="/tide icon="anchor">'),
        ("See [it](▮.", "See [it](/tide."),
        ("See [it](/ti▮de, and go on", "See [it](/tide, and go on"),
        ("See [it](/ti▮: `x`", "See [it](/tide: `x`"),
        ("[it](▮検査する", "[it](/tide検査する"),
        ("[it](/ti▮検査する", "[it](/tide検査する"),
        ("[it](▮and a word", "[it](/tideand a word"),
        ("[it](▮/guides/a.b.", "[it](/tide."),
        ('[it](/ti▮x "Title") [a](b)', '[it](/tide "Title") [a](b)'),
        ("[it]: /ti▮", "[it]: /tide"),
        ("> [`x` and](/ti▮)", "> [`x` and](/tide)"),
        ("---\nrelated:\n  - /ti▮\n---\n", "---\nrelated:\n  - /tide\n---\n"),
        ("---\nrelated:\n- Sea: /ti▮\n---\n", "---\nrelated:\n- Sea: /tide\n---\n"),
    ],
)
def test_where_a_link_is_written(before: str, after: str) -> None:
    assert proposals(before)["/tide"] == after


@pytest.mark.parametrize(
    "page",
    [
        "`[it](/▮`",
        "```\n[it](/▮\n```\n",
        "{/* [it](/▮ */}",
        "[it](https://a▮",
        "[it](../../▮",
        "[it](/a b▮",
        "[it] (/▮",
        "data-x='/▮'",
        "href={▮}",
        "---\nkeywords:\n  - /▮\n---\n",
    ],
)
def test_where_none_is_written(page: str) -> None:
    assert labels(page) == []


def test_links_seen_from_the_page_for_who_begins_so() -> None:
    assert proposals("[it](./m▮)") == {"./moor": "[it](./moor)"}
    assert labels("[it](./▮)") == ["./a%20b", "./moor"]
    assert labels("[it](../▮)")[:2] == ["../index", "../tide"]
    assert labels("[it](../t▮)") == ["../tide"]
    assert labels("[it](./▮)", file="new.mdx")[0] == "./index"
    assert labels("[it](./moor#r▮)") == labels("[it](/guides/moor#r▮)")


@pytest.mark.parametrize("page", ["[it](▮", "[it](▮)", "![it](▮)", "It is [it](▮\nMore."])
def test_a_link_is_proposed_as_soon_as_it_is_opened(page: str) -> None:
    assert "(" in TRIGGERS
    assert labels(page)
    assert labels(page.replace("](", "] (")) == labels(page.replace("](", "(")) == []


def test_pages_by_words_of_their_title() -> None:
    text, found = answer("[it](moo▮)")
    assert [item["label"] for item in found["items"]] == ["/guides/moor"]
    text, found = answer("[it](where▮)")
    (item,) = found["items"]

    assert (item["filterText"], item["detail"]) == ("where/guides/moor", "Where to moor")
    assert applied(text, item) == "[it](/guides/moor)"


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("[High water](▮)", "/tide"),
        ("[tide](▮)", "/tide"),
        ("[api](/▮)", "/api/list"),
        ('<Card title="High water" href="▮">', "/tide"),
        ('<Card\n  href="/▮"\n  title="High water">', "/tide"),
        ("<Card title='Where' icon=\"b\">[list](▮)", "/api/list"),
    ],
)
def test_pages_like_the_text_of_the_link_come_first(page: str, wanted: str) -> None:
    assert labels(page)[0] == wanted
    assert set(labels(page)) == set(labels("[](/▮)"))


def test_a_page_like_the_text_of_the_link_must_fit_what_is_typed() -> None:
    assert labels("[High water](/gui▮)") == ["/guides/a%20b", "/guides/moor"]
    assert labels("[moor](/gudes▮)")[0] == "/guides/moor"


def test_what_begins_with_the_typed_path_comes_before_what_contains_it() -> None:
    assert labels("[Where to moor](/t▮)")[0] == "/tide"
    assert labels("[List](/g▮)")[:2] == ["/guides/a%20b", "/guides/moor"]


@pytest.mark.parametrize("typed", ["/gudes", "/guies/", "/guids/mo"])
def test_with_a_letter_missing_the_text_of_the_link_still_decides(typed: str) -> None:
    assert labels(f"[Berths](/{typed[1:]}▮)")[0] in ("/guides/a%20b", "/guides/moor")
    assert labels(f"[Where to moor]({typed}▮)")[0] == "/guides/moor"


def test_a_page_that_neighbours_link_to_comes_first() -> None:
    others = "".join(
        f"\n--- guides/n{number}.mdx\n[it](/tide) [it](/tide#low)" for number in range(2)
    )
    place = marked(f"{SITE}--- guides/new.mdx\n[it](/▮) [it](/api/list){others}")
    view = place.view()
    for content in (view.site.contents or {}).values():
        assert content.body is not None
    found = answer_page_completion(view, "guides/new.mdx", place.offset, Encoding.UTF16, BARE)

    assert [item["label"] for item in found["items"]][:2] == ["/tide", "/api/list"]


def test_of_a_word_that_many_pages_have_only_some_are_compared() -> None:
    pages = "".join(
        f"\n--- many/quay-{number}.mdx\n---\ntitle: Quay {number}\n---" for number in range(150)
    )
    site = marked(f"{SITE}--- new.mdx\n▮{pages}").view().site
    assert site.facts is not None

    found = Counter(iter_pages_like_label("the quay", site.facts, site.contents))
    assert (found.total(), max(found.values())) == (200, 2)


def test_chinese_titles_are_compared_by_pairs_of_characters() -> None:
    place = marked(f"{SITE}--- a.mdx\n---\ntitle: 报告\n---\n--- new.mdx\n[报告导出](/▮)")
    found = answer_page_completion(place.view(), "new.mdx", place.offset, Encoding.UTF16, BARE)

    assert found["items"][0]["label"] == "/a"


def test_the_page_that_is_looked_at_can_be_asked_for() -> None:
    _, found = answer("[it](/guides/m▮)", ALL)
    (item,) = found["items"]

    assert item["data"]["page"] == "guides/moor"


def test_places_in_a_page() -> None:
    quay = "[it](/guides/moor#▮)"
    assert proposals(quay) == {
        "at-the-quay": "[it](/guides/moor#at-the-quay)",
        "ropes": "[it](/guides/moor#ropes)",
        "at-the-quay-2": "[it](/guides/moor#at-the-quay-2)",
    }
    assert list(proposals("[it](moor#▮)")) == list(proposals(quay))
    assert labels("[it](/nowhere#▮)") == []


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("[it](/guides/moor#ro▮)", "ropes"),
        ("[it](/guides/moor#knot▮)", "ropes"),
        ("[it](/guides/moor#rpes▮)", "ropes"),
        ("[Ropes](/guides/moor#▮)", "ropes"),
        ("[it](/guides/moor#quay-2▮)", "at-the-quay-2"),
    ],
)
def test_places_that_fit_what_is_typed_or_the_text_of_the_link_come_first(
    page: str, wanted: str
) -> None:
    found = labels(page)
    assert (found[0], len(found)) == (wanted, 3)


def test_places_in_the_page_itself_as_it_is_typed() -> None:
    assert labels("# Ärger\n[it](#▮)\n## Ende\n") == ["ärger", "ende"]


def test_pictures() -> None:
    assert labels("![it](/▮)") == ["/guides/map.svg", "/images/quay.png"]
    assert labels('<img src="/im▮"/>') == ["/images/quay.png"]
    assert labels("[![it](/q▮)](/x)") == ["/images/quay.png"]
    assert "/images/quay.png" not in labels("[![it](/a.png)](/▮)")
    assert labels("![it](./▮)") == ["./map.svg"]
    assert labels('<img src="../im▮"/>') == ["../images/quay.png"]
    assert labels('<Card img="/im▮"/>') == ["/images/quay.png"]
    assert labels("![it](/imges/q▮)") == ["/images/quay.png"]


@pytest.mark.parametrize(
    ("page", "file", "wanted"),
    [
        ("![it](/▮)", "guides/new.mdx", "/guides/map.svg"),
        ("![The quay](/▮)", "guides/new.mdx", "/images/quay.png"),
        ('<img src="/▮" alt="The quay"/>', "guides/new.mdx", "/images/quay.png"),
        ("![it](/images/other.png) ![it](/▮)", "guides/new.mdx", "/images/quay.png"),
        ("![it](/images/quay.png) ![it](/▮)", "images.mdx", "/guides/map.svg"),
        ("![it](/▮)", "guides/quay.mdx", "/images/quay.png"),
        ("![it](/guides/other.png) ![it](/▮)", "guides/quay.mdx", "/images/quay.png"),
        ("![it](/guides/other.png) ![it](/▮)", "guides/night.mdx", "/guides/map.svg"),
    ],
)
def test_the_likeliest_picture_comes_first(page: str, file: str, wanted: str) -> None:
    found = labels(page, file)
    assert (found[0], len(found)) == (wanted, 2)


# Icons


def test_icons_of_components_are_those_that_the_page_and_the_site_use() -> None:
    page = '<Card icon="buoy"/>\n<Tab icon=\'rope\' icon="▮">\n<Icon icon="rope"/>\n'

    assert labels(page) == ["rope", "buoy", "anchor"]
    assert proposals('<Card icon="▮" href="/">')["anchor"] == '<Card icon="anchor" href="/">'
    assert proposals('<Card icon="▮ href="/">')["anchor"] == '<Card icon="anchor href="/">'
    assert proposals('<Card title="A"\n  icon="an▮ch">')["anchor"].endswith('icon="anchor">')


def test_an_icon_that_is_half_typed_is_none_of_the_site() -> None:
    found = labels('<Card icon="an▮">\n<Card icon="/a.svg">')
    assert found[0] == "anchor"
    assert "angle-up" in found and "an" not in found


def test_icons_that_sites_use_come_before_others_that_begin_alike() -> None:
    page = '<Card icon="band-aid"/>\n<Card icon="▮"/>'

    assert labels(page.replace("▮", "ban▮"))[0] == "band-aid"
    assert labels(page.replace("▮", "boo▮"))[:2] == ["book-open", "book"]
    assert labels(page.replace("▮", "aid▮"))[0] == "band-aid"


@pytest.mark.parametrize(
    ("typed", "wanted"), [("bok", "book"), ("rcket", "rocket"), ("achor", "anchor")]
)
def test_an_icon_with_a_letter_missing(typed: str, wanted: str) -> None:
    assert wanted in labels(f'<Card icon="{typed}▮"/>')[:5]
    assert wanted in labels(f"---\nicon: {typed}▮\n---\n")[:5]


def test_an_icon_of_the_site_with_a_letter_missing_although_others_begin_so() -> None:
    assert "handshake" not in labels('<Card icon="has▮"/>')[:5]
    assert "handshake" in labels('<Card icon="handshake"/>\n<Card icon="has▮"/>')[:5]


@pytest.mark.parametrize(
    "page",
    ['`<Card icon="▮">`', '```\n<Card icon="▮">\n```\n', 'my-icon="▮"', "icon={▮}", 'icon="a"▮'],
)
def test_where_no_icon_is_written(page: str) -> None:
    assert labels(page) == []


def test_an_icon_may_be_a_picture() -> None:
    assert labels('<Card icon="/im▮">') == ["/images/quay.png"]
    assert labels("---\nicon: /qu▮\n---\n") == ["/images/quay.png"]
    assert labels("<Card icon='./▮'>") == ["./map.svg"]


def test_how_icons_of_components_are_drawn() -> None:
    assert "duotone" in labels('<Card icon="buoy" iconType="▮">')
    assert labels('<Card type="▮">')[:2] == ["info", "warning"]


def test_imports() -> None:
    assert labels("import x from '/▮'") == [
        *("/parts/Chart.jsx", "/snippets/fee.mdx", "/snippets/sum.js"),
    ]
    assert labels("import Fee from '/▮'")[0] == "/snippets/fee.mdx"
    assert labels("import { PartsChart, fee } from '/▮'")[0] == "/parts/Chart.jsx"
    assert labels("import { x } from '/snippets/fee.mdx';\nimport y from '/sn▮'") == [
        *("/snippets/sum.js", "/snippets/fee.mdx")
    ]
    relative = proposals('import { x } from "../sn▮";')
    assert relative["../snippets/fee.mdx"] == 'import { x } from "../snippets/fee.mdx";'
    assert labels("import Fee from 'rea▮'") == []
    assert labels("import Fee from '/snppets/f▮'") == ["/snippets/fee.mdx"]
    assert labels("import Fee from './▮'", file="snippets/new.mdx")[0] == "./fee.mdx"


# Code


def test_languages_of_code_blocks_are_those_of_the_page_then_common_ones() -> None:
    page = "```prisma title.x\na\n```\n\n- ```p▮ title.x\n"

    assert labels(page)[:2] == ["prisma", "python"]
    assert proposals(page)["python"] == page.replace("p▮", "python")
    assert labels("~~~ ▮")[:2] == ["bash", "json"]
    assert proposals("```j▮s\n")["json"] == "```json\n"
    assert labels("```pthon▮")[0] == "python"
    assert answer("```j▮")[1]["isIncomplete"]


@pytest.mark.parametrize(
    "page",
    [
        "```js▮",
        "```\na\n```▮",
        "```\na\n```▮\nb\n",
        "`j▮",
        "```js a▮",
        "a ```j▮",
        "{/*\n```j▮\n*/}",
    ],
)
def test_where_no_language_is_proposed(page: str) -> None:
    assert labels(page) == []


# Where


def test_other_files_are_left_alone() -> None:
    assert labels("---\n▮\n---\n", file="CONTRIBUTING.md") == []
    assert labels("---\n▮\n---\n", file="a.txt") == []


def test_before_the_first_scan_fields_are_known() -> None:
    place = marked(f"{SITE}--- a.mdx\n---\n▮\n---\n")
    memory = MemoryFiles(place.files)
    view = View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))
    found = answer_page_completion(view, "a.mdx", place.offset, Encoding.UTF16, BARE)

    assert found["isIncomplete"]
    assert found["items"][0]["label"] == "title"
    for text in ("[it](/▮)", "---\nopenapi: ▮\n---\n", "---\nversion: ▮\n---\n"):
        place = marked(f"{SITE}--- a.mdx\n{text}")
        memory = MemoryFiles(place.files)
        view = View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))
        assert (
            answer_page_completion(view, "a.mdx", place.offset, Encoding.UTF16, BARE)["items"] == []
        )


# Laws

SMALL = """--- docs.json
{ "theme": "mint", "navigation": { "pages": ["é"] } }
--- é.mdx
---
title: É
---
# Ö
--- pic.svg
--- spec.json
{ "openapi": "3.1.0", "paths": { "/a": { "get": {} } } }
"""
PIECES = st.sampled_from(
    (
        *("---\n", "---", "\n", "title: ", "openapi: ", "hidden", ":", " ", '"', "'", "- ", "é"),
        *("related:\n", "[a](", "![", "](/", ")", "#", "`", "```\n", "<a href=", "src=", "/"),
        *(" icon=", "iconType="),
        *("import x from ", "{", "}", "# ", "\r\n", "\ufeff", "🙂", "[x]: "),
    )
)


@given(st.lists(PIECES, max_size=14), st.integers(0, 60), st.sampled_from(Encoding))
@example(["[x]: ", "é"], 6, Encoding.UTF8)
def test_any_text_has_an_answer_that_can_be_applied(
    pieces: list[str], at: int, encoding: Encoding
) -> None:
    page = "".join(pieces)
    place = marked(f"{SMALL}--- p.mdx\n{page[:at].replace(CURSOR, '')}{CURSOR}{page[at:]}")
    found = answer_page_completion(place.view(), "p.mdx", place.offset, encoding, ALL)

    for item in found["items"]:
        edit = item["textEdit"]["range"]
        typed = covered(place.text(), {**edit, "end": place.position(encoding)}, encoding)
        assert "\n" not in covered(place.text(), edit, encoding)
        # What is found by other words begins with what is typed, and clients keep our order.
        assert item["filterText"] in (item["label"], typed + item["label"])
        assert applied(place.text(), item, encoding)


@lru_cache
def ours(name: str) -> tuple[DiskFiles, Snapshot, tuple[str, ...]]:
    """A small site, and the pages and snippets in it."""
    disk = DiskFiles(SITES / name)
    pages = tuple(file for file in sorted(disk.paths()) if file.endswith((".md", ".mdx")))
    return disk, evaluate_whole_site(SITES / name, disk, Settings()), pages


@given(
    st.sampled_from(("ferry", "languages", "notebook", "observatory", "plain", "broken")),
    st.integers(0),
    st.lists(PIECES, max_size=3),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.sampled_from(Encoding),
)
def test_any_edited_page_has_an_answer(
    name: str, number: int, pieces: list[str], edges: tuple[float, float], encoding: Encoding
) -> None:
    disk, site, pages = ours(name)
    file = pages[number % len(pages)]
    whole = disk.read(file).decode()
    start, end = sorted(int(edge * len(whole)) for edge in edges)
    before = whole[:start] + "".join(pieces)
    text = Text.from_data(f"{before}{whole[end:]}")
    view = View(site, BufferedFiles(disk, {file: text.data}), SITES / name)

    found = answer_page_completion(view, file, len(before.encode()), encoding, ALL)
    for item in found["items"]:
        assert applied(text, item, encoding)


@given(st.sampled_from(("title: A", "", "mode: wide", "keywords: [a, b]", "x: |\n  y")))
def test_a_chosen_field_leaves_the_block_readable(line: str) -> None:
    for label, page in proposals(f"---\n{line}\n▮\n---\nText\n").items():
        after = read_frontmatter(page.encode())
        assert after.problem is None
        assert label in after.values


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_real_pages_have_an_answer_everywhere() -> None:
    root = CORPUS / "trigger-dev"
    disk = DiskFiles(root)
    site = evaluate_whole_site(root, disk, Settings())
    assert site.facts is not None

    for page in list(site.facts.pages)[::23]:
        data = disk.read(page.file)
        for offset in range(0, len(data), 211):
            view = View(site, BufferedFiles(disk, {page.file: data[:offset]}), root)
            found = answer_page_completion(view, page.file, offset, Encoding.UTF16, ALL)
            assert isinstance(found["items"], list)
