"""An extension for the service in a specification is not valid.

Why it matters
--------------
A specification can use `x-site` or `x-mint` to control the pages generated from it: their
`metadata`, text before the operation (`content`), their URL (`href`), the `groups` that can see
them, labels before and after a name (`pre`, `post`), and how `playground` and `mcp` treat them.
`x-hidden` and `x-excluded` leave an operation out. If the value has another type, or the name is
misspelled, it may be silently ignored: a page for one group is open to everyone, or an operation
that should be hidden is shown.

Example
-------
```fail
--- docs.json
"navigation": { "tabs": [{ "tab": "API", "openapi": "openapi.json" }] }
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": {
    "/boats": {
      "get": { "x-mint": { "groups": "«staff»", "metadata": { «"openapi"»: "GET /boats" } } }
    }
  }
}
```
```pass
--- docs.json
"navigation": { "tabs": [{ "tab": "API", "openapi": "openapi.json" }] }
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": {
    "/boats": {
      "get": { "x-mint": { "groups": ["staff"], "metadata": { "title": "All boats" } } }
    }
  }
}
```

Fix
---
Write the value in the form that the message names: `groups`, `pre` and `post` are arrays of
strings, `content` and `href` are strings, and `metadata` takes the frontmatter keys of a page,
except `openapi`. `x-hidden` and `x-excluded` take `true` or `false`, without quotes.

The quick fix writes the intended name or value. It is offered, and never applied without asking,
because it changes who sees what.

Source: SERVICE.md, extension-blocks
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.needed_specs import list_loaded_specs

_NAME = "bad-extension-block"
_EXCLUDED = "`x-excluded`"
_QUOTES = (b"'", b'"')


def _offer_suggested_text(subject: FixContext) -> Iterator[Fix]:
    """Offer to write the suggested name or value: keys keep their quotes, booleans lose them."""
    better, span, data = subject.problem.about, subject.problem.span, subject.data
    if not better:
        return
    if better in ("true", "false"):
        quotes = data[span.start - 1 : span.start], data[span.end : span.end + 1]
        quoted = quotes[0] in _QUOTES and quotes[0] == quotes[1]
        edit = subject.build_edit(Span(span.start - quoted, span.end + quoted), better)
    else:
        quote = subject.problem_text[:1] if subject.problem_text[:1] in ("'", '"') else ""
        edit = subject.replace_problem_range(f"{quote}{better}{quote}")
    title = f"Write {code(better)}"
    if _EXCLUDED in subject.problem.message and better != "false":
        title = f"Exclude the operation: write {code(better)}"
    yield Fix(title, (edit,))


@site_rule(_NAME, Severity.WARNING, fix=_offer_suggested_text, fixes=FixSafety.CHOICE)
def bad_extension_block(overview: Overview) -> Iterator[Problem]:
    """Report each invalid value or name in the service extensions of specifications."""
    for spec in list_loaded_specs(overview):
        for fault in spec.block_faults:
            yield Problem(
                _NAME, spec.file, fault.span, fault.message, Severity.WARNING, about=fault.better
            )
