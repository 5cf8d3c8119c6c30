"""The end of chains that are longer than browsers follow."""

from __future__ import annotations

import json
from typing import Any

import pytest

from docs_lsp.core.problem import Problem
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.site.routes.redirect_chains import MOST_HOPS
from tests.rules.harness import after, findings, site_of

Files = dict[str, str]
LAST = 2 * MOST_HOPS + 15
"""The number of redirects; a browser gives up on the first ones twice."""


def chain(
    wildcards: tuple[str, str] = ("", ""),
    page: str = "z",
    anchors: dict[int, str] | None = None,
    more: list[dict[str, Any]] | None = None,
    temporary: int = -1,
) -> Files:
    """A chain of redirects to a page, with the wildcards of even and odd ones in turn."""
    redirects: list[dict[str, Any]] = []
    for number in range(LAST):
        wild = wildcards[number % 2]
        to = f"/{page}" if number == LAST - 1 else f"/a{number + 1}{wild}"
        to += (anchors or {}).get(number, "")
        redirects.append({"source": f"/a{number}{wild}", "destination": to})
    if temporary >= 0:
        redirects[temporary]["permanent"] = False
    docs = {
        "$schema": "https://mintlify.com/docs.json",
        **{"theme": "mint", "name": "Quay", "colors": {"primary": "#0a7d5c"}},
        "navigation": {"pages": [page]},
        "redirects": [*(more or []), *redirects],
    }
    return {"docs.json": json.dumps(docs), f"{page}.mdx": "# Z\n\n## Fees\n"}


def list_chains(files: Files) -> list[Problem]:
    return [problem for problem in findings(files) if problem.rule == "redirect-chain"]


def read_end(problem: Problem) -> str:
    """The end that a message names."""
    return problem.message.rpartition("directly at `")[2].rstrip("`.")


@pytest.mark.parametrize(
    "wildcards",
    [("", ""), ("/:slug*", "/:slug*"), ("/:slug*", "/:path*"), ("-*", "-*")],
)
def test_every_redirect_of_a_long_chain_is_pointed_at_its_end(wildcards: tuple[str, str]) -> None:
    problems = list_chains(chain(wildcards))

    assert len(problems) == LAST - 1
    assert {read_end(problem) for problem in problems} == {"/z"}


def test_the_wildcard_of_the_redirect_is_in_its_new_destination() -> None:
    files = chain(("/:slug*", "/:path*"), page="z/one")
    docs = files["docs.json"].replace('"destination": "/z/one"', '"destination": "/z/:slug*"')

    first, second = list_chains({**files, "docs.json": docs})[:2]

    assert (read_end(first), read_end(second)) == ("/z/:slug*", "/z/:path*")


def test_one_fix_is_enough() -> None:
    files = chain()
    problem = list_chains(files)[0]
    (fix,) = list_offered_fixes(site_of(files), MemoryFiles(files), problem)

    assert fix.safe
    redirects = json.loads(after(files, fix)["docs.json"])["redirects"]
    assert redirects[0] == {"source": "/a0", "destination": "/z"}


def test_the_anchor_of_the_last_step_that_has_one_is_kept() -> None:
    early = list_chains(chain(anchors={3: "#fees"}))
    late = list_chains(chain(anchors={3: "#fees", LAST - 1: "#z"}))

    assert [read_end(problem) for problem in (early[0], early[4])] == ["/z#fees", "/z"]
    assert read_end(late[0]) == "/z#z"


def rewrite(files: Files, old: str, new: str) -> Files:
    assert old in files["docs.json"]
    return {**files, "docs.json": files["docs.json"].replace(old, new)}


WILD = chain(("/:slug*", "/:slug*"))
STOP = f"/a{MOST_HOPS + 1}"
"""Where a browser gives up on the first redirect."""


@pytest.mark.parametrize(
    ("files", "end"),
    [
        pytest.param(chain(temporary=5), STOP, id="a temporary redirect in the first piece"),
        pytest.param(chain(temporary=MOST_HOPS + 1), STOP, id="one between two pieces"),
        pytest.param(chain(temporary=MOST_HOPS + 5), STOP, id="one in the second piece"),
        pytest.param(chain(anchors={MOST_HOPS: "?a=1"}), f"{STOP}?a=1", id="a query"),
        pytest.param(
            chain(("/:slug*", "/:slug*"), more=[{"source": f"{STOP}/old", "destination": "/z"}]),
            f"{STOP}/:slug*",
            id="a redirect of some of the paths",
        ),
        pytest.param(
            rewrite(WILD, f'"destination": "{STOP}/', f'"destination": "{STOP}/below/'),
            f"{STOP}/below/:slug*",
            id="a path below",
        ),
        pytest.param(
            rewrite(WILD, f'"source": "{STOP}/:slug*"', f'"source": "{STOP}/*"'),
            f"{STOP}/:slug*",
            id="a redirect that may not match all paths",
        ),
        pytest.param(
            {**WILD, f"{STOP[1:]}/page.mdx": "text"},
            f"{STOP}/:slug*",
            id="a page that the redirect hides",
        ),
        pytest.param({**chain(), f"{STOP[1:]}.mdx": "text"}, STOP, id="a page on the way"),
        pytest.param(
            rewrite(chain(), f'"destination": "{STOP}"', f'"destination": "{STOP[1:]}"'),
            STOP,
            id="a relative destination",
        ),
    ],
)
def test_a_chain_is_followed_no_further_than_is_safe(files: Files, end: str) -> None:
    assert read_end(list_chains(files)[0]) == end


def test_no_redirect_is_pointed_at_a_dead_end() -> None:
    files = rewrite(chain(), '"destination": "/z"', '"destination": "/docs/nowhere"')

    ends = {read_end(problem) for problem in list_chains(files)}

    assert ends
    assert "/docs/nowhere" not in ends
