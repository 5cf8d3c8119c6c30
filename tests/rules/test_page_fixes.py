"""Which fixes are offered for an entry, and which of them is the obvious one."""

from __future__ import annotations

import json

import pytest

from docs_lsp.core.problem import Fix
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.rules.links import link_suggestions
from tests.rules.harness import after, site_of


def site_with(navigation: object, files: dict[str, str], **settings: object) -> dict[str, str]:
    """The files of a site with this navigation, and other settings."""
    docs = {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "mint",
        "name": "Harbour",
        "colors": {"primary": "#0a7d5c"},
        "navigation": navigation,
        **settings,
    }
    return {"docs.json": json.dumps(docs), **files}


def offered(files: dict[str, str], rule: str) -> list[tuple[Fix, ...]]:
    """The fixes of each finding of a rule."""
    site = site_of(files)
    found = [one for problems in site.get_problems().values() for one in problems]
    return [list_offered_fixes(site, MemoryFiles(files), one) for one in found if one.rule == rule]


def titles(fixes: tuple[Fix, ...]) -> list[str]:
    return [fix.title for fix in fixes]


def preferred(fixes: tuple[Fix, ...]) -> list[str]:
    return [fix.title for fix in fixes if fix.preferred]


@pytest.mark.parametrize(
    "entry",
    [
        "what?",
        "a:b",
        "a/ b",
        "a/b.",
        "a\\b",
        "a*",
        "snippets/a",
        "drafts/a",
        "plan.png",
        "a\nb",
        "../a#b",
    ],
)
def test_no_page_is_made_that_could_not_be_one(entry: str) -> None:
    files = {"index.mdx": "# Home", ".mintignore": "drafts/", "plan.png": ""}
    (fixes,) = offered(site_with({"pages": ["index", entry]}, files), "missing-page")

    assert [title.split(" ")[0] for title in titles(fixes)] == ["Remove"]


def test_a_page_is_made_where_it_is_looked_for() -> None:
    files = site_with({"pages": ["index", "/a//b c"]}, {"index.mdx": "# Home"})
    (fixes,) = offered(files, "missing-page")

    assert titles(fixes) == ["Create `a/b c.mdx`", "Remove `/a//b c`"]
    assert after(files, fixes[0])["a/b c.mdx"] == '---\ntitle: "B c"\n---\n'
    assert preferred(fixes) == []


def test_the_page_of_like_spelling_is_the_obvious_one_where_no_other_may_be_meant() -> None:
    pages = {"port/fees.mdx": "# A", "pot/fees.mdx": "# B", "c/fees.mdx": "# C"}
    (either,) = offered(site_with({"pages": ["ports/fees"]}, pages), "missing-page")
    (first,) = offered(
        site_with({"pages": ["pot/fees", "c/fees", "ports/fees"]}, pages), "missing-page"
    )
    (listed,) = offered(
        site_with({"pages": ["port/fees", "pot/fees", "ports/fees"]}, pages), "missing-page"
    )

    assert titles(either)[:1] == titles(first)[:1] == ["Write `port/fees`"]
    assert titles(listed)[0] == "Write `c/fees`", "the two others are listed already"
    assert preferred(either) == []
    assert preferred(first) == ["Write `port/fees`"]
    assert preferred(listed) == []


@pytest.mark.parametrize(
    ("entry", "target"),
    [
        pytest.param("guides/strat", "guides/start", id="a slip"),
        pytest.param("start", "guides/start", id="the whole path"),
        pytest.param("tutorials/start", "", id="the last part alone"),
        pytest.param("guides/restart", "", id="another word"),
    ],
)
def test_an_entry_is_corrected_by_evidence(entry: str, target: str) -> None:
    files = {"guides/start.mdx": "# Start", "index.mdx": "# Home"}
    (fixes,) = offered(site_with({"pages": ["index", entry]}, files), "missing-page")

    assert preferred(fixes) == ([f"Write `{target}`"] if target else [])


def test_of_two_entries_that_may_mean_a_page_neither_is_changed() -> None:
    files = {"guides/start.mdx": "# Start", "index.mdx": "# Home"}
    navigation = {"pages": ["index", "guides/strat", "start"]}
    fixes = offered(site_with(navigation, files), "missing-page")

    assert [preferred(each) for each in fixes] == [[], []]


