"""A tree of files whose texts remain outside of the shell, mostly on the disk.

The shell always has the names, which takes some hundred bytes for each. It gets the texts that a
command may read, and releases them later. Searches in all files read each one and store nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from threading import Lock

from docs_lsp.core.freed_memory import release_memory
from mcp_preview.filesystem.file_tree import FileTree, truncate_text
from mcp_preview.filesystem.virtual_files import VirtualFiles


class LargeFileTree(FileTree):
    """Files by absolute path, which the shell has without their texts until it needs these."""

    def __init__(self) -> None:
        """Create an empty tree."""
        super().__init__()
        self._texts: dict[str, Mapping[str, bytes]] = {}
        self._filled: dict[str, int] = {}
        self._is_full = False
        self._holders = 0
        self._lock = Lock()

    @property
    def loaded_size(self) -> int:
        """The number of bytes of text that the shell holds now."""
        return sum(self._filled.copy().values())

    def read_file(self, path: str) -> bytes:
        """Return the content of a file; empty if it no longer exists."""
        texts = self._texts.get(path)
        return b"" if texts is None else truncate_text(texts[path])

    def load_texts(self, paths: Iterable[str]) -> None:
        """Make the texts of these files available to the shell."""
        for path in paths:
            with self._lock:
                if path not in self._filled and path in self._texts:
                    self._store_file(path, self._texts[path], with_text=True)

    def load_all_texts(self) -> None:
        """Make the texts of all files available to the shell."""
        self._is_full = True
        self.load_texts([*self._texts])

    def retain_texts(self) -> None:
        """Prevent texts from being released, until `allow_release`."""
        with self._lock:
            self._holders += 1

    def allow_release(self) -> None:
        """End one call of `retain_texts`."""
        with self._lock:
            self._holders -= 1

    def release_texts(self) -> None:
        """Release all texts of the shell, unless a command still holds them."""
        for path in [*self._filled]:
            with self._lock:
                if self._holders:
                    return
                self._is_full = False
                if self._filled.pop(path, None) is not None:
                    self._write_file(path, b"")
        release_memory()

    def _add_file(self, path: str, texts: Mapping[str, bytes]) -> None:
        """Write a file, with its text only if the shell needs it."""
        with self._lock:
            self._store_file(path, texts, with_text=self._is_full or path in self._filled)

    def _store_file(self, path: str, texts: Mapping[str, bytes], *, with_text: bool) -> None:
        """Write a file with or without its text, and remember where the text comes from."""
        text = texts[path] if with_text else b""
        self._write_file(path, text)
        if self.is_file(path):
            self._texts[path] = texts
            if with_text:
                self._filled[path] = len(text)

    def _remove_file(self, path: str) -> None:
        """Remove a file and its text."""
        self._texts.pop(path, None)
        self._filled.pop(path, None)
        super()._remove_file(path)

    def _estimate_sizes(self, texts: Mapping[str, bytes]) -> Iterator[tuple[str, int]]:
        """Return the approximate number of bytes of each file, without reading pages."""
        if isinstance(texts, VirtualFiles):
            return texts.iter_approximate_sizes()
        return super()._estimate_sizes(texts)
