"""Faults of components and braces that the service accepts but does not show as intended."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from docs_lsp.core.text import Span


class ComponentFaultKind(Enum):
    """The kind of mistake in a tag, a prop or an expression."""

    UNKNOWN_BLOCK = "unknown block"
    """An undefined tag on lines of its own, which the service deletes."""
    UNKNOWN_IN_TEXT = "unknown in text"
    """An undefined tag within a line of text, which throws an error."""
    UNKNOWN_ELEMENT = "unknown element"
    """A lower-case tag that browsers do not know."""
    NO_FUNCTION = "no function"
    """A tag on lines of its own that the page defines as something other than a function."""
    UNTITLED_VIEW = "untitled view"
    SAME_VIEW = "same view"
    """A view with the title of an earlier one."""
    ANOTHER = "another"
    """A second component of a kind that a page shows only once."""
    PANEL = "panel"
    """A panel, which some modes of pages do not show."""
    NOT_CODE = "not code"
    """Content other than a code block where only code blocks are shown."""
    NOT_IN_TREE = "not in a tree"
    """A tag in a tree that is neither a folder nor a file."""
    EXTRA_CELLS = "extra cells"
    """The cells of a table row after its last column; `detail` is their text."""
    SECOND_TABLE = "second table"
    """The same in the header of a table right below another one; `detail` is the text."""
    NO_AUDIENCE = "no audience"
    """`Visibility` with no audience, which hides its content; `detail` is the value."""
    COMPUTED_AUDIENCE = "computed audience"
    """`Visibility` for agents in backticks, of which agents get nothing; `detail` is the text."""
    NO_GROUPS = "no groups"
    """`Visibility` for an object without `groups`; `detail` is its first key, or empty."""
    NO_GROUP_NAMES = "no group names"
    """`Visibility` for `groups` that name no group; `detail` is their code, or empty for `[]`."""
    OUTSIDE = "outside"
    """A component outside its required parent; `detail` is the tag around it, or empty."""
    UNKNOWN_PROP = "unknown prop"
    """A prop that the component does not have; `detail` is the prop."""
    ODD_VALUE = "odd value"
    """An undocumented value; `detail` is the prop."""
    TEXT_FOR_FLAG = "text for flag"
    """`"false"` for a flag, which counts as true; `detail` is the prop."""
    NO_TITLE = "no title"
    """A title that is empty, or an expression although the anchor uses it; `detail` says which."""
    SAME_ID = "same id"
    """An id that another tag has; `detail` is the id."""
    REPLACED = "replaced"
    """A deprecated component."""
    LOST_NAME = "lost name"
    """A single name in braces that is not rendered; `detail` is the kind of its value."""
    THROWS = "throws"
    """An expression with an undefined name, which throws an error; `detail` is the name."""
    CUT_ROW = "cut row"
    """A `|` in the code of a table, which ends the cell: the last cells of the row are dropped."""
    PROP_THROWS = "prop throws"
    """A value in braces for a prop about a name that does not exist; `detail` is that name."""
    SEQUENCE = "sequence"
    """`a, b`, of which readers see only the last; `detail` is that."""
    VARIABLE = "variable"
    """`{{name}}`, which the parser accepts."""


class LostContent(NamedTuple):
    """The amount of content in a tag that is not shown."""

    words: int
    code_blocks: int


class ComponentFault(NamedTuple):
    """A mistake of a page in its components or braces."""

    kind: ComponentFaultKind
    span: Span
    """The smallest range that is wrong, in UTF-8 bytes of the page."""
    name: str
    """The tag or the name that the fault concerns."""
    detail: str = ""
    related: Span | None = None
    """An earlier place that explains it."""
    lost: LostContent | None = None
    swallowed_by: Span | None = None
    """The name of the outermost unknown tag that is deleted with this, and that resembles none."""


FUNCTION, OTHER_VALUE, UNKNOWN = "function", "other value", "unknown"
"""Values of `detail` for a single name in braces."""
EMPTY, EXPRESSION = "empty", "expression"
"""Values of `detail` for a title."""
