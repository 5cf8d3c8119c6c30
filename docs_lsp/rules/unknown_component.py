"""Nothing defines the component that a page uses.

Why it matters
--------------
The service knows some sixty components, and a page may import or define others. A tag of any other
name it deletes together with all that stands in it, where the tag stands on lines of its own:
without a word in the build, and the readers do not know what they miss. In a line of text, a table
or an expression such a tag throws an error when the page is shown. So it is with names in other
capitals (`CallOut`), components of other generators (`TabItem`), and imports that were forgotten.

What a page exports is a component only if it is a function: a text or an element is not.

Elements of HTML, SVG and MathML are left alone, whatever the service does with them. A block whose
name has the letters of a component, such as `<info>`, is deleted too. Other lower-case names are
shown faintly.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<«CallOut»>
  Berths are given at the harbour office.
</CallOut>
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
export const Berth = ({ number }) => <b>{number}</b>

# Moorings

<Callout>
  Berths are given at the harbour office.
</Callout>

<Berth number={4} />
```

Fix
---
Write the name of a component that exists, import the one you mean, or define it in the page. The
quick fix imports the component from the file that other pages import it from, or that exports it;
or else it writes the nearest name, of components and of what the page imports or defines, in both
tags. It is not made without asking, because the name alone does not tell what was meant; only one
that differs from a component's name in capitals alone is safe. An element of HTML is never written
for a component: a block of `<option>` is deleted just as one of `<Option>` is.

Source: SERVICE.md, unknown-components
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.nearest import edit_distance
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, Reads, site_rule
from docs_lsp.rules.mdx.component_faults import (
    describe_content,
    faults_of,
    name_spans,
    read_page,
)
from docs_lsp.rules.mdx.import_offers import import_fixes, suggest_imports
from docs_lsp.site.snippets import text_imports

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.mdx.adding_imports import AddedImport
    from docs_lsp.site.overview import Overview

_NAME = "unknown-component"
_KIND = ComponentFaultKind


def _fixes(subject: FixContext) -> Iterator[Fix]:
    """An import of what the site has, or the nearest name, in both tags."""
    reading = read_page(subject)
    page, index = reading.page, reading.find_tag(subject.problem.span)
    if index is None:
        return
    yield from import_fixes(subject, page, page.tags[index])
    near = subject.problem.about
    if near:
        changes = tuple(subject.edit(span, near) for span in name_spans(page, index))
        is_same = near.casefold() == subject.text.casefold()
        is_between_components = near[:1].isupper() and subject.text[:1].isupper()
        is_shown = subject.problem.severity is Severity.WARNING
        yield Fix(
            f"Write {code(near)}",
            changes,
            is_same and is_between_components,
            is_shown and (is_same or (is_between_components and _is_slip(subject.text, near))),
        )


def _is_slip(name: str, near: str) -> bool:
    """Whether a name is that of a component but for one letter; the plural may be another one, that
    holds such components."""
    return edit_distance(name, near, 1) == 1 and name != f"{near}s"


@site_rule(_NAME, Severity.WARNING, fix=_fixes, fixes=Fixes.SOME_SAFE, reads=Reads.TEXT)
def unknown_component(overview: Overview) -> Iterator[Problem]:
    """Each tag of a name that nothing defines."""
    kinds = (_KIND.UNKNOWN_BLOCK, _KIND.UNKNOWN_IN_TEXT, _KIND.UNKNOWN_ELEMENT, _KIND.NO_FUNCTION)
    for file, content, fault, _ in faults_of(overview, *kinds):
        if fault.name in text_imports(content):
            continue  # `snippet-not-inlined` says that the import of the name is text.
        is_element = fault.kind is _KIND.UNKNOWN_ELEMENT
        severity = Severity.HINT if is_element else Severity.WARNING
        offers = _offers(fault, overview)
        message = _message(fault, _remedy(fault, offers))
        about = "" if offers else fault.detail
        yield Problem(_NAME, file, fault.span, message, severity, about=about)


def _offers(fault: ComponentFault, overview: Overview) -> tuple[AddedImport, ...]:
    if fault.kind is _KIND.NO_FUNCTION:
        return ()  # The page would have two of that name.
    is_block = fault.kind is not _KIND.UNKNOWN_IN_TEXT
    return suggest_imports(fault.name.partition(".")[0], overview, is_block=is_block)


def _remedy(fault: ComponentFault, offers: tuple[AddedImport, ...]) -> str:
    if offers:
        return f"Import it from {code('/' + offers[0].file)}."
    return f"Did you mean {code(fault.detail)}?" if fault.detail else "Import or define it."


def _message(fault: ComponentFault, remedy: str) -> str:
    name = code(fault.name)
    lost = describe_content(fault.lost)
    deleted = f"the service deletes it, with {lost}" if lost else "the service deletes it"
    if fault.kind is _KIND.NO_FUNCTION:
        return (
            f"The page exports {name} as a value and not as a function, so as a tag {deleted}. "
            f"Export a function, or write {code('{' + fault.name + '}')}."
        )
    if fault.kind is _KIND.UNKNOWN_ELEMENT:
        return f"{name} is neither an element of HTML or SVG nor a component. {remedy}"
    nowhere = f"There is no component {name}, and the page neither imports nor defines one"
    if fault.kind is _KIND.UNKNOWN_IN_TEXT:
        return f"{nowhere}, so the page throws an error when it is shown. {remedy}"
    return f"{nowhere}, so {deleted}. {remedy}"
