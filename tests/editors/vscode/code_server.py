"""VS Code as a server (code-server), with the extension and the test driver installed."""

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

from editors.vscode.scripts.vsix import pack
from tests.dist import make_extension
from tests.editors.real import HERE, ROOT, TIMEOUT, skip_missing
from tests.preview import node

VERSION = "4.139.1"
"""Version of code-server, which contains VS Code 1.139."""
_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
_FLAGS = (
    *("--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"),
    "--disable-getting-started-override",
    # Otherwise the processes of a closed window would wait three hours for it.
    "--reconnection-grace-time=120",
)
FOLDER = HERE / "vscode"


def build_extension(folder: Path) -> Path:
    """Package the extension for this machine and this Python."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    extension = make_extension(folder, [python])
    if extension is None:
        skip_missing("a machine that the extension is made for")
    return extension


def build_driver(folder: Path) -> Path:
    """Package the extension with which tests evaluate code in the editor."""
    parts = {"driver.js": FOLDER / "driver/driver.js", "LICENSE": ROOT / "LICENSE"}
    return pack(FOLDER / "driver", parts, folder / "driver.vsix", None)


class CodeServer:
    """A code-server with its own home folder."""

    def __init__(self, folder: Path, workspace: Path, path: str | None = None) -> None:
        """Prepare to serve a workspace, with all other files in `folder`. `path` replaces the PATH,
        which otherwise includes this Python."""
        self.folder = folder
        self.workspace = workspace
        self.url = ""
        self.is_first_start = True
        """Whether the extension has not made its first-start offer yet."""
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None
        self._old_sockets: frozenset[Path] = frozenset()
        (folder / "config.yaml").write_text("auth: none\ncert: false\n")
        self.reset_settings()

    def evaluate(self, script: str, seconds: float = TIMEOUT, **given: Any) -> Any:
        """Evaluate JavaScript in the extension host, with `vscode` and `given`."""
        path = self.find_socket()
        assert path is not None, "no window is listening"
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(seconds)
            line.connect(str(path))
            line.sendall(json.dumps({"script": script, "given": given}).encode())
            line.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert answer, "the window was closed"
        result = json.loads(answer)
        assert "fault" not in result, result["fault"]
        return result["value"]

    def find_socket(self) -> Path | None:
        """Find the socket of the driver in the newest window; None before it listens."""
        return next(iter(self._sockets() - self._old_sockets), None)

    def forget_sockets(self) -> None:
        """Ignore the sockets of all windows so far."""
        self._old_sockets = self._sockets()

    def _sockets(self) -> frozenset[Path]:
        return frozenset(self.folder.glob("asked.*"))

    def install(self, *extensions: Path) -> None:
        """Install extensions."""
        for extension in extensions:
            process = subprocess.run(
                [*self._command(), "--install-extension", str(extension)],
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=TIMEOUT,
                check=False,
            )
            assert process.returncode == 0, process.stdout + process.stderr

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Run the server during the block."""
        try:
            self.start()
            yield
        finally:
            self.stop()

    def start(self) -> None:
        """Start the server on a free port."""
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
        """Stop the server if it is running."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end and process.poll() is None:
            try:
                with urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except OSError:
                time.sleep(0.2)
        raise AssertionError((self.folder / "code-server.log").read_text("utf-8"))

    def reset_settings(self) -> None:
        """Restore the initial settings."""
        settings = self.folder / "user/User/settings.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FOLDER / "settings.json", settings)
        self.machine_settings.unlink(missing_ok=True)

    @property
    def machine_settings(self) -> Path:
        """The machine settings file (a remote machine, as the browser sees it)."""
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
            # Use this environment instead of resolving the user's shell environment.
            "VSCODE_CLI": "1",
        }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _code_server() -> Path:
    """Return the folder of code-server. It is installed once, without running install scripts."""
    name = hashlib.sha256(f"code-server {VERSION}".encode()).hexdigest()[:16]
    cached = node.CACHE / name
    if not cached.is_dir():
        cached.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cached.parent) as folder:
            install = Path(folder) / "made"
            install.mkdir()
            (install / "package.json").write_text('{"private": true}\n', "utf-8")
            _npm(install, "install", "--force", f"code-server@{VERSION}")
            # `npm ci` rejects its lock file.
            _npm(install / "node_modules/code-server/lib/vscode", "install", "--omit=dev")
            try:
                install.rename(cached)
            except OSError:
                assert cached.is_dir()  # Another run was faster.
    return cached / "node_modules/code-server"


def _npm(folder: Path, *arguments: str) -> None:
    npm = Path(node.node()).parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    process = node.run(npm, *arguments, *_OPTIONS, "--prefix", folder, seconds=900)
    if process.returncode != 0:
        skip_missing(f"code-server, which npm could not install: {process.stderr[-300:]}")
