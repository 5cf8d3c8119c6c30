"""A path belongs to the preview.

Why it matters
--------------
The preview that comes with docs-lsp keeps its own page and data below `/.docs-lsp/`, in the hope
that no site has anything there. The service knows nothing of that: what a site puts at such an
address is published like everything else. Only the preview may show its own there, and so tells
less than the truth about the site.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] },
"redirects": [{ "source": "«/.docs-lsp/page»", "destination": "/" }]
--- index.mdx
# Home
```
```pass
--- docs.json
"navigation": { "pages": ["index"] },
"redirects": [{ "source": "/docs-lsp/page", "destination": "/" }]
--- index.mdx
# Home
```

Fix
---
Choose another path if the preview is to show it. Otherwise nothing has to be done.

Source: SERVICE.md, reserved
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.rules.links.redirect_reports import redirects_of, value_of
from docs_lsp.rules.links.reserved_paths import find_own_addresses
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.redirects import literal_of
from docs_lsp.site.routes.reserved import is_of_preview

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "preview-path"
_MESSAGE = (
    "Below `/.docs-lsp/` the preview keeps its own data, which may stand in the place of this {0}. "
    "Once published, the {0} is there. Choose another path if the preview is to show it."
)
_TOP = Span(0, 0)


@site_rule(_NAME, Severity.INFORMATION)
def preview_path(overview: Overview) -> Iterator[Problem]:
    """Each page and each redirect with such an address."""
    for page, file in overview.facts.pages:
        if is_of_preview(url_of(page)):
            yield Problem(_NAME, file, _TOP, _MESSAGE.format("page"), Severity.INFORMATION)
    for file, span, _ in find_own_addresses(overview, is_of_preview):
        yield Problem(_NAME, file, span, _MESSAGE.format("page"), Severity.INFORMATION)
    for placed, redirect in redirects_of(overview):
        if is_of_preview(literal_of(redirect.source)):
            file, span = value_of(placed, "source")
            yield Problem(_NAME, file, span, _MESSAGE.format("redirect"), Severity.INFORMATION)
