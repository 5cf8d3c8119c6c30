"""A listed page is excluded by the ignore file.

Why it matters
--------------
The service neither publishes nor indexes files that match a pattern in `.mintignore` or
`.siteignore`. An entry for such a page is a broken link in the sidebar, and search does not find
the page. A few names, such as `CHANGELOG.md`, are excluded on every site; case is ignored. Nor does
the service enter a folder that is a symbolic link; a file that is one is published.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«drafts/tides»"] }
--- index.mdx
# Home
--- drafts/tides.mdx
# Tides
--- .mintignore
# Not ready yet
⟦drafts/⟧
```
```pass
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
# Home
--- tides.mdx
# Tides
--- drafts/winds.mdx
# Winds
--- .mintignore
# Not ready yet
drafts/
```

Fix
---
Remove the entry, or publish the page: remove the pattern, or add a line with `!` and the file after
it. Such a line has no effect for a file in a folder that is excluded as a whole.

Quick fixes remove the entry, or add the line if it has an effect. Both are offered and not applied
without asking.

Source: SERVICE.md, ignored-files
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import (
    FileChange,
    FileEdit,
    Finding,
    Fix,
    NewFile,
    RelatedPlace,
    Severity,
)
from docs_lsp.core.text import Span
from docs_lsp.files.path_patterns import PathPatterns
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import get_entries_of_kind
from docs_lsp.rules.navigation.entry_fixes import offer_entry_removal
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.ignore import IGNORE_FILES, IgnorePattern, IgnorePatterns
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import PAGE_EXTENSIONS, entry_to_page_path
from docs_lsp.site.specifications.facts import SiteFacts


def _offer_removal_or_unignore(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the entry, or to add a `!` line for the page to an ignore file."""
    yield from offer_entry_removal(subject, preferred=True)
    page = entry_to_page_path(subject.problem_text)
    file = next((page + end for end in PAGE_EXTENSIONS if subject.files.exists(page + end)), None)
    pattern = subject.facts.ignore.find_excluding_pattern(file) if subject.facts and file else None
    if file and pattern and subject.facts and _can_unignore_file(file, subject.facts.ignore):
        name = pattern.file or next(filter(subject.files.exists, IGNORE_FILES), IGNORE_FILES[0])
        yield Fix(
            f"Publish the page with a line in {code(name)}",
            (_build_ignore_file_change(name, file, subject),),
        )


def _can_unignore_file(file: str, ignore: IgnorePatterns) -> bool:
    """Return whether a `!` line for the file would publish it."""
    is_meant = PathPatterns((_render_unignore_line(file),)).find_strongest(file) is not None
    return is_meant and ignore.find_folder_pattern(file.rpartition("/")[0]) is None


def _render_unignore_line(file: str) -> str:
    return f"!/{file}"


def _build_ignore_file_change(name: str, file: str, subject: FixContext) -> FileChange:
    """Return the change that adds a `!` line for a file to an ignore file, new if needed."""
    if not subject.files.exists(name):
        return NewFile(name, f"{_render_unignore_line(file)}\n")
    data = subject.read_file(name)
    end = len(data)
    break_before = "" if not data or data.endswith(b"\n") else "\n"
    line = copy_line_breaks(f"{break_before}{_render_unignore_line(file)}\n", data)
    return FileEdit(name, Span(end, end), line)


@element_rule(
    "ignored-page",
    Severity.ERROR,
    fix=_offer_removal_or_unignore,
    fixes=FixSafety.OFFERED,
    sorts={EntryKind.IGNORED},
)
def ignored_page(element: Element) -> Iterator[Finding]:
    """Report each entry whose file an ignore pattern excludes."""
    facts = element.context.facts
    for entry in get_entries_of_kind(element, EntryKind.IGNORED):
        pattern = _find_excluding_pattern(entry_to_page_path(entry.text), facts) if facts else None
        if pattern is None:
            continue
        place = RelatedPlace(pattern.file, pattern.span, "This line excludes the page")
        message = _render_message(code(entry_to_page_path(entry.text)), pattern)
        yield element.make_finding(entry.spot, message, places=(place,) if pattern.file else ())


def _render_message(page: str, pattern: IgnorePattern) -> str:
    if pattern.is_link:
        return (
            f"{page} is below {pattern}, so its sidebar link is broken. Remove the entry, or put a "
            "copy of the folder in place of the link."
        )
    return (
        f"{page} is excluded by the pattern {pattern}, so its sidebar link is broken. Remove the "
        "entry, or change the ignore file."
    )


def _find_excluding_pattern(page: str, facts: SiteFacts) -> IgnorePattern | None:
    """Return the pattern that excludes the file of a page, given without extension, or None."""
    patterns = (facts.ignore.find_excluding_pattern(page + ending) for ending in PAGE_EXTENSIONS)
    return next(filter(None, patterns), None)
