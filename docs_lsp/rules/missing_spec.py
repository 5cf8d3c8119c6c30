"""A specification is named, and its file does not exist.

Why it matters
--------------
`openapi`, `asyncapi` and `graphql` name files of the site. If there is no such file, the service
has nothing to make pages from: the endpoints under this element are missing from the site, or the
build of the reference stops altogether. Where an overlay is missing, so is what it changes. A file
behind a URL is not looked at.

Example
-------
```fail
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "«api/opnapi.json»" }]
}
--- api/openapi.json
{ "openapi": "3.1.0", "info": { "title": "Harbour", "version": "1" }, "paths": {} }
```
```pass
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "api/openapi.json" }]
}
--- api/openapi.json
{ "openapi": "3.1.0", "info": { "title": "Harbour", "version": "1" }, "paths": {} }
```

Fix
---
Correct the path, which counts from the folder of docs.json, or put the file there. The quick fix
writes the path of a file of the same name, or of one spelt alike; it is offered, and never made
without asking.

Source: navigation.md, OpenAPI in navigation; service-facts 7
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.jsontree.edits import quoted, replace_value
from docs_lsp.jsontree.nodes import String
from docs_lsp.nearest import nearest
from docs_lsp.problem import Finding, Fix, Severity
from docs_lsp.rules._endpoints import endpoints, part_of
from docs_lsp.rules._fix import Subject
from docs_lsp.rules._rule import Fixes, element_rule
from docs_lsp.rules._specs import NAMING, SOURCES, Source, candidates, sources
from docs_lsp.rules._words import code
from docs_lsp.site.api.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.api.specs import is_url, spec_path
from docs_lsp.site.nav.element import Element

if TYPE_CHECKING:
    from docs_lsp.site.facts import SiteFacts

_ENDINGS = (".json", ".yaml", ".yml")
_GRAPHQL = (".graphql", ".graphqls", ".gql")
_RECORDS = NAMING | {"graphqlSource"}
_KEYS = ("openapi", "asyncapi", "graphql")
_NO_PAGES = "so the service makes no pages from it."
_NO_CHANGES = "so what it changes in the specification is missing."
_SHOWN = 3


def _another_file(subject: Subject) -> Iterator[Fix]:
    """The files of the site that are named alike."""
    step, facts = subject.step, subject.facts
    value = step.value if step else None
    if step is None or facts is None or not isinstance(value, String):
        return
    endpoint = parse_endpoint(value.value)
    name = endpoint.spec if isinstance(endpoint, Endpoint) else value.value.strip()
    path = spec_path(name or "")
    if not name or path is None or facts.ignore.pattern(path) is not None:
        return
    near, same_name = _near(path, facts)
    for index, file in enumerate(near):
        right = f"/{file}" if name.startswith("/") else file
        text = value.value.replace(name, right, 1)
        edit = replace_value(subject.data, step.node, step.at, step.index, quoted(text))
        yield from subject.offer(
            f"Write {code(right)}", (edit,), preferred=index == 0 and same_name < 2
        )


@element_rule("missing-spec", Severity.ERROR, on=_RECORDS, fix=_another_file, fixes=Fixes.OFFERED)
def missing_spec(element: Element) -> Iterator[Finding]:
    """Each specification that is no file of the site."""
    facts = element.context.facts
    if facts is None:
        return
    for source in _named(element):
        if _is_missing(source, facts):
            yield element.at(source.spot, _message(source.text.strip(), facts, _NO_PAGES))
    for source in sources(element, "overlays"):
        if _is_missing(source, facts):
            said = _message(source.text.strip(), facts, _NO_CHANGES)
            yield element.at(source.spot, said, severity=Severity.WARNING)
    for entry, endpoint in endpoints(element):
        if endpoint.spec and endpoint.spec_part and not _is_known(endpoint.spec, facts):
            said = _message(endpoint.spec, facts, _NO_PAGES)
            yield element.at(part_of(entry, endpoint.spec_part), said)


def _named(element: Element) -> Iterator[Source]:
    record = element.record
    keys = ("source",) if record.name in SOURCES or record.name == "graphqlSource" else _KEYS
    for key in keys:
        if key in record.properties:  # Elsewhere nothing reads it, and `unknown-key` says so.
            yield from sources(element, key)


def _is_missing(source: Source, facts: SiteFacts) -> bool:
    name = source.text.strip()
    return bool(name) and not is_url(name) and not _exists(name, facts)


def _exists(name: str, facts: SiteFacts) -> bool:
    path = _path(name)
    if path in facts.files or any(path + ending in facts.files for ending in _ENDINGS):
        return True
    folder = f"{path}/"
    return any(file.startswith(folder) for file in facts.files)


def _is_known(name: str, facts: SiteFacts) -> bool:
    """Whether an endpoint may name a specification so: there the bare name of the file will do."""
    return _exists(name, facts) or any(
        posixpath.splitext(posixpath.basename(file))[0] == name.strip("/")
        for file in candidates(facts)
    )


def _path(name: str) -> str:
    """The site path of a name; what leads out of the site is taken to begin in its folder."""
    return spec_path(name) or posixpath.normpath(f"/{name}").lstrip("/")


def _message(name: str, facts: SiteFacts, loss: str) -> str:
    path = spec_path(name)
    if path is None:
        return f"{code(name)} lies outside of the site, {loss} Put it into the folder of docs.json."
    pattern = facts.ignore.pattern(path)
    if pattern is not None:
        by = f" of `{pattern.file}`" if pattern.file else ""
        fault = f"The ignore pattern {code(pattern.text)}{by} excludes {code(path)}"
        return f"{fault}, {loss} Move the file, or change the pattern."
    near, _ = _near(path, facts)
    remedy = (
        f"Did you mean {code(near[0])}?" if near else "Correct the path, or put the file there."
    )
    return f"There is no file {code(path)} in the site, {loss} {remedy}"


def _near(path: str, facts: SiteFacts) -> tuple[list[str], int]:
    """The files that were most likely meant, best first: of the same name elsewhere, or alike; and
    how many have the same name."""
    files = candidates(facts)
    if path.endswith(_GRAPHQL):
        files = sorted(file for file in facts.files if file.endswith(_GRAPHQL))
    name = posixpath.basename(path).casefold()
    same = [file for file in files if posixpath.basename(file).casefold() == name]
    found = [nearest(path, same), *same, nearest(path, files)]
    return list(dict.fromkeys(file for file in found if file))[:_SHOWN], len(same)
