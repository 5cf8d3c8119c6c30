"""Tests that need a process of their own.

Other tests leave threads behind, and a process with threads is not forked: what forks do would not
be tested, and nobody would notice.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ALONE = Path(__file__).parent / "alone"
LONGEST = 300
"""Seconds."""


@pytest.mark.parametrize("file", sorted(one.name for one in ALONE.glob("[a-z]*.py")))
def test_alone(file: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(ALONE / file)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=LONGEST, cwd=ALONE.parents[1], check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
