"""The parts of proposals and actions that a client understands.

The client says so before it asks for anything, so this has to be known without those features.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from docs_lsp.features._workspace_edit import EditAbilities


@dataclass(frozen=True, slots=True)
class ProposalAbilities:
    """Which parts of a proposal a client understands. The defaults are a bare client."""

    snippets: bool = False
    """Whether places can be left to be filled in."""
    markdown: bool = False
    """Whether it can show Markdown beside a proposal."""
    resolves: bool = False
    """Whether it asks for the documentation of the one that is looked at."""
    tags: bool = False
    """Whether a proposal can be struck out."""
    deprecated: bool = False
    """Whether a proposal can be marked as deprecated, which older clients have instead of tags."""
    label_details: bool = False
    as_is: bool = False
    """Whether it can leave the indentation of lines as it is sent."""
    list_ranges: bool = False
    """Whether the range can be said once for all proposals."""
    list_formats: bool = False
    """Whether it can be said once for all that they are snippets."""
    is_declared: bool = False
    """Whether it has declared anything about proposals."""
    inserts_words: bool = False
    """Whether it may put in a word where a whole text is meant, and leave what stands behind the
    cursor."""
    ask_again: str = ""
    """The client's command that asks for proposals once more, where there is one."""


@dataclass(frozen=True, slots=True)
class ActionAbilities:
    """Which parts of an action a client understands. The defaults are a bare client."""

    literals: bool = False
    """Actions at all; an old client takes nothing but commands."""
    resolves: bool = False
    """Whether it asks for the edit of the one that was chosen."""
    prefers: bool = False
    """Whether one can be marked as the obvious one."""
    edits: EditAbilities = field(default_factory=EditAbilities)
