"""Find the strings of docs.json that name a page, an endpoint, a file or an address.

The declared shape of docs.json defines them. `resolver` finds their targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.types import Form, ListOf, MapOf, OneOf, Record, StringType, Type
from docs_lsp.site.navigation.refs import iter_documents, iter_refs
from docs_lsp.site.routes.docs_links import HREFS, iter_links
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.navigation.docs_cursor import DocsCursor
    from docs_lsp.site.navigation.navigator import Navigator
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.site import Site


class Role(Enum):
    """The purpose of a string that names something."""

    ENTRY = auto()
    """A page or an endpoint in `pages`."""
    ROOT = auto()
    """The page that the title of a group opens."""
    LINK = auto()
    """A target for readers: an `href`, the destination of a redirect, a link in a page."""
    SOURCE = auto()
    """The old path of a redirect."""
    SPEC = auto()
    """A specification, or another file that pages are generated from."""
    ASSET = auto()
    """An image, a font or another file for the site's appearance."""
    REF = auto()
    """Another part of docs.json."""
    IMPORT = auto()
    """A file that a page imports."""
    OLD_SNIPPET = auto()
    """A file of `_snippets/` that a page shows."""
    OPERATION = auto()
    """The operation of a page, in its frontmatter."""


class Reference(NamedTuple):
    """A string that names something."""

    role: Role
    text: str
    """The string without escapes."""
    file: str
    span: Span
    """The absolute byte range without the quotes or brackets around it."""
    placed: Placed | None = None
    """The object of docs.json that contains it; None in pages, and for a `$ref`."""

    @property
    def endpoint(self) -> Endpoint | None:
        """The endpoint that it names, or None."""
        if self.role not in (Role.ENTRY, Role.OPERATION):
            return None
        endpoint = parse_endpoint_entry(self.text)
        return endpoint if isinstance(endpoint, Endpoint) else None


_BY_FORM: Mapping[Form, Role] = {
    Form.PAGE_PATH: Role.ENTRY,
    Form.LINK: Role.LINK,
    Form.GLOBAL_LINK: Role.LINK,
    Form.FOOTER_LINK: Role.LINK,
    Form.HTTPS_URL: Role.LINK,
    Form.PROFILE_URL: Role.LINK,
    Form.SPEC: Role.SPEC,
    Form.ASSET: Role.ASSET,
}
_BY_KEY: Mapping[tuple[str, str], Role] = {
    **{place: Role.LINK for place in HREFS.items()},
    ("group", "root"): Role.ROOT,
    ("redirect", "source"): Role.SOURCE,
    ("redirect", "destination"): Role.LINK,
}
"""Roles that depend on the record and key, and not on the form of a value."""


@cache
def map_roles_by_key(record: Record) -> Mapping[str, Role]:
    """Map the keys of a record to the role of their value, or of the values in their array."""
    roles = {}
    for key, known in record.properties.items():
        role = _BY_KEY.get((record.name, key)) or _find_role_of_type(known.type)
        if role:
            roles[key] = role
    return MappingProxyType(roles)


def _find_role_of_type(type_: Type) -> Role | None:
    """Return the role of the strings in values of a type, or None."""
    match type_:
        case StringType():
            return _BY_FORM.get(type_.form) if type_.form else None
        case ListOf():
            return _find_role_of_type(type_.item)
        case MapOf():
            return _find_role_of_type(type_.value)
        case OneOf():
            roles = (_find_role_of_type(alternative) for alternative in type_.alternatives)
            return next((role for role in roles if role), None)
    return None


def find_reference_at(navigator: Navigator, file: str, offset: int) -> Reference | None:
    """Return the reference at an absolute byte offset, or None."""
    here = navigator.locate_cursor(file, offset)
    return find_reference_at_cursor(navigator, here) if here else None


