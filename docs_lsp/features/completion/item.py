"""One proposal, before it takes the shape that a client understands."""

from __future__ import annotations

from dataclasses import dataclass, field

from docs_lsp.features.completion.template import Template
from docs_lsp.features.to_lsp import ItemKind


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be put in the place of the cursor."""

    label: str
    kind: ItemKind
    value: Template = None
    """The value that is written, or that of the key."""
    members: dict[str, Template] = field(default_factory=dict)
    """The keys that are written, with their values; none where a value is."""
    detail: str = ""
    """A few words beside the label."""
    words: str = ""
    """By what else it can be found."""
    note: str = ""
    """What it is good for, in Markdown."""
    said: str = ""
    """What a file says of it, in Markdown; anyone may have written that."""
    page: str = ""
    """The page that it is, if it is one: what stands in it can be shown later."""
    is_deprecated: bool = False
    is_found: bool = False
    """Whether it was searched for by what is typed, although it does not begin so: the client is
    not to sort it out again."""
    asks_again: bool = False
    """Whether there is more to choose once it has been chosen."""
