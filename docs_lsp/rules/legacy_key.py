"""The key is of the old mint.json format.

Why it matters
--------------
Sites were once described by a file mint.json with other keys. Much advice on the web still shows
them. In docs.json the service drops them without a word, so links, tabs or settings that they
hold are not shown. A `navigation` that is a list, as it was there, is refused.

Example
-------

```fail
«"topbarLinks"»: [{ "name": "Shop", "url": "https://example.com/shop" }]
```

```pass
"navbar": { "links": [{ "label": "Shop", "href": "https://example.com/shop" }] }
```

Fix
---
Move what the key holds to the place that the message names, in today's form, or remove the key.

Source: service-facts 2
"""

from __future__ import annotations

from docs_lsp.problem import Severity
from docs_lsp.rules._rule import reported_elsewhere

RULE = reported_elsewhere("legacy-key", Severity.WARNING, __name__)
