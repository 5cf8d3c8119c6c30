"""Shared by tools that change files: a diff first, and all changes or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pydantic import Field

from docs_lsp.cli.mcp.tool import AgentToolArguments, AgentToolResult, limit_lines, quote_data
from docs_lsp.cli.output.diff import render_diff
from docs_lsp.core.phrases import format_count
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles
from docs_lsp.files.saving import save_draft
from docs_lsp.site.moves import Move

MOST_DIFF = 20_000
"""The maximum number of characters of a diff in an answer: agents pay for each."""

_MOST_FILES = 20


class WritingArguments(AgentToolArguments):
    """The arguments of a tool that first shows what it would do."""

    write: bool = Field(
        default=False, description="Write the change. Without it, only the diff is shown."
    )


class NewContentArguments(WritingArguments):
    """The arguments of a tool that only adds something, and so writes at once."""

    write: bool = Field(default=True, description="Write it; with `false`, only the diff is shown.")


class Change(AgentToolResult):
    """The files that were changed, or would be."""

    written: bool = Field(description="Whether the files have been written.")
    files: list[str] = Field(
        description="The files that change, relative to the folder of docs.json."
    )
    is_cut: bool = Field(default=False, description="Whether the diff is cut off.")
    notices: list[str] = Field(default=[], description="Steps that remain to be done.")


def apply_draft(
    draft: Draft,
    disk: DiskFiles,
    *,
    write: bool,
    moves: Iterable[Move] = (),
    moved: Mapping[str, str] = MappingProxyType({}),
    details: Iterable[str] = (),
    notices: Iterable[str] = (),
) -> Change:
    """Write a draft if requested, and return what changes; its lines have the diff if not.

    `moves` are made after it; `moved` are their single files. `details` are lines about what was
    done, and `notices` about what remains to be done. Raises `FileFault`, with all files as before.
    """
    text = render_diff(draft, lambda file: file, moved)
    if write:
        save_draft(draft, disk, moves)
    changed = {path for path, content in draft.changed.items() if content != draft.was[path]}
    files = sorted(changed | set(moved.values()) - set(moved))
    lines = [_summarise_change(files, written=write), *details, *(notices := list(notices))]
    if text and not write:
        diff = text[:MOST_DIFF].encode("utf-8", "replace").decode()
        lines += ["", *quote_data(diff.rstrip("\n"))]
        lines += ["… the rest of the diff is left out."] if len(text) > MOST_DIFF else []
    return Change(
        lines=lines, written=write, files=files, is_cut=len(text) > MOST_DIFF, notices=notices
    )


def _summarise_change(files: list[str], *, written: bool) -> str:
    if not files:
        return "Nothing to change."
    if written:
        return f"Written: {', '.join(limit_lines(files, _MOST_FILES))}."
    count = format_count(len(files), "file")
    return f"Would change {count}. Call again with `write: true` to write it."
