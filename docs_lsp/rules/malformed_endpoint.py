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
from functools import partial

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.jsontree.edits import build_value_edit, insert_members, merge_edits, quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import (
    get_entries_of_kind,
    has_spec,
    iter_checked_endpoints,
    iter_endpoints,
    locate_part,
)
from docs_lsp.rules.navigation.entry_fixes import get_entry_text
from docs_lsp.rules.operations.endpoint_fixes import find_own_object, offer_endpoint
from docs_lsp.rules.operations.malformed_operations import find_incomplete_endpoint
from docs_lsp.rules.operations.operation_faults import (
    iter_operation_problems,
    offer_operation_fixes,
)
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.specifications.endpoints import Endpoint, MalformedEndpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import is_url

_NAME = "malformed-endpoint"


def _offer_corrections(subject: FixContext) -> Iterator[Fix]:
    """Offer the method in upper case, likely endpoints, or to move the URL to `openapi`."""
    if subject.here is None:
        yield from offer_operation_fixes(subject)
        return
    text, element = get_entry_text(subject) or "", subject.element
    match parse_endpoint_entry(text):
        case None if element and (half := find_incomplete_endpoint(element, text)):
            for new in half.replacements:
                yield from offer_endpoint(subject, new, preferred=len(half.replacements) == 1)
        case Endpoint(lower=True) as endpoint:
            start, end = endpoint.method_part
            yield from offer_endpoint(
                subject, text[:start] + endpoint.method + text[end:], safe=True, preferred=True
            )
        case MalformedEndpoint(part=(start, end)) as malformed:
            url = text[start:end].strip()
            for new in malformed.replacements:
                if start == 0 and is_url(url):
                    yield from _offer_url_under_openapi(subject, url, text[end:])
                else:
                    right = text[:start] + new + text[end:]
                    is_only = len(malformed.replacements) == 1
                    yield from offer_endpoint(subject, right, preferred=is_only)


def _offer_url_under_openapi(subject: FixContext, url: str, entry: str) -> Iterator[Fix]:
    """Offer to keep the endpoint and move its URL to `openapi` of the element."""
    step, target, element = subject.step, find_own_object(subject), subject.element
    if step is None or target is None or element is None:
        return
    edits = (build_value_edit(subject.data, step.node, step.at, step.index, quote_json(entry)),)
    if element.inner.openapi == (url,):
        yield from subject.offer_edits("Remove the URL", edits, preferred=True)
    elif not element.has("openapi"):
        member = ("openapi", quote_json(url))
        added = insert_members(subject.data, *target, min(1, len(target[0].items)), [member])
        title = f"Put the URL under `openapi` of {element.label}"
        yield from subject.offer_edits(title, merge_edits((*edits, *added)) if added else None)


def _has_added_method(element: Element, text: str) -> bool:
    """Return whether a specification has the operation under a method of OpenAPI 3.2."""
    method, _, path = text.rpartition(" ")
    facts = element.context.facts
    if facts is None or not path.startswith("/"):
        return False
    specs = facts.get_sound_specs(element.inner.openapi) or ()
    return any(spec.find_operation(method, path) for spec in specs)


@element_rule(
    _NAME,
    Severity.ERROR,
    sorts={EntryKind.MALFORMED_ENDPOINT, EntryKind.ENDPOINT},
    site=partial(iter_operation_problems, _NAME),
    fix=_offer_corrections,
    fixes=FixSafety.SOME_SAFE,
)
def malformed_endpoint(element: Element) -> Iterator[Finding]:
    """Report each entry that was surely meant as an endpoint, and each lower-case method."""
    for entry in get_entries_of_kind(element, EntryKind.MALFORMED_ENDPOINT):
        malformed = parse_endpoint_entry(entry.text) or find_incomplete_endpoint(
            element, entry.text
        )
        if isinstance(malformed, MalformedEndpoint) and not _has_added_method(element, entry.text):
            yield element.make_finding(locate_part(entry, malformed.part), malformed.message)
    yield from _report_lowercase_methods(element)


def _report_lowercase_methods(element: Element) -> Iterator[Finding]:
    """Report methods in lower case, but not of webhooks and of endpoints with another fault."""
    small = [(entry, found) for entry, found in iter_endpoints(element) if found.lower]
    if not small:
        return
    # An endpoint that does not exist matters more, and another rule reports it.
    unknown = {one.entry for one in iter_checked_endpoints(element) if one.operation is None}
    for entry, endpoint in small:
        if entry not in unknown and has_spec(element, endpoint) and not endpoint.is_webhook:
            message = (
                f"The method is in lower case, which works but is unusual. Write "
                f"`{endpoint.method}`."
            )
            spot = locate_part(entry, endpoint.method_part)
            yield element.make_finding(spot, message, severity=Severity.HINT)
