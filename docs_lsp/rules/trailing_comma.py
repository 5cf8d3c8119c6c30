"""A comma comes before a closing bracket.

Why it matters
--------------
Many editors accept it, and so do most programming languages. The service reads plain JSON, where it
is an error: the build of the whole site fails. It is often left over when the last item of an array
is removed, or moved up.

Example
-------

```fail
"navigation": {
  "pages": [
    "moorings",
    "fees"«,»
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
Remove the comma. The quick fix does that; it is safe.

Source: SERVICE.md, plain-json
"""

from __future__ import annotations

from docs_lsp.core.problem import Severity
from docs_lsp.rules.framework.rule import FixSafety, declare_rule
from docs_lsp.rules.framework.syntax_fixes import offer_syntax_fix

trailing_comma = declare_rule(
    "trailing-comma", Severity.ERROR, __name__, fix=offer_syntax_fix, fixes=FixSafety.SAFE
)
