"""A site that mistakes are planted in, and quick second looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from docs_lsp.core.problem import FileChange, FileEdit, Problem, Severity
from docs_lsp.core.text import encode_text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, Files, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.rules import all_rules
from docs_lsp.settings.reader import load_project_settings
from docs_lsp.settings.settings import SETTINGS_FILE, Settings
from tests.mutations.scene import Scene


@dataclass(frozen=True, eq=False)
class World:
    """A site before anything is planted in it."""

    name: str
    site: Snapshot
    files: Files
    whole: bool
    """Whether it is checked with its files."""
    _with_rule: dict[str, World] = field(default_factory=dict)

    @classmethod
    def of_files(cls, name: str, files: Files, settings: Settings | None = None) -> World:
        """A site with its files, all of which are read once and kept."""
        kept = MemoryFiles({path: files.read(path) for path in files.paths()})
        site = evaluate_whole_site(Path("/site"), kept, settings or Settings())
        return cls(name, site, kept, True)

    @classmethod
    def of_folder(cls, folder: Path) -> World:
        """A whole site of the disk."""
        return cls.of_files(folder.name, DiskFiles(folder))

    @classmethod
    def of_text(cls, name: str, data: bytes) -> World:
        """A lone docs.json, whose files nobody looks at."""
        files = MemoryFiles({"docs.json": data})
        return cls(name, Snapshot.load_docs_json(Path("/site"), files, Settings()), files, False)

    @cached_property
    def scene(self) -> Scene:
        """The site as whoever plants mistakes sees it."""
        return Scene(self.site, self.files)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it already."""
        return tuple(problems_of(self.site))

    def for_rule(self, name: str) -> World:
        """The same site with a rule switched on that is off by default."""
        if all_rules()[name].severity is not None:
            return self
        if name not in self._with_rule:
            settings = replace(self.site.settings, rules={name: Severity.INFORMATION})
            site = self.site.with_settings(settings)
            self._with_rule[name] = replace(self, site=site.run_site_rules(), _with_rule={})
        return self._with_rule[name]

    def after(self, changes: Iterable[FileChange], linked_folders: Iterable[str] = ()) -> Snapshot:
        """The site after some changes, as a whole new look at it would find it."""
        changes = tuple(changes)
        site = self._edited(one for one in changes if isinstance(one, FileEdit))
        if not self.whole:
            return site
        draft = self.draft(changes, linked_folders)
        if draft.changed.keys() <= site.parts.keys():
            site = site.read_missing_parts(draft)
            if not site.find_unread_specs():
                return site.run_site_rules()
        settings = self.settings_of(draft)
        return evaluate_whole_site(site.root, draft, settings, known=site.contents)

    def draft(self, changes: Iterable[FileChange], linked_folders: Iterable[str] = ()) -> Draft:
        """The files after some changes; `linked_folders` have become symbolic links."""
        if not linked_folders:
            return Draft(self.files).with_changes(changes)
        read = {path: self.files.read(path) for path in self.files.paths()}
        return Draft(MemoryFiles(read, linked_folders)).with_changes(changes)

    def settings_of(self, draft: Draft) -> Settings:
        """The settings after some changes."""
        if SETTINGS_FILE not in draft.changed:
            return self.site.settings
        return load_project_settings(draft.read(SETTINGS_FILE), all_rules())[0]

    def _edited(self, edits: Iterable[FileEdit]) -> Snapshot:
        """The site after edits of docs.json and its parts."""
        site = self.site
        for edit in sorted(edits, key=lambda each: each.span, reverse=True):
            part = site.parts.get(edit.file)
            if isinstance(part, Document):
                start, end = edit.span
                new = encode_text(edit.new)
                change = (start, end, start + len(new))
                site = site.apply_edit(
                    edit.file, part.text.replace_bytes(start, end, new), [change]
                )
        return site


def problems_of(site: Snapshot) -> Iterator[Problem]:
    """All that is wrong with a site."""
    for found in site.get_problems().values():
        yield from found
