"""The site's own llms.txt is out of date.

Why it matters
--------------
An `llms.txt` beside docs.json overrides the one that the service generates with every change.
Such a file is only updated by hand: its broken links mislead AI tools, and they do not find a page
that it lacks, although the page is in the navigation and nearly all others are listed. A file that
lists only some pages is assumed to do so on purpose.

Links with a domain are checked as links to this site if at least three of the domain, and most of
all that it has, lead to pages of this site.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "fees", "tides"] }
--- index.mdx
# Home
--- fees.mdx
# Fees
--- tides.mdx
# Tides
--- llms.txt
# Harbour

- [Home](https://harbour.example/index.md)
- [Fees](https://harbour.example/fees.md)
- [Tides](https://harbour.example/tides.md)
- [Berths](https://harbour.example«/rooms.md»)
```
```pass
--- docs.json
"navigation": { "pages": ["index", "fees", "tides"] }
--- index.mdx
# Home
--- fees.mdx
# Fees
--- tides.mdx
# Tides
--- llms.txt
# Harbour

- [Fees](https://harbour.example/fees.md)
- [Weather](https://weather.example/today)
```

Fix
---
Correct the links and add what is missing, or remove the file: then it is generated.

Source: SERVICE.md, platform-files, served-as-text, llms-limit
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.core.phrases import join_codes
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.rules.links.broken_links import describe_missing_path
from docs_lsp.site.mdx.content import Link, read_page
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import escape_path
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver
from docs_lsp.site.routes.suggested_pages import suggest_addresses
from docs_lsp.site.site_files import LLMS_TXT

if TYPE_CHECKING:
    from docs_lsp.site.summaries.expected_llms_entries import LlmsEntry

_NAME = "stale-llms-txt"
_FEWEST_LINKS = 3
_MOST = 0.5
_NEARLY_ALL = 0.8
_SHOWN = 3


class _ListedLink(NamedTuple):
    """A link in llms.txt to the site."""

    path: str
    """The path within the site, without `.md`."""
    span: Span
    """Range of the path in the file."""
    is_sure: bool
    """Whether it certainly leads to this site, because it has no domain."""


@site_rule(_NAME, Severity.WARNING)
def stale_llms_txt(overview: Overview) -> Iterator[Problem]:
    """Report each broken link of llms.txt, and once the pages it lacks if it has most of them."""
    data = overview.facts.lists.get(LLMS_TXT)
    if not data or overview.contents is None:
        return
    # Imported late: few sites have a list of their own.
    from docs_lsp.site.summaries.expected_llms_entries import list_llms_entries

    answers = get_path_resolver(overview)
    answers_by_link = {
        link: answers.resolve_path(link.path) for link in _iter_links_to_site(data, overview)
    }
    for one, answer in answers_by_link.items():
        if answer.status is LinkStatus.DEAD:
            severity = Severity.WARNING if one.is_sure else Severity.INFORMATION
            message = describe_missing_path(one.path, suggest_addresses(one.path, overview))
            yield Problem(_NAME, LLMS_TXT, one.span, message, severity, target=one.path)
    pages = {answer.page.page for answer in answers_by_link.values() if answer.page}
    entries = overview.cached(list_llms_entries)
    lacking = [entry for entry in entries if entry.page not in pages]
    if lacking and len(lacking) <= len(entries) * (1 - _NEARLY_ALL):
        yield Problem(
            _NAME, LLMS_TXT, Span(0, 0), _render_missing_pages(lacking), Severity.INFORMATION
        )


def _render_missing_pages(lacking: Sequence[LlmsEntry]) -> str:
    """Render the message about pages that llms.txt lacks."""
    names = join_codes((entry.url for entry in lacking[:_SHOWN]), "and", total=len(lacking))
    pages = "a page" if len(lacking) == 1 else f"{len(lacking)} pages"
    return (
        f"The file lacks {pages} of the navigation ({names}), but lists nearly all others. Add "
        "what AI tools should find, or remove the file: then it is generated."
    )


def _iter_links_to_site(data: bytes, overview: Overview) -> Iterator[_ListedLink]:
    """Yield the links to this site, relative ones first."""
    by_domain: dict[str, list[_ListedLink]] = defaultdict(list)
    for link in read_page(data, LLMS_TXT).links:
        domain, path = _split_target(link.target)
        if path is not None:
            by_domain[domain].append(
                _ListedLink(
                    f"/{escape_path(unquote(path[1:]))}".removesuffix(".md"),
                    _find_path_span(link, path),
                    not domain,
                )
            )
    yield from by_domain.pop("", ())
    for links in by_domain.values():
        if _is_own_domain(links, overview):
            yield from links


def _is_own_domain(links: Sequence[_ListedLink], overview: Overview) -> bool:
    """Return whether links with one domain lead to this site, going by the pages they name."""
    answers = get_path_resolver(overview)
    hits = sum(answers.resolve_path(link.path).page is not None for link in links)
    return hits >= _FEWEST_LINKS and hits > len(links) * _MOST


def _split_target(target: str) -> tuple[str, str | None]:
    """Return the domain of a link, "" within the site, and its path, or None if it has none."""
    try:
        url = urlsplit(target)
    except ValueError:
        return "", None
    if url.scheme in ("http", "https") and url.netloc:
        return url.netloc.lower(), url.path if len(url.path) > 1 else None
    is_path = not url.scheme and not url.netloc and target.startswith("/")
    return "", url.path if is_path and len(url.path) > 1 else None


def _find_path_span(link: Link, path: str) -> Span:
    """Return the byte span, in the file, of a path within a link, behind its host."""
    host = 0 if link.target.startswith(path) else link.target.index("//") + 2
    start = link.span.start + len(link.target[: link.target.index(path, host)].encode())
    return Span(start, start + len(path.encode()))
