"""What follows in docs.json when something moves, redirects left aside."""

from __future__ import annotations

import json

import pytest

from docs_lsp.site.moves import find_translation_moves
from tests.site.moving import changed_by, files_in, moves_in, overview_of, planned

PAGES = "".join(f"--- {name}\nText\n" for name in ("a.mdx", "b.md", "guides/c.mdx", "index.mdx"))


def docs(pages: str, more: str = "", files: str = PAGES) -> str:
    return f'--- docs.json\n{{ "navigation": {{ "pages": [{pages}] }}{more} }}\n{files}'


def listed(text: str, *moves: str) -> str:
    """What stands in the list of pages of docs.json afterwards."""
    after = changed_by(text, *moves)["docs.json"]
    return after[after.index("[") + 1 : after.index("]")]


@pytest.mark.parametrize(
    ("entry", "move", "after"),
    [
        ("a", "a.mdx -> x/y.mdx", "x/y"),
        ("/a", "a.mdx -> x.mdx", "/x"),
        ("./a", "a.mdx -> x.mdx", "./x"),
        ("a.mdx", "a.mdx -> x.mdx", "x.mdx"),
        ("b.md", "b.md -> x.mdx", "x.mdx"),
        ("a/", "a.mdx -> x.mdx", "x/"),
        ("A", "a.mdx -> x.mdx", "x"),
        ("\\u0061", "a.mdx -> x.mdx", "x"),
        ("guides//c", "guides -> häfen", "häfen/c"),
        ("guides/c", "guides/c.mdx -> guides/C.mdx", "guides/C"),
        ("guides/c", "guides -> Guides", "Guides/c"),
        ("index", "index.mdx -> home.mdx", "home"),
        ("a", "a.mdx -> a/index.mdx", "a/index"),
        ("a", 'a.mdx -> q"r.mdx', 'q\\"r'),
    ],
)
def test_an_entry_follows_in_the_way_it_is_written(entry: str, move: str, after: str) -> None:
    assert listed(docs(f'"{entry}", "more"'), move) == f'"{after}", "more"'


@pytest.mark.parametrize(
    "entry", [" a", "A/b", "guides/d", "a#b", "https://example.com/a", "GET /a", "snippets/a", "b"]
)
def test_what_names_something_else_stays(entry: str) -> None:
    assert "docs.json" not in changed_by(docs(f'"{entry}"'), "a.mdx -> x.mdx")


def test_a_page_that_only_gets_another_extension_keeps_its_entries() -> None:
    assert changed_by(docs('"b"'), "b.md -> b.mdx") == {"b.mdx": "Text\n"}


def test_an_entry_without_a_page_follows_the_folder_that_it_is_meant_to_lie_in() -> None:
    assert listed(docs('"guides/gone", "gone"'), "guides -> manual") == '"manual/gone", "gone"'


def test_every_entry_in_every_language_and_version_and_part_follows() -> None:
    site = """--- docs.json
{
  "navigation": {
    "languages": [
      { "language": "en", "versions": [
        { "version": "2", "default": true, "groups": [
          { "group": "Docks", "root": "docks", "pages": [
            "docks", { "group": "In", "pages": ["docks"] }
          ] }
        ] },
        { "version": "1", "tabs": [{ "tab": "All", "pages": ["docks"] }] }
      ] },
      { "$ref": "nav/fr.json" }
    ],
    "global": { "anchors": [{ "anchor": "D", "href": "/docks#now" }] }
  },
  "logo": { "light": "/docks.svg", "dark": "/d.svg", "href": "/docks" },
  "navbar": {
    "links": [{ "label": "D", "href": "/docks?a=b" }],
    "primary": { "type": "button", "label": "E", "href": "docks" }
  },
  "footer": { "links": [{ "header": "H", "items": [{ "label": "D", "href": "/docks/" }] }] },
  "banner": { "content": "See [docks](/docks) and [more](https://example.com/docks)." },
  "errors": { "404": { "redirect": false } }
}
--- nav/fr.json
{ "language": "fr", "pages": ["docks", "other"] }
--- docks.mdx
Docks
--- other.mdx
Other
--- docks.svg
<svg/>
"""
    after = changed_by(site, "docks.mdx -> quays/all.mdx")
    expected = site.split("--- nav/fr.json")[0].removeprefix("--- docs.json\n")
    for old, new in (
        ('"docks"', '"quays/all"'),
        ("/docks#", "/quays/all#"),
        ('"/docks"', '"/quays/all"'),
        ("/docks?", "/quays/all?"),
        ("/docks/", "/quays/all/"),
        ("(/docks)", "(/quays/all)"),
    ):
        expected = expected.replace(old, new)
    assert after == {
        "docs.json": expected,
        "nav/fr.json": '{ "language": "fr", "pages": ["quays/all", "other"] }\n',
        "quays/all.mdx": "Docks\n",
    }


