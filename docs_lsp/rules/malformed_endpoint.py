"""An entry looks like an endpoint but is not a valid one.

Why it matters
--------------
An endpoint in `pages` is a method and a path, `GET /users`, with the specification before them if
it is not the one of the element: `billing.json GET /users`. The service silently reads anything
else as the path of a page. There is no such page, so the sidebar link is broken.

A method alone, or the path of an endpoint alone, is incomplete: `GET`, or `/users` if the
specification that applies here has that path. It is only reported if there is no such page.

The same applies to `openapi` and `api` in the frontmatter of a page, which then shows no operation.

A method in lower case works. It is only shown faintly, because methods are usually in upper case.

Example
-------
```fail
"navigation": {
  "groups": [
    { "group": "Users", "openapi": "openapi.json", "pages": ["«GTE» /users", "POST «users»"] }
  ]
}
```
```pass
"navigation": {
  "groups": [
    { "group": "Users", "openapi": "openapi.json", "pages": ["GET /users", "POST /users"] }
  ]
}
```

Fix
---
Write the method, a space, and the path as in the specification, with its `/`.

The quick fix writes a lower-case method in upper case; that is safe, because both mean the same. It
also offers the nearest method for an unknown one, a path with its `/`, an entry without the words
after the path, the endpoints that an incomplete one may mean, and to move a URL to `openapi`; these
are never applied without asking. The first endpoint below an `openapi` ends the generation of pages
for all the others; a fix that writes it says so. An endpoint that no applicable specification has
is not offered: the service would then generate no page for any endpoint.

Source: SERVICE.md, endpoint-entries
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Finding, Fix, Problem, Severity
from docs_lsp.jsontree.edits import insert_members, merge_edits, quote_json, replace_value
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.rules.navigation.entries import (
    check_endpoints,
    endpoints,
    entries,
    has_spec,
    locate_part,
)
from docs_lsp.rules.navigation.entry_fixes import entry_text
from docs_lsp.rules.operations.element_specs import specs_in_force
from docs_lsp.rules.operations.endpoint_fixes import find_own_object, write_endpoint
from docs_lsp.rules.operations.incomplete_endpoints import find_incomplete_endpoint
from docs_lsp.rules.operations.operation_faults import faults_in_pages, fixes_in_page
from docs_lsp.site.entry_sorts import Sort
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.specifications.endpoints import Endpoint, MalformedEndpoint, parse_endpoint
from docs_lsp.site.specifications.spec_paths import is_url

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "malformed-endpoint"


def _correct_entry(subject: FixContext) -> Iterator[Fix]:
    """Offer a method in upper case, or what else is likely enough."""
    if subject.here is None:
        yield from fixes_in_page(subject)
        return
    text, element = entry_text(subject) or "", subject.element
    match parse_endpoint(text):
        case None if element and (half := find_incomplete_endpoint(element, text)):
            for new in half.replacements:
                yield from write_endpoint(subject, new, preferred=len(half.replacements) == 1)
        case Endpoint(lower=True) as endpoint:
            start, end = endpoint.method_part
            yield from write_endpoint(
                subject, text[:start] + endpoint.method + text[end:], safe=True, preferred=True
            )
        case MalformedEndpoint(part=(start, end)) as malformed:
            url = text[start:end].strip()
            for new in malformed.replacements:
                if start == 0 and is_url(url):
                    yield from _move_url_up(subject, url, text[end:])
                else:
                    right = text[:start] + new + text[end:]
                    is_only = len(malformed.replacements) == 1
                    yield from write_endpoint(subject, right, preferred=is_only)


def _move_url_up(subject: FixContext, url: str, entry: str) -> Iterator[Fix]:
    """Offer to keep the endpoint and move its URL to `openapi` of the element."""
    step, target, element = subject.step, find_own_object(subject), subject.element
    if step is None or target is None or element is None:
        return
    edits = (replace_value(subject.data, step.node, step.at, step.index, quote_json(entry)),)
    if element.inner.openapi == (url,):
        yield from subject.offer("Remove the URL", edits, preferred=True)
    elif not element.has("openapi"):
        member = ("openapi", quote_json(url))
        added = insert_members(subject.data, *target, min(1, len(target[0].items)), [member])
        title = f"Put the URL under `openapi` of {element.label}"
        yield from subject.offer(title, merge_edits((*edits, *added)) if added else None)


def _check_pages(overview: Overview) -> Iterator[Problem]:
    """Report each operation of a page that is malformed."""
    return faults_in_pages(_NAME, overview)


def _is_of_newer(element: Element, text: str) -> bool:
    """Return whether an entry is about a method that OpenAPI 3.2 lets a specification add."""
    method, _, path = text.rpartition(" ")
    facts = element.context.facts
    if facts is None or not path.startswith("/"):
        return False
    specs = facts.find_sound_specs(specs_in_force(element)) or ()
    return any(spec.find(method, path) for spec in specs)


@element_rule(
    _NAME,
    Severity.ERROR,
    sorts=frozenset((Sort.MALFORMED_ENDPOINT, Sort.ENDPOINT)),
    site=_check_pages,
    fix=_correct_entry,
    fixes=Fixes.SOME_SAFE,
)
def malformed_endpoint(element: Element) -> Iterator[Finding]:
    """Report each entry that was surely meant as an endpoint, and each lower-case method."""
    for entry in entries(element, Sort.MALFORMED_ENDPOINT):
        malformed = parse_endpoint(entry.text) or find_incomplete_endpoint(element, entry.text)
        if isinstance(malformed, MalformedEndpoint) and not _is_of_newer(element, entry.text):
            yield element.finding_at(locate_part(entry, malformed.part), malformed.message)
    yield from _report_lowercase(element)


def _report_lowercase(element: Element) -> Iterator[Finding]:
    small = [(entry, found) for entry, found in endpoints(element) if found.lower]
    if not small:
        return
    # An endpoint that does not exist matters more, and another rule reports it.
    unknown = {one.entry for one in check_endpoints(element) if one.operation is None}
    for entry, endpoint in small:
        if entry not in unknown and has_spec(element, endpoint) and not endpoint.is_webhook:
            message = (
                f"The method is in lower case, which works but is unusual. Write "
                f"`{endpoint.method}`."
            )
            spot = locate_part(entry, endpoint.method_part)
            yield element.finding_at(spot, message, severity=Severity.HINT)
