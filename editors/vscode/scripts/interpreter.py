"""Copies a relocatable Python for the extension, without the parts that are not needed.

A relocatable Python finds its library beside itself, wherever its folder is, as those of
python-build-standalone do.
"""

from __future__ import annotations

import compileall
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

_LEFT_OUT = (
    *("__phello__", "distutils", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "tkinter"),
    *("turtle.py", "turtledemo", "curses", "config-*", "site-packages", "dist-packages"),
    *("EXTERNALLY-MANAGED", "sitecustomize.py", "usercustomize.py"),
)
"""What the library's own folder has and nothing here imports. What a distributor adds to start with
(`sitecustomize`) is none of ours."""
_LEFT_OUT_ANYWHERE = ("__pycache__", "*.pyc", "*.lib", "*.pdb", "test", "tests")
_LEFT_OUT_COMPILED = (
    *("_test*", "_ctypes_test*", "xx*", "_xxtestfuzz*", "_tkinter*", "tcl*", "tk*", "zlib1*"),
    # A terminal's, and the GNU database: some are under the GPL.
    *("_curses*", "readline*", "_dbm*", "_gdbm*", "nis*", "ossaudiodev*"),
)
_WINDOWS = ("python.exe", "*.dll", "LICENSE.txt")
_PATCH = re.compile(r'^#define\s+PY_VERSION\s+"([^"]+)"', re.MULTILINE)
_SITES = ("site-packages", "dist-packages")
"""Folders in which Python looks for packages; the second is Debian's."""
_PACKAGES = "docs-lsp.pth"


class InterpreterFault(Exception):
    """A folder that cannot be bundled as an interpreter."""


class Interpreter(NamedTuple):
    """A relocatable Python in a folder."""

    folder: Path
    version: str
    """Full version, such as `3.13.15`."""
    executable: Path
    library: Path
    """Folder of the standard library."""

    @property
    def minor(self) -> str:
        """Minor version, by which packages are chosen, such as `3.13`."""
        return ".".join(self.version.split(".")[:2])


def find_interpreter(folder: Path) -> Interpreter:
    """Return the Python in a folder, for any system. Raises `InterpreterFault`."""
    libraries = [path for path in (folder / "lib").glob("python3.*") if (path / "os.py").is_file()]
    for library in libraries:
        executable = folder / "bin" / library.name
        if executable.is_file():
            return Interpreter(folder, _read_version(folder, executable), executable, library)
    executable, library = folder / "python.exe", folder / "Lib"
    if executable.is_file() and (library / "os.py").is_file():
        return Interpreter(folder, _read_version(folder, executable), executable, library)
    raise InterpreterFault(
        f"`{folder}` holds no Python: neither `bin/python3.X` with `lib/python3.X`, nor "
        "`python.exe` with `Lib`."
    )


def _read_version(folder: Path, executable: Path) -> str:
    """Return the full version from the headers, which works for other systems too."""
    for pattern in (f"include/{executable.name}/patchlevel.h", "include/patchlevel.h"):
        for header in folder.glob(pattern):
            match = _PATCH.search(header.read_text("utf-8"))
            if match is not None:
                return match[1]
    question = "import platform; print(platform.python_version())"
    try:
        process = subprocess.run(
            [str(executable), "-I", "-c", question],
            check=True,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise InterpreterFault(
            f"The version of `{executable}` is unknown: there is no `patchlevel.h` in "
            f"`{folder / 'include'}`, and the program does not run here ({error})."
        ) from None
    return process.stdout.strip()


def copy_interpreter(source: Interpreter, destination: Path, packages: Iterable[str]) -> Path:
    """Copy a Python into a new folder, where it finds packages in sibling folders.

    Returns its program. Symbolic links become files, since a .vsix holds none.
    """
    if source.executable.suffix == ".exe":
        executable, library = destination / "python.exe", destination / "Lib"
        for pattern in _WINDOWS:
            _copy_files(source.folder.glob(pattern), destination)
        shutil.copytree(source.folder / "DLLs", destination / "DLLs", ignore=_ignore_compiled)
    else:
        executable = destination / "bin/python3"
        library = destination / "lib" / source.library.name
        executable.parent.mkdir(parents=True)
        shutil.copy(source.executable, executable)
        _copy_files(_find_shared_libraries(source), destination / "lib")
    shutil.copytree(source.library, library, ignore=_Ignored(source.library))
    compile_library(library, source.minor)
    _strip(destination)
    folders = list(packages)
    for name in _SITES:
        site = library / name
        site.mkdir()
        up = "/".join([".."] * len(site.relative_to(destination.parent).parts))
        (site / _PACKAGES).write_text("".join(f"{up}/{name}\n" for name in folders), "utf-8")
    return executable


def _strip(destination: Path) -> None:
    """Remove the debug information of Linux programs, if `strip` is installed.

    It leaves what is for another machine as it is, and that of python-build-standalone has none.
    """
    tool = shutil.which("strip")
    files = [
        *destination.glob("bin/python3"),
        *destination.rglob("*.so"),
        *destination.rglob("*.so.*"),
    ]
    if tool is None or sys.platform != "linux" or not files:
        return
    command = [tool, "--strip-unneeded", *map(str, files)]
    subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _find_shared_libraries(source: Interpreter) -> list[Path]:
    """Return the shared libraries that the program links to; most builds are static."""
    program = source.executable.read_bytes()
    libraries = (source.folder / "lib").glob("libpython*")
    return [path for path in libraries if not path.is_symlink() and path.name.encode() in program]


def _copy_files(files: Iterable[Path], folder: Path) -> None:
    for path in files:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder)


class _Ignored:
    """Filter of the standard library for `shutil.copytree`."""

    def __init__(self, library: Path) -> None:
        self._library = library

    def __call__(self, folder: str, names: list[str]) -> set[str]:
        """Return the names in a folder that are not copied."""
        if Path(folder).name == "lib-dynload":
            return _ignore_compiled(folder, names)
        patterns: tuple[str, ...] = _LEFT_OUT_ANYWHERE
        if Path(folder) == self._library:
            patterns += _LEFT_OUT
        return _match(names, patterns)


def _ignore_compiled(folder: str, names: list[str]) -> set[str]:
    return _match(names, _LEFT_OUT_COMPILED + _LEFT_OUT_ANYWHERE)


def _match(names: list[str], patterns: Iterable[str]) -> set[str]:
    return {name for name in names if any(fnmatch(name, pattern) for pattern in patterns)}


def compile_library(library: Path, minor: str) -> bool:
    """Replace the sources of a standard library by bytecode: otherwise the first start would take
    much longer, and every start if the folder is read-only. Works only for the minor version of
    the Python that runs this. Return whether that is the case.
    """
    if minor != f"{sys.version_info.major}.{sys.version_info.minor}":
        return False
    compileall.compile_dir(library, quiet=2, maxlevels=20, stripdir=str(library), legacy=True)
    for source in library.rglob("*.py"):
        if source.with_suffix(".pyc").is_file():
            source.unlink()
    return True