def test_a_broken_docs_json_is_edited_as_far_as_it_can_be_read() -> None:
    text = '--- docs.json\n{ "navigation": { "pages": ["a", "b" "guides/c", ] \n--- a.mdx\nA\n'
    assert changed_by(text, "a.mdx -> x.mdx")["docs.json"] == (
        '{ "navigation": { "pages": ["x", "b" "guides/c", ] \n'
    )


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    text = '--- docs.json\n\ufeff{\r\n\t"navigation": {"pages": ["Ö", "a"]}\r\n}--- a.mdx\nA'
    text = text.replace("}--- a", "}\n--- a")
    assert changed_by(text, "a.mdx -> x.mdx")["docs.json"] == (
        '\ufeff{\r\n\t"navigation": {"pages": ["Ö", "x"]}\r\n}\n'
    )


SPEC = json.dumps({"openapi": "3.1.0", "info": {}, "paths": {"/boats": {"get": {}}}})


def test_specifications_and_endpoints_follow() -> None:
    site = f"""--- docs.json
{{ "api": {{ "openapi": "/api/v1.json" }}, "navigation": {{ "groups": [
  {{ "group": "A", "openapi": ["api/v1.json", "https://example.com/api/v1.json"],
    "pages": ["api/v1.json GET /boats", "GET /boats", "p"] }},
  {{ "group": "B", "openapi": {{ "source": "./api/v1.json", "directory": "api" }} }}
] }} }}
--- api/v1.json
{SPEC}
--- p.mdx
---
openapi: "api/v1.json GET /boats"
---
Text
--- q.mdx
---
openapi: 'GET /boats'
openapi-schema: /api/v1.json Boat
---
"""
    after = changed_by(site, "api -> specs")
    assert after["specs/v1.json"] == f"{SPEC}\n"
    assert '"openapi": "/specs/v1.json"' in after["docs.json"]
    assert '["specs/v1.json", "https://example.com/api/v1.json"]' in after["docs.json"]
    assert '"specs/v1.json GET /boats", "GET /boats"' in after["docs.json"]
    assert '"source": "./specs/v1.json", "directory": "api"' in after["docs.json"]
    assert after["p.mdx"] == '---\nopenapi: "specs/v1.json GET /boats"\n---\nText\n'
    assert (
        after["q.mdx"] == "---\nopenapi: 'GET /boats'\nopenapi-schema: /specs/v1.json Boat\n---\n"
    )


@pytest.mark.parametrize(
    ("name", "move", "after"),
    [
        ("v1", "api/v1.json -> specs/boats.json", "boats"),
        ("v1", "api/v1.json -> specs/v1.json", "v1"),
        ("v1", "api/v1.json -> old/v2.json", "old/v2.json"),  # There is another `v2`.
        ("v2", "api/v1.json -> specs/boats.json", "v2"),
        ("v", "api/v1.json -> specs/boats.json", "v"),
    ],
)
def test_the_bare_name_of_a_specification_follows(name: str, move: str, after: str) -> None:
    page = "---\nopenapi: {} GET /boats\n---\nText\n"
    entry = '"{} GET /boats"'
    site = (
        docs(entry.format(name), files="")
        + f"--- p.mdx\n{page.format(name)}--- api/v1.json\n{SPEC}\n--- api/v2.json\n{SPEC}\n"
    )

    before = files_in(site)
    files = {path: before.read(path).decode() for path in before.paths()} | changed_by(site, move)

    assert entry.format(after) in files["docs.json"]
    assert files["p.mdx"] == page.format(after)


