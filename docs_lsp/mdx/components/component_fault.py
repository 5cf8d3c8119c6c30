"""What a page does with components and braces that readers do not see as it was meant."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from docs_lsp.core.text import Span


class ComponentFaultKind(Enum):
    """What is odd about a tag, a prop or an expression."""

    UNKNOWN_BLOCK = "unknown block"
    """A tag of its own lines that nothing defines: the service deletes it."""
    UNKNOWN_IN_TEXT = "unknown in text"
    """A tag in a line of text that nothing defines: it throws."""
    UNKNOWN_ELEMENT = "unknown element"
    """A lower-case tag that browsers do not know."""
    NO_FUNCTION = "no function"
    """A tag of its own lines that the page defines as something else than a function."""
    UNTITLED_VIEW = "untitled view"
    SAME_VIEW = "same view"
    """A view with the title of an earlier one."""
    ANOTHER = "another"
    """A second one of what a page shows only once."""
    PANEL = "panel"
    """A panel, which some modes of pages do not show."""
    NOT_CODE = "not code"
    """Something else than a block of code where only these are shown."""
    NOT_IN_TREE = "not in a tree"
    """A tag in a tree that is no part of it."""
    EXTRA_CELLS = "extra cells"
    """Cells of a row behind the last column of its table; `detail` is their text, and `name` is
    `code` where a pipe in code has cut it."""
    NO_AUDIENCE = "no audience"
    """`Visibility` for nobody: people do not see it. `detail` is the value."""
    OUTSIDE = "outside"
    """A component outside the one it belongs in; `detail` is the tag around it, or empty."""
    UNKNOWN_PROP = "unknown prop"
    """`detail` is the prop."""
    ODD_VALUE = "odd value"
    """A value that is not among those documented; `detail` is the prop."""
    TEXT_FOR_FLAG = "text for flag"
    """`"false"` for a flag, which counts as true; `detail` is the prop."""
    NO_TITLE = "no title"
    """A title that is empty, or no plain text where the anchor comes of it; `detail` is it."""
    SAME_ID = "same id"
    """An id that another tag has; `detail` is it."""
    REPLACED = "replaced"
    """A component that is out of date."""
    LOST_NAME = "lost name"
    """A name alone in braces, of which readers see nothing; `detail` is what it is here."""
    THROWS = "throws"
    """An expression about a name that does not exist; `detail` is that name."""
    PROP_THROWS = "prop throws"
    """A value in braces for a prop about a name that does not exist; `detail` is that name."""
    SEQUENCE = "sequence"
    """`a, b`, of which readers see only the last; `detail` is that."""
    VARIABLE = "variable"
    """`{{name}}`, which the parser accepts."""


class LostContent(NamedTuple):
    """What stands in a tag."""

    words: int
    code_blocks: int


class ComponentFault(NamedTuple):
    """One oddity of a page."""

    kind: ComponentFaultKind
    span: Span
    """The smallest range that is wrong, in UTF-8 bytes of the page."""
    name: str
    """The tag or the name that it is about."""
    detail: str = ""
    related: Span | None = None
    """An earlier place that explains it."""
    lost: LostContent | None = None


FUNCTION, OTHER_VALUE, UNKNOWN = "function", "other value", "unknown"
"""What `detail` says of a name alone in braces."""
EMPTY, EXPRESSION = "empty", "expression"
"""What `detail` says of a title."""
