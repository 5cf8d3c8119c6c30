"""What is said in pages of props and variables, whoever asks."""

from __future__ import annotations

from docs_lsp.features._view import View
from docs_lsp.jsontree.nodes import String
from docs_lsp.mdx.components.component import Prop
from docs_lsp.site.navigation.variables import read_variables


def prop_note(prop: Prop) -> str:
    """What a prop is for, in Markdown."""
    said = [prop.doc]
    if prop.values:
        said.append(f"One of {', '.join(f'`{value}`' for value in prop.values)}.")
    if prop.default:
        said.append(f"Without it: `{prop.default}`.")
    if not prop.is_documented:
        said.append("The documentation does not have it.")
    return "\n\n".join(said)


def variables_of(view: View) -> dict[str, str]:
    """The variables of docs.json with their values."""
    whole = view.site.navigator.root_object
    found = read_variables([whole] if whole else [])
    values = {name: one.value for name, one in found.by_name.items()}
    return {name: value.value for name, value in values.items() if isinstance(value, String)}
