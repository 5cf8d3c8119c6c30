"""Collects what is bundled with the extension: the server, its packages, and optionally Python.

Packages are installed from wheels for any VS Code target and Python version, independent of this
machine; nothing is compiled. The folder `common` runs everywhere, `abi3` on every Python of the
target, and `cp313` on its Python 3.13. `preview` is only bundled with a Python, and runs on that.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

from editors.vscode.scripts.interpreter import Interpreter, copy_interpreter

HOME = Path(__file__).resolve().parents[1]
ROOT = HOME.parents[1]
OUR_OWN = ("docs_lsp", "mcp_preview")
PREVIEW = "preview"
"""Name of the folder of the preview's packages, and of its list of requirements."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
_LINUX = ("manylinux2014_{0}", "manylinux_2_17_{0}", "manylinux_2_28_{0}")
_ALPINE = ("musllinux_1_1_{0}", "musllinux_1_2_{0}")
TARGETS = {
    "linux-x64": [name.format("x86_64") for name in _LINUX],
    "linux-arm64": [name.format("aarch64") for name in _LINUX],
    "alpine-x64": [name.format("x86_64") for name in _ALPINE],
    "alpine-arm64": [name.format("aarch64") for name in _ALPINE],
    "darwin-x64": ["macosx_12_0_x86_64"],
    "darwin-arm64": ["macosx_12_0_arm64"],
    "win32-x64": ["win_amd64"],
    "win32-arm64": ["win_arm64"],
}
"""VS Code targets, with the platform tags of their wheels."""
_PREVIEW = {"darwin-arm64": ["macosx_13_0_arm64"]}
"""Targets for which a package of the preview requires a newer platform than VS Code."""
_WITHOUT_PREVIEW = ("alpine-x64", "alpine-arm64", "darwin-x64", "win32-arm64")
"""Targets for which not all pinned packages of the preview have wheels: google-re2 has none for
Alpine, tantivy and bashkit none for Windows on ARM. Cryptography has only older ones for an Intel
Mac, which pip finds when the preview is first started."""
_NEEDLESS = shutil.ignore_patterns("__pycache__", "*.pyc")


def bundle(target: str, pythons: Iterable[str], output: Path) -> None:
    """Fill a new or empty folder with the server and packages for some versions of Python."""
    common = output / "common"
    versions = list(pythons)
    for name in OUR_OWN:
        shutil.copytree(ROOT / name, common / name, ignore=_NEEDLESS)
    _install("common", common, TARGETS[target], versions[0])
    _install("abi3", output / "abi3", TARGETS[target], versions[0])
    for version in versions:
        folder = output / f"cp{version.replace('.', '')}"
        _install("compiled", folder, TARGETS[target], version)
    _write_preview_requirements(output)


def bundle_with_python(
    target: str, python: Interpreter, output: Path, *, with_preview: bool = True
) -> None:
    """Fill a new or empty folder with Python, the server and its packages."""
    bundle(target, [python.minor], output)
    if with_preview and target not in _WITHOUT_PREVIEW:
        platforms = _PREVIEW.get(target, TARGETS[target])
        _install(PREVIEW, output / PREVIEW, platforms, python.minor)
    packages = [path.name for path in sorted(output.iterdir()) if path.is_dir()]
    copy_interpreter(python, output / "python", packages)


def _install(name: str, folder: Path, platforms: Sequence[str], python: str) -> None:
    """Unpack the wheels of a list of requirements into a folder."""
    command = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--no-compile", "--only-binary=:all:", "--upgrade"),
        *("--target", str(folder), "--requirement", str(_requirements(name))),
        *("--implementation", "cp", "--python-version", python),
        *(f"--platform={platform}" for platform in platforms),
    ]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    shutil.rmtree(folder / "bin", ignore_errors=True)


def _write_preview_requirements(output: Path) -> None:
    """Write the requirements of the preview, and the pinned versions of the server's packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    preview = project["optional-dependencies"]["preview"]
    (output / "preview.txt").write_text(
        "".join(f"{requirement}\n" for requirement in preview), "utf-8"
    )
    pinned = [line for name in ("common", "abi3", "compiled") for line in pins(name)]
    (output / "constraints.txt").write_text("".join(f"{pin}\n" for pin in pinned), "utf-8")


def pins(name: str) -> list[str]:
    """Read a list of requirements."""
    lines = _requirements(name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _requirements(name: str) -> Path:
    return HOME / "requirements" / f"{name}.txt"
