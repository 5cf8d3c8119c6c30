"""Texts about keys, props and variables, shared by completion and hover."""

from __future__ import annotations

from docs_lsp.features._view import View
from docs_lsp.jsontree.nodes import String
from docs_lsp.mdx.components.component import Prop
from docs_lsp.schema.key_card import describe_known_key
from docs_lsp.schema.types import Property
from docs_lsp.site.navigation.variables import read_variables

_MOST_VALUES = 12


def render_key_note(property_: Property) -> str:
    """Return the documentation of a key in Markdown: its meaning, its values and its default."""
    card = describe_known_key(property_)
    lines = [card.description]
    if card.deprecated:
        lines.append(f"Deprecated. {card.deprecated}")
    values = [
        f"- `{value.text}`: {value.label}" if value.label else f"- `{value.text}`"
        for value in card.values[:_MOST_VALUES]
    ]
    if values:
        lines.append("\n".join(values))
    if isinstance(card.default, bool):
        lines.append(f"Default: `{str(card.default).lower()}`.")
    elif isinstance(card.default, str | int | float):
        lines.append(f"Default: `{card.default}`.")
    return "\n\n".join(lines)


def render_prop_note(prop: Prop) -> str:
    """Return the documentation of a prop in Markdown."""
    lines = [prop.doc]
    if prop.values:
        values = [*prop.values, *filter(None, [render_object_value(prop, "…")])]
        lines.append(f"One of {', '.join(f'`{value}`' for value in values)}.")
    if prop.default:
        lines.append(f"Default: `{prop.default}`.")
    if not prop.is_documented:
        lines.append("Not in Mintlify's documentation.")
    return "\n\n".join(lines)


def render_object_value(prop: Prop, name: str) -> str:
    """Return the object that a prop takes besides strings, in its braces; empty if it takes none.

    `name` is what is to be filled in.
    """
    return f"{{{prop.object_value.replace('$1', name)}}}" if prop.object_value else ""


def read_variable_strings(view: View) -> dict[str, str]:
    """Return the variables of docs.json whose values are strings, by name."""
    whole = view.site.navigator.root_object
    variables = read_variables([whole] if whole else [])
    values = {name: one.value for name, one in variables.by_name.items()}
    return {name: value.value for name, value in values.items() if isinstance(value, String)}
