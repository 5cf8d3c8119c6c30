"""What follows in pages, snippets, scripts and style sheets when something moves."""

from __future__ import annotations

import pytest

from docs_lsp.files.draft import Draft
from docs_lsp.files.files import BufferedFiles, MemoryFiles
from docs_lsp.site.mdx import content
from docs_lsp.site.moves import list_move_changes
from docs_lsp.site.references import page_references
from tests.features.markers import marked
from tests.site.moving import changed_by, draft_of, files_in, moves_in, overview_of

SITE = """--- docs.json
{ "navigation": { "pages": ["fees", "guides/start", "guides/more/index", "about"] } }
--- fees.mdx
Fees
--- guides/start.mdx
Start
--- guides/more/index.mdx
More
--- pics/a b.png

--- pics/c.svg

"""


def page_after(content: str, move: str, *, at: str = "about.mdx") -> str:
    """What a page says once something has moved; the same where it stays."""
    after = changed_by(f"{SITE}--- {at}\n{content}\n", move)
    old, new = move.split(" -> ")
    now = new if at == old else at.replace(f"{old}/", f"{new}/")
    return after.get(now, f"{content}\n").removesuffix("\n")


def test_a_huge_page_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MOST_READ", 20)
    monkeypatch.setattr(page_references, "MOST_READ", 20)
    text = "\n\n".join(
        (
            "Long " * 10,
            "[F](/fees)",
            "import S from '/snippets/s.mdx'",
            "<Snippet file='o.mdx' />",
            '<Frame src="/pics/c.svg" />',
        )
    )
    site = f"{SITE}--- snippets/s.mdx\nS\n--- _snippets/o.mdx\nO\n--- about.mdx\n{text}\n"
    moves = (
        "fees.mdx -> dues.mdx",
        "snippets/s.mdx -> snippets/t.mdx",
        "_snippets/o.mdx -> _snippets/p.mdx",
        "pics/c.svg -> pics/d.svg",
    )
    expected = text.replace("/fees", "/dues").replace("s/s.mdx", "s/t.mdx")
    expected = expected.replace("o.mdx", "p.mdx").replace("c.svg", "d.svg")

    assert changed_by(site, *moves)["about.mdx"] == f"{expected}\n"


def test_large_scripts_and_many_of_them_are_read() -> None:
    scripts = {f"s{number:03}.js": 'x = "/fees"' for number in range(501)}
    files = {**marked(SITE).files, **scripts, "large.js": " " * (1 << 20) + 'x = "/fees"'}
    draft = draft_of(MemoryFiles(files), moves_in("fees.mdx -> dues.mdx"))

    assert draft.read("s500.js") == b'x = "/dues"'
    assert draft.read("large.js").endswith(b'x = "/dues"')


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ("[F](/fees)", "[F](/dues/all)"),
        ("[F](/fees/)", "[F](/dues/all/)"),
        ("[F](/fees#a-b)", "[F](/dues/all#a-b)"),
        ("[F](/fees?x=/fees#y)", "[F](/dues/all?x=/fees#y)"),
        ('[F](/fees "The /fees")', '[F](/dues/all "The /fees")'),
        ("[F](</fees>)", "[F](</dues/all>)"),
        ("[F](/fees.mdx)", "[F](/dues/all.mdx)"),
        ("[F](/Fees)", "[F](/dues/all)"),
        ("[F](fees)", "[F](dues/all)"),
        ("[F](./fees)", "[F](./dues/all)"),
        ("[F](fees.mdx#a)", "[F](dues/all.mdx#a)"),
        ("[f]: /fees", "[f]: /dues/all"),
        ('<Card href="/fees" />', '<Card href="/dues/all" />'),
        ("<a href='/fees'>F</a>", "<a href='/dues/all'>F</a>"),
        ('<Card href={"/fees#a"} />', '<Card href={"/dues/all#a"} />'),
        ("<a href={'/fees'}>F</a>", "<a href={'/dues/all'}>F</a>"),
        ("{ok && <a href={`/fees`}>F</a>}", "{ok && <a href={`/dues/all`}>F</a>}"),
        ("[F](/f%65es)", "[F](/dues/all)"),
        ("---\nrelated:\n  - /fees\n---", "---\nrelated:\n  - /dues/all\n---"),
        (
            "---\nrelated: ['/fees-x', \"/fees\", /fees/x]\n---",
            "---\nrelated: ['/fees-x', \"/dues/all\", /fees/x]\n---",
        ),
        ("---\nrelated: [/fees, /fees]\n---", "---\nrelated: [/fees, /fees]\n---"),
        ('---\nurl: "/fees"\n---', '---\nurl: "/dues/all"\n---'),
    ],
)
def test_a_link_follows_in_the_way_it_is_written(written: str, after: str) -> None:
    before = "Ä " if written[0] in "[<" and "]:" not in written else ""
    assert page_after(before + written, "fees.mdx -> dues/all.mdx") == before + after


