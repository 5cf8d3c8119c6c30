"""Cache the parsed text of pages on disk between two runs of a program.

Parsing the text takes far longer than everything else about a page, and few pages change between
two runs. Bodies are looked up by the hash of a page. A file that is certainly unchanged is not even
read: it has the same size, times and inode as before, and had not been modified for a while when it
was hashed. Small sites are not cached.
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
from docs_lsp.cache.values import DiskCache, hash_key
from docs_lsp.core.text import Span
from docs_lsp.files.files import NO_VERSION, FileInfo, FileVersion, unpack_version
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind, LostContent
from docs_lsp.mdx.syntax import (
    ExportedName,
    ExportKind,
    FaultKind,
    ImportedName,
    MdxExport,
    MdxFault,
    MdxImport,
)
from docs_lsp.site.mdx.anchors import AnchorTexts, UnclosedBlock
from docs_lsp.site.mdx.content import PageContent, read_faults, read_head, read_page
from docs_lsp.site.mdx.contents import is_worth_caching
from docs_lsp.site.mdx.page_body import NO_BODY, PageBody, PageSyntax
from docs_lsp.site.mdx.page_modules import (
    NamedSnippet,
    NameUse,
    PageModules,
    TagPosition,
    TextImport,
)
from docs_lsp.site.mdx.suppressions import PageSuppression

LEAST_SETTLED = 100
"""Minimum number of newly settled files for which the cache is written again."""
RESTING = 2_000_000_000
"""Nanoseconds since its last change after which a file is settled.

No disk has times so coarse that a later change could have the same one.
"""
_FILES = bytes(16)
"""The key of the table of files."""
_KIND = "pages"
_HOME = Path(docs_lsp.__file__).parent
_DECIDING = (_HOME / "mdx", _HOME / "mdx/components", _HOME / "mdx/javascript", _HOME / "site/mdx")
"""The packages that affect the parsed body of a page."""
_PARSER = "esprima"
_PARTS = {
    (part.__module__, part.__qualname__): part
    for part in (
        *(PageBody, AnchorTexts, UnclosedBlock, PageSyntax, Span, array, _array_reconstructor),
        *(MdxFault, FaultKind, ComponentFault, ComponentFaultKind, LostContent),
        *(PageModules, MdxImport, ImportedName, MdxExport, ExportedName, ExportKind),
        *(NameUse, TagPosition, NamedSnippet, TextImport, PageSuppression),
    )
}
"""All classes that a body consists of."""


class PageBodyCache:
    """The cached bodies of the pages of one site. A cache miss is read; nothing raises."""

    def __init__(self, root: Path) -> None:
        """Open the cache of the site in a folder."""
        self._before = time.time_ns() - RESTING
        self._values = DiskCache(_KIND, str(root.absolute()), _hash_parser_code())
        files = _decode_value(self._values.get_value(_FILES))
        self._files: dict[str, _File] = files if isinstance(files, dict) else {}

    def __len__(self) -> int:
        """Return the number of cached pages."""
        return len(self._values) - (_FILES in self._values)

    def recall(self, info: FileInfo) -> PageContent | None:
        """Return the cached page of a certainly unchanged file, or None."""
        known = self._files.get(info.path)
        if known is None or known[0] != info.version:
            return None
        version, key, head, imports, is_empty, is_plain = known
        body = NO_BODY if is_plain else self._load_body(key)
        if body is None:
            return None
        page = PageContent(head, imports, is_empty, None, version, is_plain=is_plain)
        page.set_body(body)
        page.prime(_page_key, key)
        return page

    def read_page(self, data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
        """Read a page like `content.read_page`, without parsing its text if it is cached."""
        key = hash_key(data)
        body = self._load_body(key)
        if body is None:
            page = read_page(data, file, version)
        else:
            page = read_head(data, file, version)
            page.set_body(body)
        page.prime(_page_key, key)
        return page

    def read_faults(self, data: bytes, file: str, version: FileVersion = NO_VERSION) -> PageContent:
        """Read the faults like `content.read_faults`, or the whole body if it is cached."""
        body = self._load_body(hash_key(data))
        if body is None:
            return read_faults(data, file, version)
        page = PageContent(version=version)
        page.set_body(body)
        return page

    def save(self, contents: Mapping[str, PageContent]) -> None:
        """Save the bodies of pages read here for the next run, unless few are there or new.

        To be called before functions are cached on the pages.
        """
        pages = {page.cached(_page_key): page for page in contents.values()}
        pages.pop(b"", None)
        if not is_worth_caching(pages):
            return
        files = {
            file: _make_file_record(page)
            for file, page in contents.items()
            if self._would_notice_change(page)
        }
        new = sum(self._files.get(file) != known for file, known in files.items())
        if new < LEAST_SETTLED and all(key in self._values for key in pages):
            self._values.mark_used()
        else:
            noted = pickle.dumps(files, pickle.HIGHEST_PROTOCOL)
            self._values.save_values({**dict(self._encode_pages(pages)), _FILES: noted})

    def _would_notice_change(self, page: PageContent) -> bool:
        """Return whether any later change of a page's file would be noticed."""
        _, changed, inode = unpack_version(page.version)
        is_read = page.cached(_page_key) and not page.fault
        return bool(is_read and inode and changed < self._before)

    def _load_body(self, key: bytes) -> PageBody | None:
        """Return the stored body of a page, or None if it is missing or damaged."""
        body = _decode_value(self._values.get_value(key))
        return body if isinstance(body, PageBody) else None

    def _encode_pages(self, pages: Mapping[bytes, PageContent]) -> Iterator[tuple[bytes, bytes]]:
        """Yield the key and the pickled body of each page; bodies already cached as they are."""
        for key, page in pages.items():
            yield (
                key,
                self._values.get_value(key) or pickle.dumps(page.body, pickle.HIGHEST_PROTOCOL),
            )


