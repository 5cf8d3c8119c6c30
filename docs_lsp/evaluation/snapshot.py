"""A site at one moment: its docs.json, the files it references, and what is on the disk.

A `Snapshot` never changes; every event creates the next one, which shares what is unchanged. So a
request can use one snapshot while the user types the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Text, find_changed_range
from docs_lsp.evaluation.evaluation import Evaluation
from docs_lsp.evaluation.finding_limits import pick_worst_by_file
from docs_lsp.evaluation.site_rules import CLEAN, NOTHING, Change, Problems, SiteFindings
from docs_lsp.files.files import Files
from docs_lsp.jsontree.cursor import build_pointer_at
from docs_lsp.jsontree.document import Document, join_changes
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation import refs
from docs_lsp.site.navigation.docs_reader import (
    MAX_SIZE,
    parse_document_or_explain,
    read_missing_parts,
    read_part,
)
from docs_lsp.site.overview import Overview
from docs_lsp.site.site import EarlierSite, Site, StaleTranslation

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts


@dataclass(frozen=True, eq=False)
class Snapshot(Site):
    """A site with its problems, and with everything that the next snapshot reuses."""

    root: Path = field(kw_only=True)
    """The folder of docs.json."""
    site_findings: SiteFindings = NOTHING
    """The problems found when the rules about the whole site last ran."""

    @classmethod
    def load(
        cls, root: Path, files: Files, settings: Settings, name: str = "docs.json"
    ) -> Snapshot:
        """Read docs.json and the files that its `$ref`s name, and nothing else."""
        return cls.load_docs_json(root, files, settings, name).read_missing_parts(files)

    @classmethod
    def load_docs_json(
        cls, root: Path, files: Files, settings: Settings, name: str = "docs.json"
    ) -> Snapshot:
        """Read docs.json, and none of the files that it names."""
        return cls(name, {name: read_part(files, name)}, settings, root=root)

    def read_missing_parts(self, files: Files) -> Snapshot:
        """Return the site with the files read that a `$ref` names and that are not known yet."""
        parts = read_missing_parts(self.parts, files)
        return self if parts is self.parts else replace(self, parts=parts)

    def apply_edit(self, file: str, text: Text, changes: Sequence[Change]) -> Snapshot:
        """Return the site after an edit of a part; `text` is the text after all changes."""
        part = self.parts.get(file)
        if not isinstance(part, Document) or not changes:
            return self.replace_part(file, text)
        site_findings = self.site_findings.apply_edit(file, changes)
        return self._replace_part(
            file, part.update_text(text, *reduce(join_changes, changes)), site_findings
        )

    def replace_part(self, file: str, text: Text) -> Snapshot:
        """Return the site with a new text for one of its parts."""
        return self._replace_part(
            file, parse_document_or_explain(file, text), self.site_findings.exclude_file(file)
        )

    def _replace_part(
        self, file: str, document: Document | str, site_findings: SiteFindings
    ) -> Snapshot:
        parts = {**self.parts, file: document}
        # `replace` takes five times as long, and this runs on every keystroke.
        values = (self.settings, self.facts, self.contents, self.earlier, self.stale_translations)
        return Snapshot(self.name, parts, *values, root=self.root, site_findings=site_findings)

    def apply_other_edit(self, file: str, changes: Sequence[Change]) -> Snapshot:
        """Return the site after an edit of a file that is not part of docs.json, such as a page."""
        return replace(self, site_findings=self.site_findings.apply_edit(file, changes))

    def with_facts(self, facts: SiteFacts | None) -> Snapshot:
        """Return the site with the current facts about its files; site findings become outdated."""
        return replace(self, facts=facts, site_findings=self.site_findings.mark_outdated())

    def with_contents(self, contents: Mapping[str, PageContent] | None) -> Snapshot:
        """Return the site with the current contents of its pages; site findings become outdated."""
        return replace(self, contents=contents, site_findings=self.site_findings.mark_outdated())

    def with_earlier(self, earlier: EarlierSite | None) -> Snapshot:
        """Return the site with an earlier state to compare with; site findings become outdated."""
        return replace(self, earlier=earlier, site_findings=self.site_findings.mark_outdated())

    def with_stale_translations(self, stale: Mapping[str, StaleTranslation] | None) -> Snapshot:
        """Return the site with other stale translations; site findings become outdated."""
        outdated = self.site_findings.mark_outdated()
        return replace(self, stale_translations=stale, site_findings=outdated)

    def with_settings(self, settings: Settings) -> Snapshot:
        """Return the site with other settings; site findings become outdated."""
        return replace(self, settings=settings, site_findings=self.site_findings.mark_outdated())

    def with_site_findings(self, site_findings: SiteFindings) -> Snapshot:
        """Return the site with the problems that the rules about the whole site found."""
        return replace(self, site_findings=site_findings)

    def run_site_rules(
        self,
        cancelled: Callable[[], bool] | None = None,
        find: Callable[[Overview], SiteFindings] | None = None,
    ) -> Snapshot:
        """Return the site after running the rules about the whole site, which takes time.

        `find` can replace the function that runs the rules. Raises only `SiteRulesCancelled`.
        """
        find = find or partial(SiteFindings.find_all, cancelled=cancelled)
        whole = self.get_overview()
        site_findings = find(whole) if whole else CLEAN
        after = replace(self, site_findings=site_findings)
        # What the rules computed about the whole site is reused.
        after.prime(Overview.from_site, whole)
        return after

    def get_overview(self) -> Overview | None:
        """Return the whole site; None if its files are unknown, or docs.json is another tool's."""
        return self.cached(Overview.from_site)

    def has_overview(self) -> bool:
        """Return whether the whole site has been computed already."""
        return self.is_cached(Overview.from_site)

    def get_problems(self) -> Problems:
        """Return the problems by site path, in the order of each text, as many as are shown."""
        problems, _ = self.cached(Snapshot._evaluate)
        return problems

    def prepare_problems(self, has_time: Callable[[], bool]) -> bool:
        """Check elements for `get_problems` while there is time; return whether all have been."""
        return self.is_cached(Snapshot._evaluate) or Evaluation(self).prepare(has_time)

    def find_all_problems(self) -> Problems:
        """Return all problems that the settings let through; slow for a file full of them."""
        return self.cached(Snapshot._find_all_problems)

    def find_unread_specs(self) -> frozenset[str]:
        """Return the specifications that docs.json or settings name and that were not read yet."""
        _, wanted_specs = self.cached(Snapshot._evaluate)
        return wanted_specs

    def find_unread_parts(self) -> frozenset[str]:
        """Return the files that a `$ref` names and that have not been read yet."""
        return refs.find_unread_files(self.parts)

    def _evaluate(self) -> tuple[Problems, frozenset[str]]:
        """Return the problems that are shown, and the specifications that are still to be read."""
        evaluation = Evaluation(self)
        inside = self.site_findings.in_docs_json
        ours = pick_worst_by_file(
            self.filter_problems(evaluation.find_problems(inside, is_bounded=True))
        )
        problems = _join_files(ours, self.get_other_file_problems(), evaluation)
        known = self.facts.specs if self.facts is not None else {}
        wanted = evaluation.specs | self.settings.declared_specs
        return problems, wanted - known.keys()

    def _find_all_problems(self) -> Problems:
        evaluation = Evaluation(self)
        ours = self.filter_problems(evaluation.find_problems(self.site_findings.in_docs_json))
        outside = self.site_findings.in_other_files.apply_settings(
            self.settings, self.filter_problems
        )
        return _join_files(ours, outside, evaluation)

    def get_other_file_problems(self) -> Problems:
        """Return the problems in files that are not part of docs.json; safe in any thread."""
        return self.site_findings.in_other_files.list_shown(self.settings, self.filter_problems)

    def list_unfolded(self) -> Problems:
        """Return the shown findings that are not folded, of each file that has folded ones."""
        return self.site_findings.in_other_files.list_unfolded(self.settings, self.filter_problems)

    def list_shown_problems(self, opened: Collection[str]) -> Problems:
        """Return all findings in files that are open, and in others those that are not folded."""
        problems, unfolded = self.get_problems(), self.list_unfolded()
        if not unfolded:
            return problems
        return {
            file: file_problems if file in opened else unfolded.get(file, file_problems)
            for file, file_problems in problems.items()
            if file in opened or unfolded.get(file, file_problems)
        }

    def filter_problems(self, problems: Problems) -> Problems:
        """Return the problems that the project's settings and baseline let through."""
        visible_problems, baseline = _drop_suppressed(problems, self), self.settings.baseline
        return baseline.filter_new(visible_problems, self.parts) if baseline else visible_problems


