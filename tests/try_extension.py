"""Tries a packed extension as on a machine without Python, with nothing but the standard library.

    python -m tests.try_extension docs-lsp-linux-x64.vsix

Its own interpreter starts the server in a folder whose files want to be imported, the server
answers `initialize`, and finds what is wrong with a docs.json.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import IO, Any

PATIENCE = 120.0
OPTIONS = ("-I", "-X", "utf8", "-m", "docs_lsp", "server")
"""As `editors/vscode/src/server/program.ts` starts it."""
_DOCS = """\
{
  "theme": "mint",
  "name": "Quay",
  "colors": { "primary": "#0d9373" },
  "navigation": { "pages": ["index", "moorings"] }
}
"""
_TRAPS = ("json.py", "asyncio.py", "docs_lsp.py", "sitecustomize.py", "usercustomize.py")


def unpack(extension: Path, folder: Path) -> Path:
    """Unpack an extension as VS Code does, and return the folder of what it brings."""
    with zipfile.ZipFile(extension) as packed:
        for member in packed.infolist():
            path = Path(packed.extract(member, folder))
            path.chmod(member.external_attr >> 16 & 0o777)
    return folder / "extension/bundled"


def find_program(bundled: Path) -> Path:
    """Return the interpreter that an extension brings."""
    return bundled / "python" / ("python.exe" if os.name == "nt" else "bin/python3")


def set_traps(folder: Path) -> Path:
    """Write a site and modules that leave a file behind when one of them is run; that file."""
    sprung = folder / "sprung"
    folder.mkdir()
    (folder / "docs.json").write_text(_DOCS, "utf-8")
    (folder / "index.mdx").write_text("---\ntitle: Quay\n---\nA quay.\n", "utf-8")
    for name in _TRAPS:
        (folder / name).write_text(f"open({str(sprung)!r}, 'a').write(__name__)\n", "utf-8")
    return sprung


def try_server(program: Path, site: Path, home: Path, *options: str) -> tuple[list[str], float]:
    """Start the server in a site's folder without any Python on the PATH, and with all that may
    lead a Python there; the codes of its findings, and the seconds until they came.
    """
    for name in ("empty", "home"):
        (home / name).mkdir(parents=True, exist_ok=True)
    environment = {
        **{name: value for name, value in os.environ.items() if name.upper() == "SYSTEMROOT"},
        **{"PATH": str(home / "empty"), "HOME": str(home / "home")},
        **{"USERPROFILE": str(home / "home"), "LOCALAPPDATA": str(home / "home")},
        **{"PYTHONPATH": str(site), "PYTHONHOME": str(site)},
    }
    started = time.monotonic()
    with subprocess.Popen(
        [str(program), *(options or OPTIONS)],
        cwd=site,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin and process.stdout
        uri = site.resolve().as_uri()
        document = {"uri": f"{uri}/docs.json", "languageId": "json", "version": 1, "text": _DOCS}
        asked: dict[str, object] = {"processId": None, "rootUri": uri, "capabilities": {}}
        _send(process.stdin, "initialize", asked, number=1)
        answer = _receive(process.stdout, lambda message: message.get("id") == 1)
        assert answer["result"]["serverInfo"]["name"] == "docs-lsp", answer
        _send(process.stdin, "initialized", {})
        _send(process.stdin, "textDocument/didOpen", {"textDocument": document})
        found = _receive(process.stdout, _has_findings)
        seconds = time.monotonic() - started
        _send(process.stdin, "shutdown", None, number=2)
        _receive(process.stdout, lambda message: message.get("id") == 2)
        _send(process.stdin, "exit", None)
        process.wait(PATIENCE)
    return [str(one["code"]) for one in found["params"]["diagnostics"]], seconds


def _has_findings(message: dict[str, Any]) -> bool:
    is_report = message.get("method") == "textDocument/publishDiagnostics"
    return is_report and bool(message["params"]["diagnostics"])


def _send(stream: IO[bytes], method: str, params: object, number: int | None = None) -> None:
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    data = json.dumps(message if number is None else message | {"id": number}).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    stream.flush()


def _receive(stream: IO[bytes], is_wanted: Any) -> dict[str, Any]:
    """Read messages up to one that is wanted. Raises AssertionError if the server ends before."""
    while True:
        size = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        assert size, "the server ended"
        message: dict[str, Any] = json.loads(stream.read(size))
        if is_wanted(message):
            return message


def try_extension(extension: Path) -> str:
    """Try an extension that brings a Python; what was seen. Raises AssertionError if it fails."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        bundled = unpack(extension, folder / "unpacked")
        sprung = set_traps(folder / "site")
        program = find_program(bundled)
        codes, first = try_server(program, folder / "site", folder)
        assert codes == ["missing-page"], codes
        _, second = try_server(program, folder / "site", folder)
        assert not sprung.exists(), f"run from the site: {sprung.read_text('utf-8')}"
        if (bundled / "preview").is_dir():
            report = ("-I", "-X", "utf8", "-m", "mcp_preview", "report", str(folder / "site"))
            done = subprocess.run([str(program), *report], capture_output=True, text=True)
            assert "Pages: 1 indexed" in done.stdout, done.stdout + done.stderr
    size = extension.stat().st_size / 1_000_000
    return (
        f"{extension.name} ({size:.1f} MB): first finding after {first:.1f} s, then {second:.1f} s"
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(try_extension(Path(name)), flush=True)
