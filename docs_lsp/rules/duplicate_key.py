"""A key is given twice in one object.

Why it matters
--------------
Only the last of them counts, and nobody says so: the first one may have looked right for years.
When the key holds groups or pages, everything under the first one is missing from the site. It
mostly comes from a merge, or from copying an element and changing half of it.

Example
-------

```fail
"navigation": {
  "groups": [
    {
      "group": "Harbour",
      "pages": ["moorings"],
      «"pages"»: ["fees", "tides"]
    }
  ]
}
```

```pass
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings", "fees", "tides"] }
  ]
}
```

Fix
---
Put both values together where that is what was meant, and remove the other key.

Source: service-facts 1.2
"""

from __future__ import annotations

from docs_lsp.problem import Severity
from docs_lsp.rules._rule import reported_elsewhere

RULE = reported_elsewhere("duplicate-key", Severity.ERROR, __name__)
