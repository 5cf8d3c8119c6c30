"""One site as the server keeps it: its newest snapshot, and what the client has open of it.

What takes long is handed out as a function to be called in some thread (`reading`), which has all
it needs with it. Its result comes back through `take_site`, which tells when it is out of date.
"""

from __future__ import annotations

import logging
import math
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.discover import SITE_FILE
from docs_lsp.features._view import View
from docs_lsp.features.diagnostics import Filed
from docs_lsp.features.to_lsp import Dialect
from docs_lsp.files import DiskFiles, FileFault, Files, MemoryFiles, Overlay
from docs_lsp.jsontree.document import Document
from docs_lsp.problem import Problem, Severity
from docs_lsp.server import garbage
from docs_lsp.server.buffers import Buffer, Edit
from docs_lsp.server.look import Count, Pages, Seen, look, read_pages
from docs_lsp.server.reports import Made, Reports
from docs_lsp.server.schedule import Cancelled
from docs_lsp.settings import BASELINE_FILE, SETTINGS_FILE, ConfigFault, Settings, merge
from docs_lsp.site.facts import SiteFacts
from docs_lsp.site.mdx.contents import Contents, Progress, with_snippets
from docs_lsp.snapshot import Site
from docs_lsp.survey import NOTHING, Survey
from docs_lsp.survey import Cancelled as GivenUp
from docs_lsp.text import Text
from docs_lsp.uris import path_to_uri

logger = logging.getLogger(__name__)

SETTINGS_FAULT = "settings-error"

LARGE = 100_000
"""A site of so many bytes takes longer than typing can wait to be worked out anew."""
QUIET = 0.5
"""How long nobody must have typed in such a site before that is begun, in seconds."""
PATIENCE = 5.0
"""How long typing without such a pause may put it off; then typing has to wait for it."""
REST = 0.4
"""How long nobody must have typed in a site before it is looked at as a whole, in seconds."""
_MOST_SPENT = 3

Link: TypeAlias = Callable[[str], str | None]


class Surveyed(NamedTuple):
    """What has come of looking at a snapshot as a whole."""

    before: Site
    site: Site
    """The same with what was found."""
    made: Mapping[str, Made]
    """The reports on files that are not open."""


