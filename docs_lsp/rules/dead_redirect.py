"""A redirect leads to a 404, or never happens.

Why it matters
--------------
A redirect to a path that does not exist shows readers a 404, only one step later. The same goes for
one to a path that another redirect, such as one with a wildcard, sends to such a path, and for one
whose destination has a parameter that is not in the source. A redirect to a heading that does not
exist leads to the top of the page. A redirect that never happens leaves the old path broken: no
request matches a source that has `#` or a query, or is a full URL.

Some paths are not reported: those that may be generated pages, those in a folder of generated
pages, those that a site published below a path of its domain may not serve itself, and those listed
in `site.elsewhere` of docs-lsp.toml. If the site keeps its pages in folders, a single name such as
`/pricing` may be a page of another site on the domain; it is reported as information.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/berths", "destination": "«/mooring»" },
  { "source": "/tariffs", "destination": "/moorings#«fee»" },
  { "source": "«/berths#fees»", "destination": "/moorings" },
  { "source": "«https://docs.example.com/old»", "destination": "/moorings" },
  { "source": "/old/:path*", "destination": "/moorings/«:slug*»" }
]
--- moorings.mdx
## Fees
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] },
"redirects": [
  { "source": "/berths", "destination": "/moorings#fees" },
  { "source": "/old/:path*", "destination": "/moorings" }
]
--- moorings.mdx
## Fees
```

Fix
---
Point the redirect to an existing page, or remove it. A fragment after `#` cannot be redirected:
keep a heading with the old ID on the page. The quick fixes write the path of a page, the ID of a
heading or the parameter of the source, redirect the path alone if nothing exists there, and remove
redirects that never happen. A parameter that ends a source without a `*` gets one, in the
destination too: a maintainer saw twelve such redirects do nothing, and others saw them work. They
are offered and not applied without asking, because names alone do not show what was intended.

Source: SERVICE.md, redirects, generated-pages
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.did_you_mean import SuggestionBudget
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.container_fixes import offer_item_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.links.dead_redirects import RedirectFault, find_redirect_fault
from docs_lsp.rules.links.reported_redirects import (
    find_redirect_at,
    list_site_redirects,
    locate_value,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview

_NAME = "dead-redirect"


def _offer_redirect_fixes(subject: FixContext) -> Iterator[Fix]:
    """Offer corrections of the wrong part, and to remove a redirect that never happens."""
    overview = subject.overview
    enclosing = subject.placed
    pair = (
        find_redirect_at(overview, enclosing.file, enclosing.at) if overview and enclosing else None
    )
    if overview is None or pair is None:
        return
    placed, redirect = pair
    fault = find_redirect_fault(redirect, overview)
    if fault and _locate_fault(fault, placed) == (subject.problem.file, subject.problem.span):
        if fault.wildcard:
            yield from _offer_wildcard(subject, fault.wildcard, placed)
        for place, replacement in enumerate(fault.replacements):
            is_obvious = fault.is_obvious and place == 0
            title, text = _title_replacement(fault, replacement), quote_json(replacement)[1:-1]
            yield subject.build_fix(text, title, preferred=is_obvious)
        if fault.never_matches:
            yield from offer_item_removal(subject, "Remove this redirect")


def _offer_wildcard(subject: FixContext, parameter: str, placed: Placed) -> Iterator[Fix]:
    """Offer to write `:slug*` in the source, and in the destination if that has the parameter."""
    new = f"{parameter}*"
    changes = [subject.replace_problem_range(new)]
    text = placed.element.get_text("destination") or ""
    pattern = re.compile(rf"{re.escape(parameter)}(?![\w*+?])")
    if pattern.search(text):
        file, span = locate_value(placed, "destination")
        changes.append(FileEdit(file, span, quote_json(pattern.sub(new, text))[1:-1]))
    yield Fix(f"Write {code(new)}", tuple(changes))


@site_rule(_NAME, Severity.WARNING, fix=_offer_redirect_fixes, fixes=FixSafety.OFFERED)
def dead_redirect(overview: Overview) -> Iterator[Problem]:
    """Report each redirect that never happens, has a wrong parameter or a broken destination."""
    budget = SuggestionBudget()
    for placed, redirect in overview.cached(list_site_redirects):
        fault = find_redirect_fault(redirect, overview, budget)
        if fault:
            file, span = _locate_fault(fault, placed)
            message, severity = fault.message, fault.severity
            yield Problem(_NAME, file, span, message, severity, target=fault.target)


def _locate_fault(fault: RedirectFault, placed: Placed) -> tuple[str, Span]:
    """Return the file and span of the wrong part of a value; the whole value if it has escapes."""
    file, span = locate_value(placed, fault.key)
    text = placed.element.get_text(fault.key) or ""
    is_plain = len(text.encode("utf-8", "replace")) == span.end - span.start
    return file, fault.part.shift(span.start) if fault.part and is_plain else span


def _title_replacement(fault: RedirectFault, replacement: str) -> str:
    """Return the title of the fix that writes a replacement."""
    if fault.key == "source":
        return f"Redirect {code(replacement)} instead"
    if "#" in fault.target:
        return f"Change the anchor to {code('#' + replacement)}"
    return f"{'Change the destination to' if fault.target else 'Write'} {code(replacement)}"
