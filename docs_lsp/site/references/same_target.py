"""Find the strings of a file of docs.json that name the same as the one at the cursor.

This runs whenever the cursor moves. So the text is searched for the name, and only the matching
strings are examined: the key of each shows whether it names anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.core.text import Span, encode_text
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.navigation.refs import resolve_ref_path as ref_target
from docs_lsp.site.pages import normalise_entry, strip_page_extension
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.jsontree.document import Document

_LISTING = frozenset(("pages", "root"))
_LEADING = frozenset(("href", "source", "destination", "base"))
_FILES = frozenset(("openapi", "asyncapi", "graphql", "overlays", "$ref"))
_LOOKS = frozenset(("logo", "favicon", "light", "dark", "image", "background", "custom"))
_NAMING = _LISTING | _LEADING | _FILES | _LOOKS
"""The keys whose value names a page, an endpoint or a file."""

_MOST = 2000
"""Maximum number of matches that are examined; only the name of the main folder has more."""
_BEFORE = frozenset((b'"', b"/", b" "))
_AFTER = rb'(?=["/ .#?\\])'
_HOME = "/"
"""The address of the page `index`."""

Identity: TypeAlias = tuple[str, ...]


def find_same_target_spans(document: Document, file: str, offset: int) -> tuple[Span, ...]:
    """Return the spans of strings with the target of the one at a byte offset; none if it has none.

    They are inside the quotes, in order, and include that string.
    """
    here = _identify_at(document, file, offset)
    if here is None:
        return ()
    wanted, span = here
    spans = {span}
    for at in _iter_name_offsets(document.text.data, wanted[-1]):
        other = _identify_at(document, file, at)
        if other is not None and other[0] == wanted:
            spans.add(other[1])
    return tuple(sorted(spans))


def _iter_name_offsets(data: bytes, name: str) -> Iterator[int]:
    """Yield the offsets of a name as a whole segment, or as the end of a path."""
    for needle in (b"/", b"index") if name == _HOME else (encode_text(name),):
        matches = re.finditer(re.escape(needle) + _AFTER, data)
        places = (match.start() for match in matches)
        yield from islice((at for at in places if data[at - 1 : at] in _BEFORE), _MOST)


def _identify_at(document: Document, file: str, offset: int) -> tuple[Identity, Span] | None:
    """Return the identity of the string at an offset and its span, or None."""
    steps = find_steps_to(document, offset)
    step = steps[-1] if steps else None
    if step is None or not isinstance(step.value, String):
        return None
    if not step.value_offset <= offset <= step.value_offset + step.value.size:
        return None
    is_item = not isinstance(step.node, Object) and len(steps) > 1
    key, text = steps[-2].key if is_item else step.key, step.value.value
    # A string that begins with `#` is an anchor or a colour.
    if key not in _NAMING or text.strip()[:1] in ("", "#"):
        return None
    return _make_identity(key, text, file, steps), step.value.inner.shift(step.value_offset)


def _make_identity(key: str, text: str, file: str, steps: tuple[Step, ...]) -> Identity:
    """Return a tuple that is equal for strings of one target; its last item is the name to find."""
    endpoint = parse_endpoint_entry(text) if key == "pages" else None
    if isinstance(endpoint, Endpoint):
        specs = (endpoint.spec,) if endpoint.spec else _list_inherited_specs(steps)
        return ("endpoint", *specs, endpoint.method, endpoint.path.rstrip("/") or _HOME)
    if "://" in text or text.startswith("mailto:"):
        return ("url", text.strip())
    if key == "$ref":
        return ("path", ref_target(file, text) or text)
    path = normalise_url_path(normalise_entry(text).rstrip("/") if key in _LISTING else text)[1:]
    return ("path", strip_page_extension(path) or _HOME)


def _list_inherited_specs(steps: tuple[Step, ...]) -> tuple[str, ...]:
    """Return the inherited specifications, as far as this file shows."""
    for step in reversed(steps):
        specs = list_sources(step.node.get("openapi")) if isinstance(step.node, Object) else ()
        if specs:
            return specs
    return ()
