"""A completion item before it is converted to the client's form."""

from __future__ import annotations

from dataclasses import dataclass, field

from docs_lsp.features.completion.template import Template
from docs_lsp.features.to_lsp import ItemKind


@dataclass(frozen=True, slots=True)
class CompletionProposal:
    """Something that can be inserted at the cursor."""

    label: str
    kind: ItemKind
    value: Template = None
    """The value to write, or the value of the key."""
    members: dict[str, Template] = field(default_factory=dict)
    """The keys to write, with their values; empty if a value is written."""
    detail: str = ""
    """A few words shown beside the label."""
    words: str = ""
    """Further words that find the item when typed."""
    note: str = ""
    """Our own description of it, in Markdown."""
    said: str = ""
    """A description from a file, in untrusted Markdown."""
    page: str = ""
    """The page that the item names, if any: its content can be shown later."""
    is_deprecated: bool = False
    is_found: bool = False
    """Whether it matches the typed text without beginning with it.

    The client must not filter it out then.
    """
    asks_again: bool = False
    """Whether accepting the item should trigger completion again."""
