"""Makes what answers need of a whole site before anybody asks, once the writer rests.

The first answer would have to wait for it, and some say less rather than wait.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

from docs_lsp import features
from docs_lsp.features._view import View
from docs_lsp.server import garbage_collection
from docs_lsp.server.threads import IsCancelled


def prepare(view: View, cancelled: IsCancelled) -> None:
    """Make what can be made in any thread."""
    garbage_collection.clear()
    with garbage_collection.unsearched():
        for make in _makings(view):
            if cancelled():
                return
            make()


def warm_up(view: View) -> None:
    """Make what belongs to the one thread in which those who type are answered."""
    from docs_lsp.site.navigation.listed_entries import listed_in

    facts = view.site.facts
    if facts is not None:
        listed_in(view.site.parts, facts.pages)


def _makings(view: View) -> Iterator[Callable[[], object]]:
    """What is made, the most urgent first."""
    for name in _features():
        yield partial(import_module, name)
    from docs_lsp.site.nearby_pages import sorted_pages
    from docs_lsp.site.search.name_index import NameIndex
    from docs_lsp.site.summaries.index_card import index_card
    from docs_lsp.site.summaries.page_titles import title_lines, titles

    facts, contents = view.site.facts, view.site.contents
    if facts is None:
        return
    yield partial(sorted_pages, facts.pages)
    overview = view.site.overview()
    if overview is not None:
        yield partial(overview.once, index_card)
    for make in (titles, title_lines, NameIndex) if contents is not None else ():
        yield partial(facts.kept, make, contents)


def _features() -> Iterator[str]:
    """The modules that answers come from, which are not loaded before they are needed."""
    for module in iter_modules(features.__path__, f"{features.__name__}."):
        if not module.name.rpartition(".")[2].startswith("_"):
            yield module.name
