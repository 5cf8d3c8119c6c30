"""`docs-lsp doctor`: checks the installation and the sites, and prints problems and facts."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from docs_lsp.cli.doctor.installation import (
    check_packages,
    describe_installation,
    describe_last_editor,
)
from docs_lsp.cli.doctor.report import render_report
from docs_lsp.cli.doctor.sites import describe_sites
from docs_lsp.cli.exit_codes import FOUND, SUCCESS
from docs_lsp.cli.terminal import escape_unsafe


def run(arguments: Namespace) -> int:
    """Print the report; return 1 if something needs fixing, else 0."""
    paths = [Path(path) for path in arguments.paths] or [Path()]
    sections = (
        describe_installation(),
        *check_packages(),
        describe_sites(paths),
        describe_last_editor(),
    )
    for line in render_report(sections):
        print(escape_unsafe(line))
    return FOUND if any(section.faults for section in sections) else SUCCESS
