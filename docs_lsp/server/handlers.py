"""Handlers of notifications, commands and pulled diagnostics, which unpack the parameters.

`offered_methods` lists the handler of each method; all other requests go to `responder`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from lsprotocol import types
from lsprotocol.types import MessageType
from pygls.exceptions import JsonRpcInvalidParams

from docs_lsp import __version__
from docs_lsp.core.uris import path_to_uri
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json
from docs_lsp.rules import all_rules
from docs_lsp.server import created_files, lifetime, repository_polls, waiting_times
from docs_lsp.server.background import BackgroundWork
from docs_lsp.server.buffers import Buffer, path_from_uri, require_document_uri
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.client_requests import ClientRequests, ProgressDisplay
from docs_lsp.server.disk_changes import (
    DiskPoll,
    build_watcher_options,
    find_changed_paths,
    poll_interrupted_saves,
)
from docs_lsp.server.editor_settings import SECTION, EditorSettingsReader
from docs_lsp.server.explain import Explanations, show_explanation
from docs_lsp.server.idle import preload_features
from docs_lsp.server.last_client import save_client
from docs_lsp.server.preview_process import build_preview_options
from docs_lsp.server.previews import PreviewManager
from docs_lsp.server.protocol import Server
from docs_lsp.server.publishing import Publisher
from docs_lsp.server.responder import Responder
from docs_lsp.server.session import Session
from docs_lsp.server.threads import ThreadJobRunner

logger = logging.getLogger(__name__)

WHOLE_SITES = "docs-lsp-whole-sites"
"""Identifier of a request for diagnostics that waits until all sites have been checked."""


MethodOffer: TypeAlias = Callable[[Server, "Handlers", ClientFlags], None]


class Handlers:
    """Connects the parts of a client's session, and handles its notifications and commands."""

    def __init__(self, server: Server, offer_methods: MethodOffer) -> None:
        """Connect the parts, inside a running event loop.

        `offer_methods` announces the methods that suit a client.
        """
        buffers: dict[str, Buffer] = {}
        self._server = server
        self._offer_methods = offer_methods
        self._requests = ClientRequests(server)
        self._threads = ThreadJobRunner()
        self._publisher = publisher = Publisher(
            buffers,
            server.protocol.notify_plain,
            self._requests.request_refresh,
            server.has_pending_message,
        )
        background = BackgroundWork(
            self._threads, publisher.schedule_publication, self._create_progress
        )
        self._background = background
        explanations = Explanations(self._threads)
        self._session = Session(publisher, background, buffers, explanations.link_to_rule)
        self._session.notify_writer = partial(self._requests.show_message, MessageType.Info)
        self._disk_poll = DiskPoll(self._session)
        self._settings = EditorSettingsReader(self._session, self._requests)
        self.responder = Responder(self._session, publisher.publish_pending)
        self.previews = PreviewManager(self._session, self._requests, self._create_progress)
        publisher.on_published = background.start_next_step
        background.on_prepared = self._preload_answers
        self._folders: list[str] = []
        self._parent: int | None = None
        self._are_features_loaded = False

    def stop_work(self) -> None:
        """Publish postponed diagnostics, and stop all running work."""
        self._publisher.publish_pending()
        self._threads.cancel_all()
        self._requests.cancel_tasks()
        self.responder.stop_answering()

    # Start and end

    def handle_initialize(self, params: types.InitializeParams) -> None:
        """Handle `initialize`: store the client's capabilities and offer the matching methods.

        pygls then answers with what has been offered.
        """
        client = ClientFlags.from_params(params)
        logger.info("docs-lsp %s serves `%s`.", __version__, client.name)
        self._session.client = self._publisher.client = client
        self._folders = _list_workspace_folders(params)
        self._parent = _find_visible_process(params.process_id)
        self._settings.apply_sent_settings(params.initialization_options)
        self.previews.options = build_preview_options(params.initialization_options)
        self._offer_methods(self._server, self, client)
        self._requests.start_task(save_client(params, client))

    def handle_initialized(self, _params: types.InitializedParams) -> None:
        """Handle `initialized`: ask the client for settings and events, and find sites."""
        client, requests = self._session.client, self._requests
        start, register = requests.start_task, requests.register_capability
        for folder in self._folders:
            self._session.add_workspace_folder(folder)
        if client.answers_configuration:
            start(self._settings.request_settings())
        if client.registers_configuration:
            start(register(types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": SECTION}))
        if client.registers_watchers:
            start(register(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, build_watcher_options()))
        sites, background = self._session.sites, self._background
        warn = partial(requests.show_message, MessageType.Warning)
        start(self._disk_poll.poll_for_ever())
        start(repository_polls.poll_revisions(sites, background.start_comparison))
        start(repository_polls.poll_commits(sites, background.start_translation_check))
        start(poll_interrupted_saves(self._session, warn))
        if self._parent is not None:
            start(lifetime.watch_process(self._parent, self._server.protocol.handle_disconnect))

    def handle_shutdown(self, _params: None) -> None:
        """Handle `shutdown`: publish postponed diagnostics, and stop all running work."""
        self.stop_work()

    def _preload_answers(self, view: View) -> None:
        """Prepare quick answers about a site that has been read, and import all features.

        The features are imported even if none of its files is open: the first question follows the
        opening of a file at once.
        """
        self.responder.preload_quick_answers(view)
        self._preload_features()

    def _preload_features(self) -> None:
        """Import the modules of all features in the background, at the first call."""
        if not self._are_features_loaded:
            self._are_features_loaded = True
            self._threads.run(
                "features",
                preload_features,
                lambda _: None,
                self._background.seconds_until_first_read,
            )

    # Documents, as plain messages

    def handle_did_open(self, params: Json) -> None:
        """Handle `textDocument/didOpen`."""
        self._session.open_document(params)
        self._preload_features()
        self.previews.schedule_update(require_document_uri(params))

    def handle_did_change(self, params: Json) -> None:
        """Handle `textDocument/didChange`."""
        self._session.change_document(params)
        self.previews.schedule_update(require_document_uri(params))

    def handle_did_close(self, params: Json) -> None:
        """Handle `textDocument/didClose`."""
        self._session.close_document(params)
        self.previews.schedule_update(require_document_uri(params))

    def handle_created_files(self, params: Json) -> None:
        """Handle `workspace/didCreateFiles`."""
        files = params.get("files")
        uris = [file.get("uri") for file in files or () if isinstance(file, dict)]
        paths = [path_from_uri(uri) for uri in uris if isinstance(uri, str)]
        created_files.handle_created_files(
            self._session, self._requests, [path for path in paths if path]
        )

    def pull_document_diagnostics(self, params: Json) -> Json | Coroutine[Any, Any, Json]:
        """Answer `textDocument/diagnostic`."""
        uri, previous = require_document_uri(params), params.get("previousResultId")
        if self._background.seconds_until_first_read() or not self._publisher.check_pending():
            return self._pull_later(uri, previous)
        return self._publisher.answer_document_pull(uri, previous)

    async def _pull_later(self, uri: str, previous: object) -> Json:
        """Answer `textDocument/diagnostic` once the site has been read and checked."""
        await self.responder.wait_for_first_read(uri)
        while not self._publisher.check_pending():
            await asyncio.sleep(0)
        return self._publisher.answer_document_pull(uri, previous)

    # Commands

    def handle_explain_rule(self, *arguments: object) -> None:
        """Handle the command `docsLsp.explainRule`: show a rule, or raise for an unknown name."""
        match arguments:
            case (str(name),) if name in all_rules():
                shows = self._session.client.shows_documents
                rule = all_rules()[name]
                self._requests.start_task(
                    show_explanation(rule, self._requests, shows_documents=shows)
                )
            case _:
                raise JsonRpcInvalidParams(f"Unknown rule: {arguments}")

    def handle_set_trace(self, params: Json) -> None:
        """Handle `$/setTrace`."""
        self._server.protocol.tracing.set_client_level(params.get("value"))

    # The workspace

    async def pull_workspace_diagnostics(self, params: types.WorkspaceDiagnosticParams) -> Json:
        """Answer `workspace/diagnostic`; with an identifier of ours, once all has been checked."""
        if params.identifier == WHOLE_SITES:
            await self._wait_for_findings()
        previous = {known.uri: known.value for known in params.previous_result_ids}
        return await self._publisher.answer_workspace_pull(previous)

    async def _wait_for_findings(self) -> None:
        """Wait until the findings of all sites on the disk are complete, for a limited time."""
        await self._disk_poll.poll_once()
        with suppress(TimeoutError):
            async with asyncio.timeout(waiting_times.LONGEST_CHECK):
                while not self._session.has_all_findings():
                    await asyncio.sleep(waiting_times.CHECK_POLL)

    def handle_watched_files(self, params: Json) -> None:
        """Handle `workspace/didChangeWatchedFiles`."""
        self._session.handle_file_changes([*find_changed_paths(params, self._session.sites)])

    def handle_did_change_configuration(self, params: types.DidChangeConfigurationParams) -> None:
        """Handle `workspace/didChangeConfiguration`."""
        self._settings.handle_change(params.settings)

    def handle_did_change_folders(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Handle `workspace/didChangeWorkspaceFolders`."""
        for folder in params.event.removed:
            self._session.remove_workspace_folder(folder.uri)
        for folder in params.event.added:
            self._session.add_workspace_folder(folder.uri)
        if self._session.client.answers_configuration:
            self._requests.start_task(self._settings.request_settings())

    def _create_progress(self, title: str) -> ProgressDisplay | None:
        """Return a progress display, or None if the client shows none."""
        return (
            ProgressDisplay(title, self._requests) if self._session.client.shows_progress else None
        )


def _find_visible_process(process_id: int | None) -> int | None:
    """Return the editor's process ID, or None if it is not visible, as inside a container."""
    return process_id if process_id is not None and lifetime.is_process_alive(process_id) else None


def _list_workspace_folders(params: types.InitializeParams) -> list[str]:
    """Return the URIs of the workspace's folders; older clients have one, in one of two forms."""
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    return [path_to_uri(params.root_path)] if params.root_path else []
