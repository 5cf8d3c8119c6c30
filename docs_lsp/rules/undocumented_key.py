"""This key or value works, but its documentation does not list it.

Why it matters
--------------
The service accepts more keys and more forms of values than it documents: `hidden`, `boost`, an
`openapi` that is an object, and others. They work, and real sites use them; but undocumented
behaviour may change without notice. This check is for teams that want to use only the documented
format. It is off by default.

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
Do without the key, or use the documented form. To allow all of them again, switch this check off
under `[rules]` in docs-lsp.toml.

Source: SERVICE.md, allowed-children
"""

from __future__ import annotations

from docs_lsp.rules.framework.rule import declare_rule

undocumented_key = declare_rule("undocumented-key", None, __name__)
