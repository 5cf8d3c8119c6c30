"""Runs a module in a process of its own, which answers lines of JSON with lines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from types import MappingProxyType

import orjson

_NONE: Mapping[str, str] = MappingProxyType({})


class LineProcess:
    """A process that runs a module; `answers` are its lines, in order."""

    def __init__(
        self, module: str, *arguments: str, environment: Mapping[str, str] = _NONE
    ) -> None:
        """Start the process, with variables added to its environment. Raises `OSError`."""
        self.process = subprocess.Popen(
            # `-P` prevents imports from the current folder, which may be untrusted.
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
            start_new_session=True,  # Ctrl+C is for the program that has started it.
        )
        self.answers: SimpleQueue[bytes] = SimpleQueue()
        """An empty line marks the end."""
        self._listener = Thread(target=self._queue_answers, name=module, daemon=True)
        self._listener.start()

    def send(self, message: object) -> None:
        """Send a line of JSON. Raises `OSError` or `ValueError` if the process has ended."""
        assert self.process.stdin
        self.process.stdin.write(orjson.dumps(message) + b"\n")
        self.process.stdin.flush()

    def close(self) -> None:
        """Kill the process, wait for its end, and close its pipes; unsent data is lost."""
        self.process.kill()
        self.process.wait()
        self._listener.join()
        assert self.process.stdin and self.process.stdout
        self.process.stdout.close()
        with suppress(OSError):  # Unsent data is lost.
            self.process.stdin.close()

    def _queue_answers(self) -> None:
        """Put each line that the process writes into `answers`, and an empty one at the end."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put(b"")
