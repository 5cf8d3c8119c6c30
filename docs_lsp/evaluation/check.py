"""Checks a site once, from the disk, as the command line does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.core.current_work import record_file, record_rule
from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Span, Text
from docs_lsp.evaluation.enabled_rules import (
    collect_page_queries,
    needs_only_parse_errors,
    needs_page_text,
    select_rules,
)
from docs_lsp.evaluation.finding_limits import pick_worst_by_file
from docs_lsp.evaluation.rules_in_processes import run_rules_in_processes
from docs_lsp.evaluation.snapshot import Snapshot, find_problem_pointer, update_parts
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import (
    CachedFiles,
    DiskFiles,
    FileFault,
    Files,
    MemoryFiles,
    read_bytes_or_empty,
    read_text,
)
from docs_lsp.files.linked_file import read_file_or_link
from docs_lsp.jsontree.document import Document
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import BASELINE_FILE, SETTINGS_FILE, Settings, SettingsFault
from docs_lsp.site.mdx.content import read_faults, read_page
from docs_lsp.site.mdx.contents import (
    HEADS_ONLY,
    Contents,
    ContentsReading,
    ReadingOptions,
    is_worth_caching,
    read_contents,
    with_snippets,
)
from docs_lsp.site.mdx.page_processes import make_page_processes
from docs_lsp.site.navigation.refs import list_reachable_files
from docs_lsp.site.specifications.facts import SiteFacts, load_specs, scan_site
from docs_lsp.site.specifications.spec_files import add_file_survey
from docs_lsp.site.specifications.specs_named_by_pages import load_page_specs

if TYPE_CHECKING:
    from docs_lsp.settings.baseline import Baseline
    from docs_lsp.site.mdx.page_body_cache import PageBodyCache
    from docs_lsp.site.site import EarlierSite

_LARGE = 200_000
"""The size in bytes of a docs.json that takes longer to parse than its folder takes to list."""
ReadEarlier: TypeAlias = "Callable[[Contents], EarlierSite | None]"
"""Reads an earlier state of a site, given the current contents of its pages.

Returns None if there is nothing to compare.
"""


class SiteReport(NamedTuple):
    """The result of checking one site."""

    root: Path
    """The folder of docs.json; the files of problems are relative to it."""
    ours: bool
    """Whether docs.json belongs to the service, not to another tool."""
    problems: tuple[Problem, ...]
    texts: Mapping[str, Text]
    """The text of each file that a problem names, by site path."""
    config_faults: tuple[SettingsFault, ...] = ()
    """The faults of docs-lsp.toml or the baseline."""
    name: str = SITE_FILE
    """The file name of the site's docs.json, which can differ."""
    baseline_file: str = BASELINE_FILE
    """The path of the project's baseline, even if it does not exist."""
    put_off: tuple[Problem, ...] = ()
    """The problems that the baseline excludes."""
    folded: tuple[Problem, ...] = ()
    """The findings that `problems` leave out because one about the folder counts them."""
    unneeded: Mapping[str, int] = MappingProxyType({})
    """The number of findings in the baseline that no longer exist, by rule."""
    site: Snapshot | None = None
    """The site that was checked, with all its problems."""
    files: Files = MemoryFiles({})

    def find_pointer(self, problem: Problem) -> str | None:
        """Return the JSON pointer of a problem; None in files that are not part of docs.json."""
        return (
            find_problem_pointer(problem, self.site.parts.get(problem.file)) if self.site else None
        )

    def unfold(self) -> SiteReport:
        """Return the report with the findings in pages without readers among the problems."""
        return self._replace(problems=(*self.problems, *self.folded), folded=())