def find_reference_at_cursor(navigator: Navigator, here: DocsCursor) -> Reference | None:
    """Return the reference at a cursor, or None."""
    reference = find_reference_in_object(here)
    if reference is not None or here.placed is not None:
        return reference
    listing = navigator.find_listing_at(here.file, here.offset)
    if listing is None or not _is_at_value(here.steps[-1], here.offset):
        return None
    return Reference(Role.ENTRY, listing.text, here.file, listing.span, listing.placed)


def find_reference_in_object(here: DocsCursor) -> Reference | None:
    """Return the reference in the string at a cursor: a `$ref`, or a value of a known object.

    None for a value that refers to nothing.
    """
    step, offset = here.step, here.offset
    value = step.value if step else None
    if step is None or not isinstance(value, String) or not _is_at_value(step, offset):
        return None
    text, span = value.value, value.inner.shift(step.value_offset)
    if step.key == "$ref":
        return Reference(Role.REF, text, here.file, span)
    placed = here.placed
    if placed is None:
        return None
    if placed.element.record.name == "banner":
        links = (one for one in iter_object_references(placed) if one.file == here.file)
        return next((link for link in links if link.span.start <= offset <= link.span.end), None)
    role = _find_role_at(here.steps, placed)
    return Reference(role, text, here.file, span, placed) if role else None


def _is_at_value(step: Step, offset: int) -> bool:
    """Return whether an offset is at a value, including its quotes."""
    value = step.value
    if value is None:
        return False
    start = step.value_offset
    return start <= offset <= start + value.size


def _find_role_at(steps: tuple[Step, ...], placed: Placed) -> Role | None:
    """Return the role of the value at the end of the steps, inside `placed`, or None."""
    nodes = [layer.node for layer in placed.element.resolved.layers]
    place = next((i for i in reversed(range(len(steps))) if steps[i].node in nodes), -1)
    below = steps[place + 1 :]
    if place < 0 or len(below) > 1:
        return None
    key, record = steps[place].key, placed.element.record
    if below and isinstance(below[0].node, Object) and not _is_map(record, key):
        return None
    return map_roles_by_key(record).get(key)


def _is_map(record: Record, key: str) -> bool:
    """Return whether the object under a key has arbitrary keys."""
    known = record.properties.get(key)
    return known is not None and isinstance(known.type, MapOf)


def iter_references(site: Site) -> Iterator[Reference]:
    """Yield all references in docs.json and its parts; a part's are repeated for each `$ref` to it.

    Their targets may differ.
    """
    for placed in site.objects:
        yield from iter_object_references(placed)
    for file, document in iter_documents(site.name, site.parts):
        for at, ref in iter_refs(document):
            yield Reference(Role.REF, ref.value, file, ref.inner.shift(at))


def iter_object_references(placed: Placed, without: Role | None = None) -> Iterator[Reference]:
    """Yield the references of one object, without those of nested objects and its `$ref`.

    Those with the role `without` are left out.
    """
    element = placed.element
    roles = map_roles_by_key(element.record)
    for key in element.values:
        role = roles.get(key)
        located = placed.find_value(key) if role and role is not without else None
        if role is None or located is None:
            continue
        file, at, value = located
        if isinstance(value, Object) and not _is_map(element.record, key):
            continue
        for start, string in _iter_strings(value, at):
            yield Reference(role, string.value, file, string.inner.shift(start), placed)
    if element.record.name == "banner":
        for text, spot in iter_links(element):
            yield Reference(Role.LINK, text, *placed.locate_spot(spot), placed)


def _iter_strings(value: Node | None, at: int) -> Iterator[tuple[int, String]]:
    """Yield a string, or those in an array or an object, each with its absolute offset."""
    if isinstance(value, String):
        yield at, value
    elif isinstance(value, Array):
        for start, item in zip(value.starts, value.items, strict=True):
            if type(item) is String:
                yield at + start, item
    elif isinstance(value, Object):
        for start, member in zip(value.starts, value.items, strict=True):
            if isinstance(member.value, String):
                yield at + start + member.value_start, member.value
