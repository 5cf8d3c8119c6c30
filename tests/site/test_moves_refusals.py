"""Why a page or a folder cannot get a path."""

from __future__ import annotations

import pytest

from docs_lsp.site.moves import AddressMap, NewPaths
from docs_lsp.site.moves.refusals import (
    find_moves_refusal,
    find_name_refusal,
    find_new_page_refusal,
    find_page_path_refusal,
)
from tests.site.moving import files_in, moves_in, overview_of

SITE = """--- docs.json
{ "navigation": { "pages": ["a", "b", "g/index", "g/c"] } }
--- a.mdx
A
--- b.md
B
--- g/index.mdx
G
--- g/c.mdx
C
--- drafts.tmp/x.txt
X
--- .mintignore
/old/
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "A page needs a path"),
        (" / ", "A page needs a path"),
        ("https://example.com/x", "is a URL"),
        ("../x", "must not contain"),
        ("x/../y", "must not contain"),
        ("my page", "Write `my-page`"),
        ("GET /users", "`GET /users` is an endpoint, but a page needs a path"),
        ("api.json post /users", "is an endpoint"),
        ("webhook setup", "Write `webhook-setup`"),
        ("get started", "Write `get-started`"),
        ("what?", "`?` has a special meaning"),
        ("a#b", "`#` has a special meaning"),
        ("x.mdx", "Write `x`"),
        ("b", "The file `b.md` exists already"),
        ("g/c", "The file `g/c.mdx` exists already"),
        ("g", "already has the address `/g`"),
        ("mcp", "The service itself uses `/mcp`"),
        ("llms.txt", "The service itself uses `/llms.txt`"),
        ("snippets/a", "would not be a page: files under `snippets/`"),
        ("old/a", "because of"),
    ],
)
def test_a_page_is_refused(name: str, said: str) -> None:
    files = files_in(SITE)
    overview = overview_of(files)
    page = overview.facts.pages.find_page("a")
    assert page is not None
    assert said in (find_page_path_refusal(name, page, overview, files) or "")


@pytest.mark.parametrize("name", ["x", "/x", "./x", "g/a", "A", "ä", "a", "g/a/index", "readme"])
def test_a_page_is_let_go(name: str) -> None:
    files = files_in(SITE)
    overview = overview_of(files)
    page = overview.facts.pages.find_page("a")
    assert page is not None
    assert find_page_path_refusal(name, page, overview, files) is None


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["g -> snippets/g"], ".mdx` would not be a page: files under"),
        (["g -> old/g"], "because of"),
        (["g -> .well-known"], "The service itself uses `/.well-known"),
        (["a.mdx -> g.mdx"], "`g/index.mdx` already has the address `/g`"),
        (["a.mdx -> x.mdx", "b.md -> x.md"], "already has the address `/x`"),
        (["a.mdx -> LICENSE.md"], "would not be a page"),
        (["g -> h"], None),
        (["a.mdx -> b.mdx", "b.md -> a.mdx"], None),
        (["g/index.mdx -> g.mdx"], None),
        (["drafts.tmp -> snippets/x"], None),
    ],
)
def test_moves_are_refused_because_of_the_addresses_that_pages_would_get(
    moves: list[str], said: str | None
) -> None:
    overview = overview_of(files_in(SITE))
    relocation = NewPaths(moves_in(*moves), overview.facts.files.__contains__)
    found = find_moves_refusal(AddressMap(overview, relocation))
    assert found is None if said is None else said in (found or "")


def test_the_name_of_a_folder_stands_in_addresses_as_well() -> None:
    assert find_name_refusal("my guides") == (
        "The space in `my guides` would become `%20` in the address of the page. Write `my-guides`."
    )
    assert find_name_refusal("guides/v1.2_x") is None


REDIRECTED = """--- docs.json
{ "navigation": { "pages": ["a", "g/x"] }, "redirects": [
  { "source": "/x/:slug*", "destination": "/g/:slug*" }, { "source": "/y", "destination": "/a" }
] }
--- a.mdx
A
--- g/x.mdx
X
"""


@pytest.mark.parametrize(
    ("moves", "refused"),
    [
        (["g/x.mdx -> x.mdx"], "The redirect from `/x/:slug*` answers at `/x`"),
        (["g/x.mdx -> x/b.mdx"], "The redirect from `/x/:slug*` answers at `/x/b`"),
        # These redirects go along with the move.
        (["g/x.mdx -> y.mdx"], ""),
        (["g -> x"], ""),
    ],
)
def test_no_page_moves_behind_a_redirect(moves: list[str], refused: str) -> None:
    overview = overview_of(files_in(REDIRECTED))
    addresses = AddressMap(overview, NewPaths(moves_in(*moves), lambda _: False))

    assert (find_moves_refusal(addresses) or "").startswith(refused)
    assert bool(find_moves_refusal(addresses)) == bool(refused)


@pytest.mark.parametrize(("name", "is_refused"), [("x", True), ("x/b", True), ("y", False)])
def test_no_page_is_renamed_to_what_a_redirect_answers(name: str, is_refused: bool) -> None:
    files = files_in(REDIRECTED)
    overview = overview_of(files)
    page = overview.facts.pages.find_page("a")
    assert page is not None

    assert ("redirect" in (find_page_path_refusal(name, page, overview, files) or "")) == is_refused
    assert "redirect" in (find_new_page_refusal(name, overview, files) or "")
