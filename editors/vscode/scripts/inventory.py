"""Lists the components of a packaged extension: as text with their licences, and as a
CycloneDX document. Both are generated from the package's content, without a date, so that the same
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
"""CPE vendors and products of components without a common package URL."""
_EXPRESSION = re.compile(r"\(*[\w.+-]+\)*(?:\s+(?:AND|OR|WITH)\s+\(*[\w.+-]+\)*)*")
_LICENCE_FILE = re.compile(r"(?i)(licen[cs]e|copying|notice|authors)")
_RULE = "=" * 100
_HEAD = """\
The extension docs-lsp for VS Code holds what is listed here, each under its own licence.
`sbom.cdx.json` beside this file has the same list for programs.
"""


class Component(NamedTuple):
    """A third-party component of the package."""

    name: str
    version: str
    licence: str
    """SPDX expression, or else the licence as the component states it; empty if unknown."""
    texts: tuple[str, ...]
    """Texts of its licences."""
    purl: str
    """Package URL, by which advisories are looked up."""
    cpe: str = ""
    """CPE name, for advisories without a package URL."""

    @property
    def heading(self) -> str:
        """Name, version and licence as text."""
        return f"{self.name} {self.version}: {self.licence or 'no licence is named'}"


def write_inventory(folder: Path, components: Iterable[Component], version: str) -> dict[str, Path]:
    """Write both lists into a folder. Return the files by their names in the package."""
    listed = sorted(set(components), key=lambda part: (part.name.lower(), part.version, part.purl))
    parts = ["\n\n".join([part.heading, *part.texts]) for part in listed if part.texts]
    text = f"\n\n{_RULE}\n".join(
        [f"{_HEAD}\n" + "\n".join(part.heading for part in listed), *parts]
    )
    names = {name: folder / name for name in ("THIRD_PARTY.txt", "sbom.cdx.json")}
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
        "components": [_describe_component(component) for component in components],
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
    """Find the Python packages installed in the subfolders of a folder."""
    for about in sorted(folder.glob("*/*.dist-info")):
        metadata = BytesParser().parsebytes((about / "METADATA").read_bytes(), headersonly=True)
        name, version = str(metadata["Name"]), str(metadata["Version"])
        licence = metadata["License-Expression"] or _find_licence(
            metadata.get_all("Classifier", []), str(metadata["License"] or "")
        )
        texts = [path for path in sorted(about.rglob("*")) if _is_licence(path, about)]
        purl = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{version}"
        yield Component(name, version, str(licence), _read_texts(texts), purl)
        for bill in sorted(about.glob("sboms/*.json")):
            yield from _list_compiled(bill)


def _list_compiled(bill: Path) -> Iterator[Component]:
    """Find what is compiled into a package, if the package contains a CycloneDX document."""
    for about in json.loads(bill.read_text("utf-8")).get("components", []):
        licences = [
            entry.get("expression")
            or entry["license"].get("id")
            or entry["license"].get("name", "")
            for entry in about.get("licenses", [])
        ]
        # Qualifiers after the version name the build source, which may be a local folder.
        purl = about.get("purl", "").partition("?")[0]
        version = about.get("version", "")
        name = about["name"]
        yield Component(name, version, " AND ".join(licences), (), purl, _format_cpe(name, version))


def _find_licence(classifiers: Iterable[str], said: str) -> str:
    """Return the licence in older metadata: one line, or the classifiers."""
    if said and "\n" not in said and len(said) < 60:
        return said
    prefix = "License :: "
    named = [name.rpartition(" :: ")[2] for name in classifiers if name.startswith(prefix)]
    return ", ".join(named)


def _is_licence(path: Path, about: Path) -> bool:
    inside = path.relative_to(about).parts
    is_named = "licenses" in inside[:-1] or _LICENCE_FILE.match(path.name) is not None
    return path.is_file() and is_named


def list_node_packages(home: Path) -> Iterator[Component]:
    """Find the npm packages bundled into the extension's code."""
    lock = json.loads((home / "package-lock.json").read_text("utf-8"))
    for place, about in sorted(lock["packages"].items()):
        if not place or about.get("dev"):
            continue
        name, version = place.rpartition("node_modules/")[2], about["version"]
        texts = [
            file for file in sorted((home / place).glob("*")) if _LICENCE_FILE.match(file.name)
        ]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        yield Component(name, version, about.get("license", ""), _read_texts(texts), purl)


def list_grammar(home: Path) -> Iterator[Component]:
    """List the MDX grammar, whose licence is copied with it."""
    lock = json.loads((home / "package-lock.json").read_text("utf-8"))
    version = lock["packages"]["node_modules/tm-grammars"]["version"]
    text = _read_texts([home / "syntaxes/LICENSE-mdx.txt"])
    purl = f"pkg:npm/tm-grammars@{version}"
    yield Component("tm-grammars (mdx.json)", version, "MIT", text, purl)


def list_interpreter(python: Interpreter, notices: Path | None) -> Iterator[Component]:
    """List Python and its libraries, whose licences and versions are in a checkout of the project
    that built it. Raises `FileNotFoundError` if a file is missing there."""
    texts = [python.library / "LICENSE.txt", python.folder / "LICENSE.txt"]
    licences = _read_texts(path for path in texts if path.is_file())
    purl, cpe = f"pkg:generic/python@{python.version}", _format_cpe("Python", python.version)
    yield Component("Python", python.version, "Python-2.0", licences, purl, cpe)
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
