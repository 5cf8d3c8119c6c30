"""Find all references to a page, a file, an operation or a redirect.

They are in docs.json, its parts and pages. The finder goes through all of docs.json and the stored
content of the pages; pages with references are read again, so that positions match the newest text.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.mdx.links import OLD_SNIPPETS, resolve_old_snippet
from docs_lsp.site.pages import normalise_entry, page_to_url, strip_page_extension
from docs_lsp.site.references.docs_references import Reference, Role, iter_references
from docs_lsp.site.references.page_references import iter_page_references
from docs_lsp.site.references.targets import FileTarget, PageTarget, Targets
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirect_card import LocatedRedirect
from docs_lsp.site.routes.redirects import find_literal_prefix, normalise_url_path
from docs_lsp.site.specifications.named_operation import SpecOperation
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.references.resolver import ReferenceResolver
    from docs_lsp.site.specifications.openapi import Operation

TargetKey: TypeAlias = tuple[str, ...]
"""A value that identifies a target."""

_LISTING = (Role.ENTRY, Role.ROOT)


class ReferenceQuery(NamedTuple):
    """The targets of a search: one, or several of the same name."""

    keys: frozenset[TargetKey]
    names: frozenset[str]
    """Words of which each reference contains one; an empty one is in all of them."""


def make_query_for_reference(reference: Reference, resolver: ReferenceResolver) -> ReferenceQuery:
    """Return the query for a reference's targets; for a redirect's source, the redirect itself.

    For a page that does not exist it is its path.
    """
    if reference.role is Role.SOURCE:
        itself = _make_redirect_key(reference.file, reference.span.start)
        return ReferenceQuery(frozenset({itself}), frozenset({_extract_source_word(reference)}))
    keys = list(_iter_target_keys(resolver.resolve(reference)))
    if reference.role is not Role.ENTRY:
        keys = keys[:1]  # The others are redirects on the way there.
    return _make_query(keys or _iter_text_keys(reference))


def make_query_for_file(file: str) -> ReferenceQuery:
    """Return the query for a page, a specification or any other file of the site."""
    return _make_query([_make_file_key(file)])


def make_query_for_operations(file: str, operations: Iterable[Operation]) -> ReferenceQuery:
    """Return the query for some operations of a specification."""
    return _make_query([_make_operation_key(file, operation) for operation in operations])


class ReferenceFinder:
    """Finds references on one site at one moment."""

    def __init__(
        self, resolver: ReferenceResolver, files: Files, contents: Mapping[str, PageContent] | None
    ) -> None:
        """Store the site as a resolver knows it, its files, and the stored content of its pages."""
        self._resolver = resolver
        self._files = files
        self._contents = contents or {}

    def find_references(self, subject: ReferenceQuery) -> tuple[Reference, ...]:
        """Return all references to the targets of a query, by file in the order of the text."""
        by_place = {
            (reference.file, reference.span): reference for reference in self._find_in_docs(subject)
        }
        olds = {
            _extract_source_word(reference)
            for reference in by_place.values()
            if reference.role is Role.SOURCE
        }
        files = [*dict.fromkeys(file for file, _ in by_place)]
        orders = {file: order for order, file in enumerate(files)}
        listed = sorted(by_place.values(), key=lambda one: (orders[one.file], one.span))
        in_pages = self._find_in_pages(subject._replace(names=subject.names | olds))
        return (*listed, *in_pages)

    def _find_in_docs(self, subject: ReferenceQuery) -> Iterator[Reference]:
        """Yield the references in docs.json and its parts that a query is about."""
        folded = [name.casefold() for name in subject.names]
        for reference in iter_references(self._resolver.site):
            # Most strings are entries, and nearly all of these can be skipped by a substring
            # search.
            if reference.role in _LISTING:
                text = reference.text.casefold()
                if not any(name in text for name in folded):
                    continue
            if not subject.keys.isdisjoint(self._collect_keys(reference)):
                yield reference

    def _find_in_pages(self, subject: ReferenceQuery) -> Iterator[Reference]:
        """Yield the references in pages; reads only pages that may have one."""
        files = {path for kind, path, *_ in subject.keys if kind == "file"}
        for file, content in sorted(self._contents.items()):
            is_part = not files.isdisjoint(content.imports) or _has_old_snippet_of(content, files)
            if is_part or self._may_have_references(content, file, subject):
                for reference in self._read_references(file):
                    is_within = reference.text.startswith("#")  # A link within the page.
                    if not is_within and not subject.keys.isdisjoint(self._collect_keys(reference)):
                        yield reference

    def _may_have_references(
        self, content: PageContent, file: str, subject: ReferenceQuery
    ) -> bool:
        """Return whether a page may have references, going by its stored content."""
        pieces = [name.encode("utf-8", "surrogatepass") for name in subject.names]
        head = content.head
        names_some = b"openapi" in head or b"related" in head
        if names_some and any(piece in head for piece in (*pieces, b"%")):
            return True
        # After a percent sign, a name may be written in any way.
        if not any(content.has_in_link_targets(piece) for piece in (*pieces, b"%")):
            return False
        return any(
            not subject.keys.isdisjoint(
                self._collect_keys(Reference(Role.LINK, target, file, span))
            )
            for target, span in content.links
            if "%" in target or any(name in target for name in subject.names)
        )

    def _read_references(self, file: str) -> Iterable[Reference]:
        """Return the references of a page, sorted; empty if it cannot be read."""
        try:
            references = iter_page_references(self._files.read(file), file)
            return sorted(references, key=lambda reference: reference.span)
        except FileFault:
            return ()

    def _collect_keys(self, reference: Reference) -> set[TargetKey]:
        """Return the keys of a reference's targets, and of the redirects on the way there."""
        return {*_iter_target_keys(self._resolver.resolve(reference)), *_iter_text_keys(reference)}


