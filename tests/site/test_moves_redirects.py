"""What becomes of the redirects when something moves, and which ones are added."""

from __future__ import annotations

import pytest

from tests.site.moving import changed_by, planned

NAMES = ("a.mdx", "b.mdx", "g/c.mdx", "g/d.mdx", "g/index.mdx", "index.mdx")


def site(redirects: str = "", more: str = "", names: tuple[str, ...] = NAMES) -> str:
    """A site with pages and the items of its list of redirects."""
    pages = ", ".join(f'"{name[:-4]}"' for name in names)
    kept = f',\n  "redirects": [{redirects}]' if redirects else ""
    files = "".join(f"--- {name}\nText\n" for name in names)
    return f'--- docs.json\n{{\n  "navigation": {{ "pages": [{pages}] }}{kept}{more}\n}}\n{files}'


def pair(source: str, destination: str) -> str:
    return f'{{ "source": "{source}", "destination": "{destination}" }}'


def added(text: str, *moves: str) -> list[str]:
    return [f"{one.source} -> {one.destination}" for one in planned(text, *moves).added]


def list_after(text: str, *moves: str, redirect: bool = True) -> str:
    after = changed_by(text, *moves, redirect=redirect)["docs.json"]
    return after[after.index('"redirects": ') + len('"redirects": ') :].removesuffix("\n}\n")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (["a.mdx -> x.mdx"], ["/a -> /x"]),
        (["a.mdx -> x/index.mdx"], ["/a -> /x"]),
        (["g/index.mdx -> x.mdx"], ["/g -> /x"]),
        (["a.mdx -> A.mdx"], ["/a -> /A"]),
        # The address stays.
        (["a.mdx -> a.md"], []),
        (["a.mdx -> a/index.mdx"], []),
        # No redirect may take readers from the home page, or from another page.
        (["index.mdx -> home.mdx"], []),
        (["a.mdx -> x.mdx", "b.mdx -> a.mdx"], ["/b -> /a"]),
        (["a.mdx -> b.mdx", "b.mdx -> a.mdx"], []),
        # A folder gets one for all that is in it.
        (["g -> h"], ["/g/:slug* -> /h/:slug*", "/g -> /h"]),
        (["g -> h", "g/c.mdx -> c.mdx"], ["/g/c -> /c", "/g/d -> /h/d", "/g -> /h"]),
        (["g -> g/old"], ["/g/c -> /g/old/c", "/g/d -> /g/old/d", "/g -> /g/old"]),
        (["g/c.mdx -> g/e.mdx"], ["/g/c -> /g/e"]),
    ],
)
def test_old_addresses_lead_to_new_ones(moves: list[str], expected: list[str]) -> None:
    assert sorted(added(site(), *moves)) == sorted(expected)


def test_a_folder_of_which_a_page_stays_gets_one_for_each_page() -> None:
    text = site() + "--- g/c/e.mdx\nText\n"
    assert added(text, "g/c.mdx -> h/c.mdx", "g/d.mdx -> h/d.mdx") == [
        "/g/c -> /h/c",
        "/g/d -> /h/d",
    ]


@pytest.mark.parametrize(
    ("before", "shares"),
    [
        # It comes first and says more about the path, so it answers in any case.
        (("/g/old", "/b"), True),
        (("/g/old/:slug*", "/b"), True),
        (("/g/old-*", "/b"), True),
        # The page at this address is not what readers get, before and after.
        (("/g/c", "https://example.com"), True),
        # It is open which of the two would answer.
        (("/g/:any/old", "/b"), False),
        (("/g/*", "/b"), False),
    ],
)
def test_a_redirect_below_a_folder_leaves_it_the_one_for_all(
    before: tuple[str, str], shares: bool
) -> None:
    text = f"{site(pair(*before))}--- g/e.mdx\nText\n"
    assert ("/g/:slug* -> /h/:slug*" in added(text, "g -> h")) == shares


def test_nothing_is_added_where_it_is_not_wanted() -> None:
    assert planned(site(), "a.mdx -> x.mdx", redirect=False).added == ()


def test_nothing_is_added_for_files_that_are_no_pages() -> None:
    text = f"{site()}--- snippets/s.mdx\nS\n--- p.svg\n\n"
    assert added(text, "snippets -> snippets/more", "p.svg -> q.svg") == []


