"""The file is not valid JSON.

Why it matters
--------------
The service reads docs.json as plain JSON. With one comma, quote or bracket out of place it cannot
read any of the file: the build fails, and readers keep seeing the site as of the last successful
build. The same applies to every file that a `$ref` names.

Each mistake is reported where it was made, and the rest of the file is checked as usual. Several
messages are therefore several mistakes, not consequences of one.

Example
-------

```fail
"navigation": {
  "groups": [
    {
      "group": "Harbour"«»
      "pages": ["moorings", "fees"]
    }
  ]
}
```

```pass
"navigation": {
  "groups": [
    {
      "group": "Harbour",
      "pages": ["moorings", "fees"]
    }
  ]
}
```

Fix
---
Insert what the message names, or remove what it points at. After a merge conflict, keep one of the
two sides and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`.

If only one thing can be meant, the quick fix inserts or removes the comma, quote or bracket; it is
safe.

Source: SERVICE.md, plain-json
"""

from __future__ import annotations

from docs_lsp.core.problem import Severity
from docs_lsp.rules.framework.rule import FixSafety, declare_rule
from docs_lsp.rules.framework.syntax_fixes import offer_syntax_fix

syntax_error = declare_rule(
    "syntax-error", Severity.ERROR, __name__, fix=offer_syntax_fix, fixes=FixSafety.SAFE
)
