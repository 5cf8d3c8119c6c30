"""A check that takes long says what it is at, and a limit ends it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.cli.time_limit import _TimeLimitClock
from docs_lsp.core.current_work import get_work, record_file, record_rule

DOCS = '{"theme": "mint", "name": "A", "colors": {"primary": "#123"}, "navigation": {"pages": []}}'
BEGIN = """\
import os, signal, sys, time
from pathlib import Path
from docs_lsp.cli import main
from docs_lsp.core.forks import Helper
from docs_lsp.evaluation import check
from docs_lsp.site.mdx import page_processes
whole = check.read_page
"""
CHECK = "sys.exit(main(['check', '--no-cache', '--time-limit', sys.argv[2], sys.argv[1]]))\n"
STAYS = """\
def read(data, file, version):
    while file == "slow.mdx":
        os.kill(os.getpid(), signal.SIGALRM)
    return whole(data, file, version)
check.read_page = read
"""
STAYS_ELSEWHERE = """\
def read(data, file, version):
    if os.getpid() != first:
        Path(sys.argv[1], "begun").write_text(f"{os.getpid()} {file}")
        Path(sys.argv[1], "begun").rename(Path(sys.argv[1], "other"))
        time.sleep(600)
    while not Path(sys.argv[1], "other").exists():
        time.sleep(0.01)
    return whole(data, file, version)
def wait(helper):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return result(helper)
first, result = os.getpid(), Helper.wait_for_result
check.read_page, Helper.wait_for_result = read, wait
page_processes._FORKED_SIZE, page_processes.count_processors = 1, lambda: 2
"""


def run(code: str, site: Path, limit: int) -> tuple[int, str]:
    command = [sys.executable, "-c", BEGIN + code + CHECK, str(site), str(limit)]
    done = subprocess.run(command, capture_output=True, timeout=60, text=True)
    return done.returncode, done.stderr


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "docs.json").write_text(DOCS)
    for name in ("a", "b", "slow", "z"):
        (tmp_path / f"{name}.mdx").write_text("[a](/a)\n")
    return tmp_path


ALARMS = pytest.mark.skipif(sys.platform == "win32", reason="nothing can interrupt a thread")


@ALARMS
def test_a_check_says_what_it_is_at_and_the_limit_ends_it(site: Path) -> None:
    assert run(STAYS, site, 500) == (
        2,
        "docs-lsp: after 30 s it is still at `slow.mdx`.\n"
        "docs-lsp: the time limit of 500 s was exceeded at `slow.mdx`; nothing is reported.\n",
    )


@ALARMS
def test_a_limit_that_is_over_sooner_is_all_that_is_said(site: Path) -> None:
    code, said = run(STAYS, site, 20)

    assert (code, said.count("\n")) == (2, 1)


def test_a_limit_ends_a_check_by_itself(site: Path) -> None:
    code, said = run("check.read_page = lambda *_: time.sleep(600)\n", site, 1)

    assert (code, said.count("\n")) == (2, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="there are no forks")
def test_a_page_that_another_process_reads_is_named_and_that_process_ends(site: Path) -> None:
    for number in range(80):  # Each process fetches 32 before it reads the first.
        (site / f"page{number}.mdx").write_text("[a](/a)\n")

    code, said = run(STAYS_ELSEWHERE, site, 20)

    process, file = (site / "other").read_text().split()
    assert code == 2
    assert f"at `{file}`" in said
    other = Path("/proc", process)
    for _ in range(100):
        if not other.exists():
            break
        time.sleep(0.05)
    else:
        pytest.fail("the other process goes on")


def test_a_rule_is_named_with_the_page_that_it_looks_at() -> None:
    record_rule("dead-link")
    record_file("a\x1b.mdx")

    assert (
        _TimeLimitClock(None, get_work())._describe_work()
        == "at `a\\u001b.mdx`, for the rule `dead-link`"
    )


@pytest.mark.parametrize("given", ["x", "0", "-1", "nan", "inf"])
def test_a_limit_is_a_number_of_seconds(
    given: str, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", f"--time-limit={given}", str(site)])

    assert ended.value.code == 2
    assert "must be a number above 0" in capsys.readouterr().err


def test_a_check_within_the_limit_is_as_any_other(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--time-limit", "600", str(site)]) == main(["check", str(site)])
    assert capsys.readouterr().err == ""
