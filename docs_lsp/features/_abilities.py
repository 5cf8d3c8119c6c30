"""Client capabilities for completion items and code actions.

A client declares these before its first request, so this module must not import the features that
use them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from docs_lsp.features._workspace_edit import EditAbilities


@dataclass(frozen=True, slots=True)
class CompletionAbilities:
    """Parts of a completion item that a client supports; the defaults describe a bare client."""

    snippets: bool = False
    """Whether snippets with tab stops are supported."""
    markdown: bool = False
    """Whether documentation may be Markdown."""
    resolves: bool = False
    """Whether the client resolves the documentation of the selected item."""
    tags: bool = False
    """Whether an item may be tagged as deprecated, which is shown struck through."""
    deprecated: bool = False
    """Whether an item may be marked as deprecated; older clients have this instead of tags."""
    label_details: bool = False
    as_is: bool = False
    """Whether the client can insert lines without changing their indentation."""
    list_ranges: bool = False
    """Whether the range can be given once for all items."""
    list_formats: bool = False
    """Whether the insert format can be given once for all items."""
    is_declared: bool = False
    """Whether the client has declared any completion capability."""
    inserts_words: bool = False
    """Whether the client may insert only a word, and leave the text after the cursor."""
    filters_texts: bool = False
    """Whether what is typed is compared with `filterText` alone, so that a label may be short."""
    ask_again: str = ""
    """The client's command that requests completion again; empty if it has none."""


@dataclass(frozen=True, slots=True)
class ActionAbilities:
    """Parts of a code action that a client supports; the defaults describe a bare client."""

    literals: bool = False
    """Whether actions are supported at all; older clients accept only commands."""
    resolves: bool = False
    """Whether the client asks for the edit of the chosen action (`codeAction/resolve`)."""
    prefers: bool = False
    """Whether an action can be marked as preferred."""
    edits: EditAbilities = field(default_factory=EditAbilities)
