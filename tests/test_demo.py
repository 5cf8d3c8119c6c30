"""What `make demo` shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.demo import QUESTION, ROOT, SHOWN


def test_both_halves_are_shown_and_nothing_is_left_behind() -> None:
    before = (ROOT / "tests/sites/broken/docs.json").read_bytes()
    demo = subprocess.Popen(
        [sys.executable, "-m", "tests.demo"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    printed, complaints = demo.communicate(timeout=300)

    assert (demo.returncode, complaints) == (0, "")
    check, client, editor = re.split(r"^\d\. .*\n", printed, flags=re.MULTILINE)[1:]
    assert all(rule in check for rule in SHOWN)
    assert "17 problems" in check
    first, second = client.split(QUESTION)[1:]
    assert "guides/mooring" not in first.partition("$ docs-lsp fix")[0]
    assert "page-extension  Write `guides/mooring`" in first
    assert "Page: guides/mooring" in second
    assert "code --install-extension" in editor
    assert len(printed.splitlines()) < 70
    assert (ROOT / "tests/sites/broken/docs.json").read_bytes() == before
    if os.name == "posix":
        with pytest.raises(ProcessLookupError):
            os.killpg(demo.pid, 0)
