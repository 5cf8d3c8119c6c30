"""Find what is wrong with the operations that pages name in their frontmatter.

Three rules report for pages what they report for endpoints in docs.json; this module does it for
all of them. Nothing is reported if the operation may be in a specification that cannot be read: one
behind a URL, one with errors, one of another repository.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.phrases import code, join_codes, render_suggestion
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span, encode_text
from docs_lsp.formats.places import EntryPlace
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.operations.malformed_operations import WrongOperation, find_malformed_operation
from docs_lsp.rules.operations.named_specs import (
    SpecsInScope,
    get_valid_specs,
    list_spec_candidates,
)
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.mdx.frontmatter import read_frontmatter
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import (
    WEBHOOK,
    CharacterRange,
    Endpoint,
    parse_endpoint_entry,
)
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import OperationPage

if TYPE_CHECKING:
    from docs_lsp.formats.places import EntryPlace
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Spec

MISSING = "missing-spec"
UNKNOWN = "unknown-endpoint"

_FIELDS = ("openapi", "api")
_CONSEQUENCE = "so this page shows no operation."
# If more operations than this are unknown, the whole specification is a different one.
_SEARCHED = 20
_SHOWN = 3


def iter_operation_problems(rule: str, overview: Overview) -> Iterator[Problem]:
    """Yield the problems of one rule about operations in pages."""
    return (problem for problem in overview.cached(_collect_all_problems) if problem.rule == rule)


def offer_operation_fixes(subject: FixContext) -> Iterator[Fix]:
    """Offer operations that the frontmatter value at the problem may mean, quoted as it was."""
    overview, problem = subject.overview, subject.problem
    if overview is None or problem.file in overview.parts:
        return
    scope = overview.cached(SpecsInScope.from_overview)
    frontmatter = read_frontmatter(subject.data)
    for field in _FIELDS:
        value, entry = frontmatter.values.get(field), frontmatter.entries.get(field)
        if not isinstance(value, str) or entry is None:
            continue
        if not entry.value.start <= problem.span.start <= problem.span.end <= entry.value.end:
            continue
        wrong = _find_wrong_operation(field, value.strip(), problem.file, scope, search=True)
        for index, text in enumerate(wrong.texts if wrong else ()):
            new = _quote_like(text, subject.data[entry.value.start : entry.value.end])
            edit = FileEdit(problem.file, entry.value, new)
            is_sure = index == 0 and wrong is not None and wrong.is_sure
            yield Fix(f"Write {code(text)}", (edit,), preferred=is_sure)


def _collect_all_problems(overview: Overview) -> tuple[Problem, ...]:
    return tuple(_iter_all_problems(overview))


def _iter_all_problems(overview: Overview) -> Iterator[Problem]:
    """Yield the problems of all three rules; none before specifications were searched for."""
    contents = overview.contents or {}
    if overview.facts.spec_files is None:
        return
    scope = overview.cached(SpecsInScope.from_overview)
    count = 0
    for _, file in overview.facts.pages:
        content = contents.get(file)
        # A site has thousands of pages, but few are about operations.
        if content is None or b"api" not in content.head:
            continue
        for field in _FIELDS:
            value = content.fields.get(field)
            if not isinstance(value, str) or not value.strip():
                continue
            wrong = _find_wrong_operation(
                field, value.strip(), file, scope, search=count < _SEARCHED
            )
            entry = content.frontmatter.entries.get(field) if wrong else None
            if wrong is not None and entry is not None:
                count += 1
                span = _find_part_span(entry, value.strip(), wrong.part, content.head)
                message = f"{wrong.fault}, {wrong.remedy}"
                yield Problem(wrong.rule, file, span, message, wrong.severity, target=wrong.target)


def _find_part_span(entry: EntryPlace, text: str, part: CharacterRange, head: bytes) -> Span:
    """Return the range of a part of a value; all of it if escapes make that uncertain."""
    at = head.find(encode_text(text), *entry.value)
    if at < 0:
        return entry.value
    start = at + len(encode_text(text[: part.start]))
    return Span(start, start + len(encode_text(text[part.start : part.end])))


def _quote_like(text: str, value: bytes) -> str:
    """Return a text in the same quotes as another value."""
    if value.startswith(b"'"):
        return f"'{text}'"
    return json.dumps(text) if value.startswith(b'"') else text


def _find_wrong_operation(
    field: str, text: str, file: str, scope: SpecsInScope, *, search: bool
) -> WrongOperation | None:
    """Return what is wrong with the value of a key, or None; `search` for suggestions."""
    endpoint = parse_endpoint_entry(text)
    if field == "api" or not isinstance(endpoint, Endpoint):
        wrong = find_malformed_operation(text, is_written_here=field == "api")
        if wrong is None:
            return None
        return wrong._replace(
            remedy=f"{_CONSEQUENCE} {wrong.remedy}", is_sure=len(wrong.texts) == 1
        )
    page = OperationPage(file, endpoint)
    if endpoint.spec is None:
        return _find_wrong_without_spec(page, scope, search=search)
    named = scope.find_matching_files(endpoint.spec, file)
    if not named:
        if scope.has_url:
            return None
        if endpoint not in scope.lost:
            scope.lost[endpoint] = _build_missing_file(page, endpoint.spec, scope)
        return scope.lost[endpoint]
    specs = get_valid_specs(named, scope.facts)
    if not specs or any(_has_operation(spec, page) for spec in specs):
        return None
    return _build_unknown_operation(page, specs, scope, search=search)


def _find_wrong_without_spec(
    page: OperationPage, scope: SpecsInScope, *, search: bool
) -> WrongOperation | None:
    """Return the fault of an operation without a file name; None if it exists or may exist."""
    if scope.all is None or any(_has_operation(spec, page) for spec in scope.all):
        return None
    if scope.all:
        return _build_unknown_operation(page, scope.all, scope, search=search)
    end = page.endpoint.path_part.end
    remedy = f"{_CONSEQUENCE} Add the file, or name its URL under `openapi` in docs.json."
    return WrongOperation(UNKNOWN, CharacterRange(0, end), "The site has no OpenAPI file", remedy)


def _build_missing_file(page: OperationPage, name: str, scope: SpecsInScope) -> WrongOperation:
    """Build the fault about a file that a page names and that does not exist."""
    part = page.endpoint.spec_part or CharacterRange(0, len(name))
    path = resolve_spec_path(name) or name
    fault = f"The file {code(path)} does not exist"
    having = [spec.file for spec in scope.read if _has_operation(spec, page)]
    same = [file for file in having if posixpath.basename(file) == posixpath.basename(name)]
    if same:
        # It is not known whether the service uses a file of the same name.
        remedy = f"and it is unknown whether {code(same[0])} is used instead. Name that file."
        right = (_replace_file(page, same[0]),)
        is_sure = _is_path_without_language(path, same[0]) or (
            len(same) == 1 and scope.is_same_edition(path, same[0])
        )
        return WrongOperation(
            MISSING, part, fault, remedy, right, Severity.INFORMATION, f"/{path}", is_sure
        )
    near = list(
        dict.fromkeys(
            [
                *having,
                *filter(None, [find_nearest_name(name, scope.facts.cached(list_spec_candidates))]),
            ]
        )
    )
    remedy = (
        f"{_CONSEQUENCE} {render_suggestion(near[:_SHOWN]) or 'Correct the path, or add the file.'}"
    )
    texts = tuple(_replace_file(page, one) for one in near[:_SHOWN])
    is_sure = len(near) == 1 and scope.is_same_edition(path, near[0])
    return WrongOperation(MISSING, part, fault, remedy, texts, target=f"/{path}", is_sure=is_sure)


def _is_path_without_language(path: str, file: str) -> bool:
    """Return whether a file is the named path without its language folder."""
    first, _, rest = path.partition("/")
    return first in LANGUAGE_NAMES and rest == file


def _build_unknown_operation(
    page: OperationPage, specs: list[Spec], scope: SpecsInScope, *, search: bool
) -> WrongOperation:
    """Build the fault about an operation that none of the specifications has."""
    endpoint = page.endpoint
    for spec in specs:
        methods = spec.list_methods(endpoint.path)
        if methods:
            has = join_codes(methods, "and")
            fault = f"In {code(spec.file)}, {code(endpoint.path)} has only {has}"
            texts = tuple(_render_entry(page, method, endpoint.path) for method in methods)
            remedy = f"{_CONSEQUENCE} Correct the method, or add the operation."
            return WrongOperation(UNKNOWN, endpoint.method_part, fault, remedy, texts)
        other = spec.find_path_with_other_parameters(endpoint.path)
        if other and spec.find_operation(endpoint.method, other):
            fault = f"{code(spec.file)} has this path with other parameter names"
            same = _render_entry(page, endpoint.method, other)
            remedy = f"{_CONSEQUENCE} Write {code(other)}."
            return WrongOperation(UNKNOWN, endpoint.path_part, fault, remedy, (same,), is_sure=True)
    what = "webhook" if endpoint.is_webhook else "path"
    where = join_codes(spec.file for spec in specs[:_SHOWN])
    where = where if len(specs) <= _SHOWN else f"any of the {len(specs)} specifications of the site"
    fault = f"The {what} {code(endpoint.path)} does not exist in {where}"
    elsewhere = [one.file for one in scope.read if _has_operation(one, page)]
    if elsewhere:
        texts = tuple(_replace_file(page, file) for file in elsewhere[:_SHOWN])
        remedy = f"{_CONSEQUENCE} It is in {code(elsewhere[0])}: name that file."
        is_sure = len(elsewhere) == 1 and scope.is_same_edition(specs[0].file, elsewhere[0])
        return WrongOperation(UNKNOWN, endpoint.path_part, fault, remedy, texts, is_sure=is_sure)
    return WrongOperation(
        UNKNOWN, endpoint.path_part, fault, *_render_suggestions(page, specs, search=search)
    )


def _render_suggestions(
    page: OperationPage, specs: list[Spec], *, search: bool
) -> tuple[str, tuple[str, ...]]:
    """Return the remedy for an unknown operation, and the values that it suggests."""
    method, path = page.endpoint.method, page.endpoint.path
    near = (
        [operation for spec in specs for operation in spec.suggest_operations(method, path)]
        if search
        else []
    )
    shown = [operation for operation in near if not operation.excluded][:_SHOWN]
    if not shown:
        return f"{_CONSEQUENCE} Correct it, or add the operation to the specification.", ()
    texts = tuple(_render_entry(page, operation.method, operation.path) for operation in shown)
    return f"{_CONSEQUENCE} {render_suggestion(map(str, shown))}", texts


def _has_operation(spec: Spec, page: OperationPage) -> bool:
    return spec.usable and spec.find_operation(page.endpoint.method, page.endpoint.path) is not None


def _replace_file(page: OperationPage, file: str) -> str:
    """Return the page's `openapi` value with the name of another specification."""
    slash = "/" if (page.endpoint.spec or "").startswith("/") else ""
    endpoint = page.endpoint._replace(spec=f"{slash}{file}")
    return _render_entry(page._replace(endpoint=endpoint), endpoint.method, endpoint.path)


def _render_entry(page: OperationPage, method: str, path: str) -> str:
    """Return the page's `openapi` value with another method and path."""
    spec = page.endpoint.spec
    shown = method.lower() if page.endpoint.lower or method == WEBHOOK else method
    return f"{spec} {shown} {path}" if spec else f"{shown} {path}"