class LiveSite:
    """A site whose snapshot changes while the writer works.

    `uris` holds the client's names for the files that are open. `site` is None as long as nobody
    has read it; `revision` counts its changes.
    """

    def __init__(
        self,
        root: Path,
        buffers: Mapping[str, Buffer],
        link: Link,
        base: Files | None = None,
    ) -> None:
        """A site that has not been read yet; `base` stands for the disk where there is none."""
        self.root = root
        self.on_disk = base is None
        self.base: Files = base or DiskFiles(root)
        self.site: Site | None = None
        self.revision = 0
        self.uris: dict[str, str] = {}
        self.link = link
        self.facts: SiteFacts | None = None
        self.contents: Contents | None = None
        self.tried: frozenset[str] = frozenset()
        """The specifications that were read since the folder was looked through."""
        self._buffers = buffers
        self._stale: set[str] = set()
        self._touched: set[str] = set()
        self._unread: set[str] = set()
        """What was touched before the pages were read for the first time."""
        self._spent: deque[Site] = deque(maxlen=_MOST_SPENT)
        """Snapshots that were looked at as a whole. To let go of a large one takes a while, for
        which typing must not wait: the next survey does it."""
        self._edited_at = -math.inf
        self._waiting_since: float | None = None
        self._editor = Settings()
        self._project = Settings()
        self.settings = Settings()
        """What counts: the project's word before the editor's."""
        self._faults: Sequence[ConfigFault] = ()
        self._texts: dict[str, Text] = {}
        self._reports = Reports(self)

    def files(self) -> Files:
        """The site's files as they are now: what is open counts as it stands in the editor."""
        held = {file: self._buffers[uri].text.data for file, uri in self.uris.items()}
        return Overlay(self.base, held)

    def file_of(self, path: Path) -> str | None:
        """The site path of a file; None for one outside of the site."""
        return self.base.site_path(str(path)) if isinstance(self.base, DiskFiles) else None

    def has_part(self, file: str) -> bool:
        """Whether a file is docs.json or one that a `$ref` names."""
        return self.site is not None and file in self.site.parts

    def is_settings(self, file: str) -> bool:
        """Whether a file is docs-lsp.toml, or the baseline that counts or would count."""
        return file in (SETTINGS_FILE, self._project.baseline_file or BASELINE_FILE)

    # Changes that come from the editor

    def edit(self, file: str, text: Text, edits: Sequence[Edit] | None) -> None:
        """Take over a new text of docs.json or one of its parts."""
        assert self.site is not None
        self._typed()
        try:
            self._set(self.site.edited(file, text, edits or ()))
        except Exception:
            # Sharing trees is a matter of speed; a fault in it must not cost the findings.
            logger.exception("An edit of %s was taken as a whole new text.", file)
            self._set(self.site.replaced(file, text))

    def edit_other(self, file: str, edits: Sequence[Edit] | None) -> bool:
        """Move what is known about another file along with an edit; whether there is anything."""
        if self.site is None:
            return False
        self._typed()
        before = self.site.survey.problems
        if edits:
            self.site = self.site.other_edited(file, edits)
        else:
            self.site = self.site.with_survey(self.site.survey.without(file))
        return before != self.site.survey.problems

    def _typed(self) -> None:
        self._edited_at = time.monotonic()
        if self.site is not None and self.site.has_overview():
            self._spent.append(self.site)

    def set_editor(self, settings: Settings) -> bool:
        """Take over what the editor has set; whether that changes anything."""
        self._editor = settings
        return self._apply_settings()

    def set_project(self, settings: Settings, faults: Sequence[ConfigFault]) -> bool:
        """Take over what docs-lsp.toml says; whether that changes anything."""
        self._project, self._faults = settings, faults
        return self._apply_settings()

    def _apply_settings(self) -> bool:
        settings = merge(self._editor, self._project)
        if settings == self.settings:
            return False
        self.settings = settings
        if self._is_small():
            self.site = self.site and self.site.with_settings(settings)
        else:
            self._put_off()
        return True

    # Work to be done elsewhere, and its results

    def forget(self, part: str) -> None:
        """A part has changed on the disk, and is to be read again."""
        self._stale.add(part)
        self.revision += 1

    def needs_reading(self) -> bool:
        """Whether there is anything that the newest snapshot does not know yet."""
        return (
            self.site is None
            or bool(self._stale)
            or bool(self.site.wanted_parts())
            or self.site.facts is not self.facts
            or self.site.settings is not self.settings
        )

    def reading(self) -> Callable[[Cancelled], Site | None]:
        """How to make a snapshot that knows everything, findings included.

        It shares no tree with the newest one, so both can be worked on at the same time. While
        a large site is being typed in it gives None: it would slow typing down, and be too late.
        """
        root, files, settings = self.root, self.files(), self.settings
        facts, contents = self.facts, self.contents
        patient = not self._is_small()
        survey = self._lasting_survey()

        def read(_cancelled: Cancelled) -> Site | None:
            if patient and time.monotonic() - self._edited_at < QUIET:
                return None
            site = Site.load(root, files, settings, SITE_FILE).with_facts(facts)
            site = site.with_contents(contents)
            site = site.with_survey(survey)
            site.problems()
            return site

        return read

    def read(self) -> None:
        """Make the first snapshot here and now."""
        self.take_site(self.reading()(lambda: False), self.revision)

    def take_site(self, site: Site | None, revision: int) -> bool:
        """Take over a snapshot made of what there was at a revision; False if it is too late."""
        if site is not None and revision == self.revision:
            self._stale.clear()
            self._set(site if site.contents is self.contents else site.with_contents(self.contents))
        elif self.site is not None and self._is_out_of_patience():
            self._set(self.site.with_facts(self.facts).with_settings(self.settings))
        else:
            return False
        self._waiting_since = time.monotonic() if self.needs_reading() else None
        return True

    def _is_out_of_patience(self) -> bool:
        since = self._waiting_since
        return since is not None and time.monotonic() - since >= PATIENCE

    def _lasting_survey(self) -> Survey:
        """What the last survey said and still holds when stale parts are read again."""
        survey = self.site.survey.outdated() if self.site else NOTHING
        return reduce(Survey.without, self._stale, survey)

    def wants_survey(self) -> bool:
        """Whether it is worth while to look at the site as a whole; only if all has been read."""
        site = self.site
        if site is None or site.contents is None or self._touched:
            return False
        return not site.survey.is_current

    def rest_left(self) -> float:
        """How long the writer must go on resting until that may begin, in seconds."""
        return self._edited_at + REST - time.monotonic()

    def surveying(self) -> Callable[[Cancelled], Surveyed | None]:
        """How to look at the site as a whole; None comes of it when the site has changed since.

        This reads the newest snapshot, whose tree the event loop shares with the next ones, in
        another thread. It may, because nodes do not change once they are made, but for three
        fields that hold what can be worked out again: `memo` and `prior` belong to the judge, which
        works on shared trees on the event loop alone and which no rule can call; `entries` is a
        number that comes out the same whoever counts. Elements and overviews are made for the
        survey, and what they remember comes out the same too. So no lock is needed.
        """
        view, reports = self.view(), self._reports
        assert view is not None

        def survey(cancelled: Cancelled) -> Surveyed | None:
            def is_late() -> bool:
                return cancelled() or self.site is not view.site

            self._spent.clear()
            garbage.clear()
            with garbage.unsearched():
                site = None if is_late() else _surveyed(view.site, is_late)
            if site is None:
                return None
            closed = {file: told for file, told in site.outside().items() if file not in view.uris}
            made: dict[str, Made] = {}
            for file, one in reports.beforehand(closed, view):
                if is_late():
                    return None
                made[file] = one
            return Surveyed(view.site, site, made)

        return survey

    def take_survey(self, surveyed: Surveyed | None) -> bool:
        """Take over what a survey has brought; False if it is too late."""
        if surveyed is None or surveyed.before is not self.site:
            return False
        self.site = surveyed.site
        self._reports.take(surveyed.made)
        return True

    def touch(self, file: str) -> None:
        """A file that is no part has changed, or has come or gone."""
        self._texts.pop(file, None)
        self._touched.add(file)
        if self.contents is None:
            self._unread.add(file)

    def looking(self) -> Callable[[Count | None, Cancelled], Seen]:
        """How to look through the folder, if what has been touched makes that worth while."""
        touched = frozenset(self._touched)
        return partial(look, self.files(), touched, self.facts, self.contents)

    def take_look(self, seen: Seen) -> bool:
        """Take over what the folder holds; whether that is anything new for docs.json."""
        if (seen.contents is None) == (self.contents is None):
            self._touched -= seen.touched
            self._take_contents(seen.contents)
        # Else the pages were read meanwhile, and what was touched has to be looked at again.
        if seen.facts is self.facts:
            return False
        self.tried = frozenset()
        self.take_facts(seen.facts)
        return True

    def wants_look(self) -> bool:
        """Whether something was touched that has not been looked at."""
        return bool(self._touched)

    def wants_pages(self) -> bool:
        """Whether it is time to read the pages for the first time."""
        return self.contents is None and self.facts is not None

    def reading_pages(self) -> Callable[[Progress | None, Cancelled], Pages | None]:
        """How to read them; None comes of it when they have been read since."""
        files, facts = self.files(), self.facts
        assert facts is not None

        def read(progress: Progress | None, cancelled: Cancelled) -> Pages | None:
            return read_pages(files, facts, progress, cancelled) if self.wants_pages() else None

        return read

    def take_pages(self, pages: Pages) -> bool:
        """Take over what stands in the pages; whether that is anything new for docs.json."""
        self._touched |= self._unread
        self._unread.clear()
        self._take_contents(pages.contents)
        facts = pages.facts
        if self.facts is not None and self.facts is not pages.before:
            facts = with_snippets(self.facts, pages.contents)  # Something has come up meanwhile.
        if facts is self.facts:
            return False
        self.take_facts(facts)
        return True

    def _take_contents(self, contents: Contents | None) -> None:
        if contents is not self.contents:
            self.contents = contents
            self.site = self.site and self.site.with_contents(contents)

    def take_facts(self, facts: SiteFacts) -> None:
        """Take over what the disk says, at once where that is quick."""
        self._texts.clear()
        self.facts = facts
        if self._is_small():
            self.site = self.site and self.site.with_facts(facts)
        else:
            self._put_off()

    def _put_off(self) -> None:
        """Leave it to `reading`, because it takes long; but not for ever."""
        if self._waiting_since is None:
            self._waiting_since = time.monotonic()

    def _is_small(self) -> bool:
        """Whether working everything out anew is a matter of milliseconds."""
        parts = self.site.parts.values() if self.site else ()
        return sum(len(part.text) for part in parts if isinstance(part, Document)) < LARGE

    # What is wrong

    def text(self, file: str) -> Text:
        """The text that spans in a file refer to."""
        if uri := self.uris.get(file):
            return self._buffers[uri].text
        part = self.site.parts.get(file) if self.site else None
        if isinstance(part, Document):
            return part.text
        if file not in self._texts:
            self._texts[file] = _read(self.base, file)
        return self._texts[file]

    def uri(self, file: str) -> str:
        """The client's name for a file."""
        return self.uris.get(file) or path_to_uri(str(self.root / file))

    def view(self) -> View | None:
        """The site as it is now, for whoever answers a request; None before it was read."""
        if self.site is None:
            return None
        texts = {
            file: part.text.data
            for file, part in self.site.parts.items()
            if isinstance(part, Document)
        }
        texts |= {file: self._buffers[uri].text.data for file, uri in self.uris.items()}
        versions = {file: self._buffers[uri].version for file, uri in self.uris.items()}
        root = self.root if self.on_disk else None
        files = Overlay(self.base, texts)
        return View(self.site, files, root, dict(self.uris), versions, self.link)

    def reports(self, dialect: Dialect) -> dict[str, Filed]:
        """What is wrong in each file of the site, by URI. Files that are open are always there."""
        problems = {**dict.fromkeys(self.uris, ()), **self._problems()}
        return self._reports.made(problems, self.uris, self._buffers, dialect)

    def _problems(self) -> Mapping[str, Sequence[Problem]]:
        found = self.site.problems() if self.site and not self._is_gone(self.site) else {}
        if not self._faults:
            return found
        faults: dict[str, list[Problem]] = defaultdict(list)
        for fault in self._faults:
            problem = Problem(SETTINGS_FAULT, fault.file, fault.span, fault.message, Severity.ERROR)
            faults[fault.file].append(problem)
        return {**found, **faults}

    def _is_gone(self, site: Site) -> bool:
        """Whether docs.json was deleted while a page of the site is open: it may come back, and
        until then there is no file to show anything in."""
        unreadable = not isinstance(site.parts[SITE_FILE], Document)
        return unreadable and self.on_disk and not self.base.exists(SITE_FILE)

    def _set(self, site: Site) -> None:
        self.site = site
        self.revision += 1


def _surveyed(site: Site, cancelled: Cancelled) -> Site | None:
    # Nothing of what the survey was made from may outlive this function, not even an exception:
    # when garbage is searched for again, it would be gone through.
    try:
        return site.surveyed(cancelled)
    except GivenUp:
        return None
    except Exception:
        logger.exception("The site in %s cannot be looked at as a whole.", site.root)
        return site.with_survey(site.survey._replace(is_current=True))  # Until it changes.


def without_disk(uri: str, buffers: Mapping[str, Buffer], link: Link) -> LiveSite:
    """A site that is only a text in the editor, not saved anywhere yet."""
    live = LiveSite(Path(uri), buffers, link, MemoryFiles({}))
    live.uris[SITE_FILE] = uri
    return live


def _read(files: Files, file: str) -> Text:
    try:
        return Text.of(files.read(file))
    except FileFault:
        return Text.of(b"")