def update_parts(site: Snapshot, contents: Mapping[str, bytes]) -> Snapshot:
    """Return the site with other contents of some parts, and without findings about all of it.

    Only what has changed is parsed. Trees are shared with this site and with the last update to the
    same contents, so that no container is checked twice: `fix` asks several questions about one
    change, such as what it would report and what it would repeat. Both sites must belong to the
    caller alone.
    """
    last_updates = site.cached(_create_update_cache)
    updated: dict[str, Document | str] = {}
    for file, data in contents.items():
        before = site.parts[file]
        known = _find_version(data, before, last_updates.get(file))
        if known is None:
            last_updates[file] = _update_part(file, before, data)
        updated[file] = known or last_updates[file]
    return replace(site, parts={**site.parts, **updated}, site_findings=NOTHING)


def _create_update_cache(_site: Site) -> dict[str, Document | str]:
    """Return an empty cache for the last update of each part of a site."""
    return {}


def _find_version(data: bytes, *versions: Document | str | None) -> Document | None:
    """Return the version of a part with this content, or None."""
    for version in versions:
        if isinstance(version, Document) and version.text.data == data:
            return version
    return None


def _update_part(file: str, before: Document | str, data: bytes) -> Document | str:
    """Return a part with new content, parsing only what changed; or why it is not checked."""
    text = Text.from_data(data)
    if not isinstance(before, Document) or len(data) > MAX_SIZE:
        return parse_document_or_explain(file, text)
    return before.update_text(text, *find_changed_range(before.text.data, data))


