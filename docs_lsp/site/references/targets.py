"""The targets that a string of a site may name, and their positions."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from docs_lsp.core.text import Span
from docs_lsp.site.mdx.frontmatter import read_frontmatter
from docs_lsp.site.routes.redirect_card import LocatedRedirect
from docs_lsp.site.specifications.named_operation import SpecOperation

_TOP = Span(0, 0)


class PageTarget(NamedTuple):
    """A page, or the heading of a page that an anchor names."""

    file: str
    fragment: str = ""


class FileTarget(NamedTuple):
    """A file that is not a page."""

    file: str


class WebTarget(NamedTuple):
    """A URL outside the site."""

    url: str


Target: TypeAlias = PageTarget | SpecOperation | LocatedRedirect | FileTarget | WebTarget
Targets: TypeAlias = tuple[Target, ...]


def locate_target(target: Target, data: bytes) -> Span:
    """Return the position of a target in the text of its file.

    It is the title or the heading of a page, the key of an operation, or else the top of the file.
    """
    match target:
        case PageTarget():
            return _locate_in_page(target, data)
        case SpecOperation():
            return _locate_in_spec(target, data)
        case LocatedRedirect():
            return target.span
    return _TOP


def strip_quotes_from_span(data: bytes, span: Span) -> Span:
    """Return the span of a frontmatter value without its quotes."""
    text = data[slice(*span)]
    is_quoted = len(text) > 1 and text[:1] in (b'"', b"'") and text[-1:] == text[:1]
    return Span(span.start + 1, span.end - 1) if is_quoted else span


def _locate_in_page(target: PageTarget, data: bytes) -> Span:
    """Return the place of the fragment in a page, else of its title, else its start."""
    if target.fragment:
        from docs_lsp.site.mdx.anchor_places import (
            find_fragment_target,  # Few links have an anchor.
        )

        place = find_fragment_target(data, target.fragment)
        if place is not None:
            return place
    title = read_frontmatter(data).entries.get("title")
    return strip_quotes_from_span(data, title.value) if title else _TOP


def _locate_in_spec(target: SpecOperation, data: bytes) -> Span:
    """Return the place of an operation, else of its path, else the start of the file."""
    spec, operation = target
    if spec.read is None or spec.read.source.data != data:
        # The text in the editor may be newer than the specification that was read.
        from docs_lsp.site.specifications.openapi import parse_spec

        spec = parse_spec(data, spec.file)
    span = spec.locate_operation(operation.method, operation.path)
    places = spec.read.places if spec.read else {}
    # The content of a `$ref` within the document has no position of its own.
    return span or places.get(operation.keys[:2]) or _TOP
