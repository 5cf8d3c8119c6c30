"""Names and triggers that a client is sent before it needs any feature.

They are separate from the features, so that the server can announce its capabilities without
loading them.
"""

from __future__ import annotations

QUICK_FIX = "quickfix"
REFACTOR = "refactor"
FIX_ALL = "source.fixAll"
KINDS = (QUICK_FIX, REFACTOR, FIX_ALL)
"""The kinds of code actions."""
EXPLAIN = "docsLsp.explainRule"
"""The client command that shows the explanation of the rule named in its argument."""

PREVIEW_START = "docsLsp.preview.start"
PREVIEW_STOP = "docsLsp.preview.stop"
PREVIEW_RESTART = "docsLsp.preview.restart"
PREVIEW_OPEN = "docsLsp.preview.open"
PREVIEW_STATUS = "docsLsp.preview.status"
"""The commands of the preview.

All but the last take the URI of a site or of a file in it. It may be left out if there is only one
site, or to let the user choose.
"""

TRIGGERS = ('"', ":", "/")
"""Characters that trigger completion in docs.json.

A comma is not one of them: the line break that usually follows it would accept an item.
"""
PAGE_TRIGGERS = ("/", "#", '"', "(", "<", "{")
"""Characters that trigger completion in a page.

`](` begins a link, `<` a tag and `{{` a variable.
"""

TAG_SIGNS = (">", "/")
"""Characters that may close a tag when they are typed in a page."""

SHOW_REFERENCES = "docsLsp.showReferences"
"""A client command that takes a URI, a position and locations, as LSP defines them."""
