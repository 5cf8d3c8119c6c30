"""What dead links most likely meant, on a site that has very many of them."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import chain
from pathlib import Path

import pytest

from docs_lsp.core.did_you_mean import MOST_SUGGESTIONS
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.pages import PageIndex
from docs_lsp.site.summaries.address_card import make_address_card


def test_missing_pictures_do_not_use_up_the_suggestions() -> None:
    """A checkout without its pictures still learns which page a link meant."""
    pictures = "\n".join(f"![Quay](/images/quay-{number}.png)" for number in range(200))
    assert "Did you mean `/moorings`?" in _said(f"{pictures}\n[Moorings](/mooring)\n")[-1]


def test_the_first_of_very_many_dead_links_have_suggestions() -> None:
    links = "\n".join(f"[Moorings](/mooring{number})" for number in range(200))
    suggested = ["Did you mean `/moorings`?" in one for one in _said(links)]
    assert suggested == [True] * MOST_SUGGESTIONS + [False] * (200 - MOST_SUGGESTIONS)


@pytest.mark.parametrize("pattern", ["old-{}/{}", "ref/{}-{}", "old-{}/section-{}/overview"])
def test_a_dead_link_is_compared_with_a_few_pages_and_once(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many pages there are: to compare spellings is what takes time."""
    compared = 0
    compare = SequenceMatcher.set_seq1

    def counted(matcher: SequenceMatcher[str], name: str) -> None:
        nonlocal compared
        compared += 1
        compare(matcher, name)

    names = ("boat", "harbour", "quay", "tide", "wind", "lock")
    pages = [f"ref/{names[at % 6]}-{names[at // 6 % 6]}-{at}.mdx" for at in range(2000)]
    pages += [f"section-{at}/overview.mdx" for at in range(2000)]
    wrong = [pattern.format(names[at % 6], at) for at in range(100)]
    index = PageIndex.from_files(pages, ())
    monkeypatch.setattr(SequenceMatcher, "set_seq1", counted)

    first = [index.find_similar_pages(one, 12) for one in wrong]
    assert compared <= 20 * len(wrong)

    compared = 0
    assert [index.find_similar_pages(one, 12) for one in wrong] == first
    assert compared == 0


def test_what_is_doubtful_is_worth_knowing_and_no_more() -> None:
    """An anchor that a component may bring, and an address that answers if the site is published
    below a folder; not one that only older local checks resolve."""
    page = "[1](#its), [2](#none)\n\n## It's\n"
    importing = 'import { Inside } from "/snippets/inside.jsx"\n[1](#none)\n'
    below = "[1](/docs/moorings), [2](/docs/none)\n"

    assert [one.severity for one in _found(page)] == [Severity.WARNING, Severity.WARNING]
    assert [one.severity for one in _found(importing)] == [Severity.INFORMATION]
    assert [one.severity for one in _found(below)] == [Severity.INFORMATION, Severity.WARNING]


def _said(page: str) -> list[str]:
    return [problem.message for problem in _found(page)]


def _found(page: str) -> list[Problem]:
    config = (
        '{ "theme": "mint", "name": "Harbour", "colors": { "primary": "#0a7d5c" },'
        ' "navigation": { "pages": ["index", "moorings"] } }'
    )
    texts = {"docs.json": config, "index.mdx": page, "moorings.mdx": "# Moorings\n"}
    files = MemoryFiles({path: text.encode() for path, text in texts.items()})
    found = (
        evaluate_whole_site(Path("/site"), files, Settings()).get_problems().get("index.mdx", ())
    )
    return [problem for problem in found if problem.rule == "dead-link"]


@pytest.mark.parametrize(
    ("wrong", "page", "near"),
    [
        ("helpdesk", "it/helpdesk", "it/helpdesk"),
        ("helpdsk", "it/helpdesk", ""),
        ("wayback", "no/wayback", "no/wayback"),
        ("no/waybck", "no/wayback", "no/wayback"),
        ("fr/wayback", "no/wayback", ""),
        ("guides/authentcation", "guides/authentication", "guides/authentication"),
    ],
)
def test_an_entry_and_an_address_have_the_same_suggestion(wrong: str, page: str, near: str) -> None:
    """`it` and `no` are departments of a site without languages."""
    files = {
        "docs.json": f'{{"navigation": {{"pages": ["index", "{page}", "{wrong}"]}}}}',
        "index.mdx": f"[a](/{wrong})\n",
        f"{page}.mdx": "Text\n",
    }
    site = evaluate_whole_site(Path("/site"), MemoryFiles(files), Settings())
    overview = site.get_overview()
    assert overview is not None
    problems = chain.from_iterable(site.get_problems().values())
    of_rule = {problem.rule: problem.message for problem in problems}

    assert (f"Did you mean `{near}`?" in of_rule["missing-page"]) == bool(near)
    assert (f"Did you mean `/{near}`?" in of_rule["dead-link"]) == bool(near)
    assert make_address_card(overview, f"/{wrong}").near == ((f"/{near}",) if near else ())
