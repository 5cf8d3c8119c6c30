"""Find entries and fields that were meant as operations but are malformed or incomplete.

An incomplete endpoint is a method without a path, or the reverse. If there is such a page, the
entry means that page; so only entries without a page are checked. In a page's frontmatter `openapi`
and `api` name operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Severity
from docs_lsp.site.generated_pages.page_addresses import make_generated_page_test
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import normalise_entry
from docs_lsp.site.specifications.endpoints import (
    METHODS,
    WEBHOOK,
    CharacterRange,
    MalformedEndpoint,
)
from docs_lsp.site.specifications.spec_files import may_be_spec
from docs_lsp.site.specifications.spec_paths import is_url

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

_MOST_SUGGESTED = 3
_READ_AS_PAGE = "so it is read as a page that does not exist"


_WORD = compile_lazily(r"\S+")
_LETTERS = compile_lazily(r"[A-Za-z]{2,10}:?")
MALFORMED = "malformed-endpoint"


def find_incomplete_endpoint(element: Element, text: str) -> MalformedEndpoint | None:
    """Return the fault of an entry that is only a method, or only a path of its specification.

    None for any other entry. A method must be in upper case.
    """
    word = text.strip()
    part = CharacterRange(0, len(text))
    if word in METHODS and word != WEBHOOK:
        suggestions = _suggest_endpoints(element, _iter_operations_by_method(element, word))
        remedy = (
            f"Write an endpoint such as {code(suggestions[0])}." if suggestions else "Add the path."
        )
        message = f"{code(word)} has no path, {_READ_AS_PAGE}. {remedy}"
        return MalformedEndpoint(part, message, suggestions)
    if not word.startswith("/") and "{" not in word:
        return None
    suggestions = _suggest_endpoints(element, _iter_operations_by_path(element, word))
    if not suggestions or _may_be_generated_page(element, word):
        return None
    remedy = f"Write {join_codes(suggestions)}."
    message = f"{code(word)} has no method, {_READ_AS_PAGE}. {remedy}"
    return MalformedEndpoint(part, message, suggestions)


def _iter_operations_by_method(element: Element, method: str) -> Iterator[Operation]:
    for spec in _list_applicable_specs(element):
        yield from (
            operation for operation in spec.operations.values() if operation.method == method
        )


def _iter_operations_by_path(element: Element, path: str) -> Iterator[Operation]:
    path = path if path.startswith("/") else f"/{path}"
    for spec in _list_applicable_specs(element):
        matches = (spec.find_operation(method, path) for method in spec.list_methods(path))
        yield from (match for match in matches if match)


def _list_applicable_specs(element: Element) -> tuple[Spec, ...]:
    """Return the specifications that apply to an element; empty if one is unknown or invalid."""
    facts = element.context.facts
    names = element.inner.openapi
    return (facts.get_sound_specs(names) or ()) if facts and names else ()


def _suggest_endpoints(element: Element, operations: Iterator[Operation]) -> tuple[str, ...]:
    """Return at most 3 visible endpoints that may be meant; unlisted ones if there are any."""
    shown = [
        str(operation) for operation in operations if not (operation.hidden or operation.excluded)
    ]
    if not shown:
        return ()
    listed = set(element.listed)
    return tuple([one for one in shown if one not in listed] or shown)[:_MOST_SUGGESTED]


def _may_be_generated_page(element: Element, path: str) -> bool:
    """Return whether an entry may be the path of a generated page, which has a folder."""
    page = normalise_entry(path).rstrip("/")
    is_generated = element.cached(_build_generated_page_test) if "/" in page else None
    return is_generated is not None and is_generated(page)


def _build_generated_page_test(element: Element) -> Callable[[str], bool] | None:
    """Return a test whether a page is generated; None if the files are unknown."""
    facts = element.context.facts
    return make_generated_page_test(element, facts) if facts else None


class WrongOperation(NamedTuple):
    """One thing that is wrong with the operation of a page."""

    rule: str
    part: CharacterRange
    """The part of the value that is wrong."""
    fault: str
    remedy: str
    """The consequence, and what to do about it."""
    texts: tuple[str, ...] = ()
    """Values that may be meant instead, likeliest first."""
    severity: Severity = Severity.ERROR
    target: str = ""
    """The path of a missing file."""
    is_sure: bool = False
    """Whether the first of `texts` is surely meant: it names the same operation."""


def find_malformed_operation(text: str, *, is_written_here: bool) -> WrongOperation | None:
    """Return what is wrong with a value that names an operation; None if it may be right.

    If `is_written_here`, under `api`, the operation is in no specification: its path may be written
    in many ways, and only its method is checked.
    """
    words = [(match.group(), CharacterRange(*match.span())) for match in _WORD.finditer(text)]
    texts = [word for word, _ in words]
    if is_written_here:
        return (
            _find_fault_in_method(text, words[0])
            if len(words) == 2 and _is_path(texts[1])
            else None
        )
    if is_url(texts[0]) or len(words) == 1:
        return None if is_url(texts[0]) else _find_fault_in_single_word(words[0])
    if len(words) == 3 and _is_method(texts[0]) and may_be_spec(texts[1]) and _is_path(texts[2]):
        right = f"{texts[1]} {texts[0]} {texts[2]}"
        fault = "The specification does not come before the method"
        return WrongOperation(MALFORMED, words[1][1], fault, f"Write {code(right)}.", (right,))
    at = 1 if may_be_spec(texts[0]) or (len(words) == 3 and _is_method(texts[1])) else 0
    return _find_fault_in_words(text, words[at:])


def _find_fault_in_words(
    text: str, words: list[tuple[str, CharacterRange]]
) -> WrongOperation | None:
    """Return what is wrong with the words after the name of a specification, or None."""
    (first, part), *others = words
    if not others:
        return _find_fault_in_single_word((first, part), named_spec=True)
    second, place = others[0]
    if not _is_method(first):
        return (
            _find_fault_in_method(text, (first, part))
            if _is_path(second) and len(words) == 2
            else None
        )
    if len(words) > 2:
        rest = CharacterRange(place.end, words[-1][1].end)
        right = text[: place.end]
        fault = f"Extra words follow {code(f'{first} {second}')}"
        return WrongOperation(
            MALFORMED, rest, fault, "Remove them; a path has no spaces.", (right,)
        )
    if first.upper() == WEBHOOK or _is_path(second):
        return None
    right = f"{text[: place.start]}/{second}"
    fault = f"The path {code(second)} does not begin with `/`"
    return WrongOperation(MALFORMED, place, fault, f"Write {code(f'/{second}')}.", (right,))


def _find_fault_in_method(text: str, word: tuple[str, CharacterRange]) -> WrongOperation | None:
    """Return what is wrong with a word in the place of the method, or None."""
    written, part = word
    if _is_method(written) or not _LETTERS.fullmatch(written):
        return None
    # Only imported for a site with such a mistake.
    from difflib import get_close_matches

    near = get_close_matches(written.rstrip(":").upper(), METHODS)
    texts = tuple(f"{text[: part.start]}{method}{text[part.end :]}" for method in near)
    remedy = f"Did you mean `{near[0]}`?" if near else f"Use one of {', '.join(METHODS[:-1])}."
    return WrongOperation(MALFORMED, part, f"{code(written)} is not a method", remedy, texts)


def _find_fault_in_single_word(
    word: tuple[str, CharacterRange], *, named_spec: bool = False
) -> WrongOperation | None:
    """Return what is wrong with a single word, after a specification if `named_spec`; or None."""
    text, part = word
    if text.upper() in METHODS and (text.isupper() or named_spec):
        return WrongOperation(
            MALFORMED, part, f"The method {code(text)} has no path", "Add the path."
        )
    if _is_path(text) and not may_be_spec(text):
        fault = f"The path {code(text)} has no method"
        return WrongOperation(
            MALFORMED, part, fault, f"Add the method, as in {code(f'GET {text}')}."
        )
    return None


def _is_method(word: str) -> bool:
    """Return whether a word is an HTTP method or `webhook`, in any case."""
    return word.upper() in METHODS


def _is_path(word: str) -> bool:
    """Return whether a word begins with `/` or is a URL."""
    return word.startswith("/") or is_url(word)
