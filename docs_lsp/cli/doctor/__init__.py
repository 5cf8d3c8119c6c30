"""`docs-lsp doctor`: checks the installation and the sites, and prints problems and facts."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from docs_lsp.cli.doctor.editor import look_at_editor
from docs_lsp.cli.doctor.installation import look_at_installation, look_at_packages
from docs_lsp.cli.doctor.report import report
from docs_lsp.cli.doctor.sites import look_at_sites
from docs_lsp.cli.terminal import escape_unsafe

WELL, FOUND = 0, 1


def run(arguments: Namespace) -> int:
    """Print the report; return 1 if something needs fixing, else 0."""
    paths = [Path(path) for path in arguments.paths] or [Path()]
    sections = (
        look_at_installation(),
        *look_at_packages(),
        look_at_sites(paths),
        look_at_editor(),
    )
    for line in report(sections):
        print(escape_unsafe(line))
    return FOUND if any(section.faults for section in sections) else WELL
