"""The language server protocol of pygls, with three differences.

* Messages are split and parsed here, so that a broken one is answered or logged, and never ends the
  session or reaches the user.
* Messages that arrive while the user types are handled as plain dicts (`Server.plain`), before
  pygls and cattrs turn messages into objects. pygls's own documents, which split lines where LSP
  does not, thereby never see a text.
* Errors go to the log, never into a pop-up.

Everything else, such as cancellation, requests to the client and the remaining methods, is left to
pygls.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from enum import Enum, auto
from functools import partial
from typing import Any, TypeAlias, TypeVar

from lsprotocol.types import EXIT, INITIALIZE, SHUTDOWN, ClientCapabilities, TextDocumentSyncKind
from pygls.exceptions import FeatureRequestError, JsonRpcException, PyglsError
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from docs_lsp import __version__
from docs_lsp.features.to_lsp import Json, serialise_json
from docs_lsp.server.client_capabilities import drop_invalid_capabilities
from docs_lsp.server.errors import (
    INVALID_REQUEST,
    NOT_INITIALIZED,
    PARSE_ERROR,
    REQUEST_CANCELLED,
    BadParams,
    RequestRefused,
    get_code_and_message,
)
from docs_lsp.server.pygls_protocol import PyglsProtocol
from docs_lsp.server.tracing import MessageTracer
from docs_lsp.server.transport import (
    MessageFramer,
    MessageWriter,
    add_header,
    escape_non_ascii,
    parse_json,
)

logger = logging.getLogger(__name__)

PlainHandler: TypeAlias = Callable[[Json], Any]
_Params = TypeVar("_Params")


class _Phase(Enum):
    NEW = auto()
    RUNNING = auto()
    STOPPING = auto()


class Protocol(PyglsProtocol):
    """pygls's protocol with our own reading and writing of messages."""

    def __init__(self, server: Server, converter: Any) -> None:
        """Start in the state before `initialize`; pygls passes the arguments."""
        super().__init__(server, converter)
        self.server = server
        self._framer = MessageFramer()
        self._phase = _Phase.NEW
        self.tracing = MessageTracer(self.send)
        self.left = 0
        """The number of messages already read that follow the one being handled."""

    def receive_bytes(self, data: bytes) -> None:
        """Handle the messages that are complete after some bytes have arrived."""
        bodies = self._framer.add_bytes(data)
        for index, body in enumerate(bodies, 1):
            self.left = len(bodies) - index
            try:
                self._handle_body(body)
            except Exception:
                logger.exception("A message could not be handled.")

    def handle_disconnect(self) -> None:
        """End the server because the client has gone; exit code 0 only after `shutdown`."""
        self.server.finish(0 if self._phase is _Phase.STOPPING else 1)

    def structure_params(self, params: Json, kind: type[_Params]) -> _Params:
        """Return parameters as an object of the protocol's types, as requests need them."""
        structured: _Params = self.converter.structure(params, kind)
        return structured

    def notify_plain(self, method: str, params: Json) -> None:
        """Send a notification given as a plain dict."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, data: Any) -> None:
        """Send and trace a message; if no client is connected, log that it was dropped."""
        writer: MessageWriter | None = self.writer  # type: ignore[assignment]  # see Server.connect
        if writer is None:
            logger.error("No client is connected, so a message was dropped.")
            return
        body = escape_non_ascii(serialise_json(data, self.converter.unstructure))
        writer.write(add_header(body))
        if self._is_traced():
            self.tracing.trace_sent(body)

    def _handle_body(self, body: bytes) -> None:
        """Handle the body of a message; an invalid one is answered with an error."""
        try:
            message: Any = parse_json(body)
        except (ValueError, RecursionError) as error:
            self._log_and_send_error(None, PARSE_ERROR, f"This is not JSON: {error}")
            return
        if self._is_traced() and isinstance(message, dict):
            self.tracing.trace_received(message)
        match message:
            case {"jsonrpc": "2.0", "method": str(method)}:
                self._dispatch_message(method, message)
            case {"jsonrpc": "2.0", "id": _}:
                self._handle_client_answer(message)
            case _:
                id_ = message.get("id") if isinstance(message, dict) else None
                self._log_and_send_error(
                    id_, INVALID_REQUEST, "This is not a JSON-RPC 2.0 message."
                )

    def _is_traced(self) -> bool:
        """Return whether messages are traced; the answer to `initialize` comes first."""
        return self._phase is not _Phase.NEW and self.tracing.is_enabled()

    def _dispatch_message(self, method: str, message: Json) -> None:
        """Handle a request or a notification if the phase allows it, else answer with an error."""
        if method == EXIT:
            self.handle_disconnect()
        elif (fault := self._find_phase_error(method)) is not None:
            if "id" in message:
                self._log_and_send_error(message["id"], *fault)
        elif (handler := self.server.plain.get(method)) is not None:
            self._call_plain(handler, message)
        else:
            self._call_pygls(method, message)

    def _find_phase_error(self, method: str) -> tuple[int, str] | None:
        """Return code and message for a method that the phase excludes, or None."""
        match self._phase:
            case _Phase.NEW if method != INITIALIZE:
                return NOT_INITIALIZED, "The server has not been initialized yet."
            case _Phase.RUNNING if method == INITIALIZE:
                return INVALID_REQUEST, "The server has been initialized already."
            case _Phase.STOPPING:
                return INVALID_REQUEST, "The server is shutting down."
        return None

    def _call_plain(self, handler: PlainHandler, message: Json) -> None:
        """Run a handler, and answer a request with its result, that of a coroutine later."""
        try:
            result = handler(message.get("params") or {})
        except Exception as error:
            self._report_handler_error(message, error)
        else:
            if inspect.iscoroutine(result):
                self._send_answer_later(message, result)
            elif "id" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _send_answer_later(self, message: Json, answer: Coroutine[Any, Any, Any]) -> None:
        """Send an answer when it is ready, unless the client cancels the request."""
        task = asyncio.get_running_loop().create_task(answer)
        task.add_done_callback(partial(self._finish_task, message))
        if isinstance(message.get("id"), str | int):
            self.in_progress[message["id"]] = task  # type: ignore[assignment]  # alike

    def _finish_task(self, message: Json, task: asyncio.Task[Any]) -> None:
        """Answer a request whose coroutine has ended, failed or been cancelled."""
        id_ = message.get("id")
        if isinstance(id_, str | int):
            self.in_progress.pop(id_, None)
        if task.cancelled():
            self._send_error(id_, REQUEST_CANCELLED, "The request was cancelled.")
        elif (error := task.exception()) is not None:
            self._report_handler_error(message, error)
        elif "id" in message:
            self.send({"jsonrpc": "2.0", "id": id_, "result": task.result()})

    def _report_handler_error(self, message: Json, error: BaseException) -> None:
        """Answer or log that a message could not be handled."""
        if not isinstance(error, BadParams | RequestRefused):
            logger.error("`%s` failed.", message["method"], exc_info=error)
        elif "id" not in message:
            logger.warning("Ignored `%s`: %s.", message["method"], error)
        if "id" in message:
            self._log_and_send_error(message["id"], *get_code_and_message(error))

    def _call_pygls(self, method: str, message: Json) -> None:
        """Pass a message to pygls; once it has accepted `initialize`, requests are allowed."""
        trace = None
        if method == INITIALIZE and isinstance(params := message.get("params"), dict):
            trace = params.pop("trace", None)  # pygls would reject non-standard values.
        try:
            structured = self._convert_message(method, message)
        except JsonRpcException as error:
            if "id" in message:
                self._log_and_send_error(
                    message["id"], error.code, f"`{method}` has wrong parameters."
                )
            return
        self.handle_message(structured)
        if method == INITIALIZE and self.has_initialized():
            self._phase = _Phase.RUNNING
            self.tracing.set_client_level(trace)
        elif method == SHUTDOWN:
            self._phase = _Phase.STOPPING

    def _convert_message(self, method: str, message: Json) -> Any:
        """Return a message as a pygls object, without invalid capabilities; if invalid, raise."""
        if self.get_message_type(method) is None:
            # For an unknown method pygls accepts these members alone, and needs them all.
            known = ("jsonrpc", "id", "method")
            message = {name: message[name] for name in known if name in message} | {
                "params": message.get("params")
            }
        try:
            return self.structure_message(message)
        except JsonRpcException:
            match message:
                case {"method": "initialize", "params": {"capabilities": capabilities, **params}}:
                    plain = self._drop_invalid_capabilities(capabilities)
                    cleaned = {**message, "params": {**params, "capabilities": plain}}
                    return self.structure_message(cleaned)
            raise

    def _drop_invalid_capabilities(self, capabilities: object) -> Json:
        """Return the client's capabilities without those of an unexpected form."""

        def is_valid(some: Json) -> bool:
            try:
                self.converter.structure(some, ClientCapabilities)
            except Exception:  # cattrs raises whatever a value leads to.
                return False
            return True

        if not isinstance(capabilities, dict):
            return {}
        return drop_invalid_capabilities(capabilities, is_valid)

    def _handle_client_answer(self, message: Json) -> None:
        """Pass the client's answer to the waiting request, if there is one."""
        id_ = message["id"] if isinstance(message["id"], str | int) else ""
        waiting = self.in_progress.get(id_)
        if waiting is None or waiting.done():
            self.in_progress.pop(id_, None)
            logger.info("Ignored an answer to an unknown request: %r", message["id"])
        elif message.get("error") is None and message.get("result") is None:
            # Some editors answer null if the protocol requires an array.
            self.in_progress.pop(id_).set_result(None)
        else:
            self._resolve_waiting_request(waiting, message)

    def _resolve_waiting_request(self, waiting: Future[Any], message: Json) -> None:
        """Give an answer to the request that waits for it, or an exception if it is invalid."""
        if message.get("error") is None:
            message.pop("error", None)
        try:
            self.handle_message(self.structure_message(message))
        except JsonRpcException as error:
            self.in_progress.pop(message["id"], None)
            waiting.set_exception(error)

    def _log_and_send_error(self, id_: object, code: int, text: str) -> None:
        logger.warning("Answered a message with an error: %s", text)
        self._send_error(id_, code, text)

    def _send_error(self, id_: object, code: int, text: str) -> None:
        fault = {"code": code, "message": text}
        self.send({"jsonrpc": "2.0", "id": id_, "error": fault})


