"""Names, triggers and filters that a client learns before it needs any feature.

It stands apart from them, so that the server can introduce itself without having loaded them.
"""

from __future__ import annotations

from docs_lsp.features.to_lsp import Json

QUICK_FIX = "quickfix"
REFACTOR = "refactor"
FIX_ALL = "source.fixAll"
KINDS = (QUICK_FIX, REFACTOR, FIX_ALL)
"""The kinds of code actions."""
EXPLAIN = "docsLsp.explainRule"
"""The command that explains the rule whose name it is given."""

PREVIEW_START = "docsLsp.preview.start"
PREVIEW_STOP = "docsLsp.preview.stop"
PREVIEW_RESTART = "docsLsp.preview.restart"
PREVIEW_OPEN = "docsLsp.preview.open"
PREVIEW_STATUS = "docsLsp.preview.status"
"""The commands about the preview. All but the last take the URI of a site or of a file in it; where
there is only one site, or the writer is to choose, it may be left out."""

TRIGGERS = ('"', ":", "/")
"""What asks for proposals when it is typed in docs.json. A comma does not: the line break that
follows it would choose one."""
PAGE_TRIGGERS = ("/", "#", '"', "(", "<", "{")
"""What asks for proposals when it is typed in a page, where `](` begins a link, `<` a tag and `{{`
a variable."""

TAG_SIGNS = (">", "/")
"""What may close a tag when it is typed in a page."""

_FILES = (
    "**/*.{md,mdx,json,yaml,yml,js,jsx,ts,tsx,css}",
    "**/*.{svg,png,jpg,jpeg,webp,gif,ico,avif,mp4,webm,woff,woff2,ttf,otf,pdf}",
)
FILTERS: tuple[Json, ...] = (
    *({"scheme": "file", "pattern": {"glob": glob, "matches": "file"}} for glob in _FILES),
    {"scheme": "file", "pattern": {"glob": "**", "matches": "folder"}},
)
"""The files and folders about which the client is to ask before it renames or deletes them."""

SHOW_REFERENCES = "docsLsp.showReferences"
"""A command of the client, given a URI, a position and locations as LSP writes them."""
