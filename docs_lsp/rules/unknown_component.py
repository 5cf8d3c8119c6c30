"""A page uses a component that is not defined.

Why it matters
--------------
The service has some sixty components, and a page may import or define others. It silently removes a
tag of any other name together with its content if the tag is on lines of its own. In a line of
text, a table or an expression such a tag throws an error when the page is shown. Typical causes are
names in other capitals (`CallOut`), components of other generators (`TabItem`), and forgotten
imports.

A name that a page exports is a component only if it is a function, not a string or an element.

Elements of HTML, SVG and MathML are not reported, whatever the service does with them. A block
whose name has the letters of a component, such as `<info>`, is removed too. Other lower-case names
are shown faintly.

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
quick fix imports the component from the file that other pages import it from, or that exports it.
Otherwise it writes the nearest name, of components and of what the page imports or defines, in both
tags. It is not applied without asking, because the name alone does not tell what was meant; only a
name that differs from that of a component in capitals alone is safe. An HTML element is never
written for a component: a block of `<option>` is removed just like one of `<Option>`.

Source: SERVICE.md, unknown-components
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.did_you_mean import compute_edit_distance
from docs_lsp.core.phrases import code, format_count
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import (
    describe_content,
    iter_component_faults,
    iter_import_fixes,
    iter_name_spans,
    parse_tagged_page,
    suggest_imports,
)
from docs_lsp.site.imported_files import list_text_import_names
from docs_lsp.site.overview import Overview

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.offered_imports import AddedImport
    from docs_lsp.site.overview import Overview

_NAME = "unknown-component"
_KIND = ComponentFaultKind


def _offer_imports_and_name(subject: FixContext) -> Iterator[Fix]:
    """Offer imports of the component from the site, and the nearest name in both tags."""
    reading = subject.read_cached(parse_tagged_page)
    page, index = reading.page, reading.find_enclosing_tag(subject.problem.span)
    if index is None:
        return
    yield from iter_import_fixes(subject, page, page.tags[index])
    near = subject.problem.about
    if near:
        changes = tuple(subject.build_edit(span, near) for span in iter_name_spans(page, index))
        is_same = near.casefold() == subject.problem_text.casefold()
        is_between_components = near[:1].isupper() and subject.problem_text[:1].isupper()
        is_shown = subject.problem.severity is Severity.WARNING
        yield Fix(
            f"Write {code(near)}",
            changes,
            is_same and is_between_components,
            is_shown
            and (
                is_same
                or (is_between_components and _is_one_letter_off(subject.problem_text, near))
            ),
        )


def _is_one_letter_off(name: str, near: str) -> bool:
    """Return whether a name differs in one letter from a component's, but is not its plural."""
    return compute_edit_distance(name, near, 1) == 1 and name != f"{near}s"


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=_offer_imports_and_name,
    fixes=FixSafety.SOME_SAFE,
    reads=PageTextNeed.TEXT,
)
def unknown_component(overview: Overview) -> Iterator[Problem]:
    """Report each tag with a name that is not defined."""
    kinds = (_KIND.UNKNOWN_BLOCK, _KIND.UNKNOWN_IN_TEXT, _KIND.UNKNOWN_ELEMENT, _KIND.NO_FUNCTION)
    for file, content, fault, _, swallowed in iter_component_faults(overview, *kinds):
        if fault.name in list_text_import_names(content):
            continue  # `snippet-not-inlined` reports that the import of the name is text.
        is_element = fault.kind is _KIND.UNKNOWN_ELEMENT
        severity = Severity.HINT if is_element else Severity.WARNING
        offers = _list_import_offers(fault, overview)
        message = _render_message(fault, swallowed, _render_remedy(fault, offers))
        about = "" if offers else fault.detail
        yield Problem(_NAME, file, fault.span, message, severity, about=about)


def _list_import_offers(fault: ComponentFault, overview: Overview) -> tuple[AddedImport, ...]:
    if fault.kind is _KIND.NO_FUNCTION:
        return ()  # The page would have two definitions of that name.
    is_block = fault.kind is not _KIND.UNKNOWN_IN_TEXT
    return suggest_imports(fault.name.partition(".")[0], overview, is_block=is_block)


def _render_remedy(fault: ComponentFault, offers: tuple[AddedImport, ...]) -> str:
    if offers:
        return f"Import it from {code('/' + offers[0].file)}."
    return f"Did you mean {code(f'<{fault.detail}>')}?" if fault.detail else "Import or define it."


def _render_message(fault: ComponentFault, swallowed: int, remedy: str) -> str:
    tag = code(f"<{fault.name}>")
    lost = describe_content(fault.lost).removeprefix("its ")
    if swallowed:
        tags = format_count(swallowed, "more unknown tag")
        lost = f"{lost}, {tags}" if lost else tags
    what = f"it and its content ({lost})" if lost else "it"
    if fault.kind is _KIND.NO_FUNCTION:
        return (
            f"{tag} is exported as a value, not a function; {what} will not be published. "
            f"Export a function, or write {code('{' + fault.name + '}')}."
        )
    if fault.kind is _KIND.UNKNOWN_ELEMENT:
        return f"Unknown tag {tag}. {remedy}"
    fault_text = f"{tag} is not a built-in component and is not imported"
    if fault.kind is _KIND.UNKNOWN_IN_TEXT:
        return f"{fault_text}; the page throws an error when it is shown. {remedy}"
    return f"{fault_text}; {what} will not be published. {remedy}"
