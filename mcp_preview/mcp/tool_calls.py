"""Run tool calls: check the arguments, search or run the command, and log the call."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson
from anyio import CapacityLimiter, to_thread

from docs_lsp.site.visibility import ANONYMOUS, Viewer
from mcp_preview.live.first_states import (
    can_search,
    render_progress,
    wait_for_index,
    wait_for_pages,
)
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.mcp.results import ToolResult, build_command_result, build_search_result
from mcp_preview.mcp.tools import Json, build_tool_definitions

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

logger = logging.getLogger(__name__)

# The limit of slow searches: more at a time would not be faster in total.
_SEARCHES = CapacityLimiter(2)
_TYPES = {"string": "a text"}


class UnknownTool(Exception):
    """The error of a tool that the site does not have; the text names its tools."""


class ToolCalls:
    """Runs the tools on the current state of the site."""

    def __init__(self, current_state: Callable[[], ServerState], call_log: CallLog) -> None:
        """Use the current state of the owner at each call, and log each call."""
        self._current_state = current_state
        self._call_log = call_log

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any],
        base: str,
        client: str = "",
        viewer: Viewer = ANONYMOUS,
    ) -> ToolResult:
        """Call a tool as a viewer, and log it; `base` is the site's URL. Raises `UnknownTool`.

        During indexing it waits, and then returns the progress as an error.
        """
        begun, at = time.perf_counter(), time.time()
        owner = self._current_state()
        if owner.indexing is not None:
            is_search = name == owner.tool_names.search
            wait = wait_for_index if is_search else wait_for_pages
            owner = await wait(self._current_state)
        if owner.indexing is None or (is_search and can_search(owner)):
            answer = await self._run_tool(owner.restrict_to_viewer(viewer), name, arguments, base)
        else:
            answer = ToolResult((render_progress(owner.indexing),), is_error=True)
        self._call_log.add_call(
            at=at,
            tool=name,
            arguments=arguments,
            milliseconds=(time.perf_counter() - begun) * 1000,
            size=answer.size,
            items=len(answer.texts),
            is_error=answer.is_error,
            is_empty=answer.is_empty,
            client=client,
        )
        return answer

    async def _run_tool(
        self, state: ServerState, name: str, arguments: Mapping[str, Any], base: str
    ) -> ToolResult:
        """Run a tool; return wrong arguments or a failure as an error. Raises `UnknownTool`."""
        tools = {tool["name"]: tool for tool in build_tool_definitions(state)}
        if name not in tools:
            known = ", ".join(f"`{tool}`" for tool in tools)
            raise UnknownTool(f"Tool {name[:100]} not found. The tools are: {known}.")
        faults = describe_argument_faults(arguments, tools[name])
        if faults:
            return ToolResult((" ".join(faults),), is_error=True)
        try:
            if name == state.tool_names.search:
                return await _run_search(state, arguments, base)
            return build_command_result(await state.filesystem.run(arguments["command"]))
        except Exception:
            # Internal errors must be hidden from the client, and the next call must work.
            logger.exception("The call of %s failed", name)
            return ToolResult(("The preview failed; its log says why.",), is_error=True)


async def _run_search(state: ServerState, arguments: Mapping[str, Any], base: str) -> ToolResult:
    """Search as the arguments specify, in a thread if it takes long."""

    def search() -> ToolResult:
        hits = state.search.search(
            arguments["query"],
            language=arguments.get("language"),
            version=arguments.get("version"),
        )
        return build_search_result(hits, base)

    if state.search.is_quick(arguments["query"]):
        return search()
    return await to_thread.run_sync(search, limiter=_SEARCHES)


def describe_argument_faults(arguments: Mapping[str, Any], tool: Json) -> tuple[str, ...]:
    """Return a sentence for each fault in stable order; empty if the arguments are valid."""
    if _are_valid(arguments, tool["inputSchema"]):
        return ()
    validator = _build_validator(orjson.dumps(tool["inputSchema"]))
    return tuple(
        sentence
        for error in sorted(validator.iter_errors(arguments), key=lambda one: list(one.path))
        for sentence in _iter_fault_sentences(error, tool["inputSchema"])
    )


def _are_valid(arguments: Mapping[str, Any], schema: Json) -> bool:
    """Return whether arguments match the schema of a tool.

    Most do, and the library that explains faults takes long to import.
    """
    properties = schema["properties"]
    return all(name in arguments for name in schema["required"]) and all(
        name in properties
        and isinstance(value, str)
        and ("enum" not in properties[name] or value in properties[name]["enum"])
        for name, value in arguments.items()
    )


@lru_cache(maxsize=8)
def _build_validator(schema: bytes) -> Draft202012Validator:
    """Return the validator of a schema."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(orjson.loads(schema))


def _iter_fault_sentences(error: ValidationError, schema: Json) -> Iterator[str]:
    """Yield the sentences about a fault."""
    given: Any = error.instance
    allowed: Any = error.validator_value
    known = ", ".join(f"`{name}`" for name in schema["properties"])
    name = str(error.path[0]) if error.path else ""
    match error.validator:
        case "additionalProperties":
            for unknown in sorted(set(given) - set(schema["properties"])):
                yield (
                    f"There is no argument `{_shorten_value(unknown)}`. The arguments are: {known}."
                )
        case "required":
            missing = [one for one in schema["required"] if one not in given]
            yield f"The argument `{missing[0]}` is missing. The arguments are: {known}."
        case "enum" if isinstance(given, str):
            valid = ", ".join(f"`{value}`" for value in allowed)
            yield f"There is no {name} `{_shorten_value(given)}`. The valid values are: {valid}."
        case "enum":
            return  # Reported as a fault of the type.
        case "type" if name:
            yield f"`{name}` must be {_TYPES.get(allowed, allowed)}."
            if given is None and name not in schema["required"]:
                yield "Omit it instead of passing null."
        case _:
            yield f"`{name}` cannot be used."


def _shorten_value(value: object) -> str:
    """Return a value as a text of at most 60 characters, with an ellipsis if it is longer."""
    text = str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
