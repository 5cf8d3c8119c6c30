"""The description of a component: its props, its place in a page, and how common it is."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class PropKind(Enum):
    """The kind of value that a prop takes, which decides how it is written."""

    TEXT = "text"
    LINK = "link"
    """A path of the site or a URL."""
    ASSET = "path of a file"
    ICON = "icon name, path or URL"
    COLOUR = "colour"
    NUMBER = "number"
    FLAG = "true or false"
    TEXTS = "array of strings"
    OBJECT = "object"
    ANY = "any value"


class Prop(NamedTuple):
    """One prop of a component."""

    name: str
    doc: str
    """The purpose of the prop, as one sentence."""
    kind: PropKind = PropKind.TEXT
    values: tuple[str, ...] = ()
    """The documented values, if these are all; empty for any value."""
    default: str = ""
    """The documented default value; empty if there is none."""
    is_needed: bool = False
    """Whether the documentation requires it. Many sites omit it, and most of that works."""
    is_documented: bool = True
    is_deprecated: bool = False
    object_value: str = ""
    """An object that it takes besides `values`, in LSP's snippet syntax."""


class Component(NamedTuple):
    """A component that the service knows."""

    name: str
    doc: str
    """A description of what readers see, as one sentence."""
    props: tuple[Prop, ...] = ()
    """The props, those used most on real sites first."""
    pages: int = 0
    """The number of pages that use it, of 34,883 real ones."""
    children: tuple[str, ...] = ()
    """The components that are usually its children, the most usual first."""
    parents: tuple[str, ...] = ()
    """The components that must contain it; empty if it can be anywhere."""
    is_void: bool = False
    """Whether it has no content, so that it is written as `<Name />`."""
    is_inline: bool = False
    """Whether it is part of a line of text and contains a single line."""
    replaced_by: str = ""
    """The component that replaces a deprecated one, or empty."""
    is_offered: bool = True
    """Whether it is suggested to users; some names are internal to the service."""

    def find_prop(self, name: str) -> Prop | None:
        """Return the prop of a name, or None."""
        return next((prop for prop in self.props if prop.name == name), None)


AUDIENCES = ("humans", "agents", "signed-in", "signed-out")
"""The strings that `for` of `Visibility` takes; it also takes an object with `groups`.

SERVICE.md, visibility-audiences, has the source.
"""
AGENT_AUDIENCES = frozenset(("agents", "signed-out"))
"""The audiences whose content agents get: in Markdown, llms.txt and the search server."""
ICON_STYLES = ("regular", "solid", "light", "thin", "sharp-solid", "duotone", "brands")
ICON = Prop(
    "icon", "A name in the site's icon library, a picture, or an `svg` in braces.", PropKind.ICON
)
ICON_TYPE = Prop("iconType", "The style of a Font Awesome icon.", values=ICON_STYLES)
CLASS_NAME = Prop("className", "CSS classes.")
STYLE = Prop("style", "CSS as an object.", PropKind.OBJECT)


def make_undocumented_prop(name: str, doc: str, kind: PropKind = PropKind.TEXT) -> Prop:
    """Return a prop that real sites use and no documentation mentions."""
    return Prop(name, doc, kind, is_documented=False)
