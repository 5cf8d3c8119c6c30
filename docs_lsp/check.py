"""Checking a site once, from the disk: what the command line does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from docs_lsp.discover import SITE_FILE
from docs_lsp.files import DiskFiles, FileFault, Files
from docs_lsp.jsontree.document import Document
from docs_lsp.problem import Problem, Severity
from docs_lsp.rules import all_rules
from docs_lsp.settings import SETTINGS_FILE, ConfigFault, Settings
from docs_lsp.site.facts import load_specs, scan
from docs_lsp.snapshot import Site, pointer_of
from docs_lsp.text import Span, Text


class Report(NamedTuple):
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


def check_site(docs_json: Path, *, files: bool = True, asked_for: Collection[str] = ()) -> Report:
    """Check the site of one docs.json.

    Without `files` nothing but docs.json itself is looked at, and the checks that need other
    files are silent. Rules that are `asked_for` by name run even if they are off by default. A
    docs.json that cannot be read is a problem like any other.
    """
    root = docs_json.parent
    disk = DiskFiles(root)
    settings, faults = read_settings(disk)
    settings = _with_rules(settings, asked_for)
    load = whole_site if files else Site.alone
    site = load(root, disk, settings, docs_json.name)
    problems = tuple(problem for found in site.problems().values() for problem in found)
    texts = _texts(problems, site, disk)
    if faults:
        texts[SETTINGS_FILE] = _text(disk, SETTINGS_FILE)
    return Report(root, site.is_ours, problems, texts, faults, site.parts)


def whole_site(root: Path, files: Files, settings: Settings, name: str = SITE_FILE) -> Site:
    """A site with all that its files tell, looked at as a whole."""
    site = Site.load(root, files, settings, name).with_facts(scan(files))
    wanted = site.wanted_specs()
    if wanted and site.facts is not None:
        site = site.with_facts(load_specs(site.facts, files, wanted))
    return site.surveyed()


def read_settings(disk: Files) -> tuple[Settings, tuple[ConfigFault, ...]]:
    """What the site's docs-lsp.toml sets, and what is wrong in it."""
    if not disk.exists(SETTINGS_FILE):
        return Settings(), ()
    from docs_lsp.config import load  # Only a site with settings pays for pydantic.

    try:
        return load(disk.read(SETTINGS_FILE), all_rules())
    except FileFault as fault:
        return Settings(), (ConfigFault(Span(0, 0), str(fault)),)


def _with_rules(settings: Settings, asked_for: Collection[str]) -> Settings:
    """Settings in which rules that nobody has set, and that are off by default, are on."""
    off = [name for name in asked_for if all_rules()[name].severity is None]
    on = {name: Severity.INFORMATION for name in off if name not in settings.rules}
    return replace(settings, rules={**settings.rules, **on}) if on else settings


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
        texts[name] = _text(disk, name)
    return texts


def _text(disk: Files, name: str) -> Text:
    """The text of a file; an empty one for a file that cannot be read."""
    try:
        return Text.of(disk.read(name))
    except FileFault:
        return Text.of(b"")
