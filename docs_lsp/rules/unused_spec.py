"""A specification of the site is not used.

Why it matters
--------------
The service generates pages from a specification that an element of docs.json names under `openapi`,
or that an endpoint or a page names. It generates none from any other: the reference is missing,
although it was written. Or the file is a leftover that anyone can download.

Nothing is reported if that is not certain: a page that names an operation without its file may mean
any specification of the site.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- api/openapi.json
{
  «"openapi"»: "3.1.0", "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {} } }
}
```
```pass
--- docs.json
"navigation": {
  "tabs": [
    { "tab": "Home", "pages": ["index"] },
    { "tab": "API", "openapi": "api/openapi.json" }
  ]
}
--- index.mdx
# Home
--- api/openapi.json
{
  "openapi": "3.1.0", "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {} } }
}
```

Fix
---
Name the file under `openapi` of a tab or a group, remove it, or exclude it with a line in
`.mintignore`.

Source: SERVICE.md, specification-files
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.files.walk import get_stem, iter_upwards, list_parent_folders
from docs_lsp.jsontree.document import Document
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_files import may_be_spec
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import is_spec_named

_NAME = "unused-spec"
_MESSAGE = (
    "This specification is not used, so no pages are generated from it. Name it under `openapi` of "
    "a tab or a group, or remove the file."
)
_FindMeant: TypeAlias = Callable[[str, str], Iterator[str]]
_ANY = ""
"""Placeholder for a specification that is meant but not named."""


@site_rule(_NAME, Severity.INFORMATION, reads=PageTextNeed.TEXT)
def unused_spec(overview: Overview) -> Iterator[Problem]:
    """Report each specification that neither docs.json nor a page names."""
    files = overview.facts.spec_files
    if not files or overview.contents is None:
        return
    named = _deduplicate_by_folder(_iter_named_specs(overview))
    find_meant = _make_spec_search(files)
    meant = {each for name, page in named for each in find_meant(name, page)}
    left = [file for file in files if meant.isdisjoint(iter_upwards(file))]
    unclear = _find_unclear_names(named, find_meant, overview)
    left = [file for file in left if not _may_be_meant(file, unclear)]
    if not left or not is_navigation_complete(overview):
        return
    mentioned = frozenset(
        _iter_mentioned_names(overview, {posixpath.basename(file) for file in left})
    )
    for file in left:
        if posixpath.basename(file) not in mentioned:
            yield Problem(_NAME, file, files[file], _MESSAGE, Severity.INFORMATION)


def _iter_named_specs(overview: Overview) -> Iterator[tuple[str, str]]:
    """Yield the specification names as written, each with the page that has it, or empty."""
    for placed in overview.objects:
        for key in ("openapi", "asyncapi"):
            yield from ((name, "") for name in placed.element.list_spec_sources(key))
    for listing in overview.navigation.listings:
        endpoint = parse_endpoint_entry(listing.text)
        if isinstance(endpoint, Endpoint) and endpoint.spec:
            yield endpoint.spec, ""
        elif endpoint is not None and not listing.placed.element.inner.openapi:
            yield _ANY, ""
    for file, content in (overview.contents or {}).items():
        operation, schema = content.fields.get("openapi"), content.fields.get("openapi-schema")
        if isinstance(operation, str) and operation.strip():
            yield _find_spec_name(operation.strip()), file
        if isinstance(schema, str) and schema.strip():
            name, *more = schema.split()
            yield name if more else _ANY, file


def _deduplicate_by_folder(named: Iterable[tuple[str, str]]) -> Collection[tuple[str, str]]:
    """Return the names with one page for each folder.

    Pages of the same folder mean the same file by a name, and thousands may name one.
    """
    return {
        (name, page and f"/{posixpath.dirname(page)}"): (name, page) for name, page in named
    }.values()


def _find_spec_name(text: str) -> str:
    """Return the file that a page names with its operation, or alone; else `_ANY`."""
    endpoint = parse_endpoint_entry(text)
    if isinstance(endpoint, Endpoint):
        return endpoint.spec or _ANY
    return text if may_be_spec(text) else _ANY


def _make_spec_search(files: Collection[str]) -> _FindMeant:
    """Return a function that yields the files that a name means, or the folder of such files."""
    paths = list_parent_folders(files).union(files)
    by_last: dict[str, list[str]] = defaultdict(list)  # By the last part of a name for the file.
    for file in files:
        own = posixpath.basename(file)
        for last in {own, own.rpartition(".")[0]}:
            by_last[last].append(file)

    def find_meant(name: str, page: str) -> Iterator[str]:
        last, path = posixpath.basename(name.strip("/ ")), resolve_spec_path(name)
        if path in paths:
            yield path
        yield from (file for file in by_last.get(last, ()) if is_spec_named(file, name, page))

    return find_meant


def _is_name_clear(name: str, page: str, find_meant: _FindMeant, overview: Overview) -> bool:
    """Return whether it is clear which file a name means."""
    if is_url(name) or resolve_spec_path(name) in overview.facts.files:
        return True
    return any(find_meant(name, page))


def _find_unclear_names(
    named: Collection[tuple[str, str]], find_meant: _FindMeant, overview: Overview
) -> frozenset[str]:
    """Return the bare names of missing files; `_ANY` for one that may mean any file."""
    lost = (
        (name, page) for name, page in named if not _is_name_clear(name, page, find_meant, overview)
    )
    # A page names its file in full, so it means no file of another name.
    return frozenset(get_stem(name) if page and may_be_spec(name) else _ANY for name, page in lost)


def _may_be_meant(file: str, unclear: Collection[str]) -> bool:
    """Return whether an unclear name may mean a file that was moved or is misspelt."""
    stem = get_stem(file)
    return _ANY in unclear or any(find_nearest_name(name, [stem]) for name in unclear)


def _iter_mentioned_names(overview: Overview, names: Collection[str]) -> Iterator[str]:
    """Yield the file names that docs.json or a page mentions, for example in a download link."""
    for part in overview.parts.values():
        if isinstance(part, Document):
            yield from (name for name in names if name.encode() in part.text.data)
    for content in (overview.contents or {}).values():
        targets = (link.target.partition("#")[0].partition("?")[0] for link in content.links)
        for target in (*content.imports, *targets):
            if (name := posixpath.basename(target)) in names:
                yield name
