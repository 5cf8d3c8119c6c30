"""A suppression comment has no effect.

Why it matters
--------------
`{/* docs-lsp-ignore dead-link: reason */}` in a page leaves out what a rule finds in the rest of
its line or, at the end of a line, in the element that follows or the lines up to the next blank
one. `{/* docs-lsp-ignore-file RULE */}` does that for the whole page; several rules are separated
by commas. A comment that leaves nothing out may be a leftover: the mistake is corrected, and the
comment would hide the next one. Or it names a rule that does not exist, or is in the wrong place.

Only rules that are on can leave a comment without effect.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
«{/* docs-lsp-ignore dead-link: comes with the next release */}»
[Fees](/moorings)
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
{/* docs-lsp-ignore dead-link: comes with the next release */}
[Fees](/fees)
```

Fix
---
Remove the comment, or correct the name of the rule. The quick fix removes the comment, or the rule
from a list of several; it is safe.

Source: SERVICE.md, page-syntax
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lines import find_line_start
from docs_lsp.core.problem import Fix, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import Edit
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, declare_rule

_SPACE = b" \t"


def _offer_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the comment, with its line if it is alone, or one rule of its list."""
    data, (start, end) = subject.data, subject.problem.span
    if data[start : start + 1] != b"{":
        yield from subject.offer_edits(
            "Remove the rule", [Edit(_widen_to_comma(data, start, end), "")], safe=True
        )
        return
    line_start = find_line_start(data, start)
    line_end = data.find(b"\n", end)
    is_alone = line_end >= 0 and not (data[line_start:start] + data[end:line_end]).strip()
    span = Span(line_start, line_end + 1) if is_alone else Span(start, end)
    yield from subject.offer_edits("Remove the comment", [Edit(span, "")], safe=True)


def _widen_to_comma(data: bytes, start: int, end: int) -> Span:
    """Return the range of a rule in a list, with the comma and the spaces that go with it."""
    rest = data[end:].lstrip(_SPACE)
    if rest.startswith(b","):
        return Span(start, len(data) - len(rest[1:].lstrip(_SPACE)))
    return Span(len(data[:start].rstrip(_SPACE).removesuffix(b",").rstrip(_SPACE)), end)


unused_suppression = declare_rule(
    "unused-suppression", Severity.INFORMATION, __name__, fix=_offer_removal, fixes=FixSafety.SAFE
)
