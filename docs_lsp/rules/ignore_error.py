"""A line of the ignore file has no effect.

Why it matters
--------------
A line that cannot be read as a pattern matches nothing, and nobody says so: what it was to leave
out is published. The same becomes of a line with letters that are not UTF-8, because no file has
such a name. A line of more than 1,000 characters, and whatever comes after 1,000 patterns with
wildcards, is not looked at by this check, which then knows less of the site than the service does.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- .mintignore
drafts/
«notes/[old»
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- .mintignore
# Patterns are those of .gitignore.
drafts/
notes/[abc]*.mdx
```

Fix
---
Correct what stands in brackets, or write `\\` before a bracket that stands for itself. Give `!` and
`/` a name. Save the file as UTF-8.

Source: SERVICE.md, ignored-files
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.files.files import escape_path
from docs_lsp.files.path_pattern import LONGEST_PATTERN
from docs_lsp.files.path_patterns import MOST_WILDCARDS
from docs_lsp.files.walk import is_utf8
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import site_rule

if TYPE_CHECKING:
    from docs_lsp.site.ignore import IgnorePattern
    from docs_lsp.site.overview import Overview

_NAME = "ignore-error"


@site_rule(_NAME, Severity.WARNING)
def ignore_error(overview: Overview) -> Iterator[Problem]:
    """Each line that can match no file, and the first that is one too many."""
    unused = overview.facts.ignore.first_unused
    for pattern in overview.facts.ignore.patterns:
        if pattern.file:
            fault = _TOO_MANY if pattern is unused else _fault(pattern)
            if fault:
                yield Problem(_NAME, pattern.file, pattern.span, fault, Severity.WARNING)


_TOO_MANY = (
    f"With the service's own, {MOST_WILDCARDS:,} patterns with wildcards stand before this one. It "
    "and those after it are not looked at, so pages that they leave out are checked. Name folders "
    "instead."
)


def _fault(pattern: IgnorePattern) -> str | None:
    length = len(pattern.text)
    if length > LONGEST_PATTERN:
        return (
            f"This line has {length:,} characters. One of more than {LONGEST_PATTERN:,} is not "
            "looked at, so pages that it leaves out are checked. Use wildcards, or several lines."
        )
    name = code(escape_path(pattern.text))
    if not is_utf8(pattern.text):
        return f"{name} is not UTF-8 text, so it matches no file. Save the ignore file as UTF-8."
    if pattern.can_match:
        return None
    return f"{name} cannot be read as a pattern, so it leaves nothing out. {_remedy(pattern.text)}"


def _remedy(text: str) -> str:
    if "[" in text:
        return "Correct what stands in brackets, or write `\\[` if the name has one."
    if text.endswith("\\"):
        return "Remove the `\\` at its end."
    return "Write a name or a path."
