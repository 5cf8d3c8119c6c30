"""Which findings people are shown as one block."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.evaluation import shared_causes
from docs_lsp.evaluation.shared_causes import Cause, CauseKind, find_blocks


def make_problem(
    message: str, rule: str = "dead-link", file: str = "a.mdx", at: int = 0, about: str = ""
) -> Problem:
    return Problem(rule, file, Span(at, at + 1), message, Severity.WARNING, about=about)


def make_page_problem(file: str, rule: str = "unlisted-page", about: str = "") -> Problem:
    return make_problem("m", rule, file, about=about)


def make_block(kind: CauseKind, target: str, places: int, rule: str = "dead-link") -> Cause:
    return Cause(rule, kind, target, places, targets=0)


def test_findings_with_one_message_are_a_block() -> None:
    problems = [make_problem(text) for text in ("m", "n", "m")]
    block = make_block(CauseKind.MESSAGE, "m", 2)

    assert find_blocks(problems, None) == (block, None, block)
    assert find_blocks([make_problem("m"), make_problem("m", "bad-icon")], None) == (None, None)


@pytest.mark.parametrize(
    ("files", "folders"),
    [
        (("a/b/x.mdx", "a/b/y.mdx"), ("a/b", "a/b")),
        (("a/b/x.mdx", "a/c/y.mdx", "a/z.mdx"), ("a", "a", "a")),
        (("a/x.mdx", "b/x.mdx"), (None, None)),
        (("x.mdx", "/y.mdx", "a/z.mdx"), ("", "", None)),
    ],
)
def test_findings_about_pages_of_a_folder_are_a_block(
    files: Sequence[str], folders: Sequence[str | None]
) -> None:
    found = find_blocks([make_page_problem(file) for file in files], None)
    places = len(files) - folders.count(None)

    assert found == tuple(
        None
        if folder is None
        else make_block(CauseKind.PAGES, folder, places, rule="unlisted-page")
        for folder in folders
    )


def test_neither_two_rules_nor_findings_about_folders_are_a_block_of_pages() -> None:
    rules = [make_page_problem("a/x.mdx"), make_page_problem("a/y.mdx", "noindex-listed")]
    folders = [make_page_problem("a/x.mdx"), make_page_problem("a/y.mdx", about="a")]

    assert find_blocks(rules, None) == find_blocks(folders, None) == (None, None)


def test_a_finding_at_an_entry_is_about_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    listings = [
        SimpleNamespace(file="docs.json", span=Span(at, at + 1), page=page)
        for at, page in ((5, "a/x"), (7, "a/y"), (9, "b/z"))
    ]
    overview: Any = SimpleNamespace(navigation=SimpleNamespace(listings=listings))
    problems = [make_problem("m", "hidden-wins", "docs.json", at) for at in (5, 7, 9)]
    block = make_block(CauseKind.PAGES, "a", 2, rule="hidden-wins")

    monkeypatch.setattr(shared_causes, "find_causes", lambda *_: [None] * 3)

    assert find_blocks(problems, overview) == (block, block, None)


_TWO = make_block(CauseKind.COPIES, "/a", 2)
_THREE = make_block(CauseKind.COPIES, "/b", 3)
_ADDRESS = make_block(CauseKind.TARGET, "/c", 2)
_ALL = make_block(CauseKind.MESSAGE, "m", 3)


@pytest.mark.parametrize(
    ("causes", "blocks"),
    [
        ((_TWO, _TWO, None), (_ALL, _ALL, _ALL)),
        ((_THREE, _THREE, _THREE), (_THREE, _THREE, _THREE)),
        ((_THREE, _THREE, None), (_THREE, _THREE, None)),
        ((_ADDRESS, _ADDRESS, None), (_ADDRESS, _ADDRESS, None)),
    ],
)
def test_copies_are_part_of_a_block_with_their_message_if_all_are(
    monkeypatch: pytest.MonkeyPatch,
    causes: Sequence[Cause | None],
    blocks: Sequence[Cause | None],
) -> None:
    monkeypatch.setattr(shared_causes, "find_causes", lambda *_: causes)

    assert find_blocks([make_problem("m")] * 3, None) == blocks
