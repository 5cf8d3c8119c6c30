"""Addresses that links lead to and that nothing answers: what a redirect is most likely for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from docs_lsp.features._proposal_kind import ItemKind
from docs_lsp.features._view import View
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.item import Item
from docs_lsp.site.routes.link_paths import link_path_of

_MOST = 200
"""So many dead links are looked at; their pages are read for it."""
_ASSET = re.compile(r"\.(?!mdx?\Z)[A-Za-z]\w{1,4}\Z")


def dead_items(place: CompletionCursor) -> Iterator[Item]:
    """The addresses that the last look at the whole site found dead, those first that most links
    lead to, and pictures and the like last; without those that have a redirect by now."""
    redirected, query = place.neighbours_say("source"), place.query
    found = Counter(_dead(place.view)).most_common()
    for path, count in sorted(found, key=lambda one: _ASSET.search(one[0]) is not None):
        if path not in redirected and query.casefold() in path.casefold():
            links = "1 link leads here" if count == 1 else f"{count} links lead here"
            is_found = not path.startswith(query)
            yield Item(path, ItemKind.REFERENCE, path, detail=links, is_found=is_found)


def _dead(view: View) -> Iterator[str]:
    found = (one for one in view.site.survey.problems if one.rule == "dead-link")
    for problem in islice(found, _MOST):
        data, (start, end) = view.text(problem.file).data, problem.span
        if data[start - 1 : start] == b"#":
            continue  # The page is there, and only a place in it is not.
        file = None if problem.file in view.site.parts else problem.file
        target = link_path_of(data[start:end].decode("utf-8", "replace"), file)
        if target is not None and target.path.startswith("/"):
            yield target.path
