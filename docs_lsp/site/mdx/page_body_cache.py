"""What stands in the text of pages, kept between two runs of a program.

To read the text takes far longer than all else that is asked of a page, and from one run to the
next few pages change. What is kept is found by the hash of a page. A file that is certainly the one
that was hashed is not even read: it has the size, the times and the number of then, and had been
left alone for a while before. Only sites of some size are kept.
"""

from __future__ import annotations

import importlib.util
import io
import pickle
import sys
import time
from array import (  # type: ignore[attr-defined]  # what pickle makes arrays with
    _array_reconstructor,
    array,
)
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import docs_lsp
from docs_lsp.cache.values import DiskCache, key_of
from docs_lsp.core.text import Span
from docs_lsp.files.files import NO_VERSION, FileInfo, FileVersion, unpack_version
from docs_lsp.mdx.components.component_fault import (
    ComponentFault,
    ComponentFaultKind,
    LostContent,
)
from docs_lsp.mdx.syntax import (
    ExportedName,
    ExportKind,
    FaultKind,
    ImportedName,
    MdxExport,
    MdxFault,
    MdxImport,
)
from docs_lsp.site.mdx.anchors import AnchorWords, Swallowed
from docs_lsp.site.mdx.content import PageContent, read_faults, read_head, read_page
from docs_lsp.site.mdx.page_body import NO_BODY, PageBody
from docs_lsp.site.mdx.page_modules import NamedSnippet, NameUse, PageModules, TextImport, Use
from docs_lsp.site.mdx.page_syntax import PageSyntax
from docs_lsp.site.mdx.suppressions import PageSuppression

LEAST_PAGES = 200
"""From how many pages on a file saves more time than it takes."""
LEAST_SETTLED = 100
"""How many files must have become certain before they are noted: to read fewer takes less time."""
RESTING = 2_000_000_000
"""Nanoseconds that a file must have been left alone before it was looked at. No disk has times so
coarse that a later change could have the same."""
_FILES = bytes(16)
"""The key of what is known of files."""
_KIND = "pages"
_HOME = Path(docs_lsp.__file__).parent
_DECIDING = (_HOME / "mdx", _HOME / "mdx/components", _HOME / "mdx/javascript", _HOME / "site/mdx")
"""The packages that decide what is found in a page."""
_PARSER = "esprima"
_PARTS = {
    (part.__module__, part.__qualname__): part
    for part in (
        *(PageBody, AnchorWords, Swallowed, PageSyntax, Span, array, _array_reconstructor),
        *(MdxFault, FaultKind, ComponentFault, ComponentFaultKind, LostContent),
        *(PageModules, MdxImport, ImportedName, MdxExport, ExportedName, ExportKind),
        *(NameUse, Use, NamedSnippet, TextImport, PageSuppression),
    )
}
"""All that a body consists of."""


class PageBodyCache:
    """The bodies of the pages of one site. What cannot be kept is read: nothing here raises."""

    def __init__(self, root: Path) -> None:
        """Look for what is kept of the site in a folder."""
        self._before = time.time_ns() - RESTING
        self._values = DiskCache(_KIND, str(root.absolute()), _stamp())
        files = _decode_value(self._values.get(_FILES))
        self._files: dict[str, _File] = files if isinstance(files, dict) else {}

    def __len__(self) -> int:
        """How many pages are kept."""
        return len(self._values) - (_FILES in self._values)

    def recall(self, info: FileInfo) -> PageContent | None:
        """A page of a file that is certainly what it was; None where it has to be read."""
        known = self._files.get(info.path)
        if known is None or known[0] != info.version:
            return None
        version, key, head, imports, is_empty, is_plain = known
        body = NO_BODY if is_plain else self._body(key)
        if body is None:
            return None
        page = PageContent(head, imports, is_empty, None, version, is_plain=is_plain)
        page.set_body(body)
        page.prime(_key, key)
        return page

    def read_page(self, data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
        """What `content.read_page` gives; the text is not read where the body is kept."""
        key = key_of(data)
        body = self._body(key)
        if body is None:
            page = read_page(data, file, version)
        else:
            page = read_head(data, file, version)
            page.set_body(body)
        page.prime(_key, key)
        return page

    def read_faults(self, data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
        """What `content.read_faults` gives, and all else where the body is kept."""
        body = self._body(key_of(data))
        if body is None:
            return read_faults(data, file, version)
        page = PageContent(version=version)
        page.set_body(body)
        return page

    def save(self, contents: Mapping[str, PageContent]) -> None:
        """Keep the bodies of pages that were read here for the next run; to be called before
        anybody asks them anything."""
        pages = {page.cached(_key): page for page in contents.values()}
        pages.pop(b"", None)
        if len(pages) < LEAST_PAGES:
            return
        files = {
            file: _file_record(page) for file, page in contents.items() if self._is_settled(page)
        }
        new = sum(self._files.get(file) != known for file, known in files.items())
        if new < LEAST_SETTLED and all(key in self._values for key in pages):
            self._values.touch()
        else:
            noted = pickle.dumps(files, pickle.HIGHEST_PROTOCOL)
            self._values.replace({**dict(self._encode_pages(pages)), _FILES: noted})

    def _is_settled(self, page: PageContent) -> bool:
        """Whether no later change of the file of a page can go unnoticed."""
        _, changed, inode = unpack_version(page.version)
        is_read = page.cached(_key) and not page.fault
        return bool(is_read and inode and changed < self._before)

    def _body(self, key: bytes) -> PageBody | None:
        body = _decode_value(self._values.get(key))
        return body if isinstance(body, PageBody) else None

    def _encode_pages(self, pages: Mapping[bytes, PageContent]) -> Iterator[tuple[bytes, bytes]]:
        for key, page in pages.items():
            yield key, self._values.get(key) or pickle.dumps(page.body, pickle.HIGHEST_PROTOCOL)


_File: TypeAlias = tuple[FileVersion, bytes, bytes, tuple[str, ...], bool, bool]
"""What is known of a file that was read: its version, its key, and the rest of a `PageContent`."""


def _file_record(page: PageContent) -> _File:
    key = page.cached(_key)
    return page.version, key, page.head, page.imports, page.is_empty, page.is_plain


def _key(_: PageContent) -> bytes:
    """The key of a page; empty where it was not read here."""
    return b""


class _Decoder(pickle.Unpickler):
    """Makes nothing but what a body consists of."""

    def find_class(self, module: str, name: str) -> object:
        """One of its parts. Raises `UnpicklingError` for anything else."""
        part = _PARTS.get((module, name))
        if part is None:
            raise pickle.UnpicklingError(f"`{module}.{name}` is no part of a page")
        return part


def _decode_value(value: bytes | None) -> object:
    if value is None:
        return None
    try:
        return _Decoder(io.BytesIO(value)).load()
    except Exception:  # What is damaged may raise anything; the page is read instead.
        return None


@cache
def _stamp() -> bytes:
    """The key of all that decides what is found in a page, and how it is written."""
    parser = importlib.util.find_spec(_PARSER)
    code = [Path(parser.origin)] if parser and parser.origin else []
    for folder in _DECIDING:
        code += sorted(file for file in folder.iterdir() if file.suffix == ".py")
    states = [(str(file), *_stat_file(file)) for file in code]
    return key_of(repr((docs_lsp.__version__, sys.version_info[:2], states)).encode())


def _stat_file(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except OSError:  # It lies in an archive, say.
        return (0, 0)
    return status.st_size, status.st_mtime_ns