@pytest.mark.parametrize(
    ("written", "after"),
    [
        # No list at all: the key comes last.
        ("", '[\n    {\n      "source": "/a",\n      "destination": "/x"\n    }\n  ]'),
        (
            f"\n    {pair('/o', '/b')}\n  ",
            f"[\n    {pair('/o', '/b')},\n    {pair('/a', '/x')}\n  ]",
        ),
        (pair("/o", "/b"), f"[{pair('/o', '/b')}, {pair('/a', '/x')}]"),
        (
            '\n    {\n      "source": "/o",\n      "destination": "/b"\n    }\n  ',
            '[\n    {\n      "source": "/o",\n      "destination": "/b"\n    },\n'
            '    {\n      "source": "/a",\n      "destination": "/x"\n    }\n  ]',
        ),
    ],
)
def test_a_redirect_is_written_as_those_beside_it(written: str, after: str) -> None:
    assert list_after(site(written), "a.mdx -> x.mdx") == after


def test_a_list_in_a_part_gets_the_redirect() -> None:
    text = site(more=',\n  "redirects": { "$ref": "r.json" }') + "--- r.json\n[]\n"
    after = changed_by(text, "a.mdx -> x.mdx", redirect=True)
    assert after["r.json"].split() == [
        "[",
        "{",
        '"source":',
        '"/a",',
        '"destination":',
        '"/x"',
        "}",
        "]",
    ]


def test_a_list_that_cannot_be_changed_is_told() -> None:
    made = planned(site(more=',\n  "redirects": "all"'), "a.mdx -> x.mdx")
    assert made.added == ()
    assert [one.split(" cannot")[0] for one in made.notices] == ["`redirects`"]


@pytest.mark.parametrize(
    ("redirects", "move", "after"),
    [
        # What led to the old address leads to the new one at once.
        (pair("/o", "/a"), "a.mdx -> x.mdx", pair("/o", "/x")),
        (pair("/o", "/a#b"), "a.mdx -> x.mdx", pair("/o", "/x#b")),
        (pair("/o/:slug*", "/g/:slug*"), "g -> h", pair("/o/:slug*", "/h/:slug*")),
        (pair("/o", "https://example.com/a"), "a.mdx -> x.mdx", None),
        (pair("/o", "/b"), "a.mdx -> x.mdx", None),
        # What would keep readers from the new place goes, such as one of an earlier move back.
        (pair("/x", "/a"), "a.mdx -> x.mdx", ""),
        (pair("/x/index", "/b"), "a.mdx -> x.mdx", ""),
    ],
)
def test_redirects_that_are_there(redirects: str, move: str, after: str | None) -> None:
    text = site(redirects)
    docs = text.split("--- a.mdx")[0].removeprefix("--- docs.json\n")
    found = changed_by(text, move).get("docs.json", docs)
    assert (
        found[found.index('"redirects": [') + 14 :]
        == f"{redirects if after is None else after}]\n}}\n"
    )


def test_moving_back_leaves_one_redirect() -> None:
    text = site()
    first = changed_by(text, "a.mdx -> x.mdx", redirect=True)["docs.json"]
    again = f"--- docs.json\n{first}" + text[text.index("--- a.mdx") :].replace("a.mdx", "x.mdx", 1)
    made = planned(again, "x.mdx -> a.mdx")
    assert [tuple(one)[:2] for one in made.removed] == [("/a", "/x")]
    assert [tuple(one)[:2] for one in made.added] == [("/x", "/a")]


def test_an_old_address_that_a_redirect_answers_already_gets_no_second_one() -> None:
    assert added(site(pair("/g/:slug*", "/b")), "g/c.mdx -> c.mdx") == []


def test_a_page_that_only_stands_for_a_way_off_the_site_takes_its_redirect_along() -> None:
    text = site(pair("/a", "https://example.com"), names=("b.mdx",)).replace('["b"', '["a", "b"')
    text += "--- a.mdx\n---\ntitle: Shop\n---\n"
    after = changed_by(text, "a.mdx -> x.mdx")["docs.json"]
    assert pair("/x", "https://example.com") in after
    both = changed_by(text, "a.mdx -> x.mdx", redirect=True)["docs.json"]
    assert pair("/x", "https://example.com") in both and pair("/a", "https://example.com") in both


def test_a_redirect_that_hides_the_new_place_is_told() -> None:
    made = planned(site(pair("/old/:slug*", "/b")), "a.mdx -> old/a.mdx")
    assert made.notices == (
        "The redirect from `/old/:slug*` also matches `/old/a`, so readers cannot get there. "
        "Remove it, or change its source.",
    )
