"""Shared by tools that change files: a diff first, and all changes or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from pydantic import Field

from docs_lsp.cli.mcp.tool import AgentToolArguments, AgentToolResult, limit_lines, quote_data
from docs_lsp.cli.output.diff import render_diff
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import FileChange
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


class Change(AgentToolResult):
    """The files that were changed, or would be."""

    only_text = frozenset(("diff",))
    written: bool = Field(description="Whether the files have been written.")
    files: list[str] = Field(description="The files that change, from the folder of docs.json.")
    diff: str = Field(description="The change as a diff in the format of Git.")
    is_cut: bool = Field(
        default=False, description="Whether only the beginning of the diff is there."
    )
    notices: list[str] = Field(default=[], description="Steps that remain to be done.")

    def iter_summary_lines(self) -> Iterator[str]:
        """Yield the lines above the diff."""
        count = format_count(len(self.files), "file")
        if not self.files:
            yield "Nothing to change."
        elif self.written:
            yield f"Written: {', '.join(limit_lines(self.files, _MOST_FILES))}."
        else:
            yield f"Would change {count}. Call again with `write: true` to write it."

    def iter_lines(self) -> Iterator[str]:
        """Yield the summary, what remains to do, and the diff if it has not been written."""
        yield from self.iter_summary_lines()
        yield from self.notices
        if self.diff and not self.written:
            yield ""
            yield from quote_data(self.diff.rstrip("\n"))
            if self.is_cut:
                yield "… the rest of the diff is left out."


def apply_draft(
    draft: Draft,
    disk: DiskFiles,
    *,
    write: bool,
    moves: Iterable[Move] = (),
    moved: Mapping[str, str] = MappingProxyType({}),
    notices: Iterable[str] = (),
) -> Change:
    """Write a draft if requested, and return what changes.

    `moves` are made after it; `moved` are their single files. Raises `FileFault`, with all files as
    before.
    """
    text = render_diff(draft, lambda file: file, moved)
    if write:
        save_draft(draft, disk, moves)
    changed = {path for path, content in draft.changed.items() if content != draft.was[path]}
    return Change(
        written=write,
        files=sorted(changed | set(moved.values()) - set(moved)),
        diff=text[:MOST_DIFF].encode("utf-8", "replace").decode(),
        is_cut=len(text) > MOST_DIFF,
        notices=list(notices),
    )


def apply_changes(changes: Iterable[FileChange], disk: DiskFiles, *, write: bool) -> Change:
    """Write changes if requested, and return them. Raises `Conflict` or `FileFault`."""
    return apply_draft(Draft(disk).with_changes(changes), disk, write=write)
