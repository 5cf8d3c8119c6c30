"""A line of the ignore file has no effect.

Why it matters
--------------
A line that is not a valid pattern matches nothing, without any warning: the files it should exclude
are published. The same goes for a line that is not UTF-8, because no file has such a name. docs-lsp
does not read lines of more than 1,000 characters, or patterns after the first 1,000 with wildcards;
it then knows less about the site than the service does.

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
Correct the brackets, or write `\\` before a bracket that is meant literally. Add a name after `!`
or `/`. Save the file as UTF-8.

Source: SERVICE.md, ignored-files
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.files.files import escape_path
from docs_lsp.files.path_pattern import LONGEST_PATTERN
from docs_lsp.files.path_patterns import MOST_WILDCARDS
from docs_lsp.files.walk import is_encodable
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.site.ignore import IgnorePattern
from docs_lsp.site.overview import Overview

_NAME = "ignore-error"


@site_rule(_NAME, Severity.WARNING)
def ignore_error(overview: Overview) -> Iterator[Problem]:
    """Report each ignore line that can match no file, and the first one beyond the limit."""
    unused = overview.facts.ignore.first_pattern_beyond_limit
    for pattern in overview.facts.ignore.patterns:
        if pattern.file:
            fault = _TOO_MANY if pattern is unused else _describe_pattern_fault(pattern)
            if fault:
                yield Problem(_NAME, pattern.file, pattern.span, fault, Severity.WARNING)


_TOO_MANY = (
    f"This line and later ones are not read, because {MOST_WILDCARDS:,} patterns with wildcards "
    "(built-in ones included) come first, so pages that they exclude are checked. Name folders "
    "instead."
)


def _describe_pattern_fault(pattern: IgnorePattern) -> str | None:
    """Return the reason why a line is not read or matches no file; None if it may match."""
    length = len(pattern.text)
    if length > LONGEST_PATTERN:
        return (
            f"This line is not read, because it has {length:,} of at most {LONGEST_PATTERN:,} "
            "characters, so pages that it excludes are checked. Use wildcards, or several lines."
        )
    name = code(escape_path(pattern.text))
    if not is_encodable(pattern.text):
        return f"{name} is not UTF-8, so it matches no file. Save the ignore file as UTF-8."
    if pattern.can_match:
        return None
    return (
        f"{name} is not a valid pattern, so it excludes nothing. "
        f"{_suggest_pattern_fix(pattern.text)}"
    )


def _suggest_pattern_fix(text: str) -> str:
    if "[" in text:
        return "Correct the brackets, or write `\\[` for a literal bracket."
    if text.endswith("\\"):
        return "Remove the `\\` at the end."
    return "Write a name or a path."
