"""Answers to `docsLsp/navigation` and its edits, for editors with a navigation tree."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.core.problem import FileChange
from docs_lsp.core.text import Span
from docs_lsp.features.to_lsp import Json
from docs_lsp.server.errors import BadParams, RequestRefused
from docs_lsp.server.requests.request import Request

NAVIGATION = "docsLsp/navigation"
"""Requests the tree. The parameters name a document of the site, as `textDocument`."""
DROP = "docsLsp/navigation/drop"
"""Requests the edit that moves one entry onto another.

Besides the document the parameters contain the `place` of each as in the tree: `source` and
`target`. An unlisted page is given as `{"page": "its/path"}` instead of `source`.
"""
CHANGE = "docsLsp/navigation/change"
"""Requests the edit that changes the navigation in one way.

Besides the document the parameters contain an `action`, the `place` of an entry as `target`, and a
`name`:

* `newPage`: a page with the path `name`, listed in the element or after the entry; without a target
  at the end of the navigation;
* `newGroup`: a group with the title `name`, likewise;
* `hide` and `show`: `hidden: true` of a page or an element;
* `remove`: removes the entry from the navigation.

The last three take several places at once, as an array `targets` instead of `target`.

If it cannot be done, the answer is an error with the reason.
"""


def handle_navigation(request: Request) -> list[Json] | None:
    """Answer `docsLsp/navigation`."""
    from docs_lsp.features.navigation_tree import build_navigation_tree

    return build_navigation_tree(request.view, request.encoding)


def handle_navigation_drop(request: Request) -> Json | None:
    """Answer `docsLsp/navigation/drop`; None if nothing changes. Raises `RequestRefused`.

    Raises `RequestRefused` with the reason if the entry is not allowed there.
    """
    from docs_lsp.refactor.drag_and_drop import plan_drop
    from docs_lsp.refactor.harmless_changes import ChangeRefused
    from docs_lsp.refactor.tree_actions import plan_listing

    view = request.view
    target = _require_place(request, "target")
    try:
        match request.params.get("source"):
            case {"page": str(page)}:
                overview = view.site.get_overview()
                changes = plan_listing(overview, page, target) if overview else ()
            case _:
                changes = plan_drop(
                    view.site, view.files, _require_place(request, "source"), target
                )
    except ChangeRefused as refusal:
        raise RequestRefused(str(refusal)) from None
    return _build_edit(request, changes)


def _build_edit(request: Request, changes: Sequence[FileChange]) -> Json | None:
    """Return the workspace edit; None without changes. Raises `RequestRefused` if impossible.

    The client may be unable to change a file, or a command left the site half written.
    """
    from docs_lsp.features._workspace_edit import build_workspace_edit

    abilities = request.client.actions.edits
    edit = build_workspace_edit(changes, request.view, request.encoding, abilities)
    if changes and edit is None:
        raise RequestRefused("Some of the files cannot be changed from here.")
    return edit if changes else None


def handle_navigation_change(request: Request) -> Json | None:
    """Answer `docsLsp/navigation/change`; None if nothing changes. Raises `RequestRefused`.

    Raises `RequestRefused` with the reason if it cannot be done.
    """
    from docs_lsp.refactor.harmless_changes import ChangeRefused
    from docs_lsp.refactor.tree_actions import plan_action

    view = request.view
    targets = _find_targets(request)
    match request.params:
        case {"action": str(action), **more}:
            name = more.get("name")
        case _:
            raise BadParams("a change of the navigation without its action")
    try:
        changes = plan_action(
            view.site.get_overview(),
            view.files,
            action,
            targets[0] if targets else None,
            name if isinstance(name, str) else "",
            *targets[1:],
        )
    except ChangeRefused as refusal:
        raise RequestRefused(str(refusal)) from None
    if changes is None:
        raise BadParams(f"`{action}` of the navigation")
    return _build_edit(request, changes)


def _find_targets(request: Request) -> list[tuple[str, Span]]:
    """Return the places that a change is about, if any; raise `BadParams` for an invalid one."""
    match request.params:
        case {"targets": [*places]} if places:
            return [_resolve_place(request, place, "targets") for place in places]
        case {"target": _}:
            return [_require_place(request, "target")]
    return []


def _require_place(request: Request, name: str) -> tuple[str, Span]:
    """Return the file and range of a place in docs.json or its parts, or raise `BadParams`.

    Raises `BadParams` if the parameter does not name one.
    """
    return _resolve_place(request, request.params.get(name), name)


def _resolve_place(request: Request, place: object, name: str) -> tuple[str, Span]:
    """Return file and span of a place in docs.json or its parts. Raises `BadParams`."""
    view = request.view
    match place:
        case {"uri": str(uri), "range": {"start": start, "end": end}}:
            file = next((part for part in view.site.parts if view.uri(part) == uri), None)
            if file is not None:
                first, last = (request.offset_in_file(file, edge) for edge in (start, end))
                return file, Span(min(first, last), max(first, last))
    raise BadParams(f"a request without its {name}")
