"""What is known of a component: its props, where it stands, and how common it is."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class PropKind(Enum):
    """What a prop takes, which decides how it is written."""

    TEXT = "text"
    LINK = "link"
    """A path of the site or a URL."""
    ASSET = "path of a file"
    ICON = "icon name, path or URL"
    COLOUR = "colour"
    NUMBER = "number"
    FLAG = "true or false"
    TEXTS = "list of texts"
    OBJECT = "object"
    ANY = "any value"


class Prop(NamedTuple):
    """One prop of a component."""

    name: str
    doc: str
    """What it is for, as one sentence."""
    kind: PropKind = PropKind.TEXT
    values: tuple[str, ...] = ()
    """The values that are documented, where these are all; empty for any."""
    default: str = ""
    """What counts where it is not given; empty where nothing does, or nobody says."""
    is_needed: bool = False
    """Whether the documentation asks for it. Many sites go without, and most of that works."""
    is_documented: bool = True
    is_deprecated: bool = False


class Component(NamedTuple):
    """One component that the service knows."""

    name: str
    doc: str
    """What readers see, as one sentence."""
    props: tuple[Prop, ...] = ()
    """Those used most on real sites first."""
    pages: int = 0
    """On how many of 34,883 real pages it stands."""
    children: tuple[str, ...] = ()
    """The components that usually stand in it, if it is made to hold some; the usual first."""
    parents: tuple[str, ...] = ()
    """The components that it has to stand in; none for one that may stand anywhere."""
    is_void: bool = False
    """Whether nothing stands in it, so that it is written as `<Name />`."""
    is_inline: bool = False
    """Whether it stands in a line of text, with one line in it."""
    replaced_by: str = ""
    """The component to use instead, for one that is out of date."""
    is_offered: bool = True
    """Whether a writer is to use it; some names are known to the service alone."""

    def prop(self, name: str) -> Prop | None:
        """The prop of a name, if there is one."""
        return next((prop for prop in self.props if prop.name == name), None)


ICON_STYLES = ("regular", "solid", "light", "thin", "sharp-solid", "duotone", "brands")
ICON = Prop(
    "icon", "A name in the site's icon library, a picture, or an `svg` in braces.", PropKind.ICON
)
ICON_TYPE = Prop("iconType", "The style of a Font Awesome icon.", values=ICON_STYLES)
CLASS_NAME = Prop("className", "CSS classes.")
STYLE = Prop("style", "CSS as an object.", PropKind.OBJECT)


def unofficial(name: str, doc: str, kind: PropKind = PropKind.TEXT) -> Prop:
    """A prop that real sites use and no documentation has."""
    return Prop(name, doc, kind, is_documented=False)