@pytest.mark.parametrize(
    "written",
    [
        "[F](https://example.com/fees)",
        "[F](/fees-and-more)",
        "[F](/guides/fees)",
        "[F](#fees)",
        "[F](/nav/fees)",
        "`[F](/fees)`",
        "```md\n[F](/fees)\n```",
        "<!-- -->\n\n    /fees",
        "{/* text */} fees /fees",
        "<Card href={`/fees/${x}`} />",
        "<Card href={ok ? '/fees' : '/about'} />",
        "<Card title={'/fees'} />",
        "---\ntitle: fees\ndescription: See /fees there\n---",
    ],
)
def test_what_is_no_link_to_it_stays(written: str) -> None:
    assert page_after(written, "fees.mdx -> dues.mdx") == written


@pytest.mark.parametrize(
    ("at", "move", "written", "after"),
    [
        # A page that moves itself, with relative links to pages that stay.
        ("guides/own.mdx", "guides/own.mdx -> own.mdx", "./start", "./guides/start"),
        ("guides/own.mdx", "guides/own.mdx -> own.mdx", "../fees#a", "./fees#a"),
        ("guides/own.mdx", "guides/own.mdx -> a/b/own.mdx", "start", "../../guides/start"),
        ("guides/own.mdx", "guides/own.mdx -> a/b/own.mdx", "/fees", "/fees"),
        ("guides/own.mdx", "guides/own.mdx -> guides/new.mdx", "./start", "./start"),
        # A link to itself.
        ("guides/own.mdx", "guides/own.mdx -> a/new.mdx", "./own#top", "./new#top"),
        # With the page beside it, in the folder that moves.
        ("guides/own.mdx", "guides -> manual", "./start", "./start"),
        ("guides/own.mdx", "guides -> manual", "../guides/start", "../manual/start"),
        ("guides/own.mdx", "guides -> a/manual", "../fees", "../../fees"),
        # To a page that moves.
        ("guides/own.mdx", "fees.mdx -> guides/fees.mdx", "../fees", "./fees"),
        ("guides/own.mdx", "guides/start.mdx -> start.mdx", "./start", "../start"),
        ("guides/own.mdx", "guides/more -> less", "./more", "../less"),
        ("guides/own.mdx", "guides/more -> less", "./more/index", "../less/index"),
        # Written with more steps up than needed: so it stays.
        ("guides/own.mdx", "guides/start.mdx -> guides/go.mdx", "../guides/start", "../guides/go"),
        # What is not there stays.
        ("guides/own.mdx", "fees.mdx -> dues.mdx", "./more/fees", "./more/fees"),
        # Where nothing else answers, the service counts from the root.
        ("guides/own.mdx", "fees.mdx -> dues.mdx", "./fees", "./dues"),
        # An index page counts from its folder.
        ("guides/index.mdx", "guides/start.mdx -> start.mdx", "./start", "../start"),
        ("guides/index.mdx", "guides/index.mdx -> guides.mdx", "./start", "./guides/start"),
    ],
)
def test_relative_links(at: str, move: str, written: str, after: str) -> None:
    assert page_after(f"See [this]({written}).", move, at=at) == f"See [this]({after})."


