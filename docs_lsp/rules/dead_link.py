"""A link within the site is broken.

Why it matters
--------------
Readers who follow it get a 404. All links in docs.json are checked (navigation elements, the
navbar, the footer, the banner and the contextual menu), and all links in pages. A link to a heading
that does not exist opens the page, but at the top.

A heading ID is made from the words of the heading, and a link must match it exactly: `/`, `@`, `_`
and `&` are kept, a full stop becomes a hyphen, the second heading with the same text ends in `-2`,
and `Config.json: a & b` is `#config-json-a-&-b`. Quotes, dashes and dots become typographic first:
the apostrophe of `What's new` is a curly one in its ID. An invisible character in a heading is part
of its ID, too. Headings of level 5 and 6 have an ID only if one is set: `##### Late fees
{#late-fees}`. In a translation, the ID of the original's heading is a frequent mistake: if both
pages have the same headings by number and level, the heading at the same place is suggested, unless
an ID of the page, such as that of an element, has the same letters.

A link is checked against the pages, redirects and files of the site and the paths that the service
itself serves. It is not reported if something unknown may resolve it: a page generated from a
specification, a page of another repository, a heading ID from an imported component.

If a site has a page `/fees` and no folder `docs`, a link such as `/docs/fees` works only if the
site is published below `/docs`. It is reported as information, and not at all if `site.base` in
docs-lsp.toml or the canonical URL in docs.json says so, or the sitemap, the URLs and the links of
the site show it. Links with that path, or with the URL of the site, are then checked like all
others. Of other URLs only those with an impossible host or port are reported.

Example
-------
```fail
--- docs.json
"navbar": { "links": [{ "label": "Fees", "href": "«/fee»" }] },
"navigation": { "pages": ["moorings", "fees"] }
--- moorings.mdx
# Moorings

What they cost is [here](/fees#«boats»), and how to get there [here](«/chart»).
--- fees.mdx
# Fees

## For a boat
```
```pass
--- docs.json
"navbar": { "links": [{ "label": "Fees", "href": "/fees" }] },
"navigation": { "pages": ["moorings", "fees"] }
--- moorings.mdx
# Moorings

What they cost is [here](/fees#for-a-boat).
--- fees.mdx
# Fees

## For a boat
```

Fix
---
Correct the link, create the page, or add a redirect from the old path. The quick fixes write the
path of a page or the ID of a heading with a similar name, or redirect the old address or folder. A
redirect never covers an address that works, and always leads to a page. All fixes are offered and
not applied without asking, because the name alone does not show what was intended. The preferred
one is the page whose path differs only by a typo, whose title is the link text (if that says more
than the path), whose path ends with the whole path of the link, or that all links into a folder
agree on; a redirect is preferred only if there is evidence that the old addresses existed.

Source: SERVICE.md, addresses, redirects, ignored-files, generated-pages, platform-files,
heading-ids
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial

from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.links.broken_links import (
    BrokenLink,
    choose_link_severity,
    describe_base_path_link,
    describe_missing_heading,
    describe_missing_path,
    describe_translated_heading,
    describe_ungenerated_path,
    find_link_fault,
)
from docs_lsp.rules.links.link_fixes import (
    MovedFolders,
    offer_heading_id,
    offer_page_redirect,
    offer_visible_heading,
)
from docs_lsp.rules.links.link_suggestions import (
    choose_sure_target,
    find_page_of_same_name,
    find_translated_link,
    suggest_link_targets,
)
from docs_lsp.rules.links.target_evidence import BrokenPathEvidence, read_link_text
from docs_lsp.rules.mdx.site_imports import iter_pages_and_imports
from docs_lsp.schema.scalars import is_impossible_url
from docs_lsp.schema.types import Record, StringType
from docs_lsp.site.mdx.content import Link, PageContent
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import list_skill_folders
from docs_lsp.site.routes.docs_links import FREE, iter_links
from docs_lsp.site.routes.suggested_pages import is_file_path

_NAME = "dead-link"
_ANYWHERE = FREE | {"globalAnchor", "banner"}
"""Records whose links may be written without the leading slash."""
_PLAIN = compile_lazily(r"[^\s?#\\\"]+")
_NOT_IN_MARKDOWN = compile_lazily(r"[\s()<>\"'%]")


def _offer_link_fixes(subject: FixContext) -> Iterator[Fix]:
    """Offer to correct the link or the heading, or to redirect the broken address or its folder."""
    overview, file = subject.overview, subject.problem.file
    dead = _recheck_problem_link(subject)
    if overview is None or dead is None:
        return
    translated = find_translated_link(dead, subject.problem_text, file, overview)
    if translated:
        yield subject.build_fix(translated, f"Link to {code(translated)}", preferred=True)
        return
    yield from offer_visible_heading(dead, subject)
    yield from offer_heading_id(dead, subject)
    folders = None if dead.anchor or dead.here else overview.cached(_find_moved_folders)
    of_folder = folders.offer_folder_redirects(dead.path, overview) if folders else ()
    obvious = [fix for fix in of_folder if fix.preferred]
    yield from obvious
    moved = choose_sure_target(dead, overview, _collect_link_evidence(dead, subject))
    if moved is None and folders:
        moved = folders.find_moved_page(dead.path, overview)
    similar = (
        suggest_link_targets(dead, overview, file)
        if _can_afford_suggestions(dead, file, subject.readings.spend_suggestion)
        else ()
    )
    near = tuple(filter(None, (moved, *similar)))
    best = moved
    if not dead.anchor:
        near = tuple(_localize_link_target(target, subject) for target in near)
        best = best and _localize_link_target(best, subject)
    is_plain = _PLAIN.fullmatch(subject.problem_text)
    start = "" if dead.anchor else dead.start
    for target in dict.fromkeys(start + address for address in near) if is_plain else ():
        sign = "#" if dead.anchor else ""
        written = (
            quote_json(target)[1:-1]
            if subject.here
            else _NOT_IN_MARKDOWN.sub(_percent_encode, target)
        )
        title = f"Link to {code(sign + target)}"
        yield subject.build_fix(
            written, title, preferred=not obvious and best is not None and target == start + best
        )
    yield from (fix for fix in of_folder if not fix.preferred)
    namesake = None if dead.anchor else moved or find_page_of_same_name(dead, overview, file)
    if namesake and not obvious:
        yield from offer_page_redirect(dead.path, namesake, overview)


def _collect_link_evidence(dead: BrokenLink, subject: FixContext) -> BrokenPathEvidence:
    """Return a broken path with the link text and file around it, as evidence for a target."""
    placed = subject.placed
    if placed is not None:
        element = placed.element
        name = element.get_text("label") or element.get_text(element.record.name) or ""
        return BrokenPathEvidence(dead.path, lambda: name, subject.problem_text)
    problem = subject.problem
    read_words = partial(read_link_text, subject.data, problem.span)
    return BrokenPathEvidence(dead.path, read_words, subject.problem_text, problem.file)


def _localize_link_target(address: str, subject: FixContext) -> str:
    """Return the address in the language of the linking page if it exists there, else as is."""
    assert subject.overview is not None
    # Imported late: few links are broken.
    from docs_lsp.translations.language_links import localize_address

    return localize_address(address, subject.problem.file, subject.overview)


@site_rule(
    _NAME, Severity.WARNING, fix=_offer_link_fixes, fixes=FixSafety.OFFERED, reads=PageTextNeed.TEXT
)
def dead_link(overview: Overview) -> Iterator[Problem]:
    """Report each link to a path or a heading ID that does not exist, and each impossible URL."""
    budget = SuggestionBudget()
    for link, file, span, page, dead in overview.cached(_collect_broken_links):
        translated = page and find_translated_link(dead, link, page, overview)
        # A docs.json string with escapes is marked as a whole.
        exact = len(link.encode("utf-8", "replace")) == span.end - span.start and not translated
        at = dead.locate_fault(link, span) if exact else span
        if translated:
            message = describe_translated_heading(dead, translated)
        else:
            is_searched = _can_afford_suggestions(dead, file, budget.spend)
            near = suggest_link_targets(dead, overview, file) if is_searched else ()
            message = _describe_broken_link(dead, near, overview)
        severity, target = choose_link_severity(dead), dead.full_address
        yield Problem(_NAME, file, at, message, severity, target=target)
    for link, file, span, _ in _iter_site_links(overview):
        if is_impossible_url(link):
            message = f"{code(link)} is not a possible URL. Correct its host or port."
            yield Problem(_NAME, file, span, message, Severity.WARNING, target=link)


def _can_afford_suggestions(dead: BrokenLink, file: str, spend: Callable[[str], bool]) -> bool:
    """Return whether to search for similar targets; spend a look-up unless for a file."""
    is_picture = not (dead.anchor or dead.here) and is_file_path(dead.path)
    return is_picture or spend(file)


def _describe_broken_link(dead: BrokenLink, near: tuple[str, ...], overview: Overview) -> str:
    if dead.here:
        return describe_base_path_link(dead)
    if dead.anchor:
        return describe_missing_heading(dead, near)
    near = tuple(f"{dead.start}{address}" for address in near)
    message = describe_ungenerated_path(dead.path, overview)
    return f"Broken link: {message or describe_missing_path(dead.written_path, near)}"


def _collect_broken_links(
    overview: Overview,
) -> tuple[tuple[str, str, Span, str | None, BrokenLink], ...]:
    """Return text, file, span, page (None in docs.json) and fault of each broken link."""
    return tuple(
        (link, file, span, page, dead)
        for link, file, span, page in _iter_site_links(overview)
        if (dead := find_link_fault(link, page, overview))
    )


def _iter_site_links(overview: Overview) -> Iterator[tuple[str, str, Span, str | None]]:
    """Yield text, file, absolute byte span and page (None in docs.json) of each link to check."""
    for placed in overview.objects:
        for text, spot in iter_links(placed.element):
            if _is_accepted_docs_link(text, placed.element.record):
                yield text, *placed.locate_spot(spot), None
    skills = list_skill_folders(overview.contents or {})
    for file, content, is_page in iter_pages_and_imports(overview):
        for link in content.links if not file.startswith(skills) else ():
            # A relative link in a snippet depends on the page that imports it.
            if is_page or link.target.startswith("/"):
                yield link.target, file, link.span, file


def _is_accepted_docs_link(text: str, record: Record) -> bool:
    """Return whether a docs.json link has an accepted form; other rules report the rest."""
    wanted = record.properties.get("href")
    if wanted is not None and isinstance(wanted.type, StringType) and not wanted.type.accepts(text):
        return False
    return text.startswith("/") or record.name in _ANYWHERE


def _find_moved_folders(overview: Overview) -> MovedFolders:
    """Find the folders that seem to have moved, from all broken paths of the site."""
    faults = (fault for *_, fault in overview.cached(_collect_broken_links))
    return MovedFolders(
        (fault.path for fault in faults if not (fault.anchor or fault.here)), overview
    )


def _recheck_problem_link(subject: FixContext) -> BrokenLink | None:
    """Check the link at the problem again and return its fault, or None."""
    overview = subject.overview
    if overview is None:
        return None
    file, (start, end) = subject.problem.file, subject.problem.span
    placed = subject.placed
    if placed is not None:
        for text, spot in iter_links(placed.element):
            there, span = placed.locate_spot(spot)
            if there == file and span.start <= start and end <= span.end:
                return find_link_fault(text, None, overview)
    content = (overview.contents or {}).get(file)
    links = subject.readings.get_or_read(content, _sort_page_links) if content else ()
    place = bisect_right(links, start, key=lambda link: link.span.start) - 1
    if place >= 0 and end <= links[place].span.end:
        return find_link_fault(links[place].target, file, overview)
    return None


def _sort_page_links(content: PageContent) -> tuple[Link, ...]:
    """Return the links of a page sorted by span; they never overlap."""
    return tuple(sorted(content.links, key=lambda link: link.span))


def _percent_encode(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())
