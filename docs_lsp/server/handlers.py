"""Handlers of notifications, commands and pulled diagnostics, which unpack the parameters.

`methods` lists the handler of each method; all other requests go to `responder`.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

from lsprotocol import types
from lsprotocol.types import MessageType
from pygls.exceptions import JsonRpcInvalidParams

from docs_lsp import __version__
from docs_lsp.core.uris import path_to_uri
from docs_lsp.features.to_lsp import Json
from docs_lsp.rules import all_rules
from docs_lsp.server import commit_watch, comparing, interrupted_saves, lifetime, watch
from docs_lsp.server.background import BackgroundWork
from docs_lsp.server.buffers import Buffer, document_uri
from docs_lsp.server.client_capabilities import Client
from docs_lsp.server.client_requests import ClientRequests, WorkProgress
from docs_lsp.server.editor_settings import SECTION, EditorSettings
from docs_lsp.server.explain import Explanations, explain
from docs_lsp.server.idle import preload_features
from docs_lsp.server.last_client import remember
from docs_lsp.server.preview_options import preview_options
from docs_lsp.server.previews import Previews
from docs_lsp.server.protocol import Server
from docs_lsp.server.publishing import Publisher
from docs_lsp.server.responder import RequestMethod, Responder
from docs_lsp.server.session import Session
from docs_lsp.server.threads import Threads

logger = logging.getLogger(__name__)


class Handlers:
    """Connects the parts of a client's session, and handles its notifications and commands."""

    def __init__(self, server: Server, methods: Sequence[RequestMethod]) -> None:
        """Connect the parts, inside a running event loop; `methods` are the requests to offer."""
        buffers: dict[str, Buffer] = {}
        self._server = server
        self._methods = methods
        self._requests = ClientRequests(server)
        self._threads = Threads()
        self._publisher = publisher = Publisher(
            buffers, server.protocol.notify_plain, self._requests.refresh, server.more_waits
        )
        background = BackgroundWork(self._threads, publisher.report, self._new_progress)
        self._background = background
        explanations = Explanations(self._threads)
        self._session = Session(publisher, background, buffers, explanations.link)
        self._session.notify_writer = partial(self._requests.show_message, MessageType.Info)
        self._settings = EditorSettings(self._session, self._requests)
        self._responder = Responder(self._session, publisher.flush)
        self.previews = Previews(self._session, self._requests, self._new_progress)
        publisher.on_published = background.complete
        background.on_prepared = self._responder.preload
        self._folders: list[str] = []
        self._parent: int | None = None
        self._are_features_loaded = False

    def stop(self) -> None:
        """Publish postponed diagnostics, and stop all running work."""
        self._publisher.flush()
        self._threads.stop()
        self._requests.stop()
        self._responder.stop()

    # Start and end

    def initialize(self, params: types.InitializeParams) -> None:
        """Handle `initialize`: store the client's capabilities and offer the matching methods.

        pygls then answers with what has been offered.
        """
        client = Client.from_params(params)
        logger.info("docs-lsp %s serves `%s`.", __version__, client.name)
        self._session.client = self._publisher.client = client
        self._folders = _folders(params)
        self._parent = _visible_process_id(params.process_id)
        self._settings.take(params.initialization_options)
        self.previews.options = preview_options(params.initialization_options)
        if client.pulls:
            self._offer_diagnostics()
        self._offer_answers(client)
        self._requests.start(remember(params, client))

    def handle_initialized(self, _params: types.InitializedParams) -> None:
        """Handle `initialized`: ask the client for settings and events, and find sites."""
        client = self._session.client
        for folder in self._folders:
            self._session.add_folder(folder)
        if client.answers_configuration:
            self._requests.start(self._settings.ask())
        if client.registers_configuration:
            method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
            self._requests.start(self._requests.register(method, {"section": SECTION}))
        if client.registers_watchers:
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            self._requests.start(self._requests.register(method, watch.watchers()))
        self._requests.start(watch.poll(self._session))
        self._requests.start(comparing.follow(self._session, self._background))
        self._requests.start(commit_watch.follow(self._session, self._background))
        self._requests.start(interrupted_saves.follow(self._session, self._warn))
        if self._parent is not None:
            self._requests.start(
                lifetime.watch(self._parent, self._server.protocol.handle_disconnect)
            )

    def _warn(self, message: str) -> None:
        self._requests.show_message(types.MessageType.Warning, message)

    def shutdown(self, _params: None) -> None:
        """Handle `shutdown`."""
        self.stop()

    def _offer_diagnostics(self) -> None:
        offer = types.DiagnosticOptions(
            identifier="docs-lsp", inter_file_dependencies=True, workspace_diagnostics=True
        )
        self._server.offer(types.TEXT_DOCUMENT_DIAGNOSTIC, self.pull, offer)
        self._server.offer(types.WORKSPACE_DIAGNOSTIC, self.pull_workspace)

    def _offer_answers(self, client: Client) -> None:
        for method in self._methods:
            if method.is_for(client):
                answer = partial(self._responder.answer, method)
                self._server.offer_plain(method.method, answer, method.options(client))

    # Documents, as plain messages

    def handle_did_open(self, params: Json) -> None:
        """Handle `textDocument/didOpen`."""
        self._session.open_document(params)
        if not self._are_features_loaded:
            self._are_features_loaded = True
            self._threads.run(
                "features", preload_features, lambda _: None, self._background.first_read_pause
            )
        self.previews.schedule_update(document_uri(params))

    def handle_did_change(self, params: Json) -> None:
        """Handle `textDocument/didChange`."""
        self._session.change_document(params)
        self.previews.schedule_update(document_uri(params))

    def handle_did_close(self, params: Json) -> None:
        """Handle `textDocument/didClose`."""
        self._session.close_document(params)
        self.previews.schedule_update(document_uri(params))

    def pull(self, params: Json) -> Json | Coroutine[Any, Any, Json]:
        """Answer `textDocument/diagnostic`."""
        uri, previous = document_uri(params), params.get("previousResultId")
        if self._background.first_read_pause():
            return self._pull_later(uri, previous)
        return self._publisher.document(uri, previous)

    async def _pull_later(self, uri: str, previous: object) -> Json:
        await self._responder.wait_until_read(uri)
        return self._publisher.document(uri, previous)

    # Commands

    def explain_rule(self, *arguments: object) -> None:
        """Handle the command `docsLsp.explainRule`, with the name of a rule."""
        match arguments:
            case (str(name),) if name in all_rules():
                shows = self._session.client.shows_documents
                rule = all_rules()[name]
                self._requests.start(explain(rule, self._requests, shows_documents=shows))
            case _:
                raise JsonRpcInvalidParams(f"Unknown rule: {arguments}")

    def set_trace(self, params: Json) -> None:
        """Handle `$/setTrace`."""
        self._server.protocol.tracing.ask(params.get("value"))

    # The workspace

    async def pull_workspace(self, params: types.WorkspaceDiagnosticParams) -> Json:
        """Answer `workspace/diagnostic`."""
        previous = {known.uri: known.value for known in params.previous_result_ids}
        return await self._publisher.workspace(previous)

    def handle_watched_files(self, params: Json) -> None:
        """Handle `workspace/didChangeWatchedFiles`."""
        self._session.take_file_changes([*watch.find_changed_paths(params, self._session.sites)])

    def handle_did_change_configuration(self, params: types.DidChangeConfigurationParams) -> None:
        """Handle `workspace/didChangeConfiguration`."""
        self._settings.handle_change(params.settings)

    def handle_did_change_folders(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Handle `workspace/didChangeWorkspaceFolders`."""
        for folder in params.event.removed:
            self._session.remove_folder(folder.uri)
        for folder in params.event.added:
            self._session.add_folder(folder.uri)
        if self._session.client.answers_configuration:
            self._requests.start(self._settings.ask())

    def _new_progress(self, title: str) -> WorkProgress | None:
        return WorkProgress(title, self._requests) if self._session.client.shows_progress else None


def _visible_process_id(process_id: int | None) -> int | None:
    """Return the editor's process ID, or None if it is not visible, as inside a container."""
    return process_id if process_id is not None and lifetime.is_alive(process_id) else None


def _folders(params: types.InitializeParams) -> list[str]:
    """Return the URIs of the workspace's folders; older clients have one, in one of two forms."""
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    return [path_to_uri(params.root_path)] if params.root_path else []
