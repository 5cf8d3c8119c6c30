"""Which docs-lsp this is, which Python runs it, and which one an editor would start."""

from __future__ import annotations

import locale
import os
import platform
import shutil
import sys
from pathlib import Path

import docs_lsp
from docs_lsp.cli.doctor.section import DoctorSection

PROGRAM = "docs-lsp"


def look_at_installation() -> DoctorSection:
    """What runs here."""
    found = shutil.which(PROGRAM)
    facts = (
        f"installed in {Path(docs_lsp.__file__).parent}",
        f"on the PATH: {found or 'no'}",
        f"Python {platform.python_version()} ({platform.python_implementation()}), "
        f"{sys.executable}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        f"encodings: files {sys.getfilesystemencoding()}, text {locale.getencoding()}, "
        f"output {getattr(sys.stdout, 'encoding', None)}",
    )
    notes = _notes(found)
    return DoctorSection(f"{PROGRAM} {docs_lsp.__version__}", facts, notes=notes)


def _notes(found: str | None) -> tuple[str, ...]:
    here = Path(sys.executable).parent
    own = next((path for path in (here / PROGRAM, here / f"{PROGRAM}.exe") if path.exists()), None)
    if found is None:
        path = f"give the editor the whole path, `{own}`, or " if own else ""
        return (
            f"`{PROGRAM}` is not on the PATH, so an editor does not find it by its name: {path}"
            "add its folder to the PATH.",
        )
    if own is not None and os.path.realpath(found) != os.path.realpath(own):
        return (f"An editor would start `{found}`, which is not the one that runs here, `{own}`.",)
    return ()
