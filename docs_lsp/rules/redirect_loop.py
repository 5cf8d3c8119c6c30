"""A redirect leads back to itself.

Why it matters
--------------
Readers who open such a path are redirected until the browser gives up with an error. If there is a
page at this path, it cannot be read, because the service applies redirects first. The mistake is
easy to make: a trailing `/` or `/index`, and everything after `#` or `?`, are ignored, so `/tides`
and `/tides/index` are the same path. So are `/tides` and `/tides/`, in either direction.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "tides/index"] },
"redirects": [
  { "source": "/tides", "destination": "«/tides/index»" },
  { "source": "/old/:slug*", "destination": "«/older/:slug*»" },
  { "source": "/older/:slug*", "destination": "/old/:slug*" }
]
--- index.mdx
# Home
--- tides/index.mdx
# Tides
```
```pass
--- docs.json
"navigation": { "pages": ["index", "tides/index"] },
"redirects": [{ "source": "/old/tides", "destination": "/tides" }]
--- index.mdx
# Home
--- tides/index.mdx
# Tides
```

Fix
---
Remove one of the redirects of the loop, or point it at a page. The quick fix removes the reported
one; it is offered, and not applied by itself, because you may have meant another page.

Source: SERVICE.md, redirects, slash-loops
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.rules.framework.container_fixes import offer_item_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.links.reported_redirects import (
    build_related_place,
    list_site_redirects,
    locate_value,
)
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.redirects import Redirect, SourceForm, strip_query_and_fragment
from docs_lsp.site.routes.router import PathResolver, get_path_resolver

_NAME = "redirect-loop"
_SHOWN = 5


def _offer_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the redirect; preferred if it alone is the loop."""
    is_alone = not subject.problem.related
    yield from offer_item_removal(subject, "Remove this redirect", preferred=is_alone)


@site_rule(_NAME, Severity.ERROR, fix=_offer_removal, fixes=FixSafety.OFFERED)
def redirect_loop(overview: Overview) -> Iterator[Problem]:
    """Report the first redirect of each loop."""
    redirects = overview.cached(list_site_redirects)
    slashes = _uses_trailing_slashes(overview)
    reported: set[int] = set()
    for placed, redirect in redirects:
        if _only_drops_slash(redirect, get_path_resolver(overview)):
            file, span = locate_value(placed, "destination")
            yield Problem(_NAME, file, span, _render_message([redirect]), Severity.ERROR)
            continue
        chain = get_path_resolver(overview).redirect_chains.find_chain(redirect)
        if chain is None or not chain.cycle:
            continue
        circle = chain.circle or tuple(hop.redirect.order for hop in chain.cycle)
        if not reported.isdisjoint(circle) or redirect.order not in circle:
            continue
        if chain.certain and not (slashes and redirect.destination.endswith("/")):
            reported.update(circle)
            file, span = locate_value(placed, "destination")
            others = (redirects[order][0] for order in circle if order != redirect.order)
            shown = islice(others, _SHOWN)
            related = tuple(
                build_related_place(one, "destination", "Part of the loop") for one in shown
            )
            message = _render_message([redirects[order][1] for order in circle])
            yield Problem(_NAME, file, span, message, Severity.ERROR, related)


def _only_drops_slash(redirect: Redirect, answers: PathResolver) -> bool:
    """Return whether the destination is the source without its trailing slash.

    The service itself redirects from one spelling to the other, so the redirect never ends.
    """
    if not redirect.source.endswith("/") or not _differs_only_in_slash(redirect):
        return False
    first = answers.redirects.find_match(redirect.source)
    return first is not None and first.redirect.order == redirect.order


def _differs_only_in_slash(redirect: Redirect) -> bool:
    """Return whether source and destination are exact paths that differ only in the last slash."""
    source, goal = redirect.source.strip(), strip_query_and_fragment(redirect.destination.strip())
    is_path = redirect.form is SourceForm.EXACT and goal.startswith("/")
    return is_path and source != goal and source.rstrip("/") == goal.rstrip("/")


def _uses_trailing_slashes(overview: Overview) -> bool:
    """Return whether the site's URLs end in a slash, which makes it part of the path."""
    elements = (placed.element for placed in overview.objects)
    return any(
        element.record.name == "seo" and element.get_flag("trailingSlash") for element in elements
    )


def _render_message(circle: Sequence[Redirect]) -> str:
    first = circle[0]
    if len(circle) == 1 and _differs_only_in_slash(first):
        return (
            f"{code(first.source)} redirects to itself, so readers get an error. Remove the "
            "redirect: pages are served with and without the slash."
        )
    if len(circle) == 1:
        fault = f"{code(first.source)} redirects to itself"
        if "*" in first.source:
            fault = f"{code(first.source)} matches its own destination, so it redirects to itself"
        elif first.source != first.destination:
            fault = f"{code(first.destination)} is the same path as {code(first.source)}"
            fault = f"{fault}, so this redirect leads to itself"
    else:
        sources = [redirect.source for redirect in circle[:_SHOWN]]
        more = ["…"] if len(circle) > _SHOWN else []
        shown = [*map(code, sources), *more, code(first.source)]
        fault = f"Redirect loop: {' → '.join(shown)}"
    what, it = ("one of them", "it") if len(circle) > 1 else ("it", "the redirect")
    return f"{fault}. Point {what} at a page, or remove {it}."
