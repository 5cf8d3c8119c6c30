"""Stops what is writing at its n-th act on the disk, as a power cut or `kill -9` would."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_ACTS = frozenset(
    ("os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate")
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Killed(BaseException):
    """The process is no more: every act from here on raises it again."""


class _Crash:
    """Counts acts on the disk below a folder; dead from one of them on."""

    left = -1
    is_watching = False

    def count(self) -> None:
        if self.is_watching:
            self.left -= 1
            if self.left < 0:
                raise Killed


_crash = _Crash()


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _ACTS or (event == "open" and arguments[2] and arguments[2] & _WRITING):
        _crash.count()


_hooked: list[bool] = []


@contextmanager
def crash_after(acts: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let so many acts on the disk happen, and none after them."""
    if not _hooked:
        sys.addaudithook(_hook)  # It cannot be taken away, so it is silent when not needed.
        _hooked.append(True)

    def count_calls(act: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            _crash.count()
            return act(*arguments)

        return call

    with monkeypatch.context() as patch:
        for name in ("write", "fsync"):
            patch.setattr(os, name, count_calls(getattr(os, name)))
        _crash.left, _crash.is_watching = acts, True
        try:
            yield
        finally:
            _crash.is_watching = False


def refuse_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the system refuse new files beside others; root is never refused."""
    really_open = os.open

    def refuse(path: str, *arguments: Any, **more: Any) -> int:
        if str(path).endswith(".new"):
            raise PermissionError(13, "Permission denied")
        return really_open(path, *arguments, **more)

    monkeypatch.setattr(os, "open", refuse)


def read_tree(root: Path) -> dict[str, bytes | str]:
    """All that lies below a folder: files with content and mode, links, folders."""
    tree: dict[str, bytes | str] = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            tree[name] = f"-> {path.readlink()}"
        else:
            mode = f"{path.stat().st_mode:o} "
            tree[name] = mode if path.is_dir() else mode.encode() + path.read_bytes()
    return tree
