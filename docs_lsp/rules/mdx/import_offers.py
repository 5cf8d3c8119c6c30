"""Find the files of a site that have a component of a given name, and offer to import it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix
from docs_lsp.site.pages import PAGE_EXTENSIONS

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxPage, MdxTag
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.offered_imports import AddedImport
    from docs_lsp.site.overview import Overview


def suggest_imports(name: str, overview: Overview, *, is_block: bool) -> tuple[AddedImport, ...]:
    """Return the imports that would define a component, the most common one first.

    In a line of text (not `is_block`), files whose text is a snippet are left out: it would not be
    shown.
    """
    # Imported late: few sites use a component that is not known.
    from docs_lsp.site.offered_imports import map_importable_tags

    offers = overview.cached(map_importable_tags).get(name, ())
    return tuple(
        offer
        for offer in offers
        if is_block or not (offer.is_default and offer.file.endswith(PAGE_EXTENSIONS))
    )


def iter_import_fixes(subject: FixContext, page: MdxPage, tag: MdxTag) -> Iterator[Fix]:
    """Yield a fix that imports the component of a tag, for each file that has it."""
    # Imported late: needed only for a fix.
    from docs_lsp.site.offered_imports import ImportInserter

    name, overview = tag.name.partition(".")[0], subject.overview
    if overview is None or any(
        name == each.name for export in page.exports for each in export.names
    ):
        return
    offers = suggest_imports(name, overview, is_block=tag.is_block)
    inserter = ImportInserter(subject.data, page, subject.problem.file)
    for offer in offers:
        change = subject.build_edit(*inserter.make_edit(offer))
        title = f"Import it from {code('/' + offer.file)}"
        yield Fix(title, (change,), preferred=len(offers) == 1)