class Server(LanguageServer):
    """pygls's server with a table of handlers for plain messages."""

    protocol: Protocol

    def __init__(self) -> None:
        """Create a server that has not been connected to a client yet."""
        super().__init__(
            "docs-lsp",
            __version__,
            text_document_sync_kind=TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
            converter_factory=default_converter,
        )
        self.plain: dict[str, PlainHandler] = {}
        self.finish: Callable[[int], None] = lambda code: None
        self.more_arrived: Callable[[], bool] = lambda: False
        """Returns whether the client has sent more than has been read."""

    def connect(self, writer: MessageWriter) -> None:
        """Send answers through a writer."""
        self.protocol.set_writer(writer)

    def disconnect(self) -> None:
        """Send pending bytes, waiting for the client if necessary, and close the connection."""
        writer: MessageWriter | None = self.protocol.writer  # type: ignore[assignment]  # see connect
        if writer is not None:
            writer.close()

    def has_pending_message(self) -> bool:
        """Return whether the client has sent another message after the one being handled."""
        return self.protocol.left > 0 or self.more_arrived()

    def offer_method(
        self, method: str, handler: Callable[..., object], options: Any = None
    ) -> None:
        """Handle a method, and announce it to the client if the protocol can express it.

        pygls sets attributes on the functions it is given, which fails for bound methods.
        """
        self.feature(method, options)(partial(handler))

    def offer_plain_method(self, method: str, handler: PlainHandler, options: Any = None) -> None:
        """Handle a method with its parameters as a plain dict, and announce it to the client."""
        self.plain[method] = handler
        self.offer_method(method, handler, options)

    def offer_command(self, name: str, handler: Callable[..., object]) -> None:
        """Run a handler for a command of the client, and announce it."""
        self.command(name)(partial(handler))

    def report_server_error(
        self, error: Exception, source: type[PyglsError] | type[JsonRpcException]
    ) -> None:
        """Log what pygls would show in a pop-up, a new one for each exception."""
        if source is not FeatureRequestError:  # Those have been logged and answered already.
            logger.error("%s\n%s", error, _format_traceback(error))


def _format_traceback(error: Exception) -> str:
    data = getattr(error, "data", None)
    return "".join(data.get("traceback", ())) if isinstance(data, dict) else ""