def _join_files(inside: Problems, outside: Problems, evaluation: Evaluation) -> Problems:
    """Join the problems of docs.json and its parts, which come first, with those of other files.

    For a file that has become a part, only its current problems count.
    """
    return {**inside, **_drop_reported(outside, evaluation.named), **inside}


def _drop_reported(outside: Problems, reported: Collection[tuple[str, str]]) -> Problems:
    """Drop the problems of a rule in other files that it has reported with another file already."""
    named = {file for _, file in reported} & outside.keys()
    if not named:
        return outside
    left = {
        file: [problem for problem in outside[file] if (problem.rule, file) not in reported]
        for file in named
    }
    return {file: found for file, found in {**outside, **left}.items() if found}


def _drop_suppressed(problems_by_file: Problems, site: Snapshot) -> Problems:
    """Return the problems that the settings of a site do not suppress or ignore."""
    settings = site.settings
    if not settings.suppressions and not settings.ignored:
        return problems_by_file
    visible_problems = {}
    for file, problems in problems_by_file.items():
        if settings.ignores_file(file):
            continue
        part = site.parts.get(file)
        left = [
            p
            for p in problems
            if not settings.suppresses_finding(p.rule, file, find_problem_pointer(p, part))
        ]
        if left:
            visible_problems[file] = left
    return visible_problems


def find_problem_pointer(problem: Problem, part: Document | str | None) -> str | None:
    """Return the JSON pointer (RFC 6901) of a problem's value; None outside of JSON files."""
    return build_pointer_at(part, problem.span.start) if isinstance(part, Document) else None
