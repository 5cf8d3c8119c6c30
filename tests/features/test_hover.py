"""What is shown about the thing under the pointer."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features.hover import answer_hover
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.settings.settings import PreviewSettings, Settings
from tests.features.hover_cards import CARDS, SITE, TARGETS, card, cards, pointed_at
from tests.features.hover_cards import view as whole_view
from tests.features.markers import Marked, covered, marked

FILES = marked(SITE.read_text(encoding="utf-8")).files
PLACES = ("docs.json", "nav/fr.json", "redirects.json", "guides/draft.mdx")
CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
WHOLE = whole_view()
_ESCAPED_OR_CODE = re.compile(r"\\.|`[^`\n]*`")
_LINK = re.compile(r"\]\((?!file:///site/)|<\w")


def shown(text: str, *, markdown: bool = True, json_server: bool = False) -> str:
    """The card at the cursor; empty for none."""
    place = marked(text)
    return said(place, place.view(), markdown=markdown, json_server=json_server)


def said(place: Marked, view: View, *, markdown: bool = True, json_server: bool = False) -> str:
    answer = asked(place, view, markdown=markdown, json_server=json_server)
    return answer["contents"]["value"] if answer else ""


def asked(
    place: Marked, view: View, *, markdown: bool = True, json_server: bool = False
) -> Json | None:
    return answer_hover(
        view,
        place.file,
        place.offset,
        Encoding.UTF16,
        reads_markdown=markdown,
        has_json_server=json_server,
    )


def docs(navigation: str, more: str = "") -> str:
    head = '"theme": "mint", "name": "Bay", "colors": {"primary": "#000000"}'
    return f'--- docs.json\n{{{head}, {more}\n"navigation": {{{navigation}}}}}\n'


def test_the_cards_are_current() -> None:
    """If this fails, run `python -m tests.features.hover_cards` and read what has changed."""
    assert CARDS.read_text(encoding="utf-8") == cards()


@pytest.mark.parametrize(
    ("navigation", "rule"),
    [
        (
            '"tab▮s": []',
            "Content of each: exactly one of `href`, `anchors`, `groups`, `pages`, `menu`; or none",
        ),
        (
            '"tabs": [{"ta▮b": "A"}]',
            "Content: exactly one of `href`, `anchors`, `groups`, `pages`, `menu`; or none",
        ),
        (
            '"tabs": [{"tab": "A", "men▮u": []}]',
            "Content of each: exactly one of `href`, `groups`, `pages`; or none, if",
        ),
        ('"pag▮es": []', "endpoints such as `GET /users`"),
    ],
)
def test_the_main_rule_of_an_element(navigation: str, rule: str) -> None:
    card = shown(docs(navigation))

    assert rule in card
    assert "`dropdowns`" not in card


def test_the_networks_of_socials() -> None:
    card = shown(docs('"pages": []', '"footer": {"social▮s": {}},'))

    assert "- Keys: `x`, " in card
    assert "`github`" in card


def test_a_group_has_only_pages() -> None:
    assert "exactly one" not in shown(docs('"group▮s": []'))


@pytest.mark.parametrize(("shows", "count"), [(True, 1), (False, 0)])
def test_a_picture_is_shown_to_a_client_that_shows_pictures(shows: bool, count: int) -> None:
    place = marked(docs('"pages": []', '"favicon": "/a▮ (1).svg",') + "--- a (1).svg\n<svg/>\n")
    answer = answer_hover(
        place.view(), place.file, place.offset, Encoding.UTF16, shows_pictures=shows
    )

    assert answer is not None
    assert answer["contents"]["value"].count("![](file:///site/a%20%281%29.svg)") == count


@pytest.mark.parametrize(("file", "target"), [one for all_ in TARGETS.values() for one in all_])
def test_a_client_that_reads_no_markdown_gets_none(file: str, target: str) -> None:
    answer = card(WHOLE, file, target, markdown=False)

    if answer is None:
        assert card(WHOLE, file, target) is None
        return
    assert answer["contents"]["kind"] == "plaintext"
    value = answer["contents"]["value"]
    assert not any(mark in value for mark in ("**", "`", "](/", "](file", "\\"))


@pytest.mark.parametrize(("name", "says"), [(":x*", "- Redirected to:"), (":x", "- Perhaps re")])
def test_whether_a_redirect_surely_answers_is_said(name: str, says: str) -> None:
    redirects = f'"redirects": [{{"source": "/old/{name}", "destination": "/b"}}],'
    text = docs('"anchors": [{"anchor": "A", "href": "/old/▮a"}]', redirects)

    assert says in shown(text)


# Ranges


@pytest.mark.parametrize(
    ("text", "range_"),
    [
        (docs('"pages": ["▮index"]'), "index"),
        (docs('"pages": ["index▮"]'), "index"),
        (docs('"pages": [▮"index"]'), "index"),
        (docs('"pa▮ges": ["index"]'), "pages"),
        (docs('"groups": [{"group": "Ö😀", "expanded": tr▮ue}]'), "true"),
        (docs('"groups": [{"group": "Ö😀▮", "pages": []}]'), "Ö😀"),
    ],
)
def test_the_range_is_a_text_without_its_quotes(text: str, range_: str) -> None:
    place = marked(text + "--- index.mdx\n# Home\n")
    for encoding in Encoding:
        answer = answer_hover(place.view(), place.file, place.offset, encoding)

        assert answer is not None
        assert covered(place.text(), answer["range"], encoding) == range_


@pytest.mark.parametrize(
    "text",
    [
        docs('"pages": ["index"], ▮ "directory": "card"'),
        docs('"pages": [▮ "index"]'),
        docs('"pages":▮ ["index"]'),
        docs('"pages": ["index"]', '"unknown▮": 1,'),
        docs('"pages": ["index"]', '"variables": {"a▮": "b"},'),
        docs('"pages": ["index"]', '"variables": {"a": "b▮"},'),
        "--- docs.json\n▮",
        "--- docs.json\n[1▮]",
        '--- docs.json\n"te▮xt"',
        docs('"pages": ["index"]') + "--- index.mdx\n---\ntitle: A\n---\nTe▮xt\n",
        docs('"pages": ["index"]') + "--- index.mdx\n---\nown▮: A\n---\n",
        docs('"pages": ["index"]') + "--- notes.txt\ntitle▮: A\n",
    ],
)
def test_where_nothing_is_known_nothing_is_shown(text: str) -> None:
    assert shown(text) == ""


def test_a_docs_json_of_another_tool_is_left_alone() -> None:
    assert shown('--- docs.json\n{"na▮me": "a", "version": "1", "dependencies": {}}') == ""


# Pages


def test_a_page_before_its_file_was_looked_for() -> None:
    place = marked(docs('"groups": [{"group": "A", "openapi": "a.json", "pages": ["x/y▮"]}]'))
    site = Snapshot.load(Path("/site"), MemoryFiles(place.files), Settings())
    view = View(site, MemoryFiles(place.files), Path("/site"))

    assert said(place, view) == "**`x/y`** · page"


def test_a_page_before_all_pages_were_read() -> None:
    place = marked(docs('"pages": ["in▮dex"]') + "--- index.mdx\n---\ntitle: Home\n---\n")
    view = place.view()
    view = replace(view, site=view.site.with_contents(None))

    assert said(place, view).startswith("**Home** · page `index`")


def test_an_endpoint_before_its_specification_was_read() -> None:
    place = marked(docs('"groups": [{"group": "A", "openapi": "a.json", "pages": ["GET /x▮"]}]'))
    site = Snapshot.load(Path("/site"), MemoryFiles(place.files), Settings())
    view = View(site, MemoryFiles(place.files), Path("/site"))

    assert said(place, view) == (
        "**`GET /x`** · endpoint\n\n"
        "- Specification: `a.json` of group A ([docs.json:2](file:///site/docs.json#L2))"
    )


def test_what_a_reference_brings_knows_where_it_stands() -> None:
    text = """\