@pytest.mark.parametrize(
    ("written", "move", "after"),
    [
        ("![C](/pics/c.svg)", "pics -> img/new", "![C](/img/new/c.svg)"),
        ("![C](pics/c.svg)", "pics/c.svg -> c.svg", "![C](c.svg)"),
        ('<img src="/pics/a%20b.png" />', "pics -> img", '<img src="/img/a%20b.png" />'),
        ("<Frame image='/pics/c.svg' />", "pics -> img", "<Frame image='/img/c.svg' />"),
        ('<Card icon={"/pics/c.svg"} />', "pics -> img", '<Card icon={"/img/c.svg"} />'),
        ("---\nicon: /pics/c.svg\n---", "pics -> img", "---\nicon: /img/c.svg\n---"),
        (
            '---\n"og:image": "/pics/c.svg"\n---',
            "pics -> img",
            '---\n"og:image": "/img/c.svg"\n---',
        ),
        ("![C](/pics/c.svg)", "pics/c.svg -> my pic (1).svg", "![C](/my%20pic%20%281%29.svg)"),
        ("![C](https://example.com/pics/c.svg)", "pics -> img", None),
        ("<Hero art={ `/pics/c.svg` } />", "pics -> img", "<Hero art={ `/img/c.svg` } />"),
        ("<Hero art='/docs/pics/c.svg' />", "pics -> img", "<Hero art='/docs/img/c.svg' />"),
        (
            '{ok && <Hero art="/pics/c.svg" title="/pics/c.svg" />}',
            "pics -> img",
            '{ok && <Hero art="/img/c.svg" title="/pics/c.svg" />}',
        ),
        (
            '<img srcSet="/pics/a%20b.png 2x, /pics/c.svg, /d.svg 3x" />',
            "pics -> img",
            '<img srcSet="/img/a%20b.png 2x, /img/c.svg, /d.svg 3x" />',
        ),
        (
            "<source srcset={'/d.svg 1x,/pics/c.svg 2x'} />",
            "pics/c.svg -> c.svg",
            "<source srcset={'/d.svg 1x,/c.svg 2x'} />",
        ),
        # What readers see as text.
        ('<Step title="/pics/c.svg" />', "pics -> img", None),
        ("<ParamField path='/pics/c.svg' />", "pics -> img", None),
        ('<img alt={"/pics/c.svg"} />', "pics -> img", None),
        ('`<Card icon="/pics/c.svg" />`', "pics -> img", None),
        ("```\n<Card icon='/pics/c.svg' />\n```", "pics -> img", None),
        ("<Own x='say icon=\"/pics/c.svg\"' />", "pics -> img", None),
    ],
)
def test_pictures(written: str, move: str, after: str | None) -> None:
    assert page_after(written, move) == (after or written)


PAGES_IN_ATTRIBUTES = """<Card title="/guides/start" href={'/guides/start'} />
<Steps><Step title="/guides/start">A</Step></Steps>
<Hero art="/guides/start" />"""


@pytest.mark.parametrize("beside", ["", "--- guides/pic.png\n\n", "--- guides/a.js\n\n"])
def test_a_picture_beside_a_page_does_not_change_what_follows_the_page(beside: str) -> None:
    site = f"{SITE}{beside}--- about.mdx\n{PAGES_IN_ATTRIBUTES}\n"
    after = changed_by(site, "guides -> manual")["about.mdx"]
    assert after == f"{PAGES_IN_ATTRIBUTES}\n".replace("{'/guides", "{'/manual")


def test_pictures_of_a_list_follow_a_page_and_its_folder() -> None:
    site = f"{SITE}--- guides/own.mdx\n<img srcSet='../pics/c.svg 2x, ../pics/no.svg' />\n"
    after = changed_by(site, "guides/own.mdx -> own.mdx")["own.mdx"]
    assert after == "<img srcSet='./pics/c.svg 2x, ./pics/no.svg' />\n"


IMPORTS = """--- docs.json
{ "navigation": { "pages": ["a", "deep/b"] } }
--- a.mdx
import One from "/snippets/one.mdx";
import { Two } from '/snippets/two.jsx'
import Three from "./snippets/three.mdx";
import x from "react";

<One />
```js
import One from "/snippets/one.mdx";
```
--- deep/b.mdx
import One from "../snippets/one.mdx"
--- snippets/one.mdx
import Two from "./two.jsx"

See [a](/a) and [b](./b).
--- snippets/two.jsx
import { helper } from "./helper"
export const Two = () => <a href="/a" title="/a">{helper("/deep/b")}</a>
--- snippets/helper.js
export const helper = (x) => x
--- snippets/three.mdx
Three
--- style.css
.x { background: url(/pics/c.svg) }
--- pics/c.svg

"""


def test_imports_follow_a_folder_of_snippets() -> None:
    after = changed_by(IMPORTS, "snippets -> snippets/parts")
    assert after["a.mdx"].splitlines() == [
        'import One from "/snippets/parts/one.mdx";',
        "import { Two } from '/snippets/parts/two.jsx'",
        'import Three from "./snippets/parts/three.mdx";',
        'import x from "react";',
        "",
        "<One />",
        "```js",
        'import One from "/snippets/one.mdx";',
        "```",
    ]
    assert after["deep/b.mdx"] == 'import One from "../snippets/parts/one.mdx"\n'
    inside = {file: text for file, text in after.items() if file.startswith("snippets/parts/")}
    assert len(inside) == 4 and all(text in IMPORTS for text in inside.values())


