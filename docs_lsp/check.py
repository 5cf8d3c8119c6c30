"""Checking a site once, from the disk: what the command line does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from docs_lsp.files import DiskFiles, FileFault, Files
from docs_lsp.jsontree.document import Document
from docs_lsp.problem import Problem
from docs_lsp.settings import SETTINGS_FILE, ConfigFault, Settings
from docs_lsp.site.facts import load_specs, scan
from docs_lsp.snapshot import Site, pointer_of
from docs_lsp.text import Text


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of one site found."""

    root: Path
    """The folder of docs.json; the files of problems are relative to it."""
    ours: bool
    """Whether docs.json is one of the service at all, and not another tool's."""
    problems: tuple[Problem, ...]
    texts: Mapping[str, Text]
    """The text of each file that a problem names, by site path."""
    config_faults: tuple[ConfigFault, ...] = ()
    """What is wrong with docs-lsp.toml."""
    parts: Mapping[str, Document | str] | None = None

    def pointers(self, problem: Problem) -> str | None:
        """The JSON pointer of a problem; None in files that are not part of docs.json."""
        return pointer_of(problem, (self.parts or {}).get(problem.file))


def check_site(docs_json: Path, *, files: bool = True) -> Report:
    """Check the site of one docs.json.

    Without `files` nothing but docs.json itself is looked at, and the checks that need other
    files are silent. A docs.json that cannot be read is a problem like any other.
    """
    root = docs_json.parent
    disk = DiskFiles(root)
    settings, faults = _settings(disk)
    site = Site.alone(root, disk, settings, docs_json.name)
    if files:
        site = site.with_parts(disk).with_facts(scan(disk))
        wanted = site.wanted_specs()
        if wanted and site.facts is not None:
            site = site.with_facts(load_specs(site.facts, disk, wanted))
    problems = tuple(problem for found in site.problems().values() for problem in found)
    texts = _texts(problems, site, disk)
    if faults:
        texts[SETTINGS_FILE] = Text.of(disk.read(SETTINGS_FILE))
    return Report(root, site.is_ours, problems, texts, faults, site.parts)


def _settings(disk: Files) -> tuple[Settings, tuple[ConfigFault, ...]]:
    if not disk.exists(SETTINGS_FILE):
        return Settings(), ()
    from docs_lsp.config import load  # Only a site with settings pays for pydantic.
    from docs_lsp.rules import all_rules

    return load(disk.read(SETTINGS_FILE), all_rules())


def _texts(problems: tuple[Problem, ...], site: Site, disk: Files) -> dict[str, Text]:
    """The texts of all files that the problems and their related places name."""
    names = {problem.file for problem in problems}
    names |= {place.file for problem in problems for place in problem.related}
    texts = {}
    for name in sorted(names):
        part = site.parts.get(name)
        if isinstance(part, Document):
            texts[name] = part.text
            continue
        try:
            texts[name] = Text.of(disk.read(name))
        except FileFault:
            texts[name] = Text.of(b"")
    return texts
