"""Where a site has a component of a name: what other pages import, and what its snippets export."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.mdx.syntax import ExportKind
from docs_lsp.problem import Fix
from docs_lsp.rules._words import code
from docs_lsp.site.mdx.frontmatter import find_block
from docs_lsp.site.mdx.page_syntax import syntax_of
from docs_lsp.site.pages import without_extension
from docs_lsp.site.snippets import DEFAULT, Reached, imported_file
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxPage, MdxTag
    from docs_lsp.rules._fix import FixContext
    from docs_lsp.site.overview import Overview

_MOST = 3
_TEXTS = (".mdx", ".md")
"""Files whose text is put in the place of a tag, where that stands on lines of its own."""


class OfferedImport(NamedTuple):
    """An import that would make a name known."""

    file: str
    """The site path of the file that has it."""
    is_default: bool

    def written(self, name: str) -> str:
        """The statement."""
        names = name if self.is_default else f"{{ {name} }}"
        return f'import {names} from "/{self.file}"'


def offered_imports(name: str, overview: Overview, *, is_block: bool) -> tuple[OfferedImport, ...]:
    """The files that have a component of a name, those first that most pages import it from; in a
    line of text (not `is_block`) the text of a snippet would not be shown."""
    offers = overview.once(_by_name).get(name, ())
    return tuple(
        offer
        for offer in offers
        if is_block or not (offer.is_default and offer.file.endswith(_TEXTS))
    )


def _by_name(overview: Overview) -> Mapping[str, tuple[OfferedImport, ...]]:
    found: defaultdict[str, Counter[OfferedImport]] = defaultdict(Counter)
    for file, content in (overview.contents or {}).items():
        modules = syntax_of(content).modules
        for statement in modules.imports:
            target = imported_file(statement.source, file, overview.facts)
            if target.reached is Reached.FILE:
                for name in statement.names:
                    if name.exported in (DEFAULT, name.local):
                        is_default = name.exported == DEFAULT
                        found[name.local][OfferedImport(target.path, is_default)] += 1
        if modules.exports and without_extension(file) not in overview.facts.pages:
            for exported in (name for one in modules.exports for name in one.names):
                if exported.kind is ExportKind.FUNCTION and exported.name != DEFAULT:
                    found[exported.name][OfferedImport(file, is_default=False)] += 1
    return {
        name: tuple(offer for offer, _ in offers.most_common(_MOST))
        for name, offers in found.items()
    }


def import_fixes(subject: FixContext, page: MdxPage, tag: MdxTag) -> Iterator[Fix]:
    """An import of the component that a tag names, for each file that has it."""
    name, overview = tag.name.partition(".")[0], subject.overview
    if overview is None or any(name == each.name for one in page.exports for each in one.names):
        return
    offers = offered_imports(name, overview, is_block=tag.is_block)
    for offer in offers:
        span, before, behind = _place(subject.data, page)
        change = subject.edit(span, f"{before}{offer.written(name)}{behind}")
        title = f"Import it from {code('/' + offer.file)}"
        yield Fix(title, (change,), preferred=len(offers) == 1)


def _place(data: bytes, page: MdxPage) -> tuple[Span, str, str]:
    """Where an import goes, and what stands before and behind it: below the others, or at the top
    of the text."""
    if page.imports:
        end = page.imports[-1].span.end
        return Span(end, end), "\n", ""
    body = find_block(data).body_start
    is_blank = data[body:].lstrip(b" \t\r").startswith(b"\n")
    return Span(body, body), "\n" if body else "", "\n" if is_blank else "\n\n"