def test_imports_follow_a_snippet_and_its_own_are_corrected() -> None:
    after = changed_by(IMPORTS, "snippets/one.mdx -> snippets/more/first.mdx")
    assert after["a.mdx"].startswith('import One from "/snippets/more/first.mdx";\n')
    assert after["deep/b.mdx"] == 'import One from "../snippets/more/first.mdx"\n'
    # What a relative link in a snippet counts from is up to the page that imports it.
    assert after["snippets/more/first.mdx"] == (
        'import Two from "../two.jsx"\n\nSee [a](/a) and [b](./b).\n'
    )
    assert after.keys() == {"a.mdx", "deep/b.mdx", "snippets/more/first.mdx"}


def test_an_import_without_its_extension_follows() -> None:
    after = changed_by(IMPORTS, "snippets/helper.js -> snippets/lib/help.js")
    assert after["snippets/two.jsx"].startswith('import { helper } from "./lib/help"\n')


def test_the_imports_of_a_page_that_moves_are_corrected() -> None:
    assert changed_by(IMPORTS, "deep/b.mdx -> b.mdx")["b.mdx"] == (
        'import One from "./snippets/one.mdx"\n'
    )


def test_links_in_snippets_scripts_and_style_sheets_follow() -> None:
    after = changed_by(IMPORTS, "a.mdx -> x.mdx", "deep -> low", "pics -> img")
    assert "See [a](/x) and [b](./b)." in after["snippets/one.mdx"]
    assert '<a href="/x" title="/a">{helper("/low/b")}</a>' in after["snippets/two.jsx"]
    assert after["style.css"] == ".x { background: url(/img/c.svg) }\n"


def test_a_link_below_the_folder_of_a_domain_or_without_its_language_follows() -> None:
    site = """--- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["en/a", "en/b"] }, { "language": "fr", "pages": ["fr/a", "fr/b"] }
] } }
--- en/a.mdx
[1](/docs/en/b) [2](/b) [3](/docs/else)
--- en/b.mdx
B
--- fr/a.mdx
A
--- fr/b.mdx
B
"""
    after = changed_by(site, "en/b.mdx -> en/new.mdx")
    assert after["en/a.mdx"] == "[1](/docs/en/new) [2](/new) [3](/docs/else)\n"


@pytest.mark.parametrize(("others", "after"), [(3, "/base/dues"), (2, "/base/fees")])
def test_below_which_folder_a_site_is_served_its_links_tell(others: int, after: str) -> None:
    pages = ("about", "guides/start", "guides/more/index")[: others - 1]
    links = " ".join(f"[{page}](/base/{page})" for page in pages)
    link = page_after(f"{links} [F](/base/fees)", "fees.mdx -> dues.mdx").rpartition("](")[2]
    assert link == f"{after})"


def test_a_link_that_a_redirect_answers_stays() -> None:
    site = SITE.replace(
        " } }\n--- fees",
        ' }, "redirects": [{ "source": "/costs", "destination": "/fees" }] }\n--- fees',
    )
    after = changed_by(f"{site}--- about.mdx\n[C](/costs) [F](/fees)\n", "fees.mdx -> dues.mdx")
    assert after["about.mdx"] == "[C](/costs) [F](/dues)\n"


def test_what_is_not_utf8_stays_as_it_is() -> None:
    files = files_in(f"{SITE}--- about.mdx\n[F](/fees)\n")
    odd = BufferedFiles(files, {"about.mdx": b"\xff [a](/\xfffees) [F](/fees)\n"})
    changes = list_move_changes(
        overview_of(odd), odd, moves_in("fees.mdx -> dues.mdx"), redirect=False
    )
    assert Draft(odd).with_changes(changes).read("about.mdx") == b"\xff [a](/\xfffees) [F](/dues)\n"


def test_places_are_those_of_a_page_that_has_been_typed_in_since() -> None:
    files = files_in(f"{SITE}--- about.mdx\n[F](/fees)\n")
    overview = overview_of(files)
    typed = BufferedFiles(files, {"about.mdx": b"Typed [G](/guides/start) [F](/fees)\n"})
    changes = list_move_changes(overview, typed, moves_in("fees.mdx -> dues.mdx"), redirect=False)
    after = Draft(typed).with_changes(changes).read("about.mdx")
    assert after == b"Typed [G](/guides/start) [F](/dues)\n"