def test_words_that_are_no_name_of_a_specification_stay() -> None:
    heads = ("openapi: GET /boats", "openapi-schema: v1")
    pages = "".join(f"--- {n}.mdx\n---\n{head}\n---\n" for n, head in enumerate(heads))
    specs = f"--- v1.json\n{SPEC}\n--- GET.json\n{SPEC}\n"

    after = changed_by(
        docs('"0", "1"', files=pages + specs), "v1.json -> a.json", "GET.json -> b.json"
    )

    assert after.keys() == {"a.json", "b.json"}


@pytest.mark.parametrize(
    ("move", "page", "after"),
    [
        ("api/v1.json -> api/boats.json", "api/p.mdx", "./boats.json"),
        ("api/p.mdx -> p.mdx", "p.mdx", "./api/v1.json"),
        ("api -> specs", "specs/p.mdx", "./v1.json"),
    ],
)
def test_the_path_from_a_page_to_a_specification_follows(move: str, page: str, after: str) -> None:
    head = "---\nopenapi: {} GET /boats\n---\n"
    site = docs('"api/p"', files="") + (
        f"--- api/p.mdx\n{head.format('./v1.json')}--- api/v1.json\n{SPEC}\n"
    )

    assert changed_by(site, move).get(page) == head.format(after)


REFS = """--- docs.json
{ "navigation": { "groups": [{ "$ref": "./nav/one.json" }, { "$ref": "nav/two.json" }] } }
--- nav/one.json
{ "group": "One", "pages": ["a", { "$ref": "./deep/three.json" }] }
--- nav/two.json
{ "$ref": "../nav/deep/three.json", "icon": "/nav/i.svg" }
--- nav/deep/three.json
{ "group": "Three", "pages": ["a"] }
--- nav/i.svg
<svg/>
--- a.mdx
A
"""


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (
            ["nav -> parts/nav"],
            {
                "docs.json": '[{ "$ref": "./parts/nav/one.json" }, { "$ref": "parts/nav/two.',
                "parts/nav/one.json": '{ "$ref": "./deep/three.json" }',
                "parts/nav/two.json": '{ "$ref": "../nav/deep/three.json", "icon": "/parts',
            },
        ),
        (
            ["nav/one.json -> one.json"],
            {
                "docs.json": '[{ "$ref": "./one.json" }, { "$ref": "nav/two.json" }]',
                "one.json": '{ "$ref": "./nav/deep/three.json" }',
            },
        ),
        (
            ["nav/deep/three.json -> nav/three.json"],
            {
                "nav/one.json": '{ "$ref": "./three.json" }',
                "nav/two.json": '{ "$ref": "../nav/three.json", "icon"',
            },
        ),
        (["nav/i.svg -> i.svg"], {"nav/two.json": '"icon": "/i.svg"'}),
    ],
)
def test_parts_of_docs_json_are_found_again(moves: list[str], expected: dict[str, str]) -> None:
    after = changed_by(REFS, *moves)
    for file, piece in expected.items():
        assert piece in after.pop(file)
    unchanged = [file for file, text in after.items() if text not in REFS]
    assert unchanged == []


def test_pictures_and_other_files_follow() -> None:
    site = """--- docs.json
{ "logo": "img/l.svg", "favicon": { "light": "/img/f.svg", "dark": "./img/d.svg" },
  "background": { "image": "/img/b.png" }, "fonts": { "family": "F", "source": "/img/f.woff2" },
  "seo": { "metatags": { "og:image": "/img/b.png", "og:site": "https://example.com/img/b.png" } },
  "navigation": { "groups": [{ "group": "G", "icon": "/img/f.svg", "pages": ["a"] }] } }
--- a.mdx
A
""" + "".join(f"--- img/{name}\n\n" for name in ("l.svg", "f.svg", "d.svg", "b.png", "f.woff2"))
    after = changed_by(site, "img -> pics/new")["docs.json"]
    before = site.split("--- a.mdx")[0].removeprefix("--- docs.json\n")
    old = before.replace("https://example.com/img", "THERE")
    assert after == old.replace("img/", "pics/new/").replace("THERE", "https://example.com/img")


