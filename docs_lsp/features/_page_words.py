"""Texts about props and variables, shared by the features for pages."""

from __future__ import annotations

from docs_lsp.features._view import View
from docs_lsp.jsontree.nodes import String
from docs_lsp.mdx.components.component import Prop
from docs_lsp.site.navigation.variables import read_variables


def render_prop_note(prop: Prop) -> str:
    """Return the documentation of a prop in Markdown."""
    lines = [prop.doc]
    if prop.values:
        lines.append(f"One of {', '.join(f'`{value}`' for value in prop.values)}.")
    if prop.default:
        lines.append(f"Default: `{prop.default}`.")
    if not prop.is_documented:
        lines.append("Not in Mintlify's documentation.")
    return "\n\n".join(lines)


def read_variable_strings(view: View) -> dict[str, str]:
    """Return the variables of docs.json whose values are strings, by name."""
    whole = view.site.navigator.root_object
    variables = read_variables([whole] if whole else [])
    values = {name: one.value for name, one in variables.by_name.items()}
    return {name: value.value for name, value in values.items() if isinstance(value, String)}
