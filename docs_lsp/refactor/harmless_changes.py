"""Checks of changes that are made in a tree view of the navigation."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.core.problem import FileChange, FileEdit
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files
from docs_lsp.refactor.placing import PlacingRefused
from docs_lsp.site.navigation.accepted_elements import read_accepted_docs
from docs_lsp.site.navigation.docs_reader import read_part
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.accepted_site import get_accepted_site, predict_accepted_site


def require_harmless_changes(
    overview: Overview, files: Files, changes: Sequence[FileChange], *, removes: bool = False
) -> None:
    """Raise `PlacingRefused` if the service would then reject docs.json or drop pages.

    Pages may be dropped if the user `removes` something. A docs.json that is rejected already is
    not checked.
    """
    edited = {change.file for change in changes if isinstance(change, FileEdit)}
    edited &= overview.parts.keys()
    if not edited or read_accepted_docs(overview.name, overview.parts) is None:
        return
    draft = Draft(files).with_changes(changes)
    parts = {**overview.parts, **{file: read_part(draft, file) for file in edited}}
    if read_accepted_docs(overview.name, parts) is None:
        raise PlacingRefused(
            f"The service would reject `{overview.name}`: the navigation needs at least one entry."
            if removes
            else f"The service would reject `{overview.name}`. Fix the problems that `check` "
            "finds first."
        )
    after = predict_accepted_site(parts, overview, files)
    lost = sorted(get_accepted_site(overview).pages - after.pages)
    if lost and not removes:
        raise PlacingRefused(
            f"The service ignores content there, so `{lost[0]}` would disappear. Fix the problems "
            "that `check` finds first."
        )
