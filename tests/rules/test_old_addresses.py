"""Redirects as fixes of dead links: which are offered, which is the obvious one, what they say."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from docs_lsp.core.problem import Fix
from tests.rules.harness import after
from tests.rules.test_page_fixes import offered, preferred, titles

NAMES = ("fees", "tides", "charts")
MOVED = "Redirect `/quay/:slug*` to `/port/:slug*`, for all 3 old addresses"


def site(
    *links: str, pages: tuple[str, ...] = (), redirects: tuple[tuple[str, str], ...] = ()
) -> dict[str, str]:
    """A site with the pages `port/fees` and so on, and a page that links."""
    names = ("index", *(f"port/{name}" for name in NAMES), *pages)
    docs = {
        "theme": "mint",
        "name": "Harbour",
        "colors": {"primary": "#0a7d5c"},
        "navigation": {"pages": names},
        "redirects": [{"source": one, "destination": other} for one, other in redirects],
    }
    if not redirects:
        del docs["redirects"]
    text = "".join(f"[Here]({link})\n" for link in links)
    return {
        "docs.json": json.dumps(docs, indent=2),
        **{f"{name}.mdx": "Text\n" for name in names},
        "index.mdx": text,
    }


def first(files: dict[str, str]) -> tuple[Fix, ...]:
    return offered(files, "dead-link")[0]


def redirects_after(files: Mapping[str, str], fix: Fix) -> list[dict[str, str]]:
    written = json.loads(after(dict(files), fix)["docs.json"])["redirects"]
    assert isinstance(written, list)
    return written


EXISTED = ("/quay/lights", "/port/tides")
"""A redirect that shows that the folder has moved, and was not just linked wrongly."""


def moved(*more: str) -> list[str]:
    return [f"/quay/{name}" for name in (*NAMES, *more)]


def test_a_folder_that_existed_gets_one_redirect_before_all_else() -> None:
    files = site(*moved(), redirects=(EXISTED,))
    fixes = first(files)

    assert titles(fixes) == [MOVED, "Link to `/port/fees`"]
    assert preferred(fixes) == [MOVED]
    assert redirects_after(files, fixes[0])[1:] == [
        {"source": "/quay/:slug*", "destination": "/port/:slug*"}
    ]
    assert offered({**files, **after(files, fixes[0])}, "dead-link") == []


def test_of_a_folder_that_was_never_there_the_links_are_corrected() -> None:
    files = site(*moved())
    fixes = first(files)

    assert titles(fixes)[:2] == ["Link to `/port/fees`", MOVED]
    assert preferred(fixes) == ["Link to `/port/fees`"]
    assert redirects_after(files, fixes[1]) == [
        {"source": "/quay/:slug*", "destination": "/port/:slug*"}
    ]


def test_a_redirect_is_put_behind_those_that_are_there() -> None:
    files = site(*moved(), redirects=(EXISTED,))
    written = redirects_after(files, first(files)[0])

    assert [one["source"] for one in written] == ["/quay/lights", "/quay/:slug*"]


def test_links_to_the_folder_itself_are_answered_too() -> None:
    files = site(*moved(), "/quay", pages=("port",), redirects=(EXISTED,))
    written = redirects_after(files, first(files)[0])

    assert [one["source"] for one in written][1:] == ["/quay", "/quay/:slug*"]


def test_an_anchor_in_the_link_is_no_matter() -> None:
    assert MOVED in titles(first(site(*(f"{one}#top" for one in moved()))))


@pytest.mark.parametrize(
    ("more", "pages", "redirects"),
    [
        ((), ("quay/lights",), ()),
        (("gone",), (), ()),
        ((), (), (("/quay/:name", "/index"),)),
    ],
)
def test_where_one_for_all_would_do_harm_each_page_gets_its_own(
    more: tuple[str, ...], pages: tuple[str, ...], redirects: tuple[tuple[str, str], ...]
) -> None:
    files = site(*moved(*more), pages=pages, redirects=redirects)
    fixes = offered(files, "dead-link")
    wholes = [title for each in fixes for title in titles(each) if ":slug*" in title]

    assert wholes == []
    assert preferred(tuple(fix for each in fixes for fix in each if "Redirect" in fix.title)) == []


def test_each_page_of_a_folder_can_be_redirected_at_once() -> None:
    files = site(*moved("gone"))
    fixes = first(files)
    title = "Redirect 3 old addresses below `/quay` to `/port`"
    (fix,) = (one for one in fixes if one.title == title)

    assert preferred(fixes) == ["Link to `/port/fees`"]
    assert redirects_after(files, fix) == [
        {"source": f"/quay/{name}", "destination": f"/port/{name}"} for name in sorted(NAMES)
    ]


def test_a_single_old_address_can_be_redirected() -> None:
    files = site("/quay/fees")
    fixes = first(files)

    assert titles(fixes) == ["Link to `/port/fees`", "Redirect `/quay/fees` to `/port/fees`"]
    assert preferred(fixes) == []
    assert redirects_after(files, fixes[1]) == [
        {"source": "/quay/fees", "destination": "/port/fees"}
    ]


@pytest.mark.parametrize(
    "link", ["/quay/mooring", "/fees.png", "/quay/%20/fees", "/a:b/fees", "/quay/fees.md"]
)
def test_what_is_not_surely_meant_gets_none(link: str) -> None:
    assert [title for title in titles(first(site(link))) if "Redirect" in title] == []


def test_of_two_folders_that_may_be_meant_none_is_offered() -> None:
    files = site(*moved(), pages=tuple(f"pier/{name}" for name in NAMES))

    assert not any(":slug*" in title for title in titles(first(files)))


def test_a_page_that_readers_do_not_get_to_is_no_end_of_a_redirect() -> None:
    files = site("/quay/fees", redirects=(("/port/fees", "/port/tides"),))

    assert [title for title in titles(first(files)) if "Redirect" in title] == []


def test_a_list_that_cannot_be_written_in_gets_none() -> None:
    files = site(*moved())
    docs = json.loads(files["docs.json"])
    files["docs.json"] = json.dumps({**docs, "redirects": {}})

    assert [title for title in titles(first(files)) if "Redirect" in title] == []
