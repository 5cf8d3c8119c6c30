"""Proxy between an editor and the server, which records the messages of the editor.

With `RECORD=1` in the environment, the tests of real editors update their recordings. Recorded are
notifications and the first request of each method, except those about the preview or about files
outside of the site, such as the editor's settings.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

HOME = "/home/writer"
"""Parent folder of the site in all recordings."""
ROOT = f"{HOME}/site"
"""Folder of the site in all recordings."""
_LENGTH = re.compile(rb"Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n")
_IGNORED = frozenset(("$/cancelRequest", "$/setTrace", "$/progress", "exit"))


def main(target: str) -> int:
    """Serve the editor on standard input and output. Return the server's exit code."""
    server = subprocess.Popen([sys.executable, "-m", "docs_lsp"], stdin=subprocess.PIPE)
    assert server.stdin
    received = b""
    while data := os.read(0, 1 << 16):
        received += data
        # Save after each message: some editors kill the process right after `exit`.
        recorded = select_messages(parse_messages(received))
        lines = [json.dumps(message, ensure_ascii=False) for message in recorded]
        part = Path(f"{target}.part")
        part.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        part.replace(target)
        server.stdin.write(data)
        server.stdin.flush()
    server.stdin.close()
    return server.wait()


def parse_messages(received: bytes) -> Iterator[Any]:
    """Parse all complete messages of a byte stream."""
    at = 0
    while header := _LENGTH.match(received, at):
        start, at = header.end(), header.end() + int(header[1])
        if at > len(received):
            return
        yield json.loads(received[start:at])


def select_messages(messages: Iterable[Any]) -> Iterator[Any]:
    """Yield the messages to record, with the site in the same folder in each recording."""
    requested: set[str] = set()
    root = home = ""
    for message in messages:
        method = message.get("method")
        if method == "initialize":
            root = message["params"]["rootUri"].removeprefix("file://").rstrip("/")
            home = root.removesuffix("/site")
            message["params"]["processId"] = None  # The editor will have exited.
        if method is None or method in _IGNORED or "docsLsp.preview" in json.dumps(message):
            continue
        if _is_elsewhere(message, root):
            continue
        if "id" not in message or method not in requested:
            requested.add(method)
            yield json.loads(json.dumps(message).replace(home, HOME))


def _is_elsewhere(message: Any, root: str) -> bool:
    params: Any = message.get("params") or {}
    uri = params.get("textDocument", {}).get("uri")
    return uri is not None and not uri.startswith(f"file://{root}/")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
