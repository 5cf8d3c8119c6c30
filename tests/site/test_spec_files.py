"""Which files look like specifications."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.files.files import FileFault, FileInfo, MemoryFiles
from docs_lsp.site.specifications.facts import scan_site
from docs_lsp.site.specifications.spec_files import (
    LARGEST,
    MOST_LOOKED_AT,
    add_file_survey,
    find_openapi_key,
)

SPEC = b'{"openapi": "3.1.0", "paths": {}}'


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (SPEC, '"openapi"'),
        (b'\xef\xbb\xbf\n{"paths": {"openapi": "3.1.0"}, "openapi" : "3.0.0"}', '"openapi"'),
        (b"openapi: 3.1.0\npaths: {}\n", "openapi"),
        (b"\xef\xbb\xbf# a comment\n'openapi': \"3.0.0\"\nwebhooks: {}", "'openapi'"),
        (b'"components": {}\n"openapi":   3.2.0', '"openapi"'),
    ],
)
def test_a_specification_is_known_by_its_outermost_keys(data: bytes, key: str) -> None:
    span = find_openapi_key(data)

    assert span is not None
    assert data[span.start : span.end].decode() == key


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'{"openapi": "2.0", "paths": {}}',
        b'{"openapi": "3.1.0"}',
        b'{"tools": {"openapi": "3.1.0"}, "paths": []}',
        b'{"openapi": "3.1.0", "paths": ',
        b'{"openapi": "3.1.0", "a": ' + b"[" * 10_000,
        b"openapi: 3.1.0\nother: 1\n",
        b"tools:\n  openapi: 3.1.0\npaths: {}\n",
        b"openapi: api.yaml\npaths: {}\n",
    ],
)
def test_other_files_are_none(data: bytes) -> None:
    assert find_openapi_key(data) is None


@given(st.binary() | st.binary().map(lambda tail: SPEC[:25] + tail))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    span = find_openapi_key(data)

    assert span is None or 0 <= span.start < span.end <= len(data)


class Odd(MemoryFiles):
    """Files of which one is huge, and one cannot be read."""

    def walk(self) -> Iterator[FileInfo]:
        for info in super().walk():
            yield info._replace(size=LARGEST + 1) if "huge" in info.path else info

    def read(self, path: str) -> bytes:
        if "broken" in path:
            raise FileFault("It cannot be read.")
        return super().read(path)


def test_only_small_files_of_the_right_kind_are_looked_at() -> None:
    names = ["a.json", "b.yml", "docs.json", "c.txt", "huge.json", "broken.yaml", "ignored/d.json"]
    files = Odd({**dict.fromkeys(names, SPEC.decode()), ".mintignore": "ignored/"})
    facts = scan_site(files)
    assert facts.spec_files is None

    assert set(add_file_survey(facts, files).spec_files or ()) == {"a.json", "b.yml"}


def test_no_more_than_some_are_looked_at() -> None:
    files = MemoryFiles({f"{n}.json": SPEC.decode() for n in range(MOST_LOOKED_AT + 5)})

    assert len(add_file_survey(scan_site(files), files).spec_files or ()) == MOST_LOOKED_AT


def test_whether_all_were_looked_at_is_known() -> None:
    small = MemoryFiles({"a.json": SPEC, "b.yaml": "a: 1"})
    large = Odd({"a.json": SPEC, "huge.json": SPEC})
    many = MemoryFiles({f"{n}.json": SPEC for n in range(MOST_LOOKED_AT + 1)})

    assert add_file_survey(scan_site(small), small).knows_all_specs
    assert not add_file_survey(scan_site(large), large).knows_all_specs
    assert not add_file_survey(scan_site(many), many).knows_all_specs
