"""Find single objects and entries in docs.json without a walk through all of it.

A walk through tens of thousands of entries takes too long for a single look-up. So the listings of
a page are found by a search of the text, and then only the matches are examined. Entries in a very
unusual spelling (a path with `//` or `./` in the middle) are not found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from docs_lsp.core.text import Span, encode_text
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Type
from docs_lsp.site.navigation.docs_cursor import DocsCursor, find_type_at_steps
from docs_lsp.site.navigation.inheritance import Context
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.refs import Parts, iter_documents, iter_refs, resolve_ref_path
from docs_lsp.site.navigation.walk import KnownElements, Placed, walk_docs, walk_toward, walk_within
from docs_lsp.site.pages import normalise_entry
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

_MOST = 300
"""Maximum number of matches that are examined: only hostile files list a page more often."""
_LONGEST = 300
"""Maximum number of bytes of an entry before the searched text."""


@dataclass(frozen=True, slots=True)
class Navigator:
    """Look-ups in the docs.json of one moment."""

    parts: Parts
    name: str
    context: Context

    def locate_cursor(
        self, file: str, offset: int, known: KnownElements | None = None
    ) -> DocsCursor | None:
        """Return the location at an absolute byte offset; None in a file outside of docs.json.

        To ask for many offsets, pass the same `known` elements each time, empty at first.
        """
        document = self.parts.get(file)
        if not isinstance(document, Document):
            return None
        steps = find_steps_to(document, offset)
        around = walk_toward(self.parts, self.name, self.context, file, offset, known)
        return DocsCursor(file, document, offset, steps, around)

    def list_objects(self) -> tuple[Placed, ...]:
        """Return all objects that the format knows, in the order of the text."""
        return walk_docs(self.parts, self.name, self.context)

    def find_objects_around(self, file: str, offset: int) -> tuple[Placed, ...]:
        """Return the objects around an absolute byte offset of a file, the outermost first."""
        return walk_toward(self.parts, self.name, self.context, file, offset)

    def find_objects_in_range(self, file: str, span: Span) -> tuple[Placed, ...]:
        """Return the objects that a range of a file touches, with those on the way to them."""
        return walk_within(self.parts, self.name, self.context, file, span)

    def find_file_role(self, file: str) -> tuple[Type | None, tuple[Placed, ...]] | None:
        """Return the type of a file's content and the objects around a `$ref` to it, or None.

        It is the first `$ref`. The type is None if any is allowed; the objects are the outermost
        first.
        """
        return self._find_role_without(file, frozenset())

    def _find_role_without(
        self, file: str, passed: frozenset[str]
    ) -> tuple[Type | None, tuple[Placed, ...]] | None:
        """Return the same as `find_file_role`, ignoring the `$ref`s in `passed` files."""
        if file == self.name:
            return DOCS, ()
        for other, part in self.parts.items():
            if not isinstance(part, Document) or other == file or other in passed:
                continue
            for at, ref in iter_refs(part):
                if resolve_ref_path(other, ref.value) != file:
                    continue
                outer = self._find_role_without(other, passed | {file})
                if outer is not None:
                    steps = find_steps_to(part, at)
                    around = self.find_objects_around(other, at) or outer[1]
                    return find_type_at_steps(outer[0], steps[:-1]), around
        return None

    @property
    def root_object(self) -> Placed | None:
        """The root object of docs.json; None if it is not an object."""
        part = self.parts.get(self.name)
        here = (
            self.locate_cursor(self.name, part.tree.start) if isinstance(part, Document) else None
        )
        return here.around[0] if here and here.around else None

    def find_child_object(self, placed: Placed, key: str) -> Placed | None:
        """Return the object under a key, in any file; None for any other value."""
        if not isinstance(placed.element.get(key), Object):
            return None
        file, span = placed.locate_spot(placed.element.find_value_spot(key))
        here = self.locate_cursor(file, span.start)
        child = here.placed if here else None
        return child if child is not None and child.key == key else None

    def find_listing_at(self, file: str, offset: int) -> Listing | None:
        """Return the entry at an absolute byte offset, or None."""
        here = self.locate_cursor(file, offset)
        step = here.step if here else None
        if here is None or step is None or not isinstance(step.value, String):
            return None
        placed = self._find_listing_element(here)
        if placed is None:
            return None
        text, span = step.value.value, step.value.inner.shift(step.value_offset)
        page = normalise_entry(text).rstrip("/")
        return Listing(text, page, file, span, isinstance(step.node, Object), placed)

    def find_page_listings(self, page: str) -> tuple[Listing, ...]:
        """Return the entries of a page path, file by file in the order of the text."""
        return tuple(
            listing
            for listing in self._iter_listings_ending_in(page, b"./\\")
            if listing.page == page
        )

    def find_endpoint_listings(self, method: str, path: str) -> tuple[Listing, ...]:
        """Return the entries of an endpoint with any specification; the method is in capitals."""
        path = path.rstrip("/") or path
        return tuple(
            listing
            for listing in self._iter_listings_ending_in(path, None)
            if _is_endpoint_listing(listing, method, path)
        )

    def _iter_listings_ending_in(self, ending: str, before: bytes | None) -> Iterator[Listing]:
        """Yield entries that end in a text after characters of `before`, or after a space if None.

        At most `_MOST` matches are examined.
        """
        left = _MOST
        for file, document in iter_documents(self.name, self.parts):
            data = document.text.data
            for offset in sorted(_iter_string_endings(data, ending)):
                start = data.rfind(b'"', max(0, offset - _LONGEST), offset) + 1
                prefix = data[start:offset]
                if (prefix[-1:] == b" ") if before is None else not prefix.strip(before):
                    if not _may_be_entry(find_steps_to(document, offset)):
                        continue
                    left -= 1
                    listing = self.find_listing_at(file, offset) if left >= 0 else None
                    if listing is not None:
                        yield listing

    def _find_listing_element(self, here: DocsCursor) -> Placed | None:
        """Return the element that lists the string at a cursor, or None."""
        step = here.steps[-1]
        if isinstance(step.node, Array) and len(here.steps) == 1:
            return self._find_element_referencing(here, step.node)
        placed = here.placed
        if placed is None or placed.element.kind is None:
            return None
        if isinstance(step.node, Array):
            return placed if placed.element.get("pages") is step.node else None
        is_root = placed.element.record.kind == "group" and step.value is not None
        return placed if is_root and placed.element.get("root") is step.value else None

    def _find_element_referencing(self, here: DocsCursor, node: Array) -> Placed | None:
        """Return the element whose `pages` are the whole file at a cursor, or None."""
        for name, document in iter_documents(self.name, self.parts):
            for at, ref in iter_refs(document):
                if resolve_ref_path(name, ref.value) != here.file:
                    continue
                around = self.locate_cursor(name, at)
                placed = around.placed if around else None
                if placed is None or placed.element.kind is None:
                    continue
                ref_value = placed.element.get_ref_value("pages")
                if ref_value and ref_value[2] is node:
                    return placed
        return None


def _may_be_entry(steps: tuple[Step, ...]) -> bool:
    """Return whether a string is in an array of pages or a `root`, going by keys alone."""
    *_, around, step = (None, None, *steps)
    if step is None or isinstance(step.node, Array):
        return around is None or around.key == "pages"
    return step.key == "root"


def _is_endpoint_listing(listing: Listing, method: str, path: str) -> bool:
    """Return whether a listing is an endpoint, with or without a slash at the end of its path."""
    endpoint = None if listing.is_root else parse_endpoint_entry(listing.text)
    if not isinstance(endpoint, Endpoint) or endpoint.method != method:
        return False
    return endpoint.path == path or endpoint.path.rstrip("/") == path


def _iter_string_endings(data: bytes, ending: str) -> Iterator[int]:
    """Yield the offsets of a text at the end of a string, with or without a slash after it."""
    for spelling in _iter_json_spellings(ending) if ending else ():
        at = data.find(spelling)
        while at >= 0:
            end = at + len(spelling)
            if data[end : end + 1] == b'"' or data[end : end + 2] == b'/"':
                yield at
            at = data.find(spelling, end)


def _iter_json_spellings(text: str) -> Iterator[bytes]:
    """Yield the ways in which a text may be written in JSON: plain, or with escapes."""
    for written in dict.fromkeys((json.dumps(text, ensure_ascii=False), json.dumps(text))):
        inner = encode_text(written[1:-1])
        yield from dict.fromkeys((inner, inner.replace(b"/", b"\\/")))
