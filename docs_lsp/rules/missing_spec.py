"""A specification is named, and its file does not exist.

Why it matters
--------------
`openapi` and `asyncapi` name files of the site. If there is no such file, the service has nothing
to make pages from: the endpoints under this element are missing from the site, or the build of the
reference stops altogether. A specification behind a URL is not looked at.

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
    for index, file in enumerate(_near(path, facts)):
        right = f"/{file}" if name.startswith("/") else file
        text = value.value.replace(name, right, 1)
        edit = replace_value(subject.data, step.node, step.at, step.index, quoted(text))
        yield from subject.offer(f"Write {code(right)}", (edit,), preferred=index == 0)


@element_rule("missing-spec", Severity.ERROR, on=NAMING, fix=_another_file, fixes=Fixes.OFFERED)
def missing_spec(element: Element) -> Iterator[Finding]:
    """Each specification that is no file of the site."""
    facts = element.context.facts
    if facts is None:
        return
    for source in _named(element):
        name = source.text.strip()
        if name and not is_url(name) and not _exists(name, facts):
            yield element.at(source.spot, _message(name, facts))
    for entry, endpoint in endpoints(element):
        if endpoint.spec and endpoint.spec_part and not _is_known(endpoint.spec, facts):
            yield element.at(part_of(entry, endpoint.spec_part), _message(endpoint.spec, facts))


def _named(element: Element) -> Iterator[Source]:
    if element.record.name in SOURCES:
        yield from sources(element, "source")
    else:
        yield from sources(element, "openapi")
        yield from sources(element, "asyncapi")


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


def _message(name: str, facts: SiteFacts) -> str:
    path = spec_path(name)
    loss = "so the service makes no pages from it."
    if path is None:
        return f"{code(name)} lies outside of the site, {loss} Put it into the folder of docs.json."
    pattern = facts.ignore.pattern(path)
    if pattern is not None:
        by = f" of `{pattern.file}`" if pattern.file else ""
        fault = f"The ignore pattern {code(pattern.text)}{by} excludes {code(path)}"
        return f"{fault}, {loss} Move the file, or change the pattern."
    near = _near(path, facts)
    remedy = (
        f"Did you mean {code(near[0])}?" if near else "Correct the path, or put the file there."
    )
    return f"There is no file {code(path)} in the site, {loss} {remedy}"


def _near(path: str, facts: SiteFacts) -> list[str]:
    """The files that were most likely meant, best first: of the same name elsewhere, or alike."""
    files = candidates(facts)
    name = posixpath.basename(path).casefold()
    same = [file for file in files if posixpath.basename(file).casefold() == name]
    found = [nearest(path, same), *same, nearest(path, files)]
    return list(dict.fromkeys(file for file in found if file))[:_SHOWN]
