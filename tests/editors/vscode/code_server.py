"""VS Code as a server, and what is installed in it: its own packages, our extension, the driver."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from editors.vscode.scripts.package import package, this_machine
from editors.vscode.scripts.vsix import pack
from tests.editors.real import HERE, PATIENCE, ROOT, missing
from tests.preview import node

VERSION = "4.139.1"
"""Of code-server, which is VS Code 1.139."""
_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
_FLAGS = (
    *("--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"),
    "--disable-getting-started-override",
    # What ran for a window that is gone would otherwise wait three hours for it.
    "--reconnection-grace-time=120",
)
OURS = HERE / "vscode"


def our_extension(folder: Path) -> Path:
    """Our extension as one file, for this machine and this Python."""
    target = this_machine()
    if target is None:
        missing("a machine that the extension is made for")
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return package(target, [python], folder / "docs-lsp.vsix")


def driver(folder: Path) -> Path:
    """The extension that lets a test ask the editor."""
    parts = {"driver.js": OURS / "driver/driver.js", "LICENSE": ROOT / "LICENSE"}
    return pack(OURS / "driver", parts, folder / "driver.vsix", None)


class CodeServer:
    """A server with a home of its own."""

    def __init__(self, folder: Path, workspace: Path, path: str | None = None) -> None:
        """Serve a workspace; everything else goes into a folder. Programs are looked for on a path,
        or where a writer has them: a Python of the right age, and that is all that is needed."""
        self.folder = folder
        self.workspace = workspace
        self.url = ""
        self.is_new = True
        """Whether the extension has not asked anything yet."""
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None
        self._left: frozenset[Path] = frozenset()
        (folder / "config.yaml").write_text("auth: none\ncert: false\n")
        self.forget_settings()

    def evaluate(self, script: str, seconds: float = PATIENCE, **given: Any) -> Any:
        """What a piece of JavaScript gives inside the editor, with `vscode` and `given`."""
        asked = self.asked()
        assert asked is not None, "no window listens"
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(seconds)
            line.connect(str(asked))
            line.sendall(json.dumps({"script": script, "given": given}).encode())
            line.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert answer, "the window has gone"
        told = json.loads(answer)
        assert "fault" not in told, told["fault"]
        return told["value"]

    def asked(self) -> Path | None:
        """Where the driver in the newest window listens; None before it does."""
        return next(iter(self._sockets() - self._left), None)

    def forget_windows(self) -> None:
        """The next window is another one than those so far."""
        self._left = self._sockets()

    def _sockets(self) -> frozenset[Path]:
        return frozenset(self.folder.glob("asked.*"))

    def install(self, *extensions: Path) -> None:
        """Install extensions."""
        for extension in extensions:
            done = subprocess.run(
                [*self._command(), "--install-extension", str(extension)],
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Serve until the end of the block."""
        try:
            self.start()
            yield
        finally:
            self.stop()

    def start(self) -> None:
        """Begin to serve, at an address of its own."""
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [*self._command(), "--bind-addr", f"127.0.0.1:{port}", str(self.workspace)]
        with (self.folder / "code-server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait(self._process)

    def stop(self) -> None:
        """End it, if it runs."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None:
            try:
                with urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except OSError:
                time.sleep(0.2)
        raise AssertionError((self.folder / "code-server.log").read_text("utf-8"))

    def forget_settings(self) -> None:
        """Set what is set at first, and nothing else."""
        settings = self.folder / "user/User/settings.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(OURS / "settings.json", settings)
        self.machine_settings.unlink(missing_ok=True)

    @property
    def machine_settings(self) -> Path:
        """The settings that belong to this machine, a remote one for the browser."""
        return self.folder / "user/Machine/settings.json"

    def _command(self) -> list[str]:
        entry = _code_server() / "out/node/entry.js"
        return [
            *(node.node(), str(entry), "--config", str(self.folder / "config.yaml")),
            *("--user-data-dir", str(self.folder / "user")),
            *("--extensions-dir", str(self.folder / "extensions")),
            *_FLAGS,
        ]

    def _environment(self) -> dict[str, str]:
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        return {
            **os.environ,
            "PATH": path if self._path is None else self._path,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "DRIVER_SOCKET": str(self.folder / "asked"),
            # It takes its environment from here, and not from what the user's shell would set.
            "VSCODE_CLI": "1",
        }


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def _code_server() -> Path:
    """The folder of code-server, which is installed once, without running anything of it."""
    name = hashlib.sha256(f"code-server {VERSION}".encode()).hexdigest()[:16]
    place = node.CACHE / name
    if not place.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as folder:
            made = Path(folder) / "made"
            made.mkdir()
            (made / "package.json").write_text('{"private": true}\n', "utf-8")
            _npm(made, "install", "--force", f"code-server@{VERSION}")
            # Its own list of versions is one that `npm ci` refuses.
            _npm(made / "node_modules/code-server/lib/vscode", "install", "--omit=dev")
            try:
                made.rename(place)
            except OSError:
                assert place.is_dir()  # Another run was faster.
    return place / "node_modules/code-server"


def _npm(folder: Path, *arguments: str) -> None:
    npm = Path(node.node()).parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    done = node.run(npm, *arguments, *_OPTIONS, "--prefix", folder, seconds=900)
    if done.returncode != 0:
        missing(f"code-server, which npm could not install: {done.stderr[-300:]}")
