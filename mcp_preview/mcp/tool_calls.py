"""What happens when a client calls a tool, whatever way it comes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from anyio import to_thread

from mcp_preview.live.server_state import Served
from mcp_preview.mcp.call_log import Record
from mcp_preview.mcp.results import Answer, command_answer, search_answer
from mcp_preview.mcp.tool_arguments import faults_in
from mcp_preview.mcp.tools import tools_of

logger = logging.getLogger(__name__)


class UnknownTool(Exception):
    """A tool that the site does not have; the text says which it has."""


class Calls:
    """The tools of whatever is served at the moment."""

    def __init__(self, served: Callable[[], Served], record: Record) -> None:
        """Ask `served` for the site at each call, and note each call down."""
        self._served = served
        self._record = record

    async def call(
        self, name: str, arguments: Mapping[str, Any], base: str, client: str = ""
    ) -> Answer:
        """Call a tool; `base` is the site's address. Raises `UnknownTool`."""
        served = self._served()
        begun, at = time.perf_counter(), time.time()
        answer = await self._answer(served, name, arguments, base)
        self._record.add(
            at=at,
            tool=name,
            arguments=arguments,
            milliseconds=(time.perf_counter() - begun) * 1000,
            size=answer.size,
            items=len(answer.texts),
            is_error=answer.is_error,
            client=client,
        )
        return answer

    async def _answer(
        self, served: Served, name: str, arguments: Mapping[str, Any], base: str
    ) -> Answer:
        tools = {tool["name"]: tool for tool in tools_of(served)}
        if name not in tools:
            known = ", ".join(f"`{one}`" for one in tools)
            raise UnknownTool(f"Tool {name[:100]} not found. The tools are: {known}.")
        faults = faults_in(arguments, tools[name])
        if faults:
            return Answer((" ".join(faults),), is_error=True)
        try:
            if name == served.tool_names.search:
                return await _search(served, arguments, base)
            return command_answer(await served.filesystem.run(arguments["command"]))
        except Exception:
            # The client must not see what is inside, and the next call must work.
            logger.exception("The call of %s failed", name)
            return Answer(("The preview has failed here; its log says why.",), is_error=True)


async def _search(served: Served, arguments: Mapping[str, Any], base: str) -> Answer:
    def look() -> Answer:
        hits = served.search.search(
            arguments["query"],
            language=arguments.get("language"),
            version=arguments.get("version"),
        )
        return search_answer(hits, base)

    return await to_thread.run_sync(look)
