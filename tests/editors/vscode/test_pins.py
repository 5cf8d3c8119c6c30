"""The pinned Python of released extensions, and the check for newer releases."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from editors.vscode.scripts import pins as subject
from editors.vscode.scripts.bundle import ROOT, TARGETS
from editors.vscode.scripts.interpreter import InterpreterFault
from editors.vscode.scripts.pins import (
    LIBRARIES,
    Pins,
    find_newer,
    format_pins,
    list_differences,
    read_pins,
    unpack,
)

TRIPLES = {
    "linux-x64": "x86_64-unknown-linux-gnu",
    "win32-x64": "x86_64-pc-windows-msvc",
}
PINS = Pins("quay/pythons", "20260814", "3.13.15", {"linux-x64": "a" * 64, "win32-x64": "b" * 64})


def release(tag: str, *versions: str, digest: str = "c" * 64) -> dict[str, Any]:
    """A release with archives of some versions of Python, as `gh` describes it."""
    assets = [
        {"name": f"cpython-{version}+{tag}-{triple}-{kind}.tar.gz", "digest": f"sha256:{digest}"}
        for version in versions
        for triple in TRIPLES.values()
        for kind in ("install_only", "install_only_stripped")
    ]
    return {"tagName": tag, "assets": assets}


def test_each_target_of_the_extension_has_a_pin() -> None:
    pins = read_pins()

    assert pins.sha256.keys() == TARGETS.keys()
    assert all(len(bytes.fromhex(digest)) == 32 for digest in pins.sha256.values())
    assert len(set(pins.sha256.values())) == len(TARGETS)
    assert format_pins(pins) == subject.FILE.read_text("utf-8")


@pytest.mark.parametrize(
    ("newest", "expected"),
    [
        (release("20260814", "3.13.15"), None),
        (release("20260701", "3.13.16"), None),
        (release("20260901", "3.14.8"), None),
        (release("20260901", "3.13.9", "3.13.16", "3.14.8"), "3.13.16"),
        (release("20260901", "3.13.15"), "3.13.15"),
    ],
)
def test_the_newest_patch_of_a_later_release_counts(
    newest: dict[str, Any], expected: str | None
) -> None:
    newer = find_newer(PINS, newest)

    assert (newer and newer.version) == expected
    assert newer is None or newer.sha256 == {"linux-x64": "c" * 64, "win32-x64": "c" * 64}


def test_a_release_that_lacks_a_target_is_no_answer() -> None:
    newest = release("20260901", "3.13.16")
    newest["assets"] = [asset for asset in newest["assets"] if "linux" in asset["name"]]

    with pytest.raises(KeyError):
        find_newer(PINS, newest)


def test_a_library_inside_counts_too() -> None:
    newer = PINS._replace(release="20260901")
    before = {name: {"version": "1"} for name in LIBRARIES}
    after = {**before, "openssl-3.5": {"version": "2"}}

    assert list(list_differences(PINS, newer, before, before)) == []
    assert list(list_differences(PINS, newer, before, after)) == [
        "openssl-3.5 is 2 in the newest release, and 1 in the pinned one."
    ]


def test_the_command_fails_with_what_is_to_be_done(tmp_path: Path) -> None:
    pins = read_pins()
    version = f"{pins.minor}.99"
    names = [
        pins._replace(version=version, release="29991231").archive(target) for target in TARGETS
    ]
    assets = [{"name": name, "digest": f"sha256:{'d' * 64}"} for name in names]
    newest = tmp_path / "newest.json"
    newest.write_text(json.dumps({"tagName": "29991231", "assets": assets}), "utf-8")
    downloads = tmp_path / "downloads.py"
    known = {name: {"version": "1"} for name in LIBRARIES}
    downloads.write_text(f"# A comment.\nDOWNLOADS = {known!r}\n", "utf-8")

    done = subprocess.run(
        [
            *(sys.executable, "-m", "editors.vscode.scripts.pins", "--newest", str(newest)),
            *("--libraries", str(downloads), str(downloads)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )

    assert done.returncode == 1, done.stderr
    assert f"Python {version} is released, and {pins.version} is pinned." in done.stdout
    assert f'version = "{version}"' in done.stdout and 'release = "29991231"' in done.stdout


def test_only_the_pinned_archive_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "python.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.addfile(tarfile.TarInfo("python/python.exe"), io.BytesIO())
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()

    with pytest.raises(InterpreterFault, match="is not the pinned Python of linux-x64"):
        unpack(archive, "linux-x64", tmp_path / "refused")
    assert not (tmp_path / "refused").exists()

    monkeypatch.setattr(subject, "read_pins", lambda: PINS._replace(sha256={"linux-x64": digest}))
    assert (unpack(archive, "linux-x64", tmp_path / "made") / "python.exe").is_file()
