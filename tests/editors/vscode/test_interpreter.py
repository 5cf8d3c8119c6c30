"""Choice of the interpreter, and the files of the bundled one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from editors.vscode.scripts.bundle import HOME
from editors.vscode.scripts.interpreter import (
    InterpreterFault,
    compile_library,
    copy_interpreter,
    find_interpreter,
)
from editors.vscode.scripts.package import npm
from editors.vscode.scripts.vsix import pack
from tests.preview import node

HEADER = '#define PY_VERSION      	"3.13.15"\n'
_CHOOSE = """
const { chooseInterpreter } = await import(%s);
const given = JSON.parse(process.argv[1]);
const queried = [];
const choice = await chooseInterpreter({
  bundled: given.own,
  getSelected: async () => { queried.push("extension"); return given.chosen; },
  findOnPath: async function* () { for (const program of given.path) { yield [program]; } },
  query: async (program) => {
    queried.push(program);
    const version = given.versions[program];
    const python = { executable: program, version, implementation: "cpython" };
    return version ? { python } : { error: "broken" };
  },
  hasPackages: ({ version }) => given.carried.includes(version[1]),
});
console.log(JSON.stringify({ ...choice, queried }));
"""
_VSCODE = """
class EventEmitter { event() {} fire() {} }
const workspace = { getConfiguration: () => ({ get: (name, value) => value }) };
module.exports = { EventEmitter, workspace, extensions: { getExtension() {} } };
"""
_PROGRAMS = """
const [bundle, folder] = process.argv.slice(1);
const path = require("node:path");
const context = {
  subscriptions: [],
  extension: { packageJSON: { version: "0.1.0" } },
  globalStorageUri: { fsPath: path.join(folder, "storage") },
  asAbsolutePath: (name) => path.join(folder, name),
};
const { ProgramResolver } = require(bundle);
const programs = new ProgramResolver(context, { info() {} });
(async () => {
  const server = await programs.resolveServer();
  const report = await programs.resolveModule("mcp_preview", "report");
  const lines = [server, report].map(({ command, args }) => [command, ...args]);
  console.log(JSON.stringify([...lines, server.env]));
})();
"""
VERSIONS = {
    "/own": [3, 13, 15],
    "/chosen": [3, 12, 1],
    "/path/3.15": [3, 15, 0],
    "/path/3.13": [3, 13, 1],
}


def choose(
    own: str | None, chosen: str | None, path: list[str], carried: list[int]
) -> tuple[dict[str, object] | None, list[str], list[str]]:
    """Return the chosen interpreter, the skipped ones with reasons, and the queried sources."""
    script = _CHOOSE % json.dumps((HOME / "src/server/search.ts").as_uri())
    given = {"own": own, "chosen": chosen, "path": path, "carried": carried, "versions": VERSIONS}
    done = subprocess.run(
        [node.node(), "--input-type=module", "--eval", script, json.dumps(given)],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    choice = json.loads(done.stdout)
    return choice.get("python"), choice["skipped"], choice["queried"]


@pytest.mark.parametrize(
    ("own", "chosen", "path", "expected"),
    [
        ("/own", "/chosen", ["/path/3.13"], "/own"),
        ("/broken", "/chosen", ["/path/3.13"], "/chosen"),
        (None, "/chosen", ["/path/3.13"], "/chosen"),
        (None, None, ["/broken", "/path/3.15", "/path/3.13"], "/path/3.13"),
        (None, None, ["/path/3.15"], None),
    ],
)
def test_the_bundled_interpreter_comes_first_then_the_selected_one_then_the_path(
    own: str | None, chosen: str | None, path: list[str], expected: str | None
) -> None:
    python, _, _ = choose(own, chosen, path, [12, 13])

    assert (python and python["executable"]) == expected
    assert (python or {}).get("isBundled", False) == (expected == "/own")


def test_interpreters_without_packages_are_skipped_with_the_reason() -> None:
    _, skipped, _ = choose("/own", "/chosen", ["/path/3.15"], [11])

    assert skipped == [
        "/own: the extension has no packages for Python 3.13",
        "/chosen: the extension has no packages for Python 3.12",
        "/path/3.15: the extension has no packages for Python 3.15",
    ]


def test_the_python_extension_is_not_started_if_the_bundled_interpreter_runs() -> None:
    assert choose("/own", "/chosen", [], [13])[2] == ["/own"]


@pytest.mark.skipif(os.name == "nt", reason="the interpreter of this test is a shell script")
def test_python_variables_do_not_reach_the_bundled_interpreter(tmp_path: Path) -> None:
    node.node()  # Skips where there is none.
    own = tmp_path / "bundled/python/bin/python3"
    write(tmp_path, "bundled/python/bin/python3", "bundled/cp313/yaml.so")
    own.write_text(f'#!/bin/sh\necho \'["{own}", [3, 13, 15], "cpython"]\'\n', "utf-8")
    own.chmod(0o755)
    (tmp_path / "vscode.js").write_text(_VSCODE, "utf-8")
    bundle = tmp_path / "program.js"
    if not (HOME / "node_modules/esbuild").is_dir():
        npm("ci")
    subprocess.run(
        [
            *(node.node(), "node_modules/esbuild/bin/esbuild", "src/server/program.ts"),
            *("--bundle", "--platform=node", f"--alias:vscode={tmp_path / 'vscode.js'}"),
            *(f"--outfile={bundle}", "--log-level=error"),
        ],
        cwd=HOME,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    misleading = {"PYTHONPATH": str(tmp_path), "PYTHONHOME": "/", "PythonStartup": "x"}

    done = subprocess.run(
        [node.node(), "--eval", _PROGRAMS, str(bundle), str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **misleading},
    )

    server, report, env = json.loads(done.stdout)
    assert server[:2] == [str(own), "-I"] and server[4:7] == ["-m", "docs_lsp", "server"]
    # Downloaded packages are found through PYTHONPATH, which contains nothing else.
    assert report[:2] == [str(own), "-P"] and report[4:6] == ["-m", "mcp_preview"]
    bundled = tmp_path / "bundled"
    storage = tmp_path / "storage/preview/cp313-0.1.0"
    folders = [bundled / "common", bundled / "abi3", bundled / "cp313", storage]
    variables = {name: value for name, value in env.items() if name.lower().startswith("python")}
    assert variables.keys() == {"PYTHONPATH", "PYTHONNOUSERSITE", "PYTHONSAFEPATH"}
    assert variables["PYTHONPATH"] == os.pathsep.join(map(str, folders))


def write(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x = 1\n", "utf-8")


def list_files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_only_the_runtime_of_an_interpreter_is_copied(tmp_path: Path) -> None:
    home, target = tmp_path / "home", tmp_path / "bundled/python"
    library = "lib/python3.13"
    write(home, f"{library}/os.py", f"{library}/json/__init__.py", f"{library}/LICENSE.txt")
    compiled = f"{library}/lib-dynload"
    write(home, f"{compiled}/_ssl.so", f"{compiled}/_testcapi.so", f"{compiled}/_tkinter.so")
    write(home, f"{library}/idlelib/run.py", f"{library}/json/tests/test_it.py")
    write(home, f"{library}/site-packages/pip/__init__.py", f"{library}/sitecustomize.py")
    write(home, "lib/libpython3.13.so.1.0", "lib/libpython3.so", "lib/tcl9.0/init.tcl")
    write(home, "bin/python3.13", "bin/idle3", "share/man/man1/python3.1")
    (home / "bin/python3.13").write_bytes(b"\x7fELF libpython3.13.so.1.0\0")
    write(home, "include/python3.13/patchlevel.h")
    (home / "include/python3.13/patchlevel.h").write_text(HEADER, "utf-8")

    python = find_interpreter(home)
    copy_interpreter(python, target, ["common", "cp313"])

    assert (python.version, python.minor) == ("3.13.15", "3.13")
    own = {f"{library}/{site}/docs-lsp.pth" for site in ("site-packages", "dist-packages")}
    assert list_files(target) - own == {
        *("bin/python3", "lib/libpython3.13.so.1.0", f"{compiled}/_ssl.so"),
        *(f"{library}/os.py", f"{library}/json/__init__.py", f"{library}/LICENSE.txt"),
    }
    site = target / library / "site-packages"
    paths = [site / line for line in (site / "docs-lsp.pth").read_text("utf-8").splitlines()]
    assert [path.resolve() for path in paths] == [target.parent / "common", target.parent / "cp313"]


def test_the_runtime_of_windows_is_copied(tmp_path: Path) -> None:
    home, target = tmp_path / "home", tmp_path / "bundled/python"
    write(home, "python.exe", "pythonw.exe", "python313.dll", "vcruntime140.dll", "Lib/os.py")
    write(home, "DLLs/_ssl.pyd", "DLLs/_tkinter.pyd", "DLLs/tcl86t.dll", "tcl/tcl8.6/init.tcl")
    write(home, "libs/python313.lib", "include/patchlevel.h")
    (home / "include/patchlevel.h").write_text(HEADER, "utf-8")

    copy_interpreter(find_interpreter(home), target, ["common"])

    assert {name for name in list_files(target) if not name.endswith(".pth")} == {
        *("python.exe", "python313.dll", "vcruntime140.dll", "Lib/os.py", "DLLs/_ssl.pyd"),
    }
    site = target / "Lib/site-packages"
    assert (site / (site / "docs-lsp.pth").read_text("utf-8").strip()).resolve() == (
        target.parent / "common"
    )


def test_a_folder_without_a_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InterpreterFault, match="holds no Python"):
        find_interpreter(tmp_path)


def test_a_library_becomes_bytecode_for_this_version_alone(tmp_path: Path) -> None:
    write(tmp_path, "os.py", "json/__init__.py")

    assert not compile_library(tmp_path, "2.7")
    assert list_files(tmp_path) == {"os.py", "json/__init__.py"}
    assert compile_library(tmp_path, f"{sys.version_info.major}.{sys.version_info.minor}")
    assert list_files(tmp_path) == {"os.pyc", "json/__init__.pyc"}


def test_the_program_can_be_run_after_it_is_unpacked(tmp_path: Path) -> None:
    package = {"name": "x", "version": "1", "publisher": "x", "displayName": "x", "icon": "i.png"}
    more = {"description": "x", "categories": [], "keywords": [], "engines": {"vscode": "1"}}
    (tmp_path / "package.json").write_text(json.dumps(package | more), "utf-8")
    bundled = tmp_path / "bundled"
    write(bundled, "python/bin/python3", "common/a.py")

    vsix = pack(tmp_path, {"bundled": bundled}, tmp_path / "a.vsix", "linux-x64")

    with zipfile.ZipFile(vsix) as packed:
        modes = {info.filename: info.external_attr >> 16 & 0o777 for info in packed.infolist()}
        assert {info.create_system for info in packed.infolist()} == {3}
    assert modes["extension/bundled/python/bin/python3"] == 0o755
    assert modes["extension/bundled/common/a.py"] == 0o644
