"""Nothing reads this key.

Why it matters
--------------
The service drops a key that it does not know, without a word: the build is green, and the setting
simply has no effect. Most are slips of the pen, or real keys one level too high or too low. Where
the key was meant to hold pages or other content, all of that is missing from the site, so it is
an error there. So it is in the few places where the service refuses an object over one key that
it does not know.

Example
-------

```fail
«"favcon"»: "/favicon.svg",
«"redirect"»: true
```

```pass
"favicon": "/favicon.svg",
"errors": { "404": { "redirect": true } }
```

Fix
---
Write the key that the message proposes, in the place that it names, or remove the key.

Source: service-facts 1.2 and 2
"""

from __future__ import annotations

from docs_lsp.problem import Severity
from docs_lsp.rules._rule import reported_elsewhere

RULE = reported_elsewhere("unknown-key", Severity.WARNING, __name__)
