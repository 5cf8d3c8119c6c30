"""A block `x-site` or `x-mint` in a specification is not as the service reads it.

Why it matters
--------------
A specification may say with these blocks what becomes of the pages that are made from it: their
`metadata`, text before the operation (`content`), their address (`href`), the `groups` that may
see them, labels before and after a name (`pre`, `post`), and how `playground` and `mcp` treat them.
What has another shape may not count, without a word: a page that was meant for one group is open
to all, a title stays as it was.

Example
-------
```fail
--- docs.json
"navigation": { "tabs": [{ "tab": "API", "openapi": "openapi.json" }] }
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": {
    "/boats": {
      "get": { "x-mint": { "groups": "«staff»", "metadata": { «"openapi"»: "GET /boats" } } }
    }
  }
}
```
```pass
--- docs.json
"navigation": { "tabs": [{ "tab": "API", "openapi": "openapi.json" }] }
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": {
    "/boats": {
      "get": { "x-mint": { "groups": ["staff"], "metadata": { "title": "All boats" } } }
    }
  }
}
```

Fix
---
Write the value in the form that is named: `groups`, `pre` and `post` are lists of texts, `content`
and `href` are texts, and `metadata` holds what may stand at the top of a page, except `openapi`.

Source: navigation.md, OpenAPI in navigation; service-facts 7
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.problem import Problem, Severity
from docs_lsp.rules._rule import Rule

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "bad-extension-block"


def _in_specs(overview: Overview) -> Iterator[Problem]:
    """Each value in a block of a specification that the service cannot read."""
    for path, spec in overview.facts.specs.items():
        for fault in spec.block_faults if path in overview.facts.files else ():
            yield Problem(_NAME, path, fault.span, fault.message, Severity.WARNING)


BAD_EXTENSION_BLOCK = Rule(_NAME, Severity.WARNING, __doc__ or "", __file__, site=_in_specs)
