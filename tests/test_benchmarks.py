"""The table of the benchmarks: what a row says, and how it gets into the manual."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.benchmarks.suite.__main__ import write_below_heading
from tests.benchmarks.suite.processes import family, memory, processor, spending
from tests.benchmarks.suite.rows import Row, row_of, table


def test_a_row_says_how_far_from_its_peer_it_is() -> None:
    row = row_of("keystroke", "100", [0.001, 0.002, 0.009], "bare", [0.004, 0.004])

    assert (row.p50, row.most, row.other, row.ratio) == (2.0, 9.0, 4.0, 0.5)
    assert row_of("keystroke", "100", [0.001]).ratio is None


def test_a_table_has_what_was_measured_and_nothing_else() -> None:
    text = table([Row("check", "300", 1.5, unit="s", processor=1.25), Row("memory", "1", 1234.0)])

    assert text.splitlines()[2:] == [
        "| check | 300 | 1.50 s |  |  |  | 1.2 s |  |  |  |",
        "| memory | 1 | 1,234 ms |  |  |  |  |  |  |  |",
    ]


def test_the_page_gets_the_table_below_its_heading(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text("A\n\n## Measurements\n\nold\n", "utf-8")

    write_below_heading(page, "new\n")
    write_below_heading(page, "newer\n")

    assert page.read_text("utf-8") == "A\n\n## Measurements\n\nnewer\n"


@pytest.mark.skipif(sys.platform != "linux", reason="there the system says it in files")
def test_what_this_process_takes_is_counted() -> None:
    with spending(os.getpid()) as spent:
        sum(range(3_000_000))

    assert os.getpid() in family(os.getpid())
    assert 0 < spent.processor <= processor(os.getpid())
    assert spent.share > 0
    assert memory(os.getpid()) > 10
