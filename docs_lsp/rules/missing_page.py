"""A listed page does not exist.

Why it matters
--------------
The service builds the site all the same and keeps the entry in the sidebar, without a page: readers
who follow it get an error. The same applies to the `root` of a group, which opens when they click
on its title. With the service's own strict check the build fails.

If a redirect leads from the address of the entry to another, readers get that: a Warning says so.

An entry is not reported if the page may be one that the service generates from a specification: if
no page has a similar name, and either an operation of the specification that applies has that name,
or the specification cannot be read (because it is behind a URL, for example) and the entry is in
the folder that the element names for generated pages, or in `api-reference`, the default folder.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«guides/strat»"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
```
```pass
--- docs.json
"navigation": { "pages": ["index", "guides/start"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
```

Fix
---
Correct the path, create the page, or remove the entry. A path is relative to the folder of
docs.json and has no extension.

Quick fixes write the path of a page with a similar name, create the page with a title, or remove
the entry. All are offered, and not applied by themselves: only you know which one is right. The
preferred one is the only page that is not listed yet and whose path is a misspelling of the entry,
or ends with it.

Source: SERVICE.md, missing-pages, page-paths
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.phrases import code, render_suggestion
from docs_lsp.core.problem import Finding, Fix, NewFile, Problem, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.core.text import encode_text
from docs_lsp.files.files import LONGEST_PATH
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import get_entries_of_kind
from docs_lsp.rules.navigation.entry_fixes import (
    get_entry_text,
    offer_entry_removal,
    offer_rewritten_entry,
)
from docs_lsp.rules.operations.endpoint_fixes import offer_endpoint
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.generated_pages.page_addresses import make_generated_page_test
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.mdx.frontmatter import Frontmatter
from docs_lsp.site.misspelt_pages import SimilarPages
from docs_lsp.site.navigation.element import Element, Entry
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PageIndex, entry_to_page_path, escape_path, url_to_path
from docs_lsp.site.routes.router import get_path_resolver, iter_redirects
from docs_lsp.site.routes.suggested_pages import clean_entry_path, suggest_entry_pages
from docs_lsp.site.specifications.endpoints import METHODS
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.summaries.page_titles import choose_page_title

_NAME = "missing-page"
# If more entries than this are missing from one array, a whole folder is; searching for pages
# similar to each would be useless, and take seconds on a large site.
_SEARCHED = 3
_CONTROL = compile_lazily(r"[\x00-\x1f]")
_FILE_NAME = compile_lazily(r"[^/\\:*?\"<>|#\x00-\x1f]+")
_ENDPOINT_WITHOUT_SPACE = compile_lazily(r"(GET|POST|PUT|PATCH|DELETE)(/\S+)")


def _offer_page_or_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to write another page, to create this one, or to remove the entry."""
    text, overview, element = get_entry_text(subject), subject.overview, subject.element
    if text is None or overview is None or element is None:
        return
    facts, listed = overview.facts, overview.navigation.by_page
    redirect = _find_redirect(text, overview)
    resolver = get_path_resolver(overview)
    target = url_to_path(resolver.find_own_path(redirect[1])) if redirect else ""
    if target in facts.pages and target not in listed:
        yield from offer_rewritten_entry(subject, target, preferred=True)
    pages = suggest_entry_pages(text, element.inner.language, facts.pages)
    near = _suggest_entries(text, pages)
    page = entry_to_page_path(text)
    # A page that is listed elsewhere is hardly meant here; of two candidates neither is certain.
    free = [other for other in near if other not in listed]
    sure = (
        free[0] if len(free) == 1 and _is_surely_meant(page, free[0], element, overview) else None
    )
    for other in near:
        write = offer_endpoint if _ENDPOINT_WITHOUT_SPACE.fullmatch(text) else offer_rewritten_entry
        yield from write(subject, other, preferred=other == sure)
    if redirect is None and _can_create_page(page, facts):
        content = f"---\ntitle: {quote_json(choose_page_title(page, Frontmatter()))}\n---\n"
        made = NewFile(f"{page}.mdx", copy_line_breaks(content, subject.data))
        yield Fix(f"Create {code(page + '.mdx')}", (made,))
    yield from offer_entry_removal(subject)


def _is_surely_meant(page: str, other: str, element: Element, overview: Overview) -> bool:
    """Return whether an entry surely means a page of its own edition.

    It has wrong characters, is a misspelling, or is the end of the page's path; and no other
    missing entry may mean that page.
    """
    editions = overview.cached(LanguagesAndVersions.from_overview)
    ours, theirs = editions.find_folders(page), editions.find_folders(other)
    languages = {*ours.languages, element.inner.language}
    if not _may_mean_page(page, other) or not languages.issuperset(theirs.languages):
        return False
    if not {*ours.versions, element.inner.version}.issuperset(theirs.versions):
        return False
    alike = overview.cached(_index_missing_entries).suggest_pages(other)
    return not any(entry != page and _may_mean_page(entry, other) for entry in alike)


def _may_mean_page(page: str, other: str) -> bool:
    """Return whether a path may be a slip for another: odd characters, a typo, or its end."""
    if clean_entry_path(page) == other or " " in other or other.endswith(f"/{page}"):
        return True
    return page.count("/") == other.count("/") and is_misspelling(page, other)


def _index_missing_entries(overview: Overview) -> SimilarPages:
    """Index the entries without a page; there may be thousands."""
    pages = overview.facts.pages
    return SimilarPages(page for page in overview.navigation.by_page if page not in pages)


