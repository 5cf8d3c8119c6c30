"""The inventory of third-party components in a packaged extension."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editors.vscode.scripts.bundle import HOME
from editors.vscode.scripts.interpreter import Interpreter
from editors.vscode.scripts.inventory import (
    Component,
    list_interpreter,
    list_packages,
    write_inventory,
)
from editors.vscode.scripts.pins import LIBRARIES
from editors.vscode.scripts.vsix import PARTS

NEW = "Name: Some_Package\nVersion: 1.2\nLicense-Expression: MIT OR Apache-2.0\n\nA text.\n"
OLD = "Name: older\nVersion: 3\nClassifier: License :: OSI Approved :: BSD License\n\n"


@pytest.fixture
def bundled(tmp_path: Path) -> Path:
    """Bundled packages: one with newer metadata, one with older."""
    files = {
        "common/some_package-1.2.dist-info/METADATA": NEW,
        "common/some_package-1.2.dist-info/licenses/vendored/Other.txt": "The text of another.",
        "common/some_package-1.2.dist-info/licenses/LICENSE": "The text of MIT.",
        "cp313/older-3.dist-info/METADATA": OLD,
        "cp313/older-3.dist-info/LICENSE.txt": "The text of BSD.",
        "cp313/older-3.dist-info/RECORD": "older/__init__.py",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_packages_are_listed_with_the_texts_of_their_licences(bundled: Path) -> None:
    older, newer = sorted(list_packages(bundled))[::-1]

    texts = ("The text of MIT.", "The text of another.")
    purl = "pkg:pypi/some-package@1.2"
    assert newer == Component("Some_Package", "1.2", "MIT OR Apache-2.0", texts, purl)
    assert (older.licence, older.texts) == ("BSD License", ("The text of BSD.",))


def test_what_is_compiled_into_a_package_is_listed(bundled: Path) -> None:
    purl = "pkg:generic/openssl@4.0.3?download_url=file:///home/user/openssl"
    crate = {"name": "ahash", "version": "0.8.12", "purl": "pkg:cargo/ahash@0.8.12"}
    components = [
        {**crate, "licenses": [{"expression": "MIT OR Apache-2.0"}]},
        {"name": "openssl", "version": "4.0.3", "purl": purl},
    ]
    bill = bundled / "common/some_package-1.2.dist-info/sboms/a.cyclonedx.json"
    bill.parent.mkdir()
    bill.write_text(json.dumps({"components": components}), "utf-8")

    listed = {component.name: component for component in list_packages(bundled)}

    assert listed["ahash"] == Component(
        "ahash", "0.8.12", "MIT OR Apache-2.0", (), "pkg:cargo/ahash@0.8.12"
    )
    assert listed["openssl"].purl == "pkg:generic/openssl@4.0.3"
    assert listed["openssl"].cpe == "cpe:2.3:a:openssl:openssl:4.0.3:*:*:*:*:*:*:*"


def test_both_lists_hold_each_component_once(bundled: Path, tmp_path: Path) -> None:
    listed = [*list_packages(bundled)] * 2

    files = write_inventory(tmp_path, listed, "0.1.0")

    text = files["THIRD_PARTY.txt"].read_text("utf-8")
    assert text.count("Some_Package 1.2: MIT OR Apache-2.0") == 2  # in the list, and over its text
    assert text.count("The text of BSD.") == 1
    bill = json.loads(files["sbom.cdx.json"].read_text("utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    names = {entry["purl"]: entry["licenses"] for entry in bill["components"]}
    assert names == {
        "pkg:pypi/older@3": [{"license": {"name": "BSD License"}}],
        "pkg:pypi/some-package@1.2": [{"expression": "MIT OR Apache-2.0"}],
    }


def test_the_libraries_inside_of_a_python_are_listed(tmp_path: Path) -> None:
    about = {"version": "3.5.7", "licenses": ["Apache-2.0"], "license_file": "LICENSE.txt"}
    downloads = tmp_path / "pythonbuild/downloads.py"
    downloads.parent.mkdir()
    downloads.write_text(f"DOWNLOADS = {dict.fromkeys(LIBRARIES, about)!r}\n", "utf-8")
    (tmp_path / "LICENSE.txt").write_text("The text of Apache.", "utf-8")
    python = Interpreter(tmp_path, "3.13.15", tmp_path / "bin/python3.13", tmp_path / "lib")

    listed = {component.name: component for component in list_interpreter(python, tmp_path)}

    assert listed["Python"].cpe == "cpe:2.3:a:python:python:3.13.15:*:*:*:*:*:*:*"
    assert listed["openssl"].purl == "pkg:generic/openssl@3.5.7"
    assert listed["openssl"].cpe == "cpe:2.3:a:openssl:openssl:3.5.7:*:*:*:*:*:*:*"
    assert listed["openssl"].texts == ("The text of Apache.",)
    assert len(listed) == len(LIBRARIES) + 1


def test_no_list_is_part_of_the_repository() -> None:
    assert not [name for name in ("THIRD_PARTY.txt", "sbom.cdx.json") if (HOME / name).exists()]
    assert "THIRD_PARTY.txt" not in PARTS
