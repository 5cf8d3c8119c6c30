"""Answers to `docsLsp/navigation` and its edits, for editors that show the navigation as a tree."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.features.to_lsp import Json
from docs_lsp.server.errors import BadParams, RequestRefused
from docs_lsp.server.requests.request import Request

NAVIGATION = "docsLsp/navigation"
"""Asks for the tree. The parameters name a document of the site, as `textDocument`."""
DROP = "docsLsp/navigation/drop"
"""Asks for the edit that moves one entry onto another. Beside the document the parameters give the
`place` of each as the tree gave it: `source` and `target`. A page that no list has is given as
`{"page": "its/path"}` in place of `source`."""
CHANGE = "docsLsp/navigation/change"
"""Asks for the edit that changes the navigation in one way. Beside the document the parameters give
an `action`, the `place` of an entry as `target`, and a `name`:

* `newPage`: a page of the path `name`, listed in the element or behind the entry; without a target
  at the end of the navigation;
* `newGroup`: a group with the title `name`, likewise;
* `hide` and `show`: `hidden: true` of a page or an element;
* `remove`: takes the entry out of the navigation.

What cannot be done is answered with an error that says why."""


def navigation(request: Request) -> list[Json] | None:
    """`docsLsp/navigation`."""
    from docs_lsp.features.navigation_tree import navigation_tree

    return navigation_tree(request.view, request.encoding)


def drop(request: Request) -> Json | None:
    """`docsLsp/navigation/drop`; None where the entry cannot stand there."""
    from docs_lsp.features._workspace_edit import workspace_edit
    from docs_lsp.refactor.drag_and_drop import drop_item
    from docs_lsp.refactor.placing import PlacingRefused
    from docs_lsp.refactor.tree_actions import list_page

    view, can, target = request.view, request.client.actions.edits, _place(request, "target")
    try:
        match request.params.get("source"):
            case {"page": str(page)}:
                overview = view.site.overview()
                changes = list_page(overview, page, target) if overview else ()
            case _:
                changes = drop_item(view.site, view.files, _place(request, "source"), target)
    except PlacingRefused as refusal:
        raise RequestRefused(str(refusal)) from None
    return workspace_edit(changes, view, request.encoding, can) if changes else None


def change(request: Request) -> Json | None:
    """`docsLsp/navigation/change`; None where nothing changes."""
    from docs_lsp.features._workspace_edit import workspace_edit
    from docs_lsp.refactor.placing import PlacingRefused
    from docs_lsp.refactor.tree_actions import changes_of

    view, can = request.view, request.client.actions.edits
    target = _place(request, "target") if "target" in request.params else None
    match request.params:
        case {"action": str(action), **more}:
            name = more.get("name")
        case _:
            raise BadParams("a change of the navigation without its action")
    try:
        changes = changes_of(
            view.site.overview(), view.files, action, target, name if isinstance(name, str) else ""
        )
    except PlacingRefused as refusal:
        raise RequestRefused(str(refusal)) from None
    if changes is None:
        raise BadParams(f"`{action}` of the navigation")
    edit = workspace_edit(changes, view, request.encoding, can) if changes else None
    if changes and edit is None:
        raise RequestRefused("Some of the files cannot be changed from here.")
    return edit


def _place(request: Request, name: str) -> tuple[str, Span]:
    """The file and the range of a place in docs.json or one of its parts."""
    view = request.view
    match request.params.get(name):
        case {"uri": str(uri), "range": {"start": start, "end": end}}:
            file = next((part for part in view.site.parts if view.uri(part) == uri), None)
            if file is not None:
                first, last = (request.offset_in(file, place) for place in (start, end))
                return file, Span(min(first, last), max(first, last))
    raise BadParams(f"a request without its {name}")
