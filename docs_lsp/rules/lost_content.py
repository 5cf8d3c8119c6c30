"""Some content of a page is not shown.

Why it matters
--------------
The service shows some components only once, or only with certain content, and silently skips the
rest: a second `RequestExample`, `ResponseExample` or `Panel` of a page; anything but code blocks in
one of these examples; other components in a `Tree`; a `View` without a title; a `Panel` in a page
whose mode has no room for it. A `Visibility` for anything but `humans`, `agents`, `signed-in`,
`signed-out` or a list of groups hides its content, and one in backticks hides it from agents. What
it does with two `View`s of one title is not known.

In a table a `|` ends the cell, in code too: the code is cut, and the cells at the end of the row,
for which the table has no column left, are dropped.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<View title="Yachts">
  Berths 1 to 40.
</View>

<«View»>
  Berths 41 to 60.
</View>
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<View title="Yachts">
  Berths 1 to 40.
</View>

<View title="Trawlers">
  Berths 41 to 60.
</View>
```

Fix
---
Give each `View` its own title, merge the code of several examples into one, and move other content
outside. In the code of a table write `\\|`. The quick fixes do that, and correct a misspelled
audience of a `Visibility`.

Source: SERVICE.md, shown-once
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix, Problem, ProblemTag, RelatedPlace, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.component import AUDIENCES
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import describe_content, iter_component_faults
from docs_lsp.site.overview import Overview

_NAME = "lost-content"
_KIND = ComponentFaultKind
_KINDS = (
    *(_KIND.UNTITLED_VIEW, _KIND.SAME_VIEW, _KIND.ANOTHER, _KIND.PANEL, _KIND.NOT_CODE),
    *(_KIND.NOT_IN_TREE, _KIND.CUT_ROW, _KIND.EXTRA_CELLS, _KIND.SECOND_TABLE),
    *(_KIND.NO_AUDIENCE, _KIND.COMPUTED_AUDIENCE, _KIND.NO_GROUPS, _KIND.NO_GROUP_NAMES),
)
_LONGEST_QUOTE = 60
_WITHOUT_PANEL = frozenset(("wide", "center", "custom"))


def _offer_content_fixes(subject: FixContext) -> Iterator[Fix]:
    """Offer the suggested audience, escaped pipes, or a blank line before a second table."""
    if subject.problem_text == "|":
        yield from _offer_escaped_pipes(subject)
        return
    near = subject.problem.about
    if near == _KIND.SECOND_TABLE.value:
        yield from _offer_divided_tables(subject)
    elif near:
        given = subject.problem_text.removeprefix("for=").strip("\"'`{}[] ")
        is_sure = is_misspelling(given, near)
        yield subject.build_fix(f'for="{near}"', f"Write {code(near)}", preferred=is_sure)


def _offer_divided_tables(subject: FixContext) -> Iterator[Fix]:
    """Offer a blank line before the row of a second table, and one before the text above it."""
    line = find_line_start(subject.data, subject.problem.span.start)
    if not subject.data[line:].lstrip(b" \t").startswith(b">"):
        line_break = "\r\n" if subject.data[:line].endswith(b"\r\n") else "\n"
        places = dict.fromkeys((_find_text_above(subject.data, line), line))
        changes = tuple(subject.build_edit(Span(place, place), line_break) for place in places)
        what = "this table" if len(changes) == 1 else "this table and the text above it"
        yield Fix(f"Put a blank line before {what}", changes, preferred=True)


def _find_text_above(data: bytes, line: int) -> int:
    """Return the start of the lines without a pipe above a line, or the line's own."""
    start = line
    while start:
        above = find_line_start(data, start - 1)
        if b"|" in data[above:start]:
            return start
        start = above
    return line


