"""A path is reserved by the preview.

Why it matters
--------------
The preview that comes with docs-lsp has its own page and data below `/.docs-lsp/`, assuming that no
site has anything there. The service knows nothing of that: content of a site at such a path is
published as usual. Only the preview may show its own content instead.

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
Choose another path if the preview should show it. Otherwise no change is needed.

Source: SERVICE.md, reserved
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.rules.links.reported_redirects import list_site_redirects, locate_value
from docs_lsp.rules.links.service_paths import iter_reserved_hrefs
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.redirects import find_literal_prefix
from docs_lsp.site.routes.reserved import is_preview_path

_NAME = "preview-path"
_MESSAGE = (
    "The preview uses paths below `/.docs-lsp/` itself, so it may not show this {0}; the published "
    "site does. Choose another path if the preview should show it."
)
_TOP = Span(0, 0)


@site_rule(_NAME, Severity.INFORMATION)
def preview_path(overview: Overview) -> Iterator[Problem]:
    """Report each page and each redirect at a path that the preview uses."""
    for page, file in overview.facts.pages:
        if is_preview_path(page_to_url(page)):
            yield Problem(_NAME, file, _TOP, _MESSAGE.format("page"), Severity.INFORMATION)
    for file, span, _ in iter_reserved_hrefs(overview, is_preview_path):
        yield Problem(_NAME, file, span, _MESSAGE.format("page"), Severity.INFORMATION)
    for placed, redirect in overview.cached(list_site_redirects):
        if is_preview_path(find_literal_prefix(redirect.source)):
            file, span = locate_value(placed, "source")
            yield Problem(_NAME, file, span, _MESSAGE.format("redirect"), Severity.INFORMATION)
