"""Parse strings in `pages` that name an endpoint rather than a page.

The service splits such a string at white space: `GET /users`, `openapi.json GET /users`,
`openapi.json webhook orderPaid`. It silently treats any other string as the path of a page, so
strings that were certainly meant as an endpoint are detected here. They must be certain: page names
may contain spaces, and `get started` or `options` are pages. `webhook setup` may be either; if such
a page exists, it is the page.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.openapi_schema.validators import HTTP_METHODS

WEBHOOK = "WEBHOOK"
METHODS = (*HTTP_METHODS, "QUERY", WEBHOOK)
"""The words that may begin an endpoint. `QUERY` is a method since OpenAPI 3.2."""

_METHODS = frozenset(METHODS)
_WORD = compile_lazily(r"\S+")
_LIKE_METHOD = compile_lazily(r"[A-Z][A-Z,|/]*[A-Z]:?")
_SPEC = compile_lazily(r".+\.(?:json|ya?ml)", re.IGNORECASE)
_HOST = compile_lazily(r"https?://[^/\s]*")
_SO = "so it is read as a page path"


class CharacterRange(NamedTuple):
    """A range of characters within the string."""

    start: int
    end: int


class Endpoint(NamedTuple):
    """A string that the service treats as an endpoint.

    `method` is in capitals. A webhook has the method `WEBHOOK` and its name as `path`; `spec` is
    the specification that the string itself names.
    """

    method: str
    path: str
    spec: str | None
    method_part: CharacterRange
    path_part: CharacterRange
    spec_part: CharacterRange | None = None
    lower: bool = False
    """Whether the method is not in capitals, which is legal."""

    @property
    def is_webhook(self) -> bool:
        """Whether the endpoint is a webhook."""
        return self.method == WEBHOOK


class MalformedEndpoint(NamedTuple):
    """A string that was certainly meant as an endpoint, and its mistake.

    `replacements` are texts for the wrong part, likeliest first; empty if none is certain.
    """

    part: CharacterRange
    message: str
    replacements: tuple[str, ...] = ()


def parse_endpoint_entry(entry: str) -> Endpoint | MalformedEndpoint | None:
    """Parse an entry of `pages`; None if it is the path of a page."""
    # Nearly all entries are pages, and few page names contain a space.
    return _parse_words(entry) if len(entry.split(maxsplit=1)) > 1 else None


@lru_cache(maxsize=1 << 16)
def _parse_words(entry: str) -> Endpoint | MalformedEndpoint | None:
    """Parse an entry as an endpoint, valid or malformed; None if it is none."""
    # Several rules parse the same entries, and translated pages name the same operations.
    words = [CharacterRange(*word.span()) for word in _WORD.finditer(entry)]
    texts = [entry[part.start : part.end] for part in words]
    if 1 < len(texts) < 4:
        endpoint = _make_endpoint(words, texts)
        if endpoint:
            return endpoint
    at = 1 if _SPEC.fullmatch(texts[0]) else 0
    return _find_malformation(words[at:], texts[at:], has_spec=bool(at))


def _make_endpoint(
    words: list[CharacterRange], texts: list[str]
) -> Endpoint | MalformedEndpoint | None:
    """Return the endpoint that two or three words name, or its mistake; None if they name none."""
    *specs, method, path = texts
    if method.upper() not in _METHODS:
        return None
    webhook = method.upper() == WEBHOOK
    # Three words of prose may have `webhook` in the middle; the name of a specification doesn't.
    if not (path.startswith("/") or (webhook and all(map(_SPEC.fullmatch, specs)))):
        return None
    if specs and _HOST.match(specs[0]):
        return _describe_url_spec(words[0], words[1])
    return Endpoint(
        method=method.upper(),
        path=path,
        spec=specs[0] if specs else None,
        method_part=words[-2],
        path_part=words[-1],
        spec_part=words[0] if specs else None,
        lower=not (webhook or method.isupper()),
    )


def _describe_url_spec(spec: CharacterRange, method: CharacterRange) -> MalformedEndpoint:
    return MalformedEndpoint(
        CharacterRange(spec.start, method.start),
        "A URL is not possible here, because the service changes it. Put it under `openapi` of the "
        "element, and keep only the method and the path here.",
        ("",),
    )


def _find_malformation(
    words: list[CharacterRange], texts: list[str], *, has_spec: bool
) -> MalformedEndpoint | None:
    """Return the mistake in words that are not an endpoint; None if they may be a page's name.

    The name of a specification has been removed; `has_spec` makes an endpoint more certain.
    """
    first, second = texts[0], texts[1] if len(texts) > 1 else ""
    known = first.upper() in _METHODS
    swapped = _find_wrong_order(words, texts)
    if swapped:
        return swapped
    if second.startswith("/"):
        if known:
            return _describe_extra_words(words, texts)
        return _describe_unknown_method(words[0], first) if _LIKE_METHOD.fullmatch(first) else None
    if known and first.isupper() and len(texts) == 2:
        return _describe_missing_slash(words[1], second)
    return _find_missing_part(words[0], first) if has_spec and len(texts) == 1 else None


def _find_wrong_order(words: list[CharacterRange], texts: list[str]) -> MalformedEndpoint | None:
    """Return the mistake if the parts of an endpoint are in the wrong order, or None."""
    match texts:
        case [method, spec, path] if _SPEC.fullmatch(spec) and path.startswith("/"):
            correction = f"{spec} {method}"
            where = "The specification must come before the method"
        case [path, method] if path.startswith("/") and method.isupper():
            correction = f"{method} {path}"
            where = "The method must come before the path"
        case _:
            return None
    if method.upper() not in _METHODS:
        return None
    part = CharacterRange(words[0].start, words[1].end)
    return MalformedEndpoint(
        part, f"{where}; now it is read as a page path. Write `{correction}`.", (correction,)
    )


def _describe_extra_words(words: list[CharacterRange], texts: list[str]) -> MalformedEndpoint:
    return MalformedEndpoint(
        CharacterRange(words[1].end, words[-1].end),
        f"Extra words follow the endpoint `{texts[0]} {texts[1]}`, {_SO}. "
        "Remove them; a path has no spaces.",
        ("",),
    )


def _describe_unknown_method(part: CharacterRange, method: str) -> MalformedEndpoint:
    meant = find_nearest_name(method.rstrip(":"), METHODS)
    near = (meant,) if meant else ()
    remedy = f"Did you mean `{meant}`?" if meant else f"Use one of {', '.join(METHODS[:-1])}."
    return MalformedEndpoint(part, f"`{method}` is not a method, {_SO}. {remedy}", near)


def _describe_missing_slash(part: CharacterRange, path: str) -> MalformedEndpoint:
    right = _HOST.sub("", path) or "/"
    right = right if right.startswith("/") else f"/{right}"
    return MalformedEndpoint(
        part, f"The path `{path}` does not begin with `/`, {_SO}. Write `{right}`.", (right,)
    )


def _find_missing_part(part: CharacterRange, word: str) -> MalformedEndpoint | None:
    """Return the mistake of a specification's name with a single word, or None."""
    if word.startswith("/"):
        return MalformedEndpoint(
            part, f"The path `{word}` has no method, {_SO}. Add one, such as `GET`."
        )
    if word in _METHODS:
        return MalformedEndpoint(
            part, f"The method `{word}` has no path, {_SO}. Add the path of an endpoint."
        )
    return None
