"""A signal while files are written: all is undone, however many come."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from docs_lsp.files.delayed_signals import DelayedSignals, Interrupted
from tests.files.crashes import read_tree
from tests.files.test_recovery import change, make_site

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site")


def raise_at(
    monkeypatch: pytest.MonkeyPatch, name: str, number: int, at: int, forever: bool = False
) -> Callable[[], int]:
    """Have a signal come with the n-th call of a method of paths; the number of calls so far."""
    act, calls = getattr(Path, name), 0

    def with_signal(path: Path, *arguments: object, **more: object) -> object:
        nonlocal calls
        calls += 1
        if calls == at or (forever and calls > at):
            signal.raise_signal(number)
        return act(path, *arguments, **more)

    monkeypatch.setattr(Path, name, with_signal)
    return lambda: calls


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(("name", "at"), [("mkdir", 2), ("replace", 1), ("replace", 3)])
@pytest.mark.parametrize("again", [False, True])
def test_a_signal_undoes_all_and_a_second_one_changes_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int, name: str, at: int, again: bool
) -> None:
    before = read_tree(root)
    calls = raise_at(monkeypatch, name, number, at, forever=again)
    # Undoing takes files away.
    raise_at(monkeypatch, "unlink", number, at=1 if again else 0, forever=again)

    with pytest.raises(
        Interrupted, match=r"^interrupted; all files of the site are as before\.$"
    ) as raised:
        change(root)
    assert raised.value.signal_number == number
    assert calls() >= at
    assert read_tree(root) == before


def test_a_signal_after_the_last_change_leaves_all_of_it(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(make_site(tmp_path / "after"))
    raise_at(monkeypatch, "unlink", signal.SIGTERM, 1)

    with pytest.raises(Interrupted, match=r"^interrupted; all changes had been written\.$"):
        change(root)
    assert read_tree(root) == read_tree(tmp_path / "after")


def test_signals_act_as_before_once_all_is_written(root: Path) -> None:
    handlers = [signal.getsignal(number) for number in SIGNALS]
    change(root)

    assert [signal.getsignal(number) for number in SIGNALS] == handlers
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As SIGHUP is below `nohup`."""
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with DelayedSignals() as signals:
            signal.raise_signal(signal.SIGINT)
            signals.raise_if_interrupted()
    finally:
        signal.signal(signal.SIGINT, previous)


def test_a_signal_that_comes_with_an_error_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt), DelayedSignals():
        signal.raise_signal(signal.SIGINT)
        raise OSError


def test_another_thread_writes_without_them(root: Path, tmp_path: Path) -> None:
    change(make_site(tmp_path / "after"))
    thread = threading.Thread(target=change, args=[root])
    thread.start()
    thread.join()

    assert read_tree(root) == read_tree(tmp_path / "after")
