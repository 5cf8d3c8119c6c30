"""URIs and paths, for both kinds of file systems."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.uris import path_to_uri, uri_to_path

# URI, path on POSIX, path on Windows.
URIS = [
    ("file:///tmp/x", "/tmp/x", None),
    ("file:/tmp/x", "/tmp/x", None),
    ("FILE:///tmp/x", "/tmp/x", None),
    ("file://localhost/tmp/x", "/tmp/x", None),
    ("file:///", "/", None),
    ("file:///tmp/a%20b/%C3%A9.md", "/tmp/a b/é.md", None),
    ("file:///tmp/é.md", "/tmp/é.md", None),
    ("file:///tmp/%23%3F%25.md", "/tmp/#?%.md", None),
    ("file:///tmp/%FF", "/tmp/\udcff", None),
    ("file:///c%3A/x/y", "/c:/x/y", "C:\\x\\y"),
    ("file:///C:/x", "/C:/x", "C:\\x"),
    ("file:///c:", "/c:", "C:\\"),
    ("file:///c|/x", "/c|/x", "C:\\x"),
    ("file:///c%3A/Users/J%C3%BCrgen/a%20b", "/c:/Users/Jürgen/a b", "C:\\Users\\Jürgen\\a b"),
    ("file://server/share/a%20b", None, "\\\\server\\share\\a b"),
    ("file:///tmp/a%00b", None, None),
    ("file:", None, None),
    ("file:relative", None, None),
    ("untitled:Untitled-1", None, None),
    ("untitled:/tmp/x", None, None),
    ("vscode-vfs://github/a/docs.json", None, None),
    ("https://example.com/docs.json", None, None),
    ("file://[broken/x", None, None),
    ("docs.json", None, None),
    ("", None, None),
]


@pytest.mark.parametrize(("uri", "posix", "windows"), URIS)
def test_a_uri_names_a_path(uri: str, posix: str | None, windows: str | None) -> None:
    assert uri_to_path(uri, windows=False) == posix
    assert uri_to_path(uri, windows=True) == windows


@pytest.mark.parametrize(
    ("path", "windows", "uri"),
    [
        ("/tmp/a b/é#.md", False, "file:///tmp/a%20b/%C3%A9%23.md"),
        ("/", False, "file:///"),
        ("/tmp/\udcff", False, "file:///tmp/%FF"),
        ("/tmp/back\\slash", False, "file:///tmp/back%5Cslash"),
        ("c:\\x\\a b", True, "file:///C:/x/a%20b"),
        ("C:/x", True, "file:///C:/x"),
        ("\\\\server\\share\\é", True, "file://server/share/%C3%A9"),
    ],
)
def test_a_path_has_a_uri(path: str, windows: bool, uri: str) -> None:
    assert path_to_uri(path, windows=windows) == uri


def test_this_system_is_the_default(tmp_path: Path) -> None:
    path = str(tmp_path / "docs.json")

    assert uri_to_path(path_to_uri(path)) == path
    assert uri_to_path(tmp_path.as_uri()) == str(tmp_path)
    assert path_to_uri(path) == path_to_uri(path, windows=os.name == "nt")


NAMES = st.text(st.characters(exclude_characters="\0/\\", exclude_categories=["Cs"]), min_size=1)


@given(st.lists(NAMES, min_size=1))
def test_there_and_back_again(names: list[str]) -> None:
    posix = "/" + "/".join(names)
    windows = "C:\\" + "\\".join(names)

    assert uri_to_path(path_to_uri(posix, windows=False), windows=False) == posix
    assert uri_to_path(path_to_uri(windows, windows=True), windows=True) == windows


@given(st.text())
def test_no_text_is_too_odd(uri: str) -> None:
    for windows in (True, False):
        uri_to_path(uri, windows=windows)
        uri_to_path(f"file://{uri}", windows=windows)
