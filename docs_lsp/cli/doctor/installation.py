"""The installed docs-lsp: its Python, the packages that it and the preview need, the last editor.

A package may be missing, too old, or fail to load.
"""

from __future__ import annotations

import importlib
import locale
import os
import platform
import re
import shutil
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import docs_lsp
from docs_lsp.cache.folder import (
    INSTALL_COMMAND,
    MEANING_GAIN,
    MODEL_NAME,
    find_installed_model,
    measure_cache,
)
from docs_lsp.cli.doctor.report import DoctorSection
from docs_lsp.core.extras import format_install_command
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.javascript.parser import is_available
from docs_lsp.server.last_client import read_last_client

PROGRAM = "docs-lsp"


def describe_installation() -> DoctorSection:
    """Return the section about this docs-lsp, its Python and the machine."""
    program_path = shutil.which(PROGRAM)
    facts = (
        f"installed in {Path(docs_lsp.__file__).parent}",
        f"on the PATH: {program_path or 'no'}",
        f"Python {platform.python_version()} ({platform.python_implementation()}), "
        f"{sys.executable}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        f"encodings: files {sys.getfilesystemencoding()}, text {locale.getencoding()}, "
        f"output {getattr(sys.stdout, 'encoding', None)}",
        f"cache: {_describe_cache()}",
    )
    notes = _build_path_notes(program_path)
    return DoctorSection(f"{PROGRAM} {docs_lsp.__version__}", facts, notes=notes)


def _describe_cache() -> str:
    try:
        usage = measure_cache()
    except OSError as error:
        return f"none ({error})"
    return f"{usage.folder}, {usage.format_size()}; `docs-lsp cache clear` removes it"


def _build_path_notes(program_path: str | None) -> tuple[str, ...]:
    """Return a note if an editor would not start this program by its name, else nothing."""
    here = Path(sys.executable).parent
    own = next((path for path in (here / PROGRAM, here / f"{PROGRAM}.exe") if path.exists()), None)
    if program_path is None:
        path = f"give the editor the whole path, `{own}`, or " if own else ""
        return (
            f"`{PROGRAM}` is not on the PATH, so an editor does not find it by its name: {path}"
            "add its folder to the PATH.",
        )
    if own is not None and os.path.realpath(program_path) != os.path.realpath(own):
        return (
            f"An editor would start `{program_path}`, which is not the one that runs here, "
            f"`{own}`.",
        )
    return ()


DISTRIBUTION = "docs-lsp"
PREVIEW = "preview"
_REQUIREMENT = compile_lazily(r"(?P<name>[\w.-]+)(?:\s*<[^,>]*,)?\s*>=\s*(?P<bound>[\d.]+)")


class RequiredPackage(NamedTuple):
    """A required package, and the version that is installed."""

    name: str
    version: str | None
    trouble: str = ""
    """Why the package cannot be used; empty if it can."""

    @property
    def description(self) -> str:
        """The name and the installed version, with the trouble in parentheses if there is any."""
        return f"{self.name} {self.version or '-'}{f' ({self.trouble})' if self.trouble else ''}"


def check_packages() -> tuple[DoctorSection, DoctorSection]:
    """Return the sections about the packages of docs-lsp, and about those of the preview."""
    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        requirements = []
    modules = _list_modules_by_package()
    own, preview = (
        [_check_package(*required, modules) for required in _iter_requirements(requirements, extra)]
        for extra in ("", PREVIEW)
    )
    return _build_own_section(own), _build_preview_section(preview)


def _build_own_section(packages: list[RequiredPackage]) -> DoctorSection:
    facts = tuple(package.description for package in packages)
    if not packages:
        note = "This docs-lsp was not installed by a package manager, so its packages are unknown."
        return DoctorSection("packages", ("unknown",), notes=(note,))
    again = f"reinstall docs-lsp with the pip of `{sys.executable}`"
    faults = tuple(
        f"{package.name}: {package.trouble}; {again}." for package in packages if package.trouble
    )
    return DoctorSection("packages", facts, faults, _build_parser_notes())


def _build_parser_notes() -> tuple[str, ...]:
    """Return a note if JavaScript in pages cannot be checked, else nothing."""
    if is_available():
        return ()
    return (
        "JavaScript in pages is not checked: the module `esprima` is missing or belongs to "
        "another package. Uninstall `esprima`, then reinstall `esprima-fork`.",
    )


