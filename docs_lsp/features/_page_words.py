"""What is said in pages of props and variables, whoever asks."""

from __future__ import annotations

from docs_lsp.features._view import View
from docs_lsp.jsontree.nodes import String
from docs_lsp.mdx.components.component import Prop
from docs_lsp.site.navigation.variables import read_variables


def prop_note(prop: Prop) -> str:
    """What a prop is for, in Markdown."""
    lines = [prop.doc]
    if prop.values:
        lines.append(f"One of {', '.join(f'`{value}`' for value in prop.values)}.")
    if prop.default:
        lines.append(f"Without it: `{prop.default}`.")
    if not prop.is_documented:
        lines.append("The documentation does not have it.")
    return "\n\n".join(lines)


def variables_of(view: View) -> dict[str, str]:
    """The variables of docs.json with their values."""
    whole = view.site.navigator.root_object
    variables = read_variables([whole] if whole else [])
    values = {name: one.value for name, one in variables.by_name.items()}
    return {name: value.value for name, value in values.items() if isinstance(value, String)}
