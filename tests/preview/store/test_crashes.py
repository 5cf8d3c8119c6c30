"""A process that is killed loses nothing that it reported as done, and revives nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from operator import itemgetter
from pathlib import Path

import pytest

from mcp_preview.store.opening import open_store
from mcp_preview.store.store import Store
from tests.preview.store.stores import NOW, granted, issued, registered, rotated

ROOT = Path(__file__).parents[3]


@pytest.fixture(params=["file", "PostgreSQL"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return f"sqlite:///{tmp_path}/store.db"
    return str(request.getfixturevalue("postgres"))


def killed_after(url: str, site: str, seconds: float) -> list[list[str]]:
    """What a busy process printed before it was killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.preview.store.busy_process", url, site],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "ready \n"
    time.sleep(seconds)
    process.kill()
    # The last line may have been cut off.
    lines = [line.split() for line in process.communicate()[0].split("\n")[:-1]]
    assert process.returncode < 0
    return lines


def is_valid(store: Store, kind: str, which: str) -> bool:
    match kind:
        case "access":
            return store.get_access_grant(which, NOW) is not None
        case "refresh":
            return rotated(store, which) is not None
        case "code":
            return store.redeem_code(which, NOW) is not None
        case _:
            return which in [each.client_id for each in store.list_credentials()]


@pytest.mark.parametrize("seconds", [0.05, 0.2, 0.5])
def test_what_was_done_stays_done(url: str, tmp_path: Path, seconds: float) -> None:
    lines = killed_after(url, str(tmp_path), seconds)
    kinds = {which: kind for word, kind, which in (line for line in lines if len(line) == 3)}
    begun, ended = (
        {line[1] for line in lines if line[0] == word and len(line) == 2}
        for word in ("begin", "end")
    )
    store = open_store(url, str(tmp_path))

    # Whether a refresh token is valid shows by using it, which ends others if it is not: access
    # tokens come first, and new ones before those that they replace.
    in_order = sorted(reversed(kinds.items()), key=itemgetter(1))
    found = {which: is_valid(store, kind, which) for which, kind in in_order}
    store.close()

    assert kinds.keys() >= begun >= ended
    assert {which for which in kinds.keys() - begun if not found[which]} == set()
    assert {which for which in ended if found[which]} == set()


def test_a_restart_keeps_what_is_valid(url: str, tmp_path: Path) -> None:
    before = open_store(url, str(tmp_path))
    made, tokens = before.create_credential("a", NOW), issued(before, granted())
    before.add_registration(registered("client"), NOW)
    before.close()

    after = open_store(url, str(tmp_path))

    assert after.check_secret(*made, NOW, address="").is_right
    assert after.get_access_grant(tokens.access_token, NOW)
    assert after.get_registration("client", NOW)
    assert rotated(after, tokens.refresh_token)
    after.close()
