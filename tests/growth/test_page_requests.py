"""The cost of what an editor asks about a page that grows, counted in steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.features._abilities import CompletionAbilities
from docs_lsp.features._view import View
from docs_lsp.features.hover import answer_hover
from docs_lsp.features.page_completions import answer_page_completion
from docs_lsp.features.references import answer_highlights
from docs_lsp.files.files import BufferedFiles, MemoryFiles
from docs_lsp.settings.settings import Settings
from tests.growth.generator import page, times
from tests.growth.steps import Work, count_steps, measure_growth

_ABILITIES = CompletionAbilities(snippets=True, markdown=True, resolves=True, tags=True)


def _complete(view: View, offset: int) -> object:
    return answer_page_completion(view, "index.mdx", offset, Encoding.UTF16, _ABILITIES)


def _hover(view: View, offset: int) -> object:
    return answer_hover(view, "index.mdx", offset, Encoding.UTF16)


def _highlight(view: View, offset: int) -> object:
    return answer_highlights(view, "index.mdx", offset, Encoding.UTF16)


def _ask(ask: Callable[[View, int], object], typed: str, piece: str, count: int) -> Work:
    """The work of a request where the last letter of a text was typed, below many pieces."""
    files = page(times(piece, count * (len(piece) + 1)) + "\n\n")
    disk = MemoryFiles(files)
    site = evaluate_whole_site(Path("/site"), disk, Settings())

    def ask_after(letters: str) -> None:
        data = f"{files['index.mdx']}{letters}".encode()
        view = View(site, BufferedFiles(disk, {"index.mdx": data}), Path("/site"))
        ask(view, len(data))

    ask_after(typed[:-1])
    return partial(ask_after, typed)


@pytest.mark.parametrize(
    ("typed", "piece", "most"),
    [
        ("<C", "export const A{i} = 1;\n\n", 500),
        ("<C", "import X{i}, { Y{i} } from '/a{i}.jsx'\n\n", 1000),
        ("{C", "export const A{i} = 1;\n\n", 500),
        ("{C", "- a\n\n", 1),
        ("<Ca", "- <b/>\n", 5),
    ],
)
def test_to_complete_a_name_only_what_has_changed_is_parsed(
    typed: str, piece: str, most: int
) -> None:
    few, many = (_ask(_complete, typed, piece, count) for count in (50, 100))
    each = (count_steps(many) - count_steps(few)) / 50

    assert each <= most, each


@pytest.mark.parametrize("ask", [_hover, _highlight])
def test_the_names_of_a_page_are_looked_up_at_a_cost_that_grows_with_them(
    ask: Callable[[View, int], object],
) -> None:
    growth = measure_growth(partial(_ask, ask, "text", "export const a{i} = b{i}\n\n"), 40)

    assert growth.is_bounded, growth


@pytest.mark.parametrize(("ask", "most"), [(_hover, 400), (_highlight, 1)])
def test_a_list_is_read_once_for_a_word_in_it(
    ask: Callable[[View, int], object], most: int
) -> None:
    few, many = (_ask(ask, "word", "- <b/>\n", count) for count in (50, 100))
    each = (count_steps(many) - count_steps(few)) / 50

    assert each <= most, each