_File: TypeAlias = tuple[FileVersion, bytes, bytes, tuple[str, ...], bool, bool]
"""The stored data of a file: its version, its key, and the rest of a `PageContent`."""


def _make_file_record(page: PageContent) -> _File:
    key = page.cached(_page_key)
    return page.version, key, page.head, page.imports, page.is_empty, page.is_plain


def _page_key(_: PageContent) -> bytes:
    """Return an empty key, for a page not read through a cache; others have theirs primed."""
    return b""


class _Decoder(pickle.Unpickler):
    """An unpickler that creates only the classes of a body."""

    def find_class(self, module: str, name: str) -> object:
        """Return a class of a body; raise `UnpicklingError` for any other."""
        part = _PARTS.get((module, name))
        if part is None:
            raise pickle.UnpicklingError(f"`{module}.{name}` is not part of a page")
        return part


def _decode_value(value: bytes | None) -> object:
    """Return the object stored in the cache, or None if it is missing or damaged."""
    if value is None:
        return None
    try:
        return _Decoder(io.BytesIO(value)).load()
    except Exception:  # Damaged data may raise anything; the page is read instead.
        return None


@cache
def _hash_parser_code() -> bytes:
    """Return a hash of the code that affects the parsed body of a page, and of its format."""
    parser = importlib.util.find_spec(_PARSER)
    code = [Path(parser.origin)] if parser and parser.origin else []
    for folder in _DECIDING:
        code += sorted(file for file in folder.iterdir() if file.suffix == ".py")
    states = [(str(file), *_stat_file(file)) for file in code]
    return hash_key(repr((docs_lsp.__version__, sys.version_info[:2], states)).encode())


def _stat_file(file: Path) -> tuple[int, int]:
    """Return the size and the time of change (ns) of a file, zeros if it cannot be read."""
    try:
        status = file.stat()
    except OSError:  # It may be in an archive.
        return (0, 0)
    return status.st_size, status.st_mtime_ns
