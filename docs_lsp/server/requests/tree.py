"""Requests of our own, for editors that show the navigation of a site as a tree."""

from __future__ import annotations

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.buffers import BadParams
from docs_lsp.server.requests.request import Request
from docs_lsp.text import Span

NAVIGATION = "docsLsp/navigation"
"""Asks for the tree. The parameters name a document of the site, as `textDocument`."""
DROP = "docsLsp/navigation/drop"
"""Asks for the edit that moves one entry onto another. Beside the document the parameters give the
`place` of each as the tree told it: `source` and `target`."""


def navigation(request: Request) -> list[Json] | None:
    """`docsLsp/navigation`."""
    from docs_lsp.features.navigation_tree import navigation_tree

    return navigation_tree(request.view, request.encoding)


def drop(request: Request) -> Json | None:
    """`docsLsp/navigation/drop`; None where the entry cannot stand there."""
    from docs_lsp.features._workspace_edit import workspace_edit
    from docs_lsp.refactor.dropping import dropped

    view, can = request.view, request.client.actions.edits
    changes = dropped(view.site, view.files, _place(request, "source"), _place(request, "target"))
    return workspace_edit(changes, view, request.encoding, can) if changes else None


def _place(request: Request, name: str) -> tuple[str, Span]:
    """The file and the range of a place in docs.json or one of its parts."""
    view = request.view
    match request.params.get(name):
        case {"uri": str(uri), "range": {"start": start, "end": end}}:
            file = next((one for one in view.site.parts if view.uri(one) == uri), None)
            if file is not None:
                first, last = (request.offset_in(file, place) for place in (start, end))
                return file, Span(min(first, last), max(first, last))
    raise BadParams(f"a request without its {name}")
