"""Lists all that a package of the extension holds: for people with its licences, for programs as a
CycloneDX document. Both are made from what lies in the package, and have no date, so that the same
files always give the same package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from email.parser import BytesParser
from pathlib import Path
from typing import NamedTuple

from editors.vscode.scripts.interpreter import Interpreter
from editors.vscode.scripts.pins import read_libraries

_CPE = {
    "Python": "python:python",
    "bzip2": "bzip:bzip2",
    "expat": "libexpat_project:libexpat",
    "libffi": "libffi_project:libffi",
    "ncurses": "gnu:ncurses",
    "openssl": "openssl:openssl",
    "sqlite": "sqlite:sqlite",
    "xz": "tukaani:xz",
    "zlib": "zlib:zlib",
}
"""Makers and products of what has no package URL that all know."""
_EXPRESSION = re.compile(r"\(*[\w.+-]+\)*(?:\s+(?:AND|OR|WITH)\s+\(*[\w.+-]+\)*)*")
_LICENCE_FILE = re.compile(r"(?i)(licen[cs]e|copying|notice|authors)")
_RULE = "=" * 100
_HEAD = """\
The extension docs-lsp for VS Code holds what is listed here, each under its own licence.
`sbom.cdx.json` beside this file has the same list for programs.
"""


class Component(NamedTuple):
    """A part of the package that others wrote."""

    name: str
    version: str
    licence: str
    """An SPDX expression where there is one, else what the part says; empty if it says nothing."""
    texts: tuple[str, ...]
    """The texts of its licences."""
    purl: str
    """Its package URL, by which advisories are looked up."""
    cpe: str = ""
    """The name by which advisories are looked up that know no package URL."""

    @property
    def heading(self) -> str:
        """Its name, version and licence, for people."""
        return f"{self.name} {self.version}: {self.licence or 'no licence is named'}"


def write_inventory(made: Path, components: Iterable[Component], version: str) -> dict[str, Path]:
    """Write both lists into a folder; the files by their names in the package."""
    listed = sorted(set(components), key=lambda one: (one.name.lower(), one.version, one.purl))
    parts = ["\n\n".join([one.heading, *one.texts]) for one in listed]
    text = f"\n\n{_RULE}\n".join([f"{_HEAD}\n" + "\n".join(one.heading for one in listed), *parts])
    names = {name: made / name for name in ("THIRD_PARTY.txt", "sbom.cdx.json")}
    names["THIRD_PARTY.txt"].write_text(f"{text}\n", "utf-8")
    names["sbom.cdx.json"].write_text(json.dumps(_describe(listed, version), indent=1), "utf-8")
    return names


def _describe(components: Iterable[Component], version: str) -> dict[str, object]:
    """Return the CycloneDX document."""
    about = {"type": "application", "name": "docs-lsp-vscode", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": about},
        "components": [_describe_component(one) for one in components],
    }


def _describe_component(component: Component) -> dict[str, object]:
    fields: dict[str, object] = {
        "type": "library",
        "bom-ref": component.purl,
        "name": component.name,
        "version": component.version,
        "purl": component.purl,
    }
    if component.cpe:
        fields["cpe"] = component.cpe
    if component.licence:
        is_expression = _EXPRESSION.fullmatch(component.licence) is not None
        named = {"license": {"name": component.licence}}
        fields["licenses"] = [{"expression": component.licence} if is_expression else named]
    return fields


def list_packages(folder: Path) -> Iterator[Component]:
    """Find the Python packages that are installed in the folders of a folder."""
    for about in sorted(folder.glob("*/*.dist-info")):
        metadata = BytesParser().parsebytes((about / "METADATA").read_bytes(), headersonly=True)
        name, version = str(metadata["Name"]), str(metadata["Version"])
        licence = metadata["License-Expression"] or _find_licence(
            metadata.get_all("Classifier", []), str(metadata["License"] or "")
        )
        texts = [path for path in sorted(about.rglob("*")) if _is_licence(path, about)]
        purl = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{version}"
        yield Component(name, version, str(licence), _read_texts(texts), purl)


def _find_licence(classifiers: Iterable[str], said: str) -> str:
    """Return what a package of the older kind says: one line, or the classifiers."""
    if said and "\n" not in said and len(said) < 60:
        return said
    prefix = "License :: "
    named = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith(prefix)]
    return ", ".join(named)


def _is_licence(path: Path, about: Path) -> bool:
    inside = path.relative_to(about).parts
    is_named = "licenses" in inside[:-1] or _LICENCE_FILE.match(path.name) is not None
    return path.is_file() and is_named


def list_node_packages(home: Path) -> Iterator[Component]:
    """Find the packages that are part of the extension's own code."""
    lock = json.loads((home / "package-lock.json").read_text("utf-8"))
    for place, about in sorted(lock["packages"].items()):
        if not place or about.get("dev"):
            continue
        name, version = place.rpartition("node_modules/")[2], about["version"]
        texts = [one for one in sorted((home / place).glob("*")) if _LICENCE_FILE.match(one.name)]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        yield Component(name, version, about.get("license", ""), _read_texts(texts), purl)


def list_grammar(home: Path) -> Iterator[Component]:
    """The grammar of MDX, whose licence was copied with it."""
    lock = json.loads((home / "package-lock.json").read_text("utf-8"))
    version = lock["packages"]["node_modules/tm-grammars"]["version"]
    text = _read_texts([home / "syntaxes/LICENSE-mdx.txt"])
    purl = f"pkg:npm/tm-grammars@{version}"
    yield Component("tm-grammars (mdx.json)", version, "MIT", text, purl)


def list_interpreter(python: Interpreter, notices: Path | None) -> Iterator[Component]:
    """The Python, and the libraries inside of it, whose licences and versions are in a checkout of
    the project that has built it. Raises `FileNotFoundError` if that lacks a file."""
    texts = [python.library / "LICENSE.txt", python.folder / "LICENSE.txt"]
    found = _read_texts(path for path in texts if path.is_file())
    purl, cpe = f"pkg:generic/python@{python.version}", _format_cpe("Python", python.version)
    yield Component("Python", python.version, "Python-2.0", found, purl, cpe)
    if notices is None:
        return
    for library, about in read_libraries(notices / "pythonbuild/downloads.py").items():
        name = library.partition("-")[0]
        version = about.get("actual_version", about["version"])
        licence = " AND ".join(about["licenses"]) or "public domain"
        text = _read_texts([notices / about["license_file"]])
        purl = f"pkg:generic/{name}@{version}"
        yield Component(name, version, licence, text, purl, _format_cpe(name, version))


def _format_cpe(name: str, version: str) -> str:
    product = _CPE.get(name)
    return f"cpe:2.3:a:{product}:{version}:*:*:*:*:*:*:*" if product else ""


def _read_texts(files: Iterable[Path]) -> tuple[str, ...]:
    return tuple(path.read_text("utf-8", errors="replace").strip() for path in files)
