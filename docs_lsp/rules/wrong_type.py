"""A value is of another type than the key takes.

Why it matters
--------------
A number where a string belongs, `"true"` for `true`, one path where a list of paths belongs:
outside of the navigation the build fails on it. Inside a tab, a version or another section it
does not fail. There the service drops all that the section holds, and the link in the bar leads
to an empty page.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        { "group": "Harbour", "pages": ["moorings", "fees"] },
        { "group": "Weather", "pages": "«tides»" }
      ]
    }
  ]
}
```

```pass
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        { "group": "Harbour", "pages": ["moorings", "fees"] },
        { "group": "Weather", "pages": ["tides"] }
      ]
    }
  ]
}
```

Fix
---
Write the value in the type that the message names: without quotes for `true`, `false` and
numbers, in quotes for a text such as a version name, in square brackets for a list.

Source: service-facts 1.2, 2 and 3
"""

from __future__ import annotations

from docs_lsp.problem import Severity
from docs_lsp.rules._rule import reported_elsewhere

RULE = reported_elsewhere("wrong-type", Severity.ERROR, __name__)
