"""Reads the pinned Python of released extensions, and checks for a newer one.

    python -m editors.vscode.scripts.pins --archive linux-x64   # repository, release and file name
    python -m editors.vscode.scripts.pins --newest RELEASE.json --libraries PINNED.py NEWEST.py

`RELEASE.json` is what `gh release view --json tagName,assets` prints, the others are
`pythonbuild/downloads.py` of both releases. The second command ends with 1, and prints the new
`python.toml`, if a newer release has a newer patch of Python or another library inside of it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
import tarfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from editors.vscode.scripts.interpreter import InterpreterFault

FILE = Path(__file__).resolve().parents[1] / "python.toml"
LIBRARIES = (
    *("bzip2", "expat", "libedit", "libffi", "mpdecimal", "ncurses", "openssl-3.5", "sqlite"),
    *("uuid", "xz", "zlib"),
)
"""Libraries included in a Python of python-build-standalone, by its names for them."""
_TRIPLES = {
    "linux-x64": "x86_64-unknown-linux-gnu",
    "linux-arm64": "aarch64-unknown-linux-gnu",
    "alpine-x64": "x86_64-unknown-linux-musl",
    "alpine-arm64": "aarch64-unknown-linux-musl",
    "darwin-x64": "x86_64-apple-darwin",
    "darwin-arm64": "aarch64-apple-darwin",
    "win32-x64": "x86_64-pc-windows-msvc",
    "win32-arm64": "aarch64-pc-windows-msvc",
}
_HEAD = re.compile(r"(#.*\n)+")
_FLAVOUR = "install_only_stripped.tar.gz"


class Pins(NamedTuple):
    """A release of python-build-standalone, and its archives of one Python version."""

    repository: str
    release: str
    version: str
    sha256: Mapping[str, str]
    """Hash of the archive for each target."""

    @property
    def minor(self) -> str:
        """Minor version, such as `3.13`, which is raised only by hand."""
        return self.version.rpartition(".")[0]

    def archive(self, target: str) -> str:
        """Return the file name of the archive for a target."""
        return f"cpython-{self.version}+{self.release}-{_TRIPLES[target]}-{_FLAVOUR}"


def read_pins() -> Pins:
    """Return the pins."""
    return Pins(**tomllib.loads(FILE.read_text("utf-8")))


def unpack(archive: Path, target: str, folder: Path) -> Path:
    """Unpack the pinned Python of a target, and return its folder. Raises `InterpreterFault` for
    any other file."""
    with archive.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    pinned = read_pins().sha256[target]
    if digest != pinned:
        raise InterpreterFault(
            f"`{archive}` is not the pinned Python of {target}: its SHA-256 is {digest}, and "
            f"{FILE.name} has {pinned}."
        )
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "python"


def read_libraries(downloads: Path) -> dict[str, dict[str, Any]]:
    """Return the included libraries, from `pythonbuild/downloads.py`."""
    module = ast.parse(downloads.read_text("utf-8"))
    (table,) = (node.value for node in module.body if isinstance(node, ast.Assign))
    known = ast.literal_eval(table)
    return {name: known[name] for name in LIBRARIES}


def find_newer(pins: Pins, release: Mapping[str, Any]) -> Pins | None:
    """Return the newest patch of the pinned Python in a release that is newer than the pinned one;
    None if there is none. Raises `KeyError` if it lacks the archive of a target."""
    name = re.compile(rf"cpython-({re.escape(pins.minor)}\.\d+)\+(\d+)-(.+)-{re.escape(_FLAVOUR)}")
    by_version: dict[str, dict[str, str]] = {}
    for asset in release["assets"]:
        match = name.fullmatch(asset["name"])
        if match is not None and match[2] == release["tagName"]:
            digest = asset["digest"].removeprefix("sha256:")
            by_version.setdefault(match[1], {})[match[3]] = digest
    if release["tagName"] <= pins.release or not by_version:
        return None
    version = max(by_version, key=lambda version: int(version.rpartition(".")[2]))
    hashes = {target: by_version[version][_TRIPLES[target]] for target in pins.sha256}
    return Pins(pins.repository, release["tagName"], version, hashes)


def list_differences(
    pins: Pins, newer: Pins, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[str]:
    """Describe what is newer in a release: Python and its libraries."""
    if newer.version != pins.version:
        yield f"Python {newer.version} is released, and {pins.version} is pinned."
    for name in LIBRARIES:
        old, new = before[name]["version"], after[name]["version"]
        if new != old:
            yield f"{name} is {new} in the newest release, and {old} in the pinned one."


def format_pins(pins: Pins) -> str:
    """Return the text of `python.toml`."""
    head = _HEAD.match(FILE.read_text("utf-8"))
    fields = [f'{name} = "{getattr(pins, name)}"' for name in ("repository", "release", "version")]
    hashes = [f'{target} = "{digest}"' for target, digest in pins.sha256.items()]
    return "\n".join([(head[0] if head else "").rstrip(), *fields, "", "[sha256]", *hashes, ""])


def main() -> int:
    """Run the command line. Return the exit code."""
    parser = ArgumentParser(description="Compare the pinned Python with the newest release.")
    parser.add_argument("--archive", choices=_TRIPLES, help="print where that of a target is")
    parser.add_argument("--newest", type=Path, metavar="RELEASE.json")
    parser.add_argument("--libraries", type=Path, nargs=2, metavar=("PINNED.py", "NEWEST.py"))
    options = parser.parse_args()
    pins = read_pins()
    if options.archive:
        print(pins.repository, pins.release, pins.archive(options.archive))
        return 0
    if not (options.newest and options.libraries):
        parser.error("name a target with --archive, or files with --newest and --libraries.")
    newer = find_newer(pins, json.loads(options.newest.read_text("utf-8")))
    if newer is None:
        print(f"Release {pins.release} of {pins.repository} is the newest.")
        return 0
    before, after = (read_libraries(path) for path in options.libraries)
    differences = list(list_differences(pins, newer, before, after))
    if not differences:
        print(f"Release {newer.release} has nothing newer than the pinned {pins.release}.")
        return 0
    print("\n".join(differences))
    print(f"\nWrite this into editors/vscode/{FILE.name}, and release:\n\n{format_pins(newer)}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
