"""The key does not take this value.

Why it matters
--------------
Some keys take one of a few words, a colour, or a URL. With anything else the build fails, and a
wrong theme hides all other messages of the build. Inside a tab, a version or another section the
build does not fail: there the service drops all that the section holds.

Example
-------

```fail
"theme": "«mapel»",
"colors": { "primary": "«teal»" }
```

```pass
"theme": "maple",
"colors": { "primary": "#0a7d5c" }
```

Fix
---
Write one of the values that the message names.

Source: navigation.md, Groups and Related properties; service-facts 2 and 3
"""

from __future__ import annotations

from docs_lsp.problem import Severity
from docs_lsp.rules._rule import reported_elsewhere

RULE = reported_elsewhere("invalid-value", Severity.ERROR, __name__)
