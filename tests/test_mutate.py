"""The tool that looks for holes in the tests: what it changes, and that a change takes effect."""

from __future__ import annotations

import itertools
import subprocess
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests import mutate
from tests.mutants import Mutant, compile_mutant, list_mutants, path_of
from tests.mutate import MOST_TESTS, TIME_LIMIT, _folder_of, _select_tests

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


@pytest.mark.parametrize(
    ("module", "folder"),
    [
        ("docs_lsp.mdx.braces", "tests/mdx"),
        ("docs_lsp.api", "tests"),
        ("mcp_preview.oauth.answers", "tests/preview/oauth"),
        ("mcp_preview.cli", "tests/preview"),
    ],
)
def test_the_tests_of_a_module_are_those_of_its_room(module: str, folder: str) -> None:
    assert _folder_of(module) == folder


def test_the_first_run_may_take_any_time_and_each_mutant_three_times_as_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limits: list[float | None] = []

    def run(
        command: Sequence[str], *, env: Mapping[str, str], timeout: float | None, **_options: object
    ) -> subprocess.CompletedProcess[str]:
        limits.append(timeout)
        if "MUTANT_CALLS" in env:
            Path(env["MUTANT_CALLS"]).write_text('{"f": ["test_a"]}', "utf-8")
        elif timeout is not None:
            raise subprocess.TimeoutExpired(command, timeout)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(mutate, "list_mutants", lambda _: [Mutant("f", 1, "a", "b")])
    monkeypatch.setattr("time.monotonic", itertools.count(0, 2 * TIME_LIMIT).__next__)

    assert mutate.main(["docs_lsp.core.grouping"]) == 0
    assert "1 of 1 mutants noticed" in capsys.readouterr().out
    assert limits == [None, 6 * TIME_LIMIT]


def test_a_module_that_a_conftest_imports_can_have_mutants(tmp_path: Path) -> None:
    """The conftest of a folder that is named on the command line is imported before the tests."""
    (tmp_path / "conftest.py").write_text("import docs_lsp.core.grouping\n", "utf-8")
    (tmp_path / "test_grouping.py").write_text(
        "import docs_lsp.core.grouping\n\n\ndef test_grouping():\n"
        "    assert docs_lsp.core.grouping.group_by('a', str) == {'a': ['a']}\n",
        "utf-8",
    )

    calls = mutate.find_calls("docs_lsp.core.grouping", [str(tmp_path)])

    assert list(calls) == ["group_by"]
    tests = [f"{tmp_path}/test_grouping.py::test_grouping"]
    mutants = list_mutants(path_of("docs_lsp.core.grouping").read_text("utf-8"))
    returned = next(at for at, mutant in enumerate(mutants) if mutant.after == "return None")
    assert mutate.is_noticed("docs_lsp.core.grouping", returned, tests)
