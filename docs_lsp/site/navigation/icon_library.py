"""The library that the names of icons belong to."""

from __future__ import annotations

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.schema.icon_names import DEFAULT_LIBRARY
from docs_lsp.site.navigation.refs import Parts


def icon_library(parts: Parts, name: str) -> str:
    """The library that docs.json, the part called `name`, chooses for the icons of the site.

    Empty where that cannot be read: `icons` is of another shape, or stands in another file.
    """
    part = parts[name]
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(root, Object) or "$ref" in root.by_key:
        return ""
    if "icons" not in root.by_key:
        return DEFAULT_LIBRARY
    icons = root.get("icons")
    library = icons.get("library") if isinstance(icons, Object) else None
    return library.value if isinstance(library, String) else ""