def _offer_escaped_pipes(subject: FixContext) -> Iterator[Fix]:
    from docs_lsp.rules.mdx.page_repair import escape_pipes  # It brings the reading of pages along.

    for repair in escape_pipes(subject.data, subject.problem.span.start):
        changes = tuple(FileEdit(subject.problem.file, *edit) for edit in repair.edits)
        yield Fix(repair.title, changes, repair.safe, repair.preferred)


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=_offer_content_fixes,
    fixes=FixSafety.SOME_SAFE,
    reads=PageTextNeed.TEXT,
)
def lost_content(overview: Overview) -> Iterator[Problem]:
    """Report each component and each table cell whose content is not shown."""
    for file, content, fault, *_ in iter_component_faults(overview, *_KINDS):
        mode = content.fields.get("mode") if fault.kind is _KIND.PANEL else None
        if fault.kind is _KIND.PANEL and mode not in _WITHOUT_PANEL:
            continue
        related = (RelatedPlace(file, fault.related, "The first one"),) if fault.related else ()
        about = ""
        if fault.kind in (_KIND.NO_AUDIENCE, _KIND.COMPUTED_AUDIENCE) and fault.detail:
            about = find_nearest_name(fault.detail.strip("\"'[] "), AUDIENCES) or ""
        elif fault.kind is _KIND.SECOND_TABLE:
            about = fault.kind.value
        message = _describe_hidden_content(fault, str(mode))
        tags = (ProblemTag.UNNECESSARY,)
        is_open = fault.kind is _KIND.SAME_VIEW
        severity = Severity.INFORMATION if is_open else Severity.WARNING
        yield Problem(_NAME, file, fault.span, message, severity, related, tags=tags, about=about)


def _describe_hidden_content(fault: ComponentFault, mode: str) -> str:
    lost = describe_content(fault.lost).removeprefix("its ")
    unseen = f"not shown ({lost})" if lost else "not shown"
    match fault.kind:
        case _KIND.UNTITLED_VIEW:
            return f"This `View` has no title, so it is {unseen}. Give it a `title`."
        case _KIND.SAME_VIEW:
            return (
                "This `View` has the title of an earlier one, and it is undefined which of the two "
                "readers see. Give it its own title, or merge the two."
            )
        case _KIND.ANOTHER:
            this = f"this one ({lost})" if lost else "this one"
            return f"Only the first {code(fault.name)} of a page is shown. Merge {this} into it."
        case _KIND.PANEL:
            return (
                f"This `Panel` is {unseen}, because the page has the mode {code(mode)}. Choose "
                "another mode, or move its content into the page."
            )
        case _KIND.NOT_CODE:
            what = code(fault.detail) if fault.detail else "this text"
            return f"{code(fault.name)} shows only code blocks, so {what} is {unseen}. Move it out."
        case _KIND.CUT_ROW | _KIND.EXTRA_CELLS | _KIND.SECOND_TABLE:
            return _describe_table_fault(fault)
        case _KIND.NOT_IN_TREE:
            return (
                f"{code(fault.detail)} shows only lists, `Tree.Folder` and `Tree.File`, so this "
                f"{code(fault.name)} is {unseen}. Move it out."
            )
    return _describe_audience_fault(fault)


def _describe_audience_fault(fault: ComponentFault) -> str:
    consequence = "so the content of this `Visibility` is hidden"
    if fault.kind is _KIND.COMPUTED_AUDIENCE:
        return (
            "An audience in backticks counts as computed, so agents do not get the content of "
            f'this `Visibility`. Write `for="{fault.detail}"`.'
        )
    if fault.kind is _KIND.NO_GROUPS:
        what = f"{code(fault.detail)} is not `groups`" if fault.detail else "`groups` is missing"
        return f'{what}, {consequence}. Write `{{{{groups: ["name"]}}}}`.'
    if fault.kind is _KIND.NO_GROUP_NAMES:
        what = "must be a list of names" if fault.detail else "is an empty list"
        return f'`groups` {what}, {consequence}. Write `{{{{groups: ["name"]}}}}`.'
    if not fault.detail:
        return "A `Visibility` without `for` hides its content. Set `for` to its audience."
    audience = fault.detail.strip()
    if audience in AUDIENCES:
        return f'`for` has spaces around {code(audience)}, {consequence}. Write `for="{audience}"`.'
    return (
        f"{code(fault.detail)} is not an audience, {consequence}. Write `humans`, `agents`, "
        '`signed-in`, `signed-out` or `{{groups: ["name"]}}`.'
    )


def _describe_table_fault(fault: ComponentFault) -> str:
    if fault.kind is _KIND.CUT_ROW:
        return (
            "In a table, `|` ends the cell even in backticks: the code is cut, and the last cells "
            "of the row are dropped. Write `\\|`."
        )
    text = fault.detail.replace("`", "'")
    cells = code(text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…")
    if fault.kind is _KIND.SECOND_TABLE:
        return (
            "This table is right below another one and becomes rows of that, so columns such as "
            f"{cells} are not shown. Put a blank line before it."
        )
    return (
        f"This row has more cells than its header, so {cells} is not shown. Add a column, remove "
        "a `|`, or write `\\|` if it is text."
    )
