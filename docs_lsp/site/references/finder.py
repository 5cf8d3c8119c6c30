"""Every mention of a page, a file, an operation or a redirect: in docs.json, its parts and pages.

For somebody who asks where a thing is used. This looks through all of docs.json, and at what was
read of the pages; those that mention the thing are read anew, so that places are those of the
newest text.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.files import FileFault, Files
from docs_lsp.site.pages import normalise, without_extension
from docs_lsp.site.references.docs_references import Mention, Role, mentions_in
from docs_lsp.site.references.page_references import mentions_in_page
from docs_lsp.site.references.targets import FileGoal, Goals, OperationGoal, PageGoal, RedirectGoal
from docs_lsp.site.routes.link_paths import target_of
from docs_lsp.site.routes.redirects import literal_of, normal
from docs_lsp.site.specifications.spec_paths import spec_path

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.references.resolver import Guide
    from docs_lsp.site.specifications.openapi import Operation

Key: TypeAlias = tuple[str, ...]
"""What a thing is told apart by."""

_LISTING = (Role.ENTRY, Role.ROOT)


class Subject(NamedTuple):
    """What somebody asks about: one thing, or several of the same name."""

    keys: frozenset[Key]
    names: frozenset[str]
    """Words of which one stands in each mention; an empty one is in all of them."""


def subject_at(mention: Mention, guide: Guide) -> Subject:
    """What somebody means who points at a mention.

    With an old path it is the redirect, and with a page that does not exist its path.
    """
    if mention.role is Role.SOURCE:
        itself = _redirect_key(mention.file, mention.span.start)
        return Subject(frozenset({itself}), frozenset({_name_of_source(mention)}))
    found = list(_keys_of(guide.of(mention)))
    if mention.role is not Role.ENTRY:
        found = found[:1]  # The others lie on the way there.
    return _subject(found or _named_by(mention))


def subject_of_file(file: str) -> Subject:
    """A page, a specification or any other file of the site."""
    return _subject([_file_key(file)])


def subject_of_operations(file: str, operations: Iterable[Operation]) -> Subject:
    """Some operations of a specification."""
    return _subject([_operation_key(file, operation) for operation in operations])


class Occurrences:
    """Finds mentions on one site at one moment."""

    def __init__(
        self, guide: Guide, files: Files, contents: Mapping[str, PageContent] | None
    ) -> None:
        """Take the site as a guide knows it, its files, and what was read of its pages."""
        self._guide = guide
        self._files = files
        self._contents = contents or {}

    def of(self, subject: Subject) -> tuple[Mention, ...]:
        """All mentions of some things: those in docs.json, in its parts, and in pages, in each file
        in the order of its text."""
        found = {(one.file, one.span): one for one in self._in_docs(subject)}
        olds = {_name_of_source(one) for one in found.values() if one.role is Role.SOURCE}
        files = {file: order for order, file in enumerate(dict.fromkeys(file for file, _ in found))}
        listed = sorted(found.values(), key=lambda one: (files[one.file], one.span))
        in_pages = self._in_pages(subject._replace(names=subject.names | olds))
        return (*listed, *in_pages)

    def _in_docs(self, subject: Subject) -> Iterator[Mention]:
        navigator = self._guide.navigator
        folded = [name.casefold() for name in subject.names]
        for mention in mentions_in(navigator.parts, navigator.main, self._guide.objects):
            # Most strings are entries, and nearly all of these can be left aside at a glance.
            if mention.role in _LISTING:
                text = mention.text.casefold()
                if not any(name in text for name in folded):
                    continue
            if not subject.keys.isdisjoint(self._keys(mention)):
                yield mention

    def _in_pages(self, subject: Subject) -> Iterator[Mention]:
        files = {path for kind, path, *_ in subject.keys if kind == "file"}
        for file, content in sorted(self._contents.items()):
            if not files.isdisjoint(content.imports) or self._may_name(content, file, subject):
                for mention in self._read(file):
                    is_within = mention.text.startswith("#")  # It never leaves the page.
                    if not is_within and not subject.keys.isdisjoint(self._keys(mention)):
                        yield mention

    def _may_name(self, content: PageContent, file: str, subject: Subject) -> bool:
        """Whether a page mentions some of these, going by what was read of it."""
        pieces = [name.encode("utf-8", "surrogatepass") for name in subject.names]
        head = content.head
        names_some = b"openapi" in head or b"related" in head
        if names_some and any(piece in head for piece in (*pieces, b"%")):
            return True
        # Behind a percent sign, a name may be written in any way.
        if not any(content.links_hold(piece) for piece in (*pieces, b"%")):
            return False
        return any(
            not subject.keys.isdisjoint(self._keys(Mention(Role.LINK, target, file, span)))
            for target, span in content.links
            if "%" in target or any(name in target for name in subject.names)
        )

    def _read(self, file: str) -> Iterable[Mention]:
        try:
            found = mentions_in_page(self._files.read(file), file)
            return sorted(found, key=lambda one: one.span)
        except FileFault:
            return ()

    def _keys(self, mention: Mention) -> set[Key]:
        """Everything that a mention names, and that readers pass on the way there."""
        return {*_keys_of(self._guide.of(mention)), *_named_by(mention)}


def _subject(keys: Iterable[Key]) -> Subject:
    found = frozenset(keys)
    return Subject(found, frozenset(map(_name_of, found)))


def _keys_of(goals: Goals) -> Iterator[Key]:
    for goal in goals:
        match goal:
            case PageGoal() | FileGoal():
                yield _file_key(goal.file)
            case OperationGoal():
                yield _operation_key(goal.file, goal.operation)
            case RedirectGoal():
                yield _redirect_key(goal.file, goal.span.start)


def _named_by(mention: Mention) -> Iterator[Key]:
    """What a mention names by its text alone: a specification, or a page that need not exist."""
    endpoint = mention.endpoint
    if endpoint is not None:
        path = spec_path(endpoint.spec) if endpoint.spec else None
        if path:
            yield _file_key(path)
    elif mention.role in _LISTING:
        yield ("page", normal(without_extension(normalise(mention.text).rstrip("/"))))
    elif mention.role is Role.LINK:
        target = target_of(mention.text, None if mention.placed else mention.file)
        if target is not None and target.path:
            yield ("page", normal(target.path))


def _file_key(file: str) -> Key:
    return ("file", file)


def _operation_key(file: str, operation: Operation) -> Key:
    return ("operation", file, operation.path, *operation.keys)


def _redirect_key(file: str, at: int) -> Key:
    return ("redirect", file, str(at))


def _name_of(key: Key) -> str:
    """A word that stands in each mention of a thing."""
    match key:
        case ("operation", _, path, *_):
            return path.rstrip("/")
        case ("file", path):
            return _last(posixpath.splitext(path)[0])
        case ("page", path):
            return _last(path)
    return ""


def _name_of_source(mention: Mention) -> str:
    return _last(literal_of(mention.text))


def _last(path: str) -> str:
    """The last name of a path that is part of the address."""
    path = path.rstrip("/")
    return "" if path == "index" else path.removesuffix("/index").rpartition("/")[2]
