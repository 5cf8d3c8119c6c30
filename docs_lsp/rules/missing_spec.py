"""A specification file that is named does not exist.

Why it matters
--------------
`openapi`, `asyncapi` and `graphql` name files of the site. If the OpenAPI file of a navigation
element does not exist, the service generates no pages at all, not even from other files. From other
files that do not exist it generates none. If an overlay is missing, its changes are missing too. A
file behind a URL is not checked, but one of the writer's own machine (`localhost`) is nothing that
the service can read.

A page whose frontmatter names such a file under `openapi` shows no operation. If another file has
the same name and the operation, this is only information: the service may find that one.

A folder is not a specification, and a path needs the extension of its file. The bare name of a file
before an endpoint is only information: pages may use it, and whether docs.json may is not
documented.

Example
-------
```fail
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "«api/opnapi.json»" }]
}
--- api/openapi.json
{
  "openapi": "3.1.0", "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {} } }
}
```
```pass
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "api/openapi.json" }]
}
--- api/openapi.json
{
  "openapi": "3.1.0", "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {} } }
}
```

Fix
---
Correct the path, which is relative to the folder of docs.json, or add the file. The quick fix
writes the path of a file with the same name, of one in the folder that is named, or of one with a
similar path; it is offered, and never applied without asking.

Source: SERVICE.md, nearest-specification, specification-files
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from docs_lsp.core.did_you_mean import SuggestionBudget, find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.files.walk import get_stem, list_parent_folders
from docs_lsp.jsontree.edits import build_value_edit, quote_json
from docs_lsp.jsontree.nodes import String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import iter_endpoints, locate_part
from docs_lsp.rules.operations.named_specs import (
    NAMING,
    SOURCES,
    describe_lost_pages,
    list_spec_candidates,
)
from docs_lsp.rules.operations.operation_faults import (
    iter_operation_problems,
    offer_operation_fixes,
)
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.schema.model_parts import SPEC
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.generated_pages.service_generation import NO_PAGES_AT_ALL
from docs_lsp.site.navigation.element import Element, Entry
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.spec_files import may_be_spec
from docs_lsp.site.specifications.spec_paths import (
    SPEC_EXTENSIONS,
    is_local_url,
    is_url,
    resolve_spec_path,
)

_NAME = "missing-spec"
_GRAPHQL = (".graphql", ".graphqls", ".gql")
_RECORDS = NAMING | {"graphqlSource"}
_KEYS = ("openapi", "asyncapi", "graphql")
_LOCAL = (
    "{} is an address of your own machine, which the service cannot read: no pages are generated "
    "from it. Name a file of the site, or a public URL."
)
_NO_CHANGES = "so its changes to the specification are missing."
_SHOWN = 3
_NAMED_SO = compile_lazily(r"(?:api|spec|swagger|schema)[^/]*\Z", re.IGNORECASE)


def _offer_similar_files(subject: FixContext) -> Iterator[Fix]:
    """Offer the files of the site with similar names."""
    step, facts = subject.step, subject.facts
    value = step.value if step else None
    if step is None or facts is None or not isinstance(value, String):
        yield from offer_operation_fixes(subject)
        return
    endpoint = parse_endpoint_entry(value.value)
    name = endpoint.spec if isinstance(endpoint, Endpoint) else value.value.strip()
    path = resolve_spec_path(name or "")
    if not name or path is None or facts.ignore.find_excluding_pattern(path) is not None:
        return
    if not subject.readings.spend_suggestion(subject.problem.file):
        return
    near, same_name = facts.cached_for(_suggest_specs, path)
    if isinstance(endpoint, Endpoint) and (
        called_so := _find_files_by_stem(name.strip("/"), facts)
    ):
        near, same_name = called_so[:_SHOWN], len(called_so)
    for index, file in enumerate(near):
        right = f"/{file}" if name.startswith("/") else file
        text = value.value.replace(name, right, 1)
        edit = build_value_edit(subject.data, step.node, step.at, step.index, quote_json(text))
        is_sure = index == 0 and same_name < 2 and _is_surely_meant(path, file, facts)
        yield from subject.offer_edits(f"Write {code(right)}", (edit,), preferred=is_sure)


def _is_surely_meant(path: str, file: str, facts: SiteFacts) -> bool:
    """Return whether a file is surely meant by a path.

    It is in the folder that is named, only the extension is missing, it ends with the path, the
    path is a misspelling, or it is the only candidate of the site. A file in the
    folder of another language is not.
    """
    if not _find_languages(file) <= _find_languages(path):
        return False
    if file.startswith((f"{path}/", f"{path}.")) or file.endswith(f"/{path}"):
        return True
    if path.count("/") == file.count("/") and is_misspelling(path, file):
        return True
    return ("/" not in path and get_stem(file) == path) or (
        posixpath.basename(path) == posixpath.basename(file)
        and facts.cached(list_spec_candidates) == (file,)
    )


def _find_languages(path: str) -> set[str]:
    """Return the folders of a path that are named after a language."""
    return LANGUAGE_NAMES.keys() & set(path.split("/")[:-1])


@element_rule(
    _NAME,
    Severity.ERROR,
    on=_RECORDS,
    keys={*_KEYS, "source", "overlays"},
    sorts={EntryKind.ENDPOINT},
    site=partial(iter_operation_problems, _NAME),
    fix=_offer_similar_files,
    fixes=FixSafety.OFFERED,
)
def missing_spec(element: Element) -> Iterator[Finding]:
    """Report each specification or overlay that is neither a file of the site nor a public URL."""
    for source in _find_spec_entries(element):
        if is_local_url(source.text):
            yield element.make_finding(source.spot, _LOCAL.format(code(source.text.strip())))
    facts = element.context.facts
    if facts is None:
        return
    budget = SuggestionBudget()
    for source in _find_spec_entries(element):
        if _is_missing_file(source, facts):
            name = source.text.strip()
            loss = f"so {describe_lost_pages(source.text, element)}."
            message = _render_message(name, facts, loss, suggests=budget.spend())
            yield element.make_finding(source.spot, message, target=_normalise_target(name))
    for source in element.list_strings("overlays") if element.has("overlays") else ():
        if _is_missing_file(source, facts):
            name = source.text.strip()
            overlay_message = _render_message(name, facts, _NO_CHANGES, suggests=budget.spend())
            yield element.make_finding(
                source.spot,
                overlay_message,
                severity=Severity.WARNING,
                target=_normalise_target(name),
            )
    for entry, endpoint in iter_endpoints(element):
        wrong = _describe_missing_prefix(endpoint.spec, facts, budget) if endpoint.spec else None
        if wrong and endpoint.spec_part:
            message, severity = wrong
            place, target = (
                locate_part(entry, endpoint.spec_part),
                _normalise_target(endpoint.spec or ""),
            )
            yield element.make_finding(place, message, severity=severity, target=target)


def _find_spec_entries(element: Element) -> Iterator[Entry]:
    """Yield the specifications that an element names in a form that the service accepts."""
    record = element.record
    keys = ("source",) if record.name in SOURCES or record.name == "graphqlSource" else _KEYS
    for key in keys:
        # Elsewhere it is an unknown key, which `unknown-key` reports.
        if element.has(key) and key in record.properties:
            # What the service rejects for its form is left to `invalid-value`.
            yield from (each for each in element.list_strings(key) if SPEC.accepts(each.text))


def _normalise_target(name: str) -> str:
    """Return the path at which a specification is missing."""
    return posixpath.normpath(f"/{name}")


def _is_missing_file(source: Entry, facts: SiteFacts) -> bool:
    """Return whether a name is neither blank, nor a URL, nor a file of the site."""
    name = source.text.strip()
    return bool(name) and not is_url(name) and not _is_site_file(name, facts)


def _is_site_file(name: str, facts: SiteFacts) -> bool:
    """Return whether a file of the site has this name; `../` may lead back into its folder."""
    path = resolve_spec_path(name) or posixpath.normpath(f"/{name}").lstrip("/")
    return path in facts.files


def _describe_missing_prefix(
    spec: str, facts: SiteFacts, budget: SuggestionBudget
) -> tuple[str, Severity | None] | None:
    """Return message and severity for a missing specification before an endpoint, or None."""
    if is_url(spec) or _is_site_file(spec, facts):
        return None
    called_so = [] if "/" in spec.strip("/") else _find_files_by_stem(spec.strip("/"), facts)
    if not called_so:
        loss = f"so {NO_PAGES_AT_ALL}."
        return _render_message(spec, facts, loss, suggests=budget.spend()), None
    message = (
        f"{code(spec)} is only the name of {code(called_so[0])}; such names are known to work only "
        f"in frontmatter. Write {code(called_so[0])}."
    )
    return message, Severity.INFORMATION


def _find_files_by_stem(stem: str, facts: SiteFacts) -> list[str]:
    """Return the possible specifications whose name without extension is `stem`."""
    files = facts.cached(list_spec_candidates)
    return [file for file in files if get_stem(file) == stem]


def _render_message(name: str, facts: SiteFacts, loss: str, *, suggests: bool) -> str:
    path = resolve_spec_path(name)
    if path is None:
        return f"{code(name)} is outside the site, {loss} Move it into the folder of docs.json."
    pattern = facts.ignore.find_excluding_pattern(path)
    if pattern is not None:
        by = f" of `{pattern.file}`" if pattern.file else ""
        fault = f"{code(path)} is excluded by the ignore pattern {code(pattern.text)}{by}"
        return f"{fault}, {loss} Move the file, or change the pattern."
    near, _ = facts.cached_for(_suggest_specs, path) if suggests else ([], 0)
    remedy = f"Did you mean {code(near[0])}?" if near else "Correct the path, or add the file."
    fault = f"The file {code(path)} does not exist"
    if whole := _find_files_with_extension(path, facts):
        fault = f"The path {code(path)} lacks the file extension"
        remedy = f"Write {code(whole[0])}." if len(whole) == 1 else remedy
    elif path in facts.cached(_list_folders):
        fault = f"{code(path)} is a folder, not a file"
        remedy = remedy if near else "Name a file in it."
    return f"{fault}, {loss} {remedy}"


def _suggest_specs(facts: SiteFacts, path: str) -> tuple[list[str], int]:
    """Return up to three files most likely meant, best first, and how many are equally likely.

    They have the same path with an extension, are in a folder of this name, have the same file
    name, or a similar path.
    """
    files = facts.cached(list_spec_candidates)
    if path.endswith(_GRAPHQL):
        files = tuple(sorted(file for file in facts.files if file.endswith(_GRAPHQL)))
    if whole := _find_files_with_extension(path, facts):
        return whole[:_SHOWN], len(whole)
    if path in facts.cached(_list_folders):
        below = sorted(file for file in facts.files if file.startswith(f"{path}/"))
        inside = [file for file in below if may_be_spec(file) and _is_spec(file, facts)]
        return inside[:_SHOWN], len(inside)
    name = posixpath.basename(path).casefold()
    same = [file for file in files if posixpath.basename(file).casefold() == name]
    suggestions = [find_nearest_name(path, same), *same, find_nearest_name(path, files)]
    return list(dict.fromkeys(file for file in suggestions if file))[:_SHOWN], len(same)


def _is_spec(file: str, facts: SiteFacts) -> bool:
    """Return whether a file is a specification, as far as is known; else going by its name."""
    return file in facts.specs or file in (facts.spec_files or ()) or bool(_NAMED_SO.search(file))


def _find_files_with_extension(path: str, facts: SiteFacts) -> list[str]:
    """Return the files whose path is `path` plus an extension."""
    return [path + ending for ending in SPEC_EXTENSIONS + _GRAPHQL if path + ending in facts.files]


def _list_folders(facts: SiteFacts) -> set[str]:
    """Return the folders of a site; use `facts.cached(_list_folders)`."""
    return list_parent_folders(facts.files)
