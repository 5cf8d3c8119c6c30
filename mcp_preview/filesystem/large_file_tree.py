"""A tree of files whose texts stay where they are, on the disk for most of them.

The shell knows their names, which takes some hundred bytes for each. Of the texts it gets those
that a command may read, and gives them back once it rests. Searches through all files read each by
itself and leave nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from threading import Lock

from docs_lsp.core.freed_memory import give_back
from mcp_preview.filesystem.file_tree import FileTree, truncate_text
from mcp_preview.filesystem.virtual_files import VirtualFiles


class LargeFileTree(FileTree):
    """Files by their absolute paths, for the shell without their texts until it needs these."""

    def __init__(self) -> None:
        """Begin without a file."""
        super().__init__()
        self._texts: dict[str, Mapping[str, bytes]] = {}
        self._filled: dict[str, int] = {}
        self._is_full = False
        self._holders = 0
        self._lock = Lock()

    @property
    def weight(self) -> int:
        """The bytes of text that the shell has now."""
        return sum(self._filled.copy().values())

    def read(self, path: str) -> bytes:
        """The content of a file; empty if it has just gone."""
        texts = self._texts.get(path)
        return b"" if texts is None else truncate_text(texts[path])

    def fill(self, paths: Iterable[str]) -> None:
        """See to it that the shell finds what stands in these files."""
        for path in paths:
            with self._lock:
                if path not in self._filled and path in self._texts:
                    self._put(path, self._texts[path], with_text=True)

    def fill_all(self) -> None:
        """See to it that the shell finds what stands in all files."""
        self._is_full = True
        self.fill([*self._texts])

    def hold(self) -> None:
        """Keep the texts that the shell has, until `release`."""
        with self._lock:
            self._holders += 1

    def release(self) -> None:
        """Be one of those no more that keep the texts."""
        with self._lock:
            self._holders -= 1

    def empty(self) -> None:
        """Leave the shell nothing but names again, as long as nobody needs more."""
        for path in [*self._filled]:
            with self._lock:
                if self._holders:
                    return
                self._is_full = False
                if self._filled.pop(path, None) is not None:
                    self._write(path, b"")
        give_back()

    def _take(self, path: str, texts: Mapping[str, bytes]) -> None:
        with self._lock:
            self._put(path, texts, with_text=self._is_full or path in self._filled)

    def _put(self, path: str, texts: Mapping[str, bytes], *, with_text: bool) -> None:
        text = texts[path] if with_text else b""
        self._write(path, text)
        if self.is_file(path):
            self._texts[path] = texts
            if with_text:
                self._filled[path] = len(text)

    def _remove(self, path: str) -> None:
        self._texts.pop(path, None)
        self._filled.pop(path, None)
        super()._remove(path)

    def _sizes_of(self, texts: Mapping[str, bytes]) -> Iterator[tuple[str, int]]:
        if isinstance(texts, VirtualFiles):
            return texts.sizes()
        return super()._sizes_of(texts)
