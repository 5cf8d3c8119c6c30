"""Tools: typed arguments, a typed result, and a function that computes the result.

Results are for readers first: lines of text, not too many. What the text leaves to programs, such
as counts, is structured content. What a tool quotes of the repository is marked as data.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from docs_lsp.cli.findings import SourcePlaces
from docs_lsp.core.text import Span

if TYPE_CHECKING:
    from docs_lsp.cli.mcp.workspace import AgentWorkspace


class AgentToolArguments(BaseModel):
    """The arguments of a tool; unknown ones are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AgentToolResult(BaseModel):
    """The result of a tool: its text, and fields for programs.

    The fields do not repeat what only the text shows: an agent pays for both.
    """

    model_config = ConfigDict(frozen=True)
    lines: list[str] = Field(default=[], exclude=True)
    """The lines of the text, which are not among the structured content."""

    def build_structured_content(self) -> dict[str, Any]:
        """Return the fields as JSON values, without those that are None."""
        return self.model_dump(mode="json", exclude_none=True)


class SourcePlace(BaseModel):
    """A place in a file of the site."""

    model_config = ConfigDict(frozen=True)

    file: str = Field(description="Path relative to the folder of docs.json.")
    line: int = Field(description="From 1.")
    column: int = Field(description="From 1, in characters.")

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def build_source_place(places: SourcePlaces, file: str, span: Span) -> SourcePlace:
    """Return the place at which a span of a file begins."""
    line, column = places.find_line_and_column(file, span)
    return SourcePlace(file=file, line=line, column=column)


A = TypeVar("A", bound=AgentToolArguments)


@dataclass(frozen=True)
class Tool(Generic[A]):
    """A tool that agents can call."""

    name: str
    title: str
    description: str
    arguments: type[A]
    result: type[AgentToolResult]
    run: Callable[[AgentWorkspace, A], AgentToolResult]
    """Runs in a worker thread.

    Raises `UsageFault`, `FileFault`, `Conflict` or `ChangeRefused` with a sentence if it refuses;
    nothing has been written then.
    """
    writes: bool = False
    """Whether it can change files of the site."""
    is_destructive: bool = False
    """Whether it can change or remove what is there, and not only add to it."""

    def build_input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments."""
        return self.arguments.model_json_schema(schema_generator=_SchemaWithoutTitles)

    def build_output_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the structured content of the result."""
        schema = self.result.model_json_schema(
            schema_generator=_SchemaWithoutTitles, mode="serialization"
        )
        return {"required": [], **schema}


class _SchemaWithoutTitles(GenerateJsonSchema):
    """Leaves out titles that only repeat names: agents pay for each word of a schema."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False

    def get_title_from_name(self, name: str) -> str:
        return name


def quote_data(text: str) -> list[str]:
    """Return a text of the repository between two lines with a mark that it cannot contain.

    So no agent takes what is in it for an instruction.
    """
    mark = secrets.token_hex(4)
    return [f"<data {mark}>", text, f"</data {mark}>"]


def limit_lines(lines: list[str], max_lines: int) -> list[str]:
    """Return the first lines, and one that says how many are omitted, if any."""
    left = len(lines) - max_lines
    return lines if left <= 0 else [*lines[:max_lines], f"… and {left} more"]