def test_patterns_settings_and_the_baseline_follow() -> None:
    site = """--- docs.json
{ "navigation": { "pages": ["guides/c"] } }
--- guides/c.mdx
C
--- .mintignore
# guides stay
/guides/drafts/
guides/*.tmp
!guides/keep.mdx
drafts
*.guides
--- docs-lsp.toml
[check]
ignored = ["guides/old/**", '/guides/c.mdx', "c"]
[[ignore]]
rule = "page-case"
path = "guides/c.mdx"
[[sync]]
element = "Guides"
folder = "guides"
--- docs-lsp-baseline.json
{ "version": 1, "findings": [
  { "rule": "page-case", "file": "guides/c.mdx", "text": "x", "count": 1 },
  { "rule": "page-case", "file": "docs.json", "text": "guides/c", "count": 1 }
] }
"""
    assert changed_by(site, "guides -> manual") == {
        "docs.json": '{ "navigation": { "pages": ["manual/c"] } }\n',
        "manual/c.mdx": "C\n",
        ".mintignore": "# guides stay\n/manual/drafts/\nmanual/*.tmp\n!manual/keep.mdx\ndrafts\n"
        "*.guides\n",
        "docs-lsp.toml": '[check]\nignored = ["manual/old/**", \'/manual/c.mdx\', "c"]\n'
        '[[ignore]]\nrule = "page-case"\npath = "manual/c.mdx"\n'
        '[[sync]]\nelement = "Guides"\nfolder = "manual"\n',
        "docs-lsp-baseline.json": site.split("baseline.json\n")[1].replace("guides", "manual"),
    }


def test_files_that_change_places_are_moved_together() -> None:
    after = changed_by(docs('"a", "guides/c"'), "a.mdx -> x.mdx", "guides/c.mdx -> a.mdx")
    assert '["x", "a"]' in after["docs.json"]


def test_of_several_moves_the_closest_counts() -> None:
    assert listed(docs('"guides/c"'), "guides -> manual", "guides/c.mdx -> c.mdx") == '"c"'


def test_what_becomes_of_pages_is_told() -> None:
    site = docs('"a", "guides/c"', files=f"{PAGES}--- snippets/s.mdx\nS\n--- README.md\nR\n")
    lost = planned(site, "guides -> snippets/guides").notices
    assert lost == (
        "`snippets/guides/c.mdx` is no longer a page: files under `snippets/` and "
        "`_snippets/` are snippets.",
    )
    assert planned(site, "snippets/s.mdx -> s.mdx").notices == ("`s.mdx` becomes a page.",)
    assert planned(site, "guides -> manual").notices == ()


LANGUAGES = """--- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["a", "g/b", "g/c"] },
  { "language": "fr", "pages": ["fr/a", "fr/g/b", "fr/g/c"] },
  { "language": "de", "pages": ["de/a", "de/g/b", "de/g/c"] }
] } }
""" + "".join(
    f"--- {folder}{page}\nText\n"
    for folder in ("", "fr/", "de/")
    for page in ("a.mdx", "g/b.mdx", "g/c.mdx")
)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("a.mdx -> x/a.mdx", ["fr/a.mdx -> fr/x/a.mdx", "de/a.mdx -> de/x/a.mdx"]),
        ("fr/g -> fr/h", ["g -> h", "de/g -> de/h"]),
        ("g -> fr/q", ["fr/g -> fr/fr/q", "de/g -> de/fr/q"]),
        ("fr/a.mdx -> a-fr.mdx", []),
        ("fr -> france", []),
        ("docs.css -> d.css", []),
    ],
)
def test_the_same_files_of_the_other_languages_may_move_as_well(
    move: str, expected: list[str]
) -> None:
    overview = overview_of(files_in(LANGUAGES))
    assert list(find_translation_moves(overview, moves_in(move))) == moves_in(*expected)


def test_a_translation_whose_place_is_taken_stays() -> None:
    overview = overview_of(files_in(f"{LANGUAGES}--- fr/x/a.md\nText\n--- de/h/z.mdx\nText\n"))
    found = find_translation_moves(overview, moves_in("a.mdx -> x/a.mdx"))
    assert list(found) == moves_in("de/a.mdx -> de/x/a.mdx")
    assert list(find_translation_moves(overview, moves_in("g -> h"))) == moves_in("fr/g -> fr/h")
