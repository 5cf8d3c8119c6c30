"""Trips through the code: which modules one event passes, and how often it changes folders.

    python -m tests.trips [TRIP ...] [--tree]

Each trip is made by the real server or the real preview, in this process, once all is at rest and
after the same trip has been made before (so that nothing is imported on the way). A *crossing* is
a Python function of ours that is called, or a generator of ours that is resumed, by code of ours
in another folder; whatever stands between the two, such as `sorted` or a library, is passed over.
The way back from a call is not counted, nor is a call that comes from no code of ours, such as a
callback of the event loop. `docs_lsp/site/mdx` and `docs_lsp/site` are two folders.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest import mock

import orjson

from docs_lsp.server import waiting_times
from docs_lsp.settings.settings import Settings
from mcp_preview.commands.app import PreviewParts, build_application
from mcp_preview.http.limits import Limits
from mcp_preview.live.live_site import LiveSite
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.web_api.page_access import PageAccess
from tests.preview.made import no_log_ins
from tests.server.wire import Wire

ROOT = Path(__file__).parents[1]
OURS = ("docs_lsp", "mcp_preview")
REST = 0.7
"""Longer than any pause of the server but the one between two looks at the disk, in seconds."""
CLIENT = {
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "publishDiagnostics": {
            "relatedInformation": True,
            "codeDescriptionSupport": True,
            "tagSupport": {"valueSet": [1, 2]},
        },
    },
}


class Call(NamedTuple):
    """One entry into a function of ours."""

    caller: str
    """The module that called; empty where none of ours did."""
    module: str
    function: str
    depth: int
    """How many times the calls that led here have changed folders."""

    @property
    def crosses(self) -> bool:
        return bool(self.caller) and _folder(self.caller) != _folder(self.module)


class Trip(NamedTuple):
    """All calls of one event, in order."""

    name: str
    calls: tuple[Call, ...]

    @property
    def crossings(self) -> int:
        return sum(call.crosses for call in self.calls)

    @property
    def modules(self) -> frozenset[str]:
        return frozenset(call.module for call in self.calls)


class Recorder:
    """Notes the calls between functions of ours, in all threads that begin after it."""

    def __init__(self) -> None:
        self._calls: list[Call] | None = None
        self._has_run = False
        self._modules: dict[str, str] = {}

    @contextmanager
    def installed(self) -> Iterator[None]:
        before = sys.getprofile()
        sys.setprofile(self._note)
        threading.setprofile(self._note)
        try:
            yield
        finally:
            threading.setprofile(None)
            sys.setprofile(before)

    @contextmanager
    def recording(self) -> Iterator[list[Call]]:
        calls: list[Call] = []
        self._calls = calls
        try:
            yield calls
        finally:
            self._calls = None

    async def rest(self) -> None:
        """Wait until no function of ours has run for a while."""
        self._has_run = True
        while self._has_run:
            self._has_run = False
            await asyncio.sleep(REST)

    def _note(self, frame: FrameType, event: str, _arg: object) -> None:
        if event != "call" or not (module := self._module(frame)):
            return
        self._has_run = True
        calls = self._calls
        if calls is None:
            return
        ways = [one for one in (module, *self._above(frame)) if one]
        depth = sum(_folder(one) != _folder(two) for one, two in pairwise(ways))
        caller = ways[1] if len(ways) > 1 else ""
        calls.append(Call(caller, module, frame.f_code.co_qualname, depth))

    def _above(self, frame: FrameType) -> Iterator[str]:
        above = frame.f_back
        while above is not None:
            yield self._module(above)
            above = above.f_back

    def _module(self, frame: FrameType) -> str:
        """The module of a function of ours; empty for any other."""
        file = frame.f_code.co_filename
        if file not in self._modules:
            path = Path(file)
            inside = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in OURS
            self._modules[file] = str(path.relative_to(ROOT).with_suffix("")) if inside else ""
        return self._modules[file]


_RULES = "docs_lsp/rules"


def _folder(module: str) -> str:
    """The folder of a module. Rules and the folders of what they share are one room."""
    return _RULES if module.startswith(f"{_RULES}/") else module.rpartition("/")[0]


# Places in the sites


class Place(NamedTuple):
    """Where in a site's docs.json a trip begins: just behind a piece of text."""

    site: str
    behind: str

    def position(self, text: str) -> dict[str, int]:
        before = text[: text.index(self.behind) + len(self.behind)]
        return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}


TITLE = Place("observatory", '"group": "On the hill')
ENTRY = Place("broken", '"guides/w')
KEY = Place("observatory", '"gro')
PAGE = Place("observatory", '"visit/dom')
MISSING = Place("broken", '"guides/appr')

QUESTION = {"query": "telescope", "language": "en"}


# Trips through the server


@asynccontextmanager
async def _editor(recorder: Recorder, site: str) -> AsyncIterator[tuple[Wire, Path]]:
    """A client with the docs.json of a copy of a site open, and a server at rest."""
    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(ROOT / "tests" / "sites" / site, Path(folder, site))
        docs = root / "docs.json"
        with mock.patch.object(
            waiting_times, "QUICK_REPORT", 60.0
        ):  # The recorder is slow; typing is not.
            wire = Wire(registerCapability=None)
            wire.initialize(CLIENT, workspaceFolders=[{"uri": root.as_uri(), "name": site}])
            wire.open(docs)
            await recorder.rest()
            try:
                yield wire, docs
            finally:
                wire.handlers.stop_work()