def _has_old_snippet_of(content: PageContent, files: set[str]) -> bool:
    """Return whether a page shows one of some files as an old snippet."""
    if not any(file.startswith(OLD_SNIPPETS) for file in files):
        return False
    from docs_lsp.site.mdx.content import read_syntax

    shown = read_syntax(content).modules.snippets
    return any(resolve_old_snippet(named_snippet.file) in files for named_snippet in shown)


def _make_query(keys: Iterable[TargetKey]) -> ReferenceQuery:
    unique_keys = frozenset(keys)
    return ReferenceQuery(unique_keys, frozenset(map(_extract_search_word, unique_keys)))


def _iter_target_keys(targets: Targets) -> Iterator[TargetKey]:
    """Yield the keys of targets, but none for a URL."""
    for target in targets:
        match target:
            case PageTarget() | FileTarget():
                yield _make_file_key(target.file)
            case SpecOperation():
                yield _make_operation_key(target.file, target.operation)
            case LocatedRedirect():
                yield _make_redirect_key(target.file, target.span.start)


def _iter_text_keys(reference: Reference) -> Iterator[TargetKey]:
    """Yield the keys that the text of a reference implies, for files that need not exist."""
    endpoint = reference.endpoint
    if endpoint is not None:
        path = resolve_spec_path(endpoint.spec) if endpoint.spec else None
        if path:
            yield _make_file_key(path)
    elif reference.role in _LISTING:
        yield (
            "page",
            page_to_url(strip_page_extension(normalise_entry(reference.text).rstrip("/"))),
        )
    elif reference.role is Role.LINK:
        target = parse_link_path(reference.text, None if reference.placed else reference.file)
        if target is not None and target.path:
            yield ("page", normalise_url_path(target.path))


def _make_file_key(file: str) -> TargetKey:
    return ("file", file)


def _make_operation_key(file: str, operation: Operation) -> TargetKey:
    return ("operation", file, operation.path, *operation.keys)


def _make_redirect_key(file: str, at: int) -> TargetKey:
    return ("redirect", file, str(at))


def _extract_search_word(key: TargetKey) -> str:
    """Return a word that every reference to a target contains, or "" if there is none."""
    match key:
        case ("operation", _, path, *_):
            return path.rstrip("/")
        case ("file", path):
            return _last_name(posixpath.splitext(path)[0])
        case ("page", path):
            return _last_name(path)
    return ""


def _extract_source_word(reference: Reference) -> str:
    """Return the last name in the fixed part of a redirect's source."""
    return _last_name(find_literal_prefix(reference.text))


def _last_name(path: str) -> str:
    """Return the last segment of a path, without a final `index`."""
    path = path.rstrip("/")
    return "" if path == "index" else path.removesuffix("/index").rpartition("/")[2]
