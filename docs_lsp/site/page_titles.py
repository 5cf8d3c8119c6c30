"""What pages are called, for whoever shows an entry or an address of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.site.frontmatter import Frontmatter, title_of
from docs_lsp.site.generated import letters
from docs_lsp.site.named_operation import operation_in_page
from docs_lsp.site.pages import PageFile, PageIndex, normalise

if TYPE_CHECKING:
    from docs_lsp.site.content import PageContent
    from docs_lsp.site.facts import SiteFacts


def page_of_entry(entry: str, pages: PageIndex) -> PageFile | None:
    """The page that an entry of docs.json lists."""
    return pages.find(entry) or pages.find(normalise(entry).rstrip("/"))


def title_of_page(
    page: PageFile, facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> str | None:
    """A page's title, in one line; None for one that has not been read."""
    content = contents.get(page.file) if contents else None
    if content is None:
        return None
    values, summary = content.fields, None
    operation = values.get("openapi")
    if isinstance(operation, str) and not values.get("title"):
        found = operation_in_page(operation, page.file, facts)
        summary = found.operation.summary if found else None
    return " ".join(title_of(page.page, Frontmatter(values), summary).split())


def pages_titled(
    query: str, facts: SiteFacts, contents: Mapping[str, PageContent]
) -> Iterator[str]:
    """The pages with a text in their own title, whatever its case."""
    folded = query.casefold()
    raw = folded.encode("utf-8", "replace")
    for page, file in facts.pages:
        content = contents.get(file)
        # To look for it in the bytes is far quicker than to read them.
        if content is None or raw not in content.head.lower():
            continue
        if folded in str(content.fields.get("title", "")).casefold():
            yield page


def is_spelt_by(page: str, title: str) -> bool:
    """Whether a page path says all that a title does: `api/quick-start` and "Quick start"."""
    wanted = letters(title)
    spelt = ""
    for name in reversed(page.removesuffix("/index").split("/")):
        spelt = letters(name) + spelt
        if len(spelt) >= len(wanted):
            break
    return spelt == wanted