async def _keystroke(recorder: Recorder, place: Place) -> list[Call]:
    """Type a letter twice, and record the second one until its diagnostics are published."""
    calls: list[Call] = []
    async with _editor(recorder, place.site) as (wire, docs):
        position = place.position(docs.read_text())
        change = {"range": {"start": position, "end": position}, "text": "x"}
        for version in (2, 3):
            document = {"uri": docs.as_uri(), "version": version}
            params = {"textDocument": document, "contentChanges": [change]}
            with recorder.recording() as calls:
                wire.notify("textDocument/didChange", params)
            assert wire.said[-1]["params"]["version"] == version
            await recorder.rest()
    return calls


async def _hover(recorder: Recorder, place: Place) -> list[Call]:
    """Hover twice, and record the second time until the answer has come."""
    calls: list[Call] = []
    async with _editor(recorder, place.site) as (wire, docs):
        document = {"uri": docs.as_uri()}
        params = {"textDocument": document, "position": place.position(docs.read_text())}
        for number in (1, 2):
            with recorder.recording() as calls:
                answer = await wire.ask("textDocument/hover", params, number)
            assert answer["result"]["contents"]
            await recorder.rest()
    return calls


# Trips through the preview


async def _saved_page(recorder: Recorder) -> list[Call]:
    """Save a page twice, and record the second time until the index holds it."""
    calls: list[Call] = []
    with tempfile.TemporaryDirectory() as folder:
        root = shutil.copytree(ROOT / "tests" / "sites" / "observatory", Path(folder, "site"))
        page = root / "visit" / "domes.mdx"
        live = LiveSite.from_folder(root, Settings())
        task = asyncio.create_task(live.apply_changes())
        for revision in (1, 2):
            page.write_text(page.read_text() + f"\nThe door opens {revision} times.\n")
            with recorder.recording() as calls:
                live.mark_touched(["visit/domes.mdx"])
                while live.state.revision < revision:
                    await asyncio.sleep(0.005)
        task.cancel()
    return calls


async def _search(recorder: Recorder) -> list[Call]:
    """Search twice, and record the second time, from the HTTP request to the response."""
    calls: list[Call] = []
    live = LiveSite.from_folder(ROOT / "tests" / "sites" / "observatory", Settings())
    parts = PreviewParts(
        lambda: live.state,
        Limits(),
        CallLog(),
        PageAccess.create_with_secret(),
        no_log_ins(lambda: live.state),
    )
    app = build_application(parts)
    message = {"name": live.state.tool_names.search, "arguments": QUESTION}
    body = orjson.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": message})
    async with app.router.lifespan_context(app):
        for _ in (1, 2):
            with recorder.recording() as calls:
                answer = await _post(app, body)
            assert not answer["result"]["isError"]
    return calls


async def _post(app: Callable[..., Awaitable[None]], body: bytes) -> Any:
    """The answer of an ASGI application to a message to `/mcp`."""
    said: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        said.append(message.get("body", b""))

    headers = {"host": "127.0.0.1", "content-type": "application/json"}
    headers["accept"] = "application/json, text/event-stream"
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/mcp",
        "raw_path": b"/mcp",
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    await app(scope, receive, send)
    return orjson.loads(b"".join(said))


TRIPS: dict[str, Callable[[Recorder], Awaitable[list[Call]]]] = {
    "keystroke-title": lambda recorder: _keystroke(recorder, TITLE),
    "keystroke-entry": lambda recorder: _keystroke(recorder, ENTRY),
    "hover-key": lambda recorder: _hover(recorder, KEY),
    "hover-page": lambda recorder: _hover(recorder, PAGE),
    "hover-missing": lambda recorder: _hover(recorder, MISSING),
    "saved-page": _saved_page,
    "search": _search,
}


def take(name: str) -> Trip:
    """Make one of the trips."""
    recorder = Recorder()
    with recorder.installed():
        return Trip(name, tuple(asyncio.run(_made(TRIPS[name](recorder)))))


async def _made(calls: Awaitable[list[Call]]) -> list[Call]:
    return await calls


# What is printed


def _tree(trip: Trip) -> Iterator[str]:
    """The crossings of a trip, each as deep as it lies; repeated ones in one line."""
    lines = [
        f"{'  ' * call.depth}{call.module}.{call.function}"
        for call in trip.calls
        if call.crosses or not call.caller
    ]
    number = 0
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        number += 1
        if line != following:
            yield line if number == 1 else f"{line} x {number}"
            number = 0


def _table(trip: Trip) -> Iterator[str]:
    """How often one folder calls another."""
    ways = Counter(
        (_folder(call.caller), _folder(call.module)) for call in trip.calls if call.crosses
    )
    for (caller, callee), number in ways.most_common():
        yield f"{number:6}  {caller} -> {callee}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("trips", nargs="*", choices=[*TRIPS, []], metavar="TRIP")
    parser.add_argument("--tree", action="store_true", help="every crossing, indented")
    parser.add_argument("--folders", action="store_true", help="which folder calls which")
    options = parser.parse_args()
    print(f"{'trip':16} {'crossings':>9} {'modules':>8} {'calls':>6}")
    for name in options.trips or TRIPS:
        trip = take(name)
        print(f"{name:16} {trip.crossings:9} {len(trip.modules):8} {len(trip.calls):6}")
        for wanted, lines in ((options.folders, _table), (options.tree, _tree)):
            if wanted:
                print(*lines(trip), "", sep="\n")


if __name__ == "__main__":
    main()