--- docs.json
{"theme": "mint", "name": "Bay", "colors": {"primary": "#000000"},
"navigation": {"tabs": [{"tab": "API", "directory": "card", "hidden": true,
"groups": [{"$ref": "nav/group.json"}]}]}}
--- nav/group.json
{"group": "B▮erths", "pages": ["a"]}
--- a.mdx
# A
"""
    assert shown(text, markdown=False) == (
        "Berths · group\n\n"
        "Pages: 1, 1 hidden, 1 not indexed\n"
        "Hidden by: tab API (docs.json:2)\n"
        "Directory: card from tab API (docs.json:2)"
    )


def test_a_list_of_pages_in_a_file_of_its_own() -> None:
    text = """\
--- docs.json
{"theme": "mint", "name": "Bay", "colors": {"primary": "#000000"},
"navigation": {"groups": [{"group": "A", "pages": {"$ref": "pages.json"}}, {"group": "B",
"pages": ["a"]}]}}
--- pages.json
["a▮", "b"]
--- a.mdx
---
title: First
---
Text
"""
    assert shown(text, markdown=False) == (
        "First · page a\n\nFile: a.mdx\nIndexed: yes\nAlso listed: B (docs.json:3)"
    )


def test_a_page_in_a_list_that_the_service_drops() -> None:
    page = "--- a.mdx\n# A\n"
    answer = shown(docs('"tabs": [{"tab": "A", "href": "/b", "pages": ["a▮"]}]') + page)

    assert "- Dropped: the service uses another key beside this list instead" in answer
    assert "Indexed" not in answer


def test_a_page_that_is_not_listed_is_only_called_so_where_all_of_the_navigation_is_known() -> None:
    pages = "--- a.mdx\n---\nhidd▮en: false\n---\n--- b.mdx\n# B\n"

    assert "Indexed: no. The navigation does not list it." in shown(docs('"pages": ["b"]') + pages)
    assert "Indexed" not in shown(docs('"pages": ["b"], "global": {"$ref": "x.json"}') + pages)


def test_pages_that_may_be_listed_are_counted_apart() -> None:
    pages = "--- a.mdx\n# A\n--- b.mdx\n# B\n"
    known = docs('"pages": ["a"]').replace('"name"', '"na▮me"')
    unknown = docs('"pages": ["a"], "global": {"$ref": "x.json"}').replace('"name"', '"na▮me"')

    said = shown(known + pages)
    assert "- Pages: 1 indexed, 1 excluded\n- Excluded: 1 (the navigation does not list it)" in said
    said = shown(unknown + pages)
    assert "- Excluded: 1 (not in the readable part of the navigation)" in said


def test_generated_pages_and_entries_without_a_page_are_counted_too() -> None:
    text = """--- docs.json
{ "theme": "mint", "na▮me": "A", "colors": { "primary": "#112233" }, "navigation": { "groups": [
  { "group": "A", "openapi": "api.json" },
  { "group": "B", "openapi": "api.json", "hidden": true, "pages": ["GET /b"] },
  { "group": "C", "pages": ["a", "gone", "GET /boats"] } ] } }
