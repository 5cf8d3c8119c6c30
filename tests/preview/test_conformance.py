"""The official conformance suite of the protocol, against a preview that runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.preview import node
from tests.preview.running import running

LEFT_OUT = Path(__file__).with_name("conformance")
# The scenarios that apply and pass whole, besides the parts of those that apply in part.
APPLY = {
    "2025-11-25": {
        "server-initialize": 2,
        "ping": 2,
        "tools-list": 3,
        "resources-list": 2,
        "dns-rebinding-protection": 2,
    },
    "2026-07-28": {
        "server-stateless": 21,
        "tools-list": 4,
        "resources-list": 2,
        "sep-2164-resource-not-found": 4,
        "dns-rebinding-protection": 2,
        "caching": 7,
        "http-header-validation": 14,
        "server-sse-multiple-streams": 1,
        "input-required-result-unsupported-methods": 2,
    },
}
_LINE = re.compile(r"^. ([\w.-]+): (\d+) passed, \d+ failed", re.MULTILINE)


@pytest.mark.parametrize("revision", sorted(APPLY))
def test_all_scenarios_that_apply_pass(revision: str, sites: Path, tmp_path: Path) -> None:
    suite = node.modules() / "@modelcontextprotocol/conformance/dist/index.js"
    with running(sites / "observatory") as preview:
        done = node.run(
            *(suite, "server", "--url", preview.ready["mcp"], "--requirements", revision),
            *("--expected-failures", LEFT_OUT / f"{revision}.yml", "--output-dir", tmp_path),
        )

    passed = {name: int(count) for name, count in _LINE.findall(done.stdout)}
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert {name: passed.get(name, 0) for name in APPLY[revision]} == APPLY[revision]


@pytest.mark.parametrize("revision", sorted(APPLY))
def test_each_entry_that_is_left_out_has_a_reason(revision: str) -> None:
    groups = (LEFT_OUT / f"{revision}.yml").read_text("utf-8").partition("server:\n")[2]

    for group in groups.strip("\n").split("\n\n"):
        lines = [line.strip() for line in group.splitlines()]
        assert lines[0].startswith("# ") and lines[-1].startswith("- "), group
