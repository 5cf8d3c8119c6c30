"""A `$ref` leads nowhere.

Why it matters
--------------
`{ "$ref": "./nav/fr.json" }` puts another file in its place. The path is relative to the file
that it is written in. When there is no such file, when it lies outside of the site, when it is
not JSON, or when files refer to each other in a circle, the build stops, and nothing of the site
is updated.

Example
-------

```fail
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    { "$ref": "«./nav/fr.jsn»" }
  ]
}
```

```pass
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index"] },
    { "$ref": "./nav/fr.json" }
  ]
}
--- nav/fr.json
{ "language": "fr", "pages": ["fr/index"] }
```

Fix
---
Correct the path, move the file into the site, or break the circle by taking one of the `$ref`s
out.

Source: service-facts 1.1
"""

from __future__ import annotations

from docs_lsp.problem import Severity
from docs_lsp.rules._rule import reported_elsewhere

RULE = reported_elsewhere("unresolved-ref", Severity.ERROR, __name__)