def check_site(
    docs_json: Path,
    *,
    reads_files: bool = True,
    asked_for: Collection[str] = (),
    wanted: Callable[[str], bool] = lambda _rule: True,
    baseline: Baseline | None = None,
    saves_page_bodies: bool = False,
    earlier: ReadEarlier | None = None,
    known: Contents | None = None,
) -> SiteReport:
    """Check the site of one docs.json; pages that are `known` and have not changed are not read.

    Without `reads_files` only docs.json is read, and rules that need other files report nothing.
    Only the rules that are `wanted` run, and those named in `asked_for` even if they are off by
    default. A `baseline` replaces that of the project. With `saves_page_bodies`, the parsed pages
    are saved for the next check if that is worthwhile. The site is compared with an `earlier` state
    if one is given. A docs.json that cannot be read is a problem like any other.
    """
    record_rule("")
    record_file(docs_json.name)
    root = docs_json.parent
    disk = DiskFiles(root, at_once=True)
    settings, faults = read_project_settings(disk) if baseline is None else read_settings(disk)
    baseline = settings.baseline if baseline is None else baseline
    # The problems that the baseline excludes are reported too, so they are removed last.
    settings = replace(select_rules(settings, asked_for, wanted), baseline=None)
    if reads_files:
        bodies = open_body_cache(disk) if saves_page_bodies and known is None else None
        site = evaluate_whole_site(
            root, disk, settings, docs_json.name, known, bodies=bodies, earlier=earlier
        )
    else:
        site = Snapshot.load_docs_json(root, disk, settings, docs_json.name)
    report = SiteReport(
        root=root,
        ours=site.is_service_site,
        problems=(),
        texts={},
        config_faults=faults,
        name=docs_json.name,
        baseline_file=settings.baseline_file or BASELINE_FILE,
        site=site,
        # Several fixes read the same page, and its text is shown.
        files=CachedFiles(disk),
    )
    report = _add_problems(report, site, baseline)
    files = _collect_files((*report.problems, *report.folded), faults)
    return report._replace(texts=_ProblemTexts(files, site, report.files))


def _add_problems(report: SiteReport, site: Snapshot, baseline: Baseline | None) -> SiteReport:
    """Return a report with the problems of a site, as many as are shown; new ones with a baseline.

    With a baseline, also those that are put off, and the number of findings that no longer exist.
    """
    problems_by_file = site.find_all_problems()
    if baseline is not None:
        outcome = baseline.sort_problems(problems_by_file, site.parts)
        problems_by_file = outcome.new
        report = report._replace(put_off=outcome.known, unneeded=outcome.unneeded)
    shown = list(chain.from_iterable(pick_worst_by_file(problems_by_file).values()))
    return report._replace(
        problems=tuple(problem for problem in shown if not problem.is_folded),
        folded=tuple(problem for problem in shown if problem.is_folded),
    )


def open_body_cache(disk: DiskFiles) -> PageBodyCache | None:
    """Return the cached bodies of a site's pages, or None if it has too few files for a cache."""
    if not is_worth_caching(disk.walk()):
        return None
    # Imported late: it needs the parsers of pages, which a plain page does not.
    from docs_lsp.site.mdx.page_body_cache import PageBodyCache

    return PageBodyCache(disk.root)


def evaluate_whole_site(
    root: Path,
    files: Files,
    settings: Settings,
    name: str = SITE_FILE,
    known: Contents | None = None,
    *,
    bodies: PageBodyCache | None = None,
    earlier: ReadEarlier | None = None,
) -> Snapshot:
    """Read what the enabled rules of a site need, and run them, beside an `earlier` state if any.

    The text of pages is only read if it is not among the cached `bodies`, in which it is saved.
    """
    if needs_only_parse_errors(settings):
        return _read_site_faults(root, files, settings, name, bodies).run_site_rules()
    if not needs_page_text(settings):
        site = read_site(root, files, settings, name, ReadingOptions(known=known))
    else:
        options = ReadingOptions(read_page, known, questions=collect_page_queries(settings))
        if bodies is not None:
            options = options._replace(
                reader=bodies.read_page, recall=bodies.recall, cached_count=len(bodies)
            )
        site = read_site(root, files, settings, name, options)
        if bodies is not None:
            bodies.save(site.contents or {})
    if earlier and site.contents is not None:
        site = site.with_earlier(earlier(site.contents))
    return site.run_site_rules(find=run_rules_in_processes)


def evaluate_changed_parts(before: Snapshot, files: Files) -> Snapshot | None:
    """Return the site with changed parts of docs.json evaluated; None if more must be read.

    Only what has changed is parsed and checked again. None if that does not suffice: the site was
    not read, other files are parts of docs.json now, or a changed part is a specification too.
    """
    facts, parts = before.facts, before.parts
    if facts is None or before.contents is None:
        return None
    try:
        after = update_parts(before, {file: files.read(file) for file in parts})
    except FileFault:
        return None
    changed = {file for file, part in parts.items() if after.parts[file] is not part}
    is_enough = (
        after.is_service_site
        and changed.isdisjoint((*facts.specs, *(facts.spec_files or ())))
        and list_reachable_files(after.name, after.parts)
        == list_reachable_files(before.name, parts)
        and not after.find_unread_parts()
    )
    if not is_enough:
        return None
    return _read_named_specs(after, files).run_site_rules(find=run_rules_in_processes)


