"""The file contains a comment.

Why it matters
--------------
Editors that know JSON with comments accept it and highlight it as one. The service reads plain
JSON, which has no comments: the build of the whole site fails.

Example
-------

```fail
"navigation": {
  "pages": [
    "moorings", «// the first page that readers see»
    "fees"
  ]
}
```

```pass
"navigation": {
  "pages": [
    "moorings",
    "fees"
  ]
}
```

Fix
---
Remove the comment. Put remarks for colleagues into the commit message, or into a file beside
docs.json. The quick fix removes the comment; it is safe.

Source: SERVICE.md, plain-json
"""

from __future__ import annotations

from docs_lsp.core.problem import Severity
from docs_lsp.rules.framework.rule import FixSafety, declare_rule
from docs_lsp.rules.framework.syntax_fixes import offer_syntax_fix

comment = declare_rule(
    "comment", Severity.ERROR, __name__, fix=offer_syntax_fix, fixes=FixSafety.SAFE
)
