"""A key that has to be there is missing.

Why it matters
--------------
The service refuses a docs.json without a theme, a name, a primary colour or a navigation. Deep in
the navigation it is worse: an element without its title does not fail the build, it makes the
service drop everything around it. One group without `group` can cost a whole tab.

An element is known by the key that holds its title. So a tab in a list of groups is reported here
too.

Example
-------

```fail
"navigation": {
  "tabs": [
    {
      "tab": "Guides",
      "groups": [
        «{» "icon": "anchor", "pages": ["moorings", "fees"] }
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
        { "group": "Harbour", "icon": "anchor", "pages": ["moorings", "fees"] }
      ]
    }
  ]
}
```

Fix
---
Add the key that the message names.

Source: navigation.md, Resources and their fields; service-facts 1.2 and 2
"""

from __future__ import annotations

from docs_lsp.problem import Severity
from docs_lsp.rules._rule import reported_elsewhere

RULE = reported_elsewhere("missing-key", Severity.ERROR, __name__)