def _read_site_faults(
    root: Path, files: Files, settings: Settings, name: str, bodies: PageBodyCache | None
) -> Snapshot:
    """Read a site whose pages are only parsed for the faults that make the service reject them."""
    site = Snapshot.load(root, files, settings, name)
    if not site.is_service_site:
        return site
    facts = scan_site(files)
    options = ReadingOptions(read_faults)
    if bodies is not None:
        options = ReadingOptions(bodies.read_faults, recall=bodies.recall, cached_count=len(bodies))
    contents = read_contents(facts, files, options, make_page_processes(files, options))
    return site.with_facts(facts).with_contents(contents)


def read_site(
    root: Path,
    files: Files,
    settings: Settings,
    name: str = SITE_FILE,
    options: ReadingOptions = HEADS_ONLY,
) -> Snapshot:
    """Read a site with all its files, by default only the head of each page; run no rules."""
    # Parsing a large docs.json takes a while, during which other processes can read pages.
    is_large = len(read_bytes_or_empty(files, name)) > _LARGE
    begun = _start_reading(files, options) if is_large else None
    site = Snapshot.load(root, files, settings, name)
    if begun and not site.is_service_site:
        begun[1].stop()
    if site.is_service_site:
        site_facts, reading = begun or _start_reading(files, options)
        facts = add_file_survey(site_facts, files)
        contents = reading.finish()
        # Specifications loaded before docs.json is evaluated avoid a second evaluation.
        facts = load_page_specs(with_snippets(facts, contents), contents, files, only_named=True)
        site = site.with_facts(facts).with_contents(contents)
    return _read_named_specs(site, files)


def _read_named_specs(site: Snapshot, files: Files) -> Snapshot:
    """Return the site with the specifications read that docs.json or a page names."""
    wanted = site.find_unread_specs()
    if wanted and site.facts is not None:
        site = site.with_facts(load_specs(site.facts, files, wanted))
    if site.facts is not None and site.contents is not None:
        facts = load_page_specs(site.facts, site.contents, files)
        site = site if facts is site.facts else site.with_facts(facts)
    return site


def _start_reading(files: Files, options: ReadingOptions) -> tuple[SiteFacts, ContentsReading]:
    """Scan the files of a site, and prepare to read its pages."""
    facts, elsewhere = scan_site(files), make_page_processes(files, options)
    return facts, ContentsReading(facts, files, options, elsewhere)


def read_project_settings(disk: Files) -> tuple[Settings, tuple[SettingsFault, ...]]:
    """Read docs-lsp.toml and the baseline that applies; returns the faults of both as well."""
    settings, faults = read_settings(disk)
    if settings.baseline_file is None and not disk.exists(BASELINE_FILE):
        return settings, faults
    from docs_lsp.settings.baseline_file import (
        with_baseline,  # Only a site with a baseline pays for it.
    )

    settings, more = with_baseline(settings, disk)
    return settings, (*faults, *more)


def read_settings(disk: Files) -> tuple[Settings, tuple[SettingsFault, ...]]:
    """Return the settings of docs-lsp.toml, or the defaults without that file, and its faults."""
    try:
        data = read_file_or_link(disk, SETTINGS_FILE)
    except FileFault as fault:
        return Settings(), (SettingsFault(Span(0, 0), str(fault)),)
    if data is None:
        return Settings(), ()
    record_file(SETTINGS_FILE)
    from docs_lsp.settings.reader import (
        load_project_settings,  # Only a site with settings pays for pydantic.
    )

    return load_project_settings(data, all_rules())


class _ProblemTexts(Mapping[str, Text]):
    """The texts of the files that the problems and their related places name.

    A site may have problems in thousands of pages of which few are shown, so each text is read on
    demand.
    """

    def __init__(self, names: Iterable[str], site: Snapshot, files: Files) -> None:
        self._names = frozenset(names)
        self._site = site
        self._files = files
        self._known: dict[str, Text] = {}

    def __getitem__(self, name: str) -> Text:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._names))

    def __len__(self) -> int:
        return len(self._names)

    def _read(self, name: str) -> Text:
        """Return the text of a file; empty if the file is too large or cannot be read."""
        part = self._site.parts.get(name)
        if isinstance(part, Document):
            return part.text
        facts = self._site.facts
        if facts and name in facts.large_files:
            return Text.from_data(b"")  # Large files are not edited by hand.
        return read_text(self._files, name)


def _collect_files(problems: Iterable[Problem], faults: Iterable[SettingsFault]) -> Iterator[str]:
    """Yield the files that contain problems and faults, or that they refer to."""
    yield from (fault.file for fault in faults)
    for problem in problems:
        yield problem.file
        yield from (place.file for place in problem.related)