--- a.mdx
# A
--- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {
  "/a": { "get": { "x-mint": { "metadata": { "noindex": true } } } },
  "/b": { "get": {} }, "/c": { "get": {} }
} }
"""

    answer = shown(text)

    assert (
        "- Pages: 2 indexed, 2 excluded, 2 entries without a page\n"
        "- Generated: 1 of the indexed pages\n"
    ) in answer
    assert "  - 1 (a hidden element lists it)\n" in answer
    assert "  - 1 (their operation is hidden in the specification)\n" in answer


def test_pages_that_the_parser_refuses_or_that_cannot_be_read_are_counted_apart() -> None:
    pages = "--- a.mdx\n# A\n--- b.mdx\nLow <b>water\n--- c.mdx\n---\ntitle: [\n---\n# C\n"
    whole = docs('"pages": ["a", "b", "c"]').replace('"name"', '"na▮me"')

    answer = shown(whole + pages)
    assert "- Pages: 1 indexed, 1 rejected by the parser, 1 excluded\n" in answer
    assert "- Excluded: 1 (the frontmatter cannot be read)" in answer


PARTIAL = Settings(preview=PreviewSettings(auth="partial", enabled=True))
FULL = Settings(preview=PreviewSettings(auth="full", enabled=True))
PUBLIC = Settings(preview=PreviewSettings(auth="public"))


@pytest.mark.parametrize(
    ("field", "settings", "says"),
    [
        ("", Settings(), ""),
        ("public: true", Settings(), ""),
        ("groups: [crew]", PUBLIC, ""),
        ("", PARTIAL, "Only readers who are logged in can see it."),
        ("public: true", PARTIAL, "Everyone can see it."),
        ("groups: [crew, press]", PARTIAL, "Only readers in `crew` or `press` can see it."),
        (
            "groups: []",
            PARTIAL,
            "No one can see it: its `groups` is empty or invalid.",
        ),
        ("", FULL, "Only readers who are logged in can see it."),
        (
            "groups: [{excludes: [press]}]",
            FULL,
            "Only readers who are logged in and are not in `press` can see it.",
        ),
        (
            "groups: [crew]",
            Settings(),
            "Only readers in `crew` can see it. `preview.auth` is not set in docs-lsp.toml, so "
            "this is assumed.",
        ),
    ],
)
def test_who_may_see_a_page_is_said_where_not_everybody_may(
    field: str, settings: Settings, says: str
) -> None:
    page = f"--- a.mdx\n---\ntitle: A\n{field}\n---\n"
    place = marked(docs('"pages": ["a▮"]') + page)
    lines = said(place, place.view(settings)).splitlines()

    assert [line for line in lines if line.startswith("- Readers: ")] == (
        [f"- Readers: {says}"] if says else []
    )
    assert ("- Indexed: no" in lines) is says.startswith("No one")


def test_who_may_see_the_page_of_an_operation_is_said() -> None:
    groups = '"pages": ["GET /x▮"]'
    spec = '{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/x": {"get": '
    extension = '{"responses": {}, "x-mint": {"groups": ["crew"]}}}}}'
    text = docs(f'"groups": [{{"group": "G", "openapi": "a.json", {groups}}}]')

    assert "- Readers: Only readers in `crew` can see it." in shown(
        f"{text}--- a.json\n{spec}{extension}\n"
    )


def test_a_field_about_readers_says_who_they_are() -> None:
    page = "--- a.mdx\n---\ntitle: A\ngro▮ups: [crew]\n---\n"

    assert "Only readers in `crew` can see it." in shown(docs('"pages": ["a"]') + page)


@pytest.mark.parametrize(
    ("field", "settings", "says"),
    [
        ("", Settings(), ""),
        ("groups: [crew]", Settings(), "Some pages are public; the others need a log-in. Some co"),
        ("groups: [crew]", PUBLIC, "All pages are public. Some content is restricted"),
        ("", FULL, "Every page needs a log-in.\n"),
    ],
)
def test_the_name_of_the_site_says_how_it_is_open(
    field: str, settings: Settings, says: str
) -> None:
    text = docs('"pages": ["a"]').replace('"name"', '"na▮me"')
    place = marked(f"{text}--- a.mdx\n---\ntitle: A\n{field}\n---\n")
    card = said(place, place.view(settings))

    assert ("- Readers: " in card) is bool(says)
    assert says in card


def test_index_all_is_heeded_wherever_it_stands() -> None:
    pages = "--- a.mdx\n---\nhidd▮en: true\n---\nText\n"
    navigation = '"pages": ["a"]'
    found = "Indexed: yes. It is hidden, but `seo.indexing` is `all`."

    assert found in shown(docs(navigation, '"seo": {"indexing": "all"},') + pages)
    seo = '--- seo.json\n{"indexing": "all"}\n'
    assert found in shown(docs(navigation, '"seo": {"$ref": "seo.json"},') + pages + seo)
    assert found not in shown(docs(navigation) + pages)


def test_a_page_without_text_is_indexed_but_empty() -> None:
    pages = '--- a.mdx\n---\ntitle: "▮A"\n{}---\n'
    url = "openapi-schema: https://example.com/a.json Boat\n"

    assert "Indexed: yes, but without text. There is no text below the frontmatter." in shown(
        docs('"pages": ["a"]') + pages.format("")
    )
    assert "without text. The specification is at a URL" in shown(
        docs('"pages": ["a"]') + pages.format(url)
    )
    assert (
        "Indexed: yes, but without text. There is no text below the frontmatter. It is hidden"
        in (
            shown(
                docs('"pages": ["a"]', '"seo": {"indexing": "all"},')
                + pages.format("hidden: true\n")
            )
        )
    )
    assert "without text" not in shown(docs('"pages": []') + pages.format(""))


def test_a_missing_page_that_the_service_may_make() -> None:
    spec = '--- a.json\n{"openapi": "3.1.0", "paths": {"/x": {"get": {"summary": "List x"}}}}\n'
    text = docs('"tabs": [{"tab": "A", "openapi": "a.json", "pages": ["api-reference/list-x▮"]}]')

    assert "may generate from the specification" in shown(text + spec)


def test_an_unlisted_page_of_an_operation_names_the_generated_one() -> None:
    spec = '{"openapi": "3.1.0", "info": {}, "paths": {"/a": {"get": {"responses": {}}}}}'
    groups = '"groups": [{"group": "A", "pages": ["a"]}, {"group": "B", "openapi": "o.json"}]'
    card = shown(
        docs(groups)
        + "--- a.mdx\n[x](/b▮)\n--- b.mdx\n---\nopenapi: GET /a\n---\n--- o.json\n"
        + f"{spec}\n"
    )

    assert "generates another page of its operation, `/api-reference/get-a`. Delete it" in card


def test_the_nearest_pages_are_of_the_same_language() -> None:
    text = docs(
        '"languages": [{"language": "fr", "pages": ["fr/strat▮"]}, {"language": "en", "pages": []}]'
    )
    pages = "--- fr/start.mdx\n# A\n--- en/strat.mdx\n# B\n"

    assert shown(text + pages).endswith("- Nearest: `fr/start`")


def test_a_related_page_in_the_frontmatter() -> None:
    pages = "--- a.mdx\n---\nrelated:\n  - /b▮\n---\n--- b.mdx\n---\ntitle: Bay\n---\n"

    assert shown(docs('"pages": ["a", "b"]') + pages).startswith("**Bay** · page `b`")


# Untrusted texts


def test_what_others_wrote_makes_no_links_pictures_or_commands() -> None:
    bad = "[x](command:a) ![y](https://example.com/y) <img src=z> `c`"
    spec = {
        "openapi": "3.1.0",
        "info": {"title": bad, "version": bad},
        "paths": {
            "/x": {
                "get": {
                    "summary": bad,
                    "description": bad + "\n\n# more",
                    "parameters": [{"name": bad, "in": "query", "schema": {"type": bad}}],
                    "responses": {bad: {"description": bad}},
                    "security": [{bad: []}],
                }
            }
        },
        "components": {"securitySchemes": {bad: {"type": "http", "scheme": bad}}},
    }
    pages = f"--- a.mdx\n---\ntitle: '{bad}'\ndescription: '{bad}'\n---\n"
    group = {"group": bad, "openapi": "s.json", "pages": ["GET /x", "a", bad]}
    place = marked(
        docs(f'"groups": [{json.dumps(group)}]') + f"--- s.json\n{json.dumps(spec)}\n" + pages
    )
    view = place.view()
    for target in ("s.json", "GET /x", "a", bad):
        quoted = json.dumps(target)
        offset = place.files["docs.json"].index(quoted) + 1
        answer = answer_hover(view, "docs.json", offset, Encoding.UTF8)

        assert answer is not None
        assert not _LINK.search(_ESCAPED_OR_CODE.sub("", answer["contents"]["value"]))


def test_a_long_text_is_cut() -> None:
    pages = f"--- a.mdx\n---\ntitle: {'x' * 5000}\ndescription: {'y ' * 5000}\n---\n"

    assert len(shown(docs('"pages": ["a▮"]') + pages)) < 800


# Beside a JSON server


@pytest.mark.parametrize(
    ("navigation", "more", "beside"),
    [
        ('"pag▮es": []', "", ""),
        ('"pages": [], "directory": "ca▮rd"', "", ""),
        ('"pages": ["a▮"]', "", "**`a`** · missing page"),
        (
            '"directory": "card", "groups": [{"group": "A", "direct▮ory": "none", "pages": []}]',
            "",
            "**`directory`**\n\n- Replaces: `card` of `navigation` "
            "([docs.json:2](file:///site/docs.json#L2))",
        ),
        ('"pages": []', '"topb▮ar": {},', "**`topbar`**"),
    ],
)
def test_what_a_schema_tells_is_not_told_again(navigation: str, more: str, beside: str) -> None:
    schema = '"$schema": "https://example.com/docs.json",'
    text = docs(navigation, more + schema)

    answer = shown(text, json_server=True)
    assert answer.startswith(beside) if beside else answer == ""
    assert shown(text)
    # A JSON server without a schema knows nothing of docs.json.
    assert shown(docs(navigation, more), json_server=True) == shown(docs(navigation, more))


# Large sites


def test_a_large_site_is_not_looked_through_for_one_page() -> None:
    names = [f"guides/page-{number}" for number in range(9000)]
    listed = ", ".join(f'"{name}"' for name in names)
    navigation = (
        f'"languages": [{{"language": "en", "groups": [{{"group": "A▮", "pages": [{listed}]}}]}}]'
    )
    place = marked(docs(navigation) + "--- guides/page-7.mdx\n---\ntitle: Seven\n---\nText\n")
    view = place.view()
    view = replace(view, site=view.site.with_facts(view.site.facts))  # Just edited, as it were.
    data = view.files.read("docs.json")
    overview = view.site.get_overview()
    assert overview is not None

    at_page = data.index(b'page-7"')
    page = answer_hover(view, "docs.json", at_page, Encoding.UTF8, reads_markdown=False)
    group = said(place, view, markdown=False)

    assert page and page["contents"]["value"].endswith("File: guides/page-7.mdx\nIndexed: yes")
    assert "Page entries: 9000" in group
    assert "navigation" not in overview.__dict__  # Nobody has asked for all of it.


def test_what_the_rules_found_out_about_a_large_site_is_told() -> None:
    names = [f"page-{number}" for number in range(9000)]
    english, french = (json.dumps([folder + name for name in names]) for folder in ("", "fr/"))
    navigation = f""""languages": [{{"language": "en", "pages": {english}}},
        {{"language": "fr", "pages": {french.replace('"fr/page-7", ', "")}}}]"""
    text = docs(navigation).replace('"page-7"', '"page-7▮"')
    place = marked(f"{text}--- page-7.mdx\n# Seven\n")
    view = place.view()
    edited = replace(view, site=view.site.with_facts(view.site.facts))

    assert "- Not listed in: `fr`" in said(place, view)
    assert "Not listed in" not in said(place, edited)


# Laws


@given(st.data())
def test_it_never_fails_on_broken_text(data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(PLACES))
    text = FILES[file].encode()
    cut = data.draw(st.integers(0, len(text)))
    left = data.draw(st.sampled_from([text[:cut], text[:cut] + b'"', text[:cut] + text[cut + 3 :]]))
    memory = MemoryFiles({**FILES, file: left})
    facts = data.draw(st.sampled_from([WHOLE.site.facts, None]))
    site = Snapshot.load(Path("/site"), memory, Settings()).with_facts(facts)
    view = View(site, memory, Path("/site"))
    offset = data.draw(st.integers(0, len(left)))

    answer = answer_hover(
        view, file, offset, Encoding.UTF16, reads_markdown=data.draw(st.booleans())
    )

    if answer:
        range_ = answer["range"]
        assert answer["contents"]["value"].strip()
        assert (range_["start"]["line"], range_["start"]["character"]) <= (
            range_["end"]["line"],
            range_["end"]["character"],
        )


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("configs/*.json"))[::12], ids=lambda path: path.stem
)
def test_it_answers_anywhere_in_real_files(path: Path) -> None:
    data = path.read_bytes()
    memory = MemoryFiles({"docs.json": data})
    view = View(evaluate_whole_site(Path("/site"), memory, Settings()), memory, Path("/site"))
    some = random.Random(7)

    answers = [
        answer_hover(view, "docs.json", some.randrange(len(data)), Encoding.UTF16)
        for _ in range(40)
    ]

    assert any(answers)


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
def test_every_page_of_a_real_site_has_a_card() -> None:
    root = CORPUS / "sites" / "x402"
    files = DiskFiles(root)
    view = View(evaluate_whole_site(root, files, Settings()), files, root)
    overview = view.site.get_overview()
    assert overview is not None

    for listing in overview.navigation.listings:
        answer = answer_hover(
            view, listing.file, listing.span.start, Encoding.UTF16, reads_markdown=False
        )

        assert answer is not None
        wanted = "page" if listing.page in overview.facts.pages else ""
        assert wanted in answer["contents"]["value"].splitlines()[0]


def test_a_target_is_found_where_it_stands() -> None:
    assert pointed_at(WHOLE, "docs.json", '{▮\n  "theme"') == 1
