"""The Markdown for components and HTML tags: text before and after their content.

Readers of Markdown get the information of a component (its title, name, target), but not its style.
`page_constructs` decides which components are removed with their content, such as unknown ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from docs_lsp.mdx.components.component import AGENT_AUDIENCES

Attributes: TypeAlias = Mapping[str, str]


class TagMarkdown(NamedTuple):
    """The Markdown before and after the content of a tag."""

    before: str = ""
    after: str = ""
    is_block: bool = True
    """Whether the content is on separate lines."""
    is_dropped: bool = False
    """Whether the content is omitted for readers of Markdown."""
    is_line: bool = False
    """Whether the content must be joined into one line."""


_INLINE = frozenset(
    (
        *("a", "abbr", "b", "bdi", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "label"),
        *("mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var"),
        *("Badge", "Button", "Icon", "Image", "Latex", "Link", "Tooltip"),
    )
)
_DROPPED = frozenset(("script", "style", "svg", "head", "template", "noscript"))
_MARKS = {"b": "**", "strong": "**", "em": "*", "i": "*", "code": "`", "kbd": "`", "samp": "`"}
_CALLOUTS = frozenset(("Note", "Tip", "Warning", "Info", "Check", "Danger", "Callout"))
_TITLES = ("title", "label", "name", "header", "heading")
_TEXTS = ("description", "caption", "subtitle")
_FIELDS = ("path", "query", "body", "header", "cookie", "name")
READ = frozenset(
    (
        *(*_TITLES, *_TEXTS, *_FIELDS, "type", "required", "deprecated", "default", "href", "alt"),
        *("src", "tip", "value", "for"),
    )
)
"""The attributes that are used in Markdown."""


def convert_tag(name: str, attributes: Attributes) -> TagMarkdown:
    """Return the Markdown for a tag with these attributes."""
    known = _SHAPES.get(name)
    if known is not None:
        return known(attributes)
    if name in _DROPPED:
        return TagMarkdown(is_dropped=True)
    if name in _MARKS:
        return TagMarkdown(_MARKS[name], _MARKS[name], is_block=False)
    if name in _INLINE:
        return TagMarkdown(is_block=False)
    if name[:1].islower():
        return TagMarkdown()
    return _convert_titled_tag(attributes, name if name in _CALLOUTS and name != "Callout" else "")


def _convert_titled_tag(attributes: Attributes, label: str = "") -> TagMarkdown:
    """Return the Markdown for a component with a title and description, if it has them."""
    title = next((attributes[key].strip() for key in _TITLES if attributes.get(key)), label)
    href = attributes.get("href", "").strip()
    if title and href:
        title = f"[{title}]({href})"
    texts = [attributes[key].strip() for key in _TEXTS if attributes.get(key)]
    return TagMarkdown("\n\n".join((*([f"**{title}**"] if title else ()), *texts)))


def _convert_field(attributes: Attributes) -> TagMarkdown:
    """Return the Markdown for a field of an API."""
    name = next((attributes[key] for key in _FIELDS if attributes.get(key)), "")
    words = [attributes.get("type", "")]
    words += [word for word in ("required", "deprecated") if attributes.get(word) not in _OFF]
    if attributes.get("default"):
        words.append(f"default: `{attributes['default']}`")
    details = ", ".join(filter(None, words))
    return TagMarkdown(f"**`{name}`**" + (f" ({details})" if details else "") if name else details)


_OFF = (None, "false")


def _convert_link(attributes: Attributes) -> TagMarkdown:
    """Return the Markdown for a link; only its content without `href`."""
    href = attributes.get("href", "")
    if not href:
        return TagMarkdown(is_block=False)
    return TagMarkdown("[", f"]({href})", is_block=False, is_line=True)


def _convert_image(attributes: Attributes) -> TagMarkdown:
    """Return the Markdown for an image; empty without a text in `alt`."""
    alt, source = attributes.get("alt", ""), attributes.get("src", "")
    return TagMarkdown(f"![{alt}]({source})" if alt else "", is_block=False)


def _convert_tooltip(attributes: Attributes) -> TagMarkdown:
    """Return the Markdown for a tooltip: its content, and the tip in brackets after it."""
    tip = attributes.get("tip", "")
    return TagMarkdown("", f" ({tip})" if tip else "", is_block=False)


def _convert_entry(attributes: Attributes) -> TagMarkdown:
    """Return the Markdown for an entry of a list, such as a file of a tree."""
    name = next((attributes[key] for key in ("name", "title", "label") if attributes.get(key)), "")
    value = attributes.get("value", "")
    return TagMarkdown(f"\n- {name}{f': {value}' if value else ''}" if name else "", is_block=False)


def _convert_visibility(attributes: Attributes) -> TagMarkdown:
    """Drop content unless its audience, empty if it is not certain, includes agents."""
    return TagMarkdown(is_dropped=attributes.get("for") not in AGENT_AUDIENCES)


def _build_constant_converter(
    before: str, after: str = "", *, is_line: bool = False
) -> Callable[[Attributes], TagMarkdown]:
    """Return a function that returns the same Markdown for any attributes."""
    made = TagMarkdown(before, after, is_block=False, is_line=is_line)
    return lambda attributes: made


_SHAPES: dict[str, Callable[[Attributes], TagMarkdown]] = {
    "a": _convert_link,
    "img": _convert_image,
    "Image": _convert_image,
    "br": _build_constant_converter("\n"),
    "hr": _build_constant_converter("\n\n---\n\n"),
    "li": _build_constant_converter("\n- "),
    "td": _build_constant_converter("| ", " "),
    "th": _build_constant_converter("| ", " "),
    "tr": _build_constant_converter("\n", "|"),
    "ParamField": _convert_field,
    "ResponseField": _convert_field,
    "Property": _convert_field,
    "Tooltip": _convert_tooltip,
    "Tree.File": _convert_entry,
    "Tree.Folder": _convert_entry,
    "Color.Item": _convert_entry,
    "Visibility": _convert_visibility,
    **{
        f"h{level}": _build_constant_converter(f"\n\n{'#' * level} ", "\n\n", is_line=True)
        for level in range(1, 7)
    },
}