@pytest.mark.parametrize(
    ("page", "frontmatter"),
    [
        # What cannot be moved would be lost.
        ({"page": "a", "icon": {"name": "anchor"}}, ""),
        ({"page": "a", "some words": "x"}, ""),
        ({"page": "a", "tag": "New"}, "---\ntitle: @\n---\n"),
        ({"page": "b", "tag": "New"}, ""),
        ({"page": "a", "href": "https://example.com"}, ""),
        ({"title": "A"}, ""),
    ],
)
def test_an_object_stays_where_something_would_be_lost(
    page: dict[str, object], frontmatter: str
) -> None:
    files = site_with({"pages": ["index", page]}, {"index.mdx": "", "a.mdx": frontmatter})

    assert offered(files, "page-as-object") == [()]


def test_what_is_moved_into_a_page_has_its_line_ends() -> None:
    files = site_with(
        {"pages": [{"page": "a", "tag": "New"}]}, {"a.mdx": "---\r\nicon: b\r\n---\r\n"}
    )
    (fixes,) = offered(files, "page-as-object")

    assert after(files, fixes[0])["a.mdx"] == '---\r\nicon: b\r\ntag: "New"\r\n---\r\n'


@pytest.mark.parametrize(
    "navigation",
    [
        {"pages": ["mailto:team@example.com", "index"]},
        {"pages": ["https://example.com/a b", "index"]},
        {"global": {"$ref": "global.json"}, "pages": ["https://example.com", "index"]},
        {"global": {"anchors": {"$ref": "global.json"}}, "pages": ["https://example.com", "index"]},
    ],
)
def test_an_entry_becomes_no_anchor_where_that_cannot_be_done_well(
    navigation: dict[str, object],
) -> None:
    files = site_with(navigation, {"index.mdx": "", "global.json": "{}"})
    (fixes,) = offered(files, "page-url")

    assert [title.split(" ")[0] for title in titles(fixes)] == ["Remove"]


def test_an_anchor_looks_like_those_beside_it() -> None:
    anchors = [{"anchor": "Blog", "href": "https://example.com/blog"}]
    navigation = {"global": {"anchors": anchors}, "pages": ["index", "https://example.com/a"]}
    files = site_with(navigation, {"index.mdx": ""})
    files["docs.json"] = json.dumps(json.loads(files["docs.json"]), indent=2)
    (fixes,) = offered(files, "page-url")
    fixed = after(files, fixes[0])["docs.json"]

    new = {"anchor": "A", "href": "https://example.com/a"}
    navigation = {"global": {"anchors": [*anchors, new]}, "pages": ["index"]}
    assert fixed == json.dumps({**json.loads(fixed), "navigation": navigation}, indent=2)


def test_a_page_is_not_renamed_onto_another() -> None:
    files = site_with({"pages": ["mcp", "mcp-server"]}, {"mcp.mdx": "", "mcp-server.mdx": ""})

    assert offered(files, "reserved-path") == [()]


def test_links_and_redirects_to_a_reserved_path_are_left_to_the_writer() -> None:
    navigation = {"pages": ["index"], "global": {"anchors": [{"anchor": "A", "href": "/mcp"}]}}
    files = site_with(navigation, {"index.mdx": "", "mcp.mdx": "---\nhidden: true\n---"})
    in_docs, of_page = offered(files, "reserved-path")

    assert in_docs == ()
    assert titles(of_page) == ["Rename the page to `mcp-server`"]


def test_the_blank_line_between_two_tables_ends_as_the_lines_of_the_page_do() -> None:
    page = "| A | B |\r\n|---|---|\r\n| 1 | 2 |\r\n| A | B | C |\r\n|---|---|---|\r\n"
    files = site_with({"pages": ["a"]}, {"a.mdx": page})
    ((fix,),) = offered(files, "lost-content")

    row = "| A | B | C |"
    assert after(files, fix)["a.mdx"] == page.replace(row, f"\r\n{row}")


def test_similar_headings_are_looked_for_a_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    links = " ".join(f"[a](#moorings-{number})" for number in range(6))
    files = site_with({"pages": ["index"]}, {"index.mdx": f"# Mooring\n\n{links}\n"})

    def find_targets() -> list[list[str]]:
        made = map(titles, offered(files, "dead-link"))
        return [[title for title in fixes if "#mooring`" in title] for fixes in made]

    assert [len(targets) for targets in find_targets()] == [1] * 6

    monkeypatch.setattr(link_suggestions, "MOST_SOUGHT", 2)
    assert [len(targets) for targets in find_targets()] == [1] * 2 + [0] * 4
