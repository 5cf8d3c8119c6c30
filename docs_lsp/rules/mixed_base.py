"""Some links carry the path that the site is published below, and others do not.

Why it matters
--------------
A site that is published below a path, such as `https://example.com/docs`, has two ways to write a
link to its page `/fees`: `/fees` and `/docs/fees`. If a site mixes them, some of its links depend
on where it is published: they break in the preview, below another path, and in the checks of tools
that do not know the path.

One finding covers the whole site. It is reported if several links, and at least a quarter of the
links from the root to pages of the site, are written in each way. Where the site is published is
read from `site.base` in docs-lsp.toml or `seo.metatags.canonical` in docs.json, or inferred from
the URLs that the site writes out.

Example
-------
```fail
--- docs.json
"seo": { "metatags": { "canonical": "https://example.com/docs" } },
"navigation": { "pages": ["index", "fees", "tides"] }
--- index.mdx
[Fees](«/docs/fees»), [tides](/docs/tides), [all fees](/docs/fees)
--- fees.mdx
[Tides](/tides), [home](/)
--- tides.mdx
[Fees](/fees)
```
```pass
--- docs.json
"seo": { "metatags": { "canonical": "https://example.com/docs" } },
"navigation": { "pages": ["index", "fees", "tides"] }
--- index.mdx
[Fees](/fees), [tides](/tides), [all fees](/fees)
--- fees.mdx
[Tides](/tides), [home](/)
--- tides.mdx
[Fees](/fees)
```

Fix
---
Write links from the root of the site, without the path that it is published below. The quick fix
removes that path from all links that have it.

Source: SERVICE.md, addresses
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code, format_count
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.router import get_path_resolver

_NAME = "mixed-base"
_FEWEST = 3
_LEAST_SHARE = 0.25


def _offer_links_without_base(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the base from all links of the site that carry it."""
    if subject.overview is None:
        return
    based, _ = subject.overview.cached(_collect_link_forms)
    edits = tuple(edit for _, edit in based)
    base = get_path_resolver(subject.overview).location.base
    if edits:
        links = format_count(len(edits), "link")
        yield Fix(f"Remove {code(base)} from {links}", edits, preferred=True)


@site_rule(
    _NAME,
    Severity.INFORMATION,
    fix=_offer_links_without_base,
    fixes=FixSafety.OFFERED,
    reads=PageTextNeed.TEXT,
)
def mixed_base(overview: Overview) -> Iterator[Problem]:
    """Report once if links with and without the site's base path each are a quarter or more."""
    base = get_path_resolver(overview).location.base
    if not base or overview.contents is None:
        return
    based, plain = overview.cached(_collect_link_forms)
    fewer, total = min(len(based), plain), len(based) + plain
    if fewer >= max(_FEWEST, _LEAST_SHARE * total):
        yield Problem(
            _NAME,
            based[0][1].file,
            based[0][0],
            f"Links to pages of this site are mixed: {len(based)} start with the base path "
            f"{code(base)}, {plain} do not. Leave {code(base)} out of all links.",
            Severity.INFORMATION,
        )


def _collect_link_forms(overview: Overview) -> tuple[tuple[tuple[Span, FileEdit], ...], int]:
    """Return the links from the root to pages that carry the base, and the number of the others.

    Each link is its byte span in the page, and the edit that removes the base from it.
    """
    answers, pages = get_path_resolver(overview), overview.facts.pages.by_path
    based: list[tuple[Span, FileEdit]] = []
    plain = 0
    for file in pages.values():
        content = (overview.contents or {}).get(file)
        for link in content.links if content else ():
            if not link.target.startswith("/"):
                continue
            start, own = answers.split_link(link.target)
            if answers.resolve_path(own).page is None:
                continue
            if start:
                new = "" if link.target[len(start) :].startswith("/") else "/"
                written_base = Span(link.span.start, link.span.start + len(start.encode()))
                based.append((link.span, FileEdit(file, written_base, new)))
            else:
                plain += 1
    return tuple(based), plain
