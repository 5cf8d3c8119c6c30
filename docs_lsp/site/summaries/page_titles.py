"""The titles of pages, and searches for pages by title."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.mdx.frontmatter import Frontmatter
from docs_lsp.site.pages import PageFile, PageIndex, normalise_entry, reduce_to_letters
from docs_lsp.site.specifications.named_operation import find_page_operation

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_TITLE = compile_lazily(rb"^title[ \t]*:[ \t]*([^\r\n]+)", re.MULTILINE)


def find_page_of_entry(entry: str, pages: PageIndex) -> PageFile | None:
    """Return the page that an entry of docs.json lists, or None."""
    return pages.find_page(entry) or pages.find_page(normalise_entry(entry).rstrip("/"))


def get_page_title(
    page: PageFile, facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> str | None:
    """Return a page's title in one line; None if the page has not been read.

    An operation that is not known, because its specification is at a URL, has no summary to use as
    a title; the page's title in the sidebar is nearest to it.
    """
    known = facts.find_cached_for_last(map_page_titles, contents)
    if known is not None:
        return known.get(page.page)
    content = contents.get(page.file) if contents else None
    if content is None:
        return None
    values, summary = content.fields, None
    operation = values.get("openapi")
    if isinstance(operation, str) and not values.get("title"):
        match = find_page_operation(operation, page.file, facts)
        short = values.get("sidebarTitle")
        summary = match.operation.summary if match else short if isinstance(short, str) else None
    return _collapse_spaces(choose_page_title(page.page, Frontmatter(values), summary))


def choose_page_title(page: str, frontmatter: Frontmatter, summary: str | None = None) -> str:
    """Return a page's title: its own, its operation's summary, or one made from its path."""
    title = frontmatter.values.get("title")
    if isinstance(title, str | int | float) and not isinstance(title, bool) and title != "":
        return str(title)
    if summary:
        return summary
    words = page.rstrip("/").rpartition("/")[2].replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _collapse_spaces(title: str) -> str:
    """Return a title without line breaks and repeated spaces.

    An unchanged title is the same object, to save memory on large sites.
    """
    line = " ".join(title.split())
    return title if title == line else line


def map_page_titles(
    facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> Mapping[str, str]:
    """Return the titles of all pages read, by page path; use `facts.cached_for_last`."""
    named = ((page.page, get_page_title(page, facts, contents)) for page in facts.pages)
    return {page: title for page, title in named if title}


def iter_pages_with_title(
    query: str, facts: SiteFacts, contents: Mapping[str, PageContent]
) -> Iterator[str]:
    """Yield the pages whose own title contains a text, ignoring case.

    Titles of several lines are not searched.
    """
    folded = query.casefold()
    if not folded or "\n" in folded:
        return
    lines, starts, pages = facts.cached_for_last(make_title_lines, contents)
    at = lines.find(folded)
    while at >= 0:
        number = bisect_right(starts, at) - 1
        content = contents[facts.pages.by_path[pages[number]]]
        # The text of the line is not necessarily the value.
        if folded in str(content.fields.get("title", "")).casefold():
            yield pages[number]
        at = lines.find(folded, starts[number + 1])


def make_title_lines(
    facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> tuple[str, array[int], list[str]]:
    """Return the case-folded titles as lines of a text, the start of each, and the page of each.

    The end of the text follows the starts. Use `facts.cached_for_last`.
    """
    pages, lines = [], []
    for page in facts.pages:
        content = contents.get(page.file) if contents else None
        line = _extract_title_line(content) if content else ""
        if line:
            pages.append(page.page)
            lines.append(line)
    starts = array("I", [0, *accumulate(len(line) + 1 for line in lines)])
    return "\n".join(lines), starts, pages


def _extract_title_line(content: PageContent) -> str:
    """Return the source of a page's title, case-folded; much faster than its value."""
    match = _TITLE.search(content.head)
    return match[1].decode("utf-8", "replace").casefold() if match else ""


def is_title_implied_by_path(page: str, title: str) -> bool:
    """Return whether a page path ends in its title: `api/quick-start` and "Quick start"."""
    wanted = reduce_to_letters(title)
    spelt = ""
    for name in reversed(page.removesuffix("/index").split("/")):
        spelt = reduce_to_letters(name) + spelt
        if len(spelt) >= len(wanted):
            break
    return spelt == wanted
