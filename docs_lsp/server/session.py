"""The state of one client's session: its open documents, sites and settings.

All of it changes in plain functions, one after the other, on the event loop. Slow work is done in
the background and comes back as another plain call. Each change ends with a report to the
`Publisher`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Protocol

from docs_lsp.core.text import Text
from docs_lsp.evaluation.check import read_project_settings
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.discover import SITE_FILE, describe_older_file, find_enclosing_site
from docs_lsp.files.files import FileFault
from docs_lsp.files.walk import is_skipped
from docs_lsp.server import buffers as documents
from docs_lsp.server import garbage_collection, waiting_times
from docs_lsp.server.background import BackgroundWork, SitesBelow
from docs_lsp.server.buffers import Buffer, BufferEdit
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.disk_state import affects_findings
from docs_lsp.server.errors import BadParams
from docs_lsp.server.open_site import OpenSite, RuleLink, create_unsaved_site
from docs_lsp.settings.settings import Settings

logger = logging.getLogger(__name__)


class ReportSink(Protocol):
    """The part of the `Publisher` that the session needs."""

    def schedule_publication(self, site: OpenSite, cause: str | None = None) -> None:
        """Publish a site that has changed; `cause` is the edited document, if any."""

    def retract_site(self, site: OpenSite) -> None:
        """Withdraw the diagnostics of a site that is gone."""


class Session:
    """The documents, folders, settings and sites of one client. Event loop only."""

    def __init__(
        self,
        publisher: ReportSink,
        background: BackgroundWork,
        buffers: dict[str, Buffer],
        link: RuleLink = lambda _rule: None,
    ) -> None:
        """Start with nothing open.

        `buffers` is shared with objects that only read it, and `link` returns the page that
        explains a rule.
        """
        self.client = ClientFlags()
        self.buffers = buffers
        self.folders: dict[str, Path] = {}
        self.sites: dict[Path, OpenSite] = {}
        self._unsearched: set[str] = set()
        """The folders, by URI, whose sites have not been found yet."""
        self._deleted: dict[str, Path] = {}
        """Open documents, by URI, whose file was deleted: they belong to no site."""
        self._settings: dict[Path | None, Settings] = {}
        self._publisher = publisher
        self._background = background
        self._link = link
        self.notify_writer: Callable[[str], None] = lambda _sentence: None
        """Called with what a writer should know before there are any findings."""

    # Documents

    def open_document(self, params: Json) -> None:
        """Store a document that was opened, in place of its file. Raises `BadParams`."""
        buffer = documents.parse_opened_buffer(params)
        self.buffers[buffer.uri] = buffer
        if buffer.path is not None:
            self._open_file_in_sites(buffer, buffer.path)
        elif PurePosixPath(buffer.uri.partition(":")[2]).name == SITE_FILE:
            self._start_site(create_unsaved_site(buffer.uri, self.buffers, self._link), buffer.uri)

    def change_document(self, params: Json) -> None:
        """Apply an edit of a document. Raises `BadParams` if it is not open."""
        old = self.buffers.get(documents.require_document_uri(params))
        if old is None:
            raise BadParams("an edit of a document that is not open")
        buffer, edits = documents.apply_document_change(old, params, self.client.dialect.encoding)
        self.buffers[buffer.uri] = buffer
        if self._restore_deleted(buffer.uri):
            return
        for open_site, file in self.iter_sites_of_document(buffer.uri):
            if self._apply_text(open_site, file, buffer.text, edits):
                self._publisher.schedule_publication(open_site, buffer.uri)

    def close_document(self, params: Json) -> None:
        """Drop a closed document, if known: its file applies again. Raises `BadParams`."""
        buffer = self.buffers.pop(documents.require_document_uri(params), None)
        if buffer is None:
            return
        self._deleted.pop(buffer.uri, None)
        holders = list(self.iter_sites_of_document(buffer.uri))
        for open_site, file in holders:
            del open_site.files.uris[file]
        for open_site, file in holders:
            if self._is_site_wanted(open_site):
                self._restore_from_disk(open_site, file, buffer.text)
                self._publisher.schedule_publication(open_site)
            else:
                self._drop_site(open_site)

    def _open_file_in_sites(self, buffer: Buffer, path: Path) -> None:
        """Attach a document to the sites it is in, after starting to read the innermost one."""
        root = find_enclosing_site(path, {path for path, _ in self._iter_open_files()})
        entered = None
        if root is not None and self._needs_first_read(root):
            entered = self.sites.get(root) or OpenSite(root, self.buffers, self._link)
            self._start_site(entered, buffer.uri)
        for open_site in self.sites.values():
            file = open_site.files.site_path_of(path)
            if open_site is not entered and file is not None:
                self._attach_buffer(open_site, file, buffer)

    def _needs_first_read(self, root: Path) -> bool:
        """Return whether a site has not been read, nor is being read for an open file."""
        open_site = self.sites.get(root)
        return open_site is None or (open_site.site is None and not open_site.reader.is_first_read)

    def _attach_buffer(self, open_site: OpenSite, file: str, buffer: Buffer) -> None:
        """Attach a document to a site as one of its files; its text replaces that on the disk."""
        open_site.files.uris.pop(file, None)  # A client may reopen it without having closed it.
        before = open_site.text(file)
        open_site.files.uris[file] = buffer.uri
        if buffer.text != before:
            self._apply_text(open_site, file, buffer.text, None)
        if not open_site.reader.is_first_read:  # Else all are reported after reading.
            self._publisher.schedule_publication(open_site, buffer.uri)

    def _iter_open_files(self) -> Iterator[tuple[Path, str]]:
        """Yield path and URI of each open document, unless its file was deleted."""
        for uri, buffer in self.buffers.items():
            if buffer.path and uri not in self._deleted:
                yield buffer.path, uri

    def iter_sites_of_document(self, uri: str) -> Iterator[tuple[OpenSite, str]]:
        """Yield the sites that an open document belongs to, each with its site path."""
        for open_site in self.sites.values():
            for file, held in open_site.files.uris.items():
                if held == uri:
                    yield open_site, file
                    break

    def _apply_text(
        self, open_site: OpenSite, file: str, text: Text, edits: Sequence[BufferEdit] | None
    ) -> bool:
        """Apply a new text of any file, and return whether that has changed findings already."""
        if open_site.is_part(file):
            open_site.edits.edit_part(file, text, edits)
            return open_site.can_report()
        if open_site.is_settings_file(file):
            self._apply_project_settings(open_site)
            return True
        open_site.record_change(file)
        self._background.start_scan(open_site, waiting_times.PAGE_EDIT_PAUSE)
        return open_site.edits.edit_other_file(file, text, edits)

    def _restore_from_disk(self, open_site: OpenSite, file: str, text: Text) -> None:
        """Apply the saved content of a file in place of a buffer's text, or that it is missing."""
        try:
            saved = Text.from_data(open_site.files.base.read(file))
        except FileFault:
            self._handle_site_file_changes(open_site, [file])
        else:
            if saved != text:
                self._apply_text(open_site, file, saved, None)

    # Sites

    def _start_site(self, open_site: OpenSite, cause: str) -> None:
        """Read a site because one of its files was opened; a large one in the background."""
        self._register_site(open_site)
        if open_site.reader.start_first_read():
            self._background.start_first_read(open_site, self._report_first_read)
        else:
            self._publisher.schedule_publication(open_site, cause)
            self._start_folder_scan(open_site)

    def _report_first_read(self, open_site: OpenSite) -> None:
        """Report a site that was read because one of its files was opened."""
        for uri in (*open_site.files.uris.values(),) or (None,):
            self._publisher.schedule_publication(open_site, uri)
        self._start_folder_scan(open_site)

    def _start_folder_scan(self, open_site: OpenSite) -> None:
        """Start scanning the folder of a site whose docs.json has been read, if it is saved."""
        garbage_collection.exclude_present_objects()
        if open_site.on_disk:
            self._background.start_scan(open_site)

    def _add_sites_below(self, uri: str, below: SitesBelow) -> None:
        """Add the sites of a folder; if it has only an older mint.json, tell the user."""
        self._unsearched.discard(uri)
        self._add_workspace_sites(below.roots)
        for file in below.older_files[:1]:
            self.notify_writer(describe_older_file(file))

    def _add_workspace_sites(self, roots: Iterable[Path]) -> None:
        """Add the sites in some folders that are not known yet, and start to read them."""
        for root in roots:
            if root not in self.sites:
                open_site = OpenSite(root, self.buffers, self._link)
                self._register_site(open_site)
                self._background.start_next_step(open_site)

    def _register_site(self, open_site: OpenSite) -> None:
        """Register a site, with its open documents and its settings, before it is read."""
        logger.info("There is a site in `%s`.", open_site.root)
        self.sites[open_site.root] = open_site
        for path, uri in self._iter_open_files():
            if (file := open_site.files.site_path_of(path)) is not None:
                open_site.files.uris[file] = uri
        open_site.set_editor_settings(self._find_editor_settings(open_site.root))
        self._apply_project_settings(open_site)

    def _is_site_wanted(self, open_site: OpenSite) -> bool:
        """Return whether a site has an open file, or is part of the workspace."""
        if open_site.files.uris:
            return True
        return (
            open_site.on_disk
            and self._is_in_workspace(open_site.root)
            and open_site.files.base.exists(SITE_FILE)
        )

    def _is_in_workspace(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self.folders.values())

    def _drop_site(self, open_site: OpenSite) -> None:
        """Forget an open site: cancel its work and retract its diagnostics."""
        del self.sites[open_site.root]
        open_site.reader.abandon_first_read()
        self._background.cancel_site_work(open_site)
        self._publisher.retract_site(open_site)

    def has_all_findings(self) -> bool:
        """Return whether all sites have been found, and all their findings."""
        return not self._unsearched and all(
            open_site.has_all_findings() for open_site in self.sites.values()
        )

    # Folders and files

    def add_workspace_folder(self, uri: str) -> None:
        """Add a folder to the workspace: its sites are checked even if no file is open."""
        path = documents.path_from_uri(uri)
        if path is not None:
            self.folders[uri] = path
            self._unsearched.add(uri)
            self._background.start_finding_sites(path, partial(self._add_sites_below, uri))

    def remove_workspace_folder(self, uri: str) -> None:
        """Remove a folder from the workspace, and drop the sites that are no longer wanted."""
        self.folders.pop(uri, None)
        self._unsearched.discard(uri)
        for open_site in list(self.sites.values()):
            if not self._is_site_wanted(open_site):
                self._drop_site(open_site)

    def handle_file_changes(self, paths: Sequence[Path]) -> None:
        """Handle files that were created, changed or deleted outside the editor.

        There may be thousands, as when another branch is checked out.
        """
        self._update_open_documents(set(paths))
        for path in paths:
            if path.name == SITE_FILE:
                self._add_or_drop_site(path.parent)
        for open_site in list(self.sites.values()):
            files = (open_site.files.site_path_of(path) for path in paths)
            wanted = (file for file in files if file is not None and not is_skipped(file))
            self._handle_site_file_changes(
                open_site, [file for file in wanted if file not in open_site.files.uris]
            )

    def _update_open_documents(self, paths: Set[Path]) -> None:
        """Detach documents whose file was deleted, and attach those again whose file is back."""
        for uri in [uri for uri, path in self._deleted.items() if path in paths and path.exists()]:
            self._restore_deleted(uri)
        for open_site in self.sites.values():
            for file, uri in list(open_site.files.uris.items()):
                path = self.buffers[uri].path
                if path and _is_deleted(path, paths):
                    del open_site.files.uris[file]
                    self._deleted[uri] = path
                    self._handle_site_file_changes(open_site, [file])

    def _restore_deleted(self, uri: str) -> bool:
        """Attach a document again if it was detached as deleted; return whether it was."""
        path = self._deleted.pop(uri, None)
        if path is not None:
            self._open_file_in_sites(self.buffers[uri], path)
        return path is not None

    def _handle_site_file_changes(self, open_site: OpenSite, files: Iterable[str]) -> None:
        """Record files of a site as changed on the disk, and start to read what depends on them."""
        forgotten, touched, is_set = [], [], False
        for file in files:
            parts = open_site.list_parts_at(file)
            forgotten += parts
            if open_site.is_settings_file(file):
                is_set = True
            elif file not in parts or open_site.site is None:
                touched.append(file)
        for part in forgotten:
            open_site.reader.mark_part_stale(part)
        if forgotten:
            self._background.start_next_step(open_site)
        if is_set:
            self._apply_project_settings(open_site)
            self._publisher.schedule_publication(open_site)
        for file in touched:
            open_site.record_change(file)
        if touched:
            is_wanted = any(map(affects_findings, touched))
            pause = waiting_times.FILE_EVENT_PAUSE if is_wanted else waiting_times.EXISTENCE_PAUSE
            self._background.start_scan(open_site, pause)

    def _add_or_drop_site(self, root: Path) -> None:
        """Drop the site in a folder if it is no longer wanted; add one that is new and relevant."""
        open_site = self.sites.get(root)
        if open_site is not None:
            if not self._is_site_wanted(open_site):
                self._drop_site(open_site)
        elif (root / SITE_FILE).is_file() and self._is_relevant(root):
            self._add_workspace_sites([root])

    def _is_relevant(self, root: Path) -> bool:
        """Return whether a folder is in the workspace or contains a file that is open."""
        return self._is_in_workspace(root) or any(
            path.is_relative_to(root) for path, _ in self._iter_open_files()
        )

    # Settings

    def set_editor_settings(self, settings: Mapping[Path | None, Settings]) -> None:
        """Store and apply the editor's settings, for all folders (None) and for single ones."""
        self._settings = dict(settings)
        for open_site in self.sites.values():
            if open_site.set_editor_settings(self._find_editor_settings(open_site.root)):
                self._publisher.schedule_publication(open_site)

    def _find_editor_settings(self, root: Path) -> Settings:
        """Return the editor's settings for the innermost folder around a site, or those for all."""
        around = [path for path in self._settings if path and root.is_relative_to(path)]
        innermost = max(around, key=lambda path: len(path.parts), default=None)
        return self._settings.get(innermost, Settings())

    def _apply_project_settings(self, open_site: OpenSite) -> None:
        """Read and apply the site's docs-lsp.toml and baseline."""
        open_site.set_project_settings(*read_project_settings(open_site.files.build_files()))


def _is_deleted(path: Path, changed: Set[Path]) -> bool:
    """Return whether a file is gone, after changes of it or of a folder around it.

    A document that has never been saved has no file either, but no change either.
    """
    if path in changed:
        return not path.exists()
    return any(folder in changed and not folder.exists() for folder in path.parents)