def _build_preview_section(packages: list[RequiredPackage]) -> DoctorSection:
    facts = tuple(package.description for package in packages)
    facts = (*facts, _describe_semantic_search()) if facts else ("unknown",)
    broken: dict[str, list[str]] = {}
    for package in packages:
        if package.trouble:
            broken.setdefault(package.trouble, []).append(package.name)
    if not broken:
        return DoctorSection("packages of the preview", facts)
    names = "; ".join(f"{', '.join(names)} ({trouble})" for trouble, names in broken.items())
    note = f"The preview cannot start: {names}. `{format_install_command(PREVIEW)}` installs them."
    return DoctorSection("packages of the preview", facts, notes=(note,))


def _describe_semantic_search() -> str:
    """Return in words whether the preview searches by meaning, and what that is worth."""
    if find_installed_model():
        return f"search by meaning: on, with {MODEL_NAME}"
    return f"search by meaning: off; `{INSTALL_COMMAND}` adds it. {MEANING_GAIN}"


def _iter_requirements(requirements: Iterable[str], extra: str) -> Iterator[tuple[str, str]]:
    """Yield the names and lower bounds of the packages that an extra of docs-lsp requires."""
    for line in requirements:
        requirement, _, marker = line.partition(";")
        named = re.search(r"extra\s*==\s*['\"]([^'\"]+)", marker)
        match = _REQUIREMENT.match(requirement)
        if match and (named[1] if named else "") == extra:
            yield match["name"], match["bound"]


def _list_modules_by_package() -> Mapping[str, list[str]]:
    """Return the importable modules of each distribution."""
    modules: dict[str, list[str]] = {}
    for module, names in metadata.packages_distributions().items():
        for name in names:
            modules.setdefault(_normalise_name(name), []).append(module)
    return modules


def _check_package(name: str, bound: str, modules: Mapping[str, list[str]]) -> RequiredPackage:
    """Import a package's modules; return its version, and why it cannot be used, if so."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return RequiredPackage(name, None, "not installed")
    if _parse_version(version) < _parse_version(bound):
        return RequiredPackage(name, version, f"older than {bound}")
    for module in sorted(modules.get(_normalise_name(name), ())):
        if module.isidentifier() and not module.startswith("_"):
            trouble = _explain_import_failure(module)
            if trouble:
                return RequiredPackage(name, version, trouble)
    return RequiredPackage(name, version)


def _explain_import_failure(module: str) -> str:
    """Import a module; return why that fails, as when compiled for another Python, or ""."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            importlib.import_module(module)
    except Exception as error:
        return f"cannot be loaded: {type(error).__name__}: {error}"
    return ""


def _parse_version(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def _normalise_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


TITLE = "last editor"


def describe_last_editor() -> DoctorSection:
    """Return the section about the client that started the server last."""
    record = read_last_client()
    if record is None:
        return DoctorSection(
            TITLE, ("no editor has started docs-lsp yet, or this could not be saved",)
        )
    client = record["client"]
    name = " ".join(filter(None, (str(client.get("name") or ""), str(record.get("version") or ""))))
    flags = dict(_iter_client_flags(client))
    facts = (
        f"{name or 'an unnamed editor'}, folders: {record.get('folders')}",
        f"{record.get('at')}, docs-lsp {record.get('server')}, Python {record.get('python')}",
        f"can: {_list_flags(flags, True)}",
        f"cannot: {_list_flags(flags, False)}",
        *(f"{flag} = {value}" for flag, value in flags.items() if not isinstance(value, bool)),
    )
    return DoctorSection(TITLE, facts, notes=tuple(_iter_notes(record)))


def _iter_notes(record: dict[str, Any]) -> Iterator[str]:
    """Yield a note if the editor started another version, or has the vendor's extension."""
    started, here = record.get("server"), docs_lsp.__version__
    if started != here:
        yield f"The editor last started docs-lsp {started}, and this is {here}."
    if record["client"].get("has_vendor_extension") is True:
        yield (
            "The editor has the extension mintlify.mintlify-snippets: unknown components and props "
            "are left to it. Set `docsLsp.besideVendor` to `off` to see them from docs-lsp too."
        )


def _iter_client_flags(client: dict[str, Any], stem: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of each recorded capability; nested ones as `name.name`."""
    for name, value in client.items():
        if isinstance(value, dict):
            yield from _iter_client_flags(value, f"{stem}{name}.")
        elif f"{stem}{name}" != "name":
            words = " ".join(map(str, value)) if isinstance(value, list) else value
            yield f"{stem}{name}", words


def _list_flags(flags: dict[str, Any], is_on: bool) -> str:
    return ", ".join(flag for flag, value in flags.items() if value is is_on) or "-"
