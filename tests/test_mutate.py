"""The tool that looks for holes in the tests: what it changes, and that a change takes effect."""

from __future__ import annotations

import textwrap

from tests.mutants import Mutant, compile_mutant, list_mutants
from tests.mutate import MOST_TESTS, _select_tests

SOURCE = textwrap.dedent(
    '''
    """A module."""

    if TYPE_CHECKING:
        from docs_lsp.core.text import Text

    LIMIT = 3

    class Store:
        def has_room(self, count: int) -> bool:
            """Whether more can be added."""
            return count < LIMIT and not count == 1
    '''
)


def run_mutant(number: int) -> dict[str, object]:
    """Execute the module with a mutant."""
    names: dict[str, object] = {"TYPE_CHECKING": False}
    exec(compile_mutant(SOURCE, number, "store.py"), names)
    return names


def test_each_change_of_meaning_is_a_mutant_and_no_docstring_or_type() -> None:
    assert [(mutant.function, mutant.after) for mutant in list_mutants(SOURCE)] == [
        ("", "4"),
        ("Store.has_room", "return None"),
        ("Store.has_room", "count < LIMIT or not count == 1"),
        ("Store.has_room", "count < LIMIT"),
        ("Store.has_room", "count <= LIMIT"),
        ("Store.has_room", "count == 1"),
        ("Store.has_room", "count != 1"),
        ("Store.has_room", "2"),
    ]


def test_a_mutant_takes_effect() -> None:
    assert run_mutant(0)["LIMIT"] == 4
    assert run_mutant(1)["LIMIT"] == 3
    store = run_mutant(1)["Store"]
    assert isinstance(store, type)
    assert store().has_room(0) is None


def test_the_tests_of_a_mutant_are_those_that_call_its_function() -> None:
    calls = {"f": ["a", "b"], "g": ["b", "c"]}

    assert _select_tests(Mutant("f", 1, "", ""), calls) == ["a", "b"]
    assert _select_tests(Mutant("h", 1, "", ""), calls) == []
    assert _select_tests(Mutant("", 1, "", ""), calls) == ["a", "b", "c"]
    many = {"f": [str(number) for number in range(3 * MOST_TESTS)]}
    assert len(_select_tests(Mutant("f", 1, "", ""), many)) <= MOST_TESTS
