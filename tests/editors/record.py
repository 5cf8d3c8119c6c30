"""Stands between an editor and the server, and keeps what the editor says.

With `RECORD=1` in the environment the tests of real editors write their recordings anew. Kept are
notifications, and the first request of each method, but nothing about the preview, and nothing
about files elsewhere, such as the settings of the editor.
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
"""The folder of everything in a recording."""
ROOT = f"{HOME}/site"
"""The folder of the site in it."""
_LENGTH = re.compile(rb"Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n")
_PASSING = frozenset(("$/cancelRequest", "$/setTrace", "$/progress", "exit"))


def main(target: str) -> int:
    """Serve the editor on standard input and output; the server's exit code."""
    server = subprocess.Popen([sys.executable, "-m", "docs_lsp"], stdin=subprocess.PIPE)
    assert server.stdin
    said = b""
    while data := os.read(0, 1 << 16):
        said += data
        # Some editors end the process as soon as they have said goodbye.
        lines = [json.dumps(one, ensure_ascii=False) for one in kept(messages(said))]
        passing = Path(f"{target}.part")
        passing.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        passing.replace(target)
        server.stdin.write(data)
        server.stdin.flush()
    server.stdin.close()
    return server.wait()


def messages(said: bytes) -> Iterator[Any]:
    """All messages that went over a wire, with the site at the same place in each recording."""
    at = 0
    while header := _LENGTH.match(said, at):
        start, at = header.end(), header.end() + int(header[1])
        if at > len(said):
            return
        yield json.loads(said[start:at])


def kept(said: Iterable[Any]) -> Iterator[Any]:
    """What is worth keeping."""
    asked: set[str] = set()
    root = home = ""
    for message in said:
        method = message.get("method")
        if method == "initialize":
            root = message["params"]["rootUri"].removeprefix("file://").rstrip("/")
            home = root.removesuffix("/site")
            message["params"]["processId"] = None  # An editor that is long gone.
        if method is None or method in _PASSING or "docsLsp.preview" in json.dumps(message):
            continue
        if _is_elsewhere(message, root):
            continue
        if "id" not in message or method not in asked:
            asked.add(method)
            yield json.loads(json.dumps(message).replace(home, HOME))


def _is_elsewhere(message: Any, root: str) -> bool:
    params: Any = message.get("params") or {}
    uri = params.get("textDocument", {}).get("uri")
    return uri is not None and not uri.startswith(f"file://{root}/")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
