"""Pages that stand for an operation which no specification has."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.problem import Problem, Severity
from docs_lsp.rules._pages_of_operations import OperationPage, is_called, operation_pages
from docs_lsp.rules._words import code, spoken
from docs_lsp.site.api.specs import is_url
from docs_lsp.site.nav.element import sources_of

if TYPE_CHECKING:
    from docs_lsp.site.api.openapi import Spec
    from docs_lsp.site.overview import Overview

_SEARCHED = 20


def unknown_in_pages(name: str, overview: Overview) -> Iterator[Problem]:
    """A problem of the rule of this name for each page whose operation is in none of the
    specifications that it may mean; none where one of these cannot be looked at."""
    contents, specs = overview.contents or {}, overview.facts.specs
    if not specs or not contents:
        return
    any_file = None if _has_unread(overview) else _sound(sorted(specs), overview)
    pages = {page.file for page in overview.facts.pages}
    known: dict[tuple[str, str], list[Spec] | None] = {("", ""): any_file}
    count = 0
    for page in operation_pages(overview):
        written = page.endpoint.spec or ""
        # Many pages of a folder name the same specification.
        key = (written, posixpath.dirname(page.file) if written else "")
        if key not in known:
            known[key] = _named(page, overview)
        meant = known[key]
        if not meant or page.file not in pages or any(page.of(spec) for spec in meant):
            continue
        entry = contents[page.file].frontmatter.entries.get("openapi")
        if entry is not None:
            count += 1
            message = _message(page, meant, searched=count <= _SEARCHED)
            yield Problem(name, page.file, entry.value, message, Severity.ERROR)


def _named(page: OperationPage, overview: Overview) -> list[Spec] | None:
    """The specifications that a page names."""
    name, facts = page.endpoint.spec or "", overview.facts
    files = {*facts.specs, *(facts.spec_files or ())}
    return _sound([file for file in sorted(files) if is_called(file, name, page.file)], overview)


def _sound(files: list[str], overview: Overview) -> list[Spec] | None:
    """These specifications; None where one has not been read, or has faults."""
    found = [overview.facts.specs.get(file) for file in files]
    known = [spec for spec in found if spec is not None and spec.usable and not spec.faults]
    return known if len(known) == len(found) else None


def _has_unread(overview: Overview) -> bool:
    """Whether the site has a specification that nobody has read, or one behind a URL."""
    facts = overview.facts
    if facts.spec_files is None or not facts.spec_files.keys() <= facts.specs.keys():
        return True
    elements = (placed.element for placed in overview.objects)
    return any(is_url(name) for one in elements for name in sources_of(one.get("openapi")))


def _message(page: OperationPage, specs: list[Spec], *, searched: bool) -> str:
    method, path = page.endpoint.method, page.endpoint.path
    where = spoken([code(spec.file) for spec in specs])
    remedy = "Correct the field, or add the operation to it."
    near = [one for spec in specs for one in spec.nearest(method, path)] if searched else []
    if near:
        remedy = f"Did you mean {spoken([code(str(one)) for one in near[:3]])}?"
    return (
        f"There is no {code(f'{method} {path}')} in {where}, and the service stops making pages "
        f"from specifications over it. {remedy}"
    )