def _can_create_page(page: str, facts: SiteFacts) -> bool:
    """Return whether the service would read a new file for this path as a page.

    The name must be valid on every system, and must not be an incomplete endpoint.
    """
    names = page.split("/")
    if page.split(" ")[0] in METHODS or len(page) > LONGEST_PATH:
        return False
    if not all(_FILE_NAME.fullmatch(name) and name == name.strip(" .") for name in names):
        return False
    file = f"{page}.mdx"
    return page not in facts.files and len(PageIndex.from_files([file], facts.ignore)) == 1


def _report_redirected(overview: Overview) -> Iterator[Problem]:
    """Report, in place of the Error, each entry without a file whose address is redirected."""
    if not any(iter_redirects(overview.objects)):
        return
    for placed in overview.navigation.elements:
        for entry, _ in _iter_missing(placed.element):
            redirect = _find_redirect(entry.text, overview)
            if redirect is not None:
                page, (source, target) = entry_to_page_path(entry.text), redirect
                subject = f"the redirect of {code(source)} leads"
                if source == f"/{escape_path(page)}":
                    subject = "its address redirects"
                message = (
                    f"The page {code(page)} does not exist; {subject} to {code(target)}. "
                    "List the page that readers get, or remove the entry."
                )
                file, span = placed.locate_spot(entry.spot)
                yield Problem(_NAME, file, span, message, Severity.WARNING, target=f"/{page}")


def _find_redirect(text: str, overview: Overview) -> tuple[str, str] | None:
    """Return the redirected address of an entry and its target; None if these are not certain.

    The address has the base of the site if only that is redirected.
    """
    resolver = get_path_resolver(overview)
    path = f"/{escape_path(entry_to_page_path(text))}"
    redirect = resolver.resolve_path(path).redirect
    if resolver.location.base and not (redirect and redirect.certain):
        # Whether the service compares sources that carry the base is not known; readers may get
        # the target, and if they do not, the remedy is the same.
        path = resolver.location.base + path
        redirect = resolver.redirects.find_match(path)
    is_certain = redirect is not None and redirect.certain
    return (path, redirect.target) if redirect and is_certain and redirect.target else None


@element_rule(
    _NAME,
    Severity.ERROR,
    fix=_offer_page_or_removal,
    fixes=FixSafety.OFFERED,
    sorts={EntryKind.MISSING},
    site=_report_redirected,
)
def missing_page(element: Element) -> Iterator[Finding]:
    """Report each entry without a file or a generated page."""
    facts = element.context.facts
    if facts is None:
        return
    for entry, near in _iter_missing(element):
        target = f"/{entry_to_page_path(entry.text)}"
        yield element.make_finding(entry.spot, _render_message(entry, near, facts), target=target)


def _iter_missing(element: Element) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """Yield each entry without a file or generated page, with the pages that it may mean."""
    facts = element.context.facts
    missing = [
        entry
        for entry in get_entries_of_kind(element, EntryKind.MISSING)
        if not _has_raw_line_break(entry)
    ]
    if facts is None or not missing:
        return
    is_generated = make_generated_page_test(element, facts)
    for count, entry in enumerate(missing):
        searched = count < _SEARCHED or is_generated is not None
        near: tuple[str, ...] = ()
        if searched or clean_entry_path(entry.text) in facts.pages:
            near = suggest_entry_pages(entry.text, element.inner.language, facts.pages)
        if near or is_generated is None or not is_generated(entry_to_page_path(entry.text)):
            yield entry, near


def _has_raw_line_break(entry: Entry) -> bool:
    """Return whether an entry has a line break or tab without escape: `syntax-error` reports it."""
    start, end = entry.spot.span
    return bool(_CONTROL.search(entry.text)) and len(encode_text(entry.text)) == end - start


def _render_message(entry: Entry, near: tuple[str, ...], facts: SiteFacts) -> str:
    page = entry_to_page_path(entry.text)
    consequence = "so its sidebar link is broken."
    if page in facts.files:
        fault = f"{code(page)} is not a page (only `.mdx` and `.md` files are)"
        return f"{fault}, {consequence} Remove the entry."
    meant = _suggest_entries(entry.text, near)
    remedy = "Remove the entry."
    if len(page) > LONGEST_PATH:
        return (
            f"The path {code(page)} is too long ({len(page):,} characters, at most "
            f"{LONGEST_PATH:,}), {consequence} {remedy}"
        )
    if meant:
        remedy = render_suggestion(meant)
    elif _can_create_page(page, facts):
        remedy = f"Create {code(page + '.mdx')}, or remove the entry."
    fault = f"The page {code(page)} does not exist"
    if page.strip() in near:
        sides = (("begins", page[:1].isspace()), ("ends", page[-1:].isspace()))
        verbs = " and ".join(verb for verb, is_spaced in sides if is_spaced)
        fault = f"The path {code(page)} {verbs} with a space"
    elif any(_differs_in_accent_encoding(page, one) for one in near):
        fault = f"The accents of {code(page)} are encoded differently from those of the page"
    return f"{fault}, {consequence} {remedy}"


def _differs_in_accent_encoding(page: str, other: str) -> bool:
    """Return whether two paths differ only in the encoding of accented letters."""
    if page.isascii():
        return False
    from unicodedata import normalize as composed  # Few sites have such paths.

    return composed("NFC", page) == composed("NFC", other)


def _suggest_entries(text: str, near: tuple[str, ...]) -> tuple[str, ...]:
    """Return what to write instead of an entry: an endpoint that lacks its space, or pages."""
    glued = _ENDPOINT_WITHOUT_SPACE.fullmatch(text)
    return (f"{glued[1]} {glued[2]}",) if glued else near
