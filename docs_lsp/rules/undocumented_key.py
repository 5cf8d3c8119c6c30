"""The service reads this, but the written format does not name it.

Why it matters
--------------
The service reads more keys and more forms of values than its description of the format names:
`hidden`, `boost`, an `openapi` that is an object, and others. They work, and real sites use them;
but what is not described may change without notice. This check is for teams that want to write
the described format only. It is off unless you switch it on.

Example
-------

```fail
"navigation": {
  "groups": [
    { "group": "Harbour", «"boost"»: 2, "pages": ["moorings"] }
  ]
}
```

```pass
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings"] }
  ]
}
```

Fix
---
Do without the key, or write the described form. To allow all of them again, switch this check off
under `[rules]` in docs-lsp.toml.

Source: SERVICE.md, allowed-children
"""

from __future__ import annotations

from docs_lsp.rules.framework.rule import declare_rule

undocumented_key = declare_rule("undocumented-key", None, __name__)
