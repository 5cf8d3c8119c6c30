"""Limit how many `$ref`s of a docs.json are followed.

Files that refer to each other several times multiply: with two references in each, sixteen of them
make 65,536 values out of a few hundred bytes. So the number of references followed again, and the
size of content included again, are limited. Which references are not followed is computed file by
file from docs.json on, by counting the uses of each file; nothing is expanded for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Object, String
from docs_lsp.site.navigation.refs import (
    Parts,
    RefLoop,
    RefToFile,
    Resolved,
    has_refs_to_files,
    list_refs_to_files,
    may_be_json,
    resolve_object_ref,
    resolve_ref_path,
)

MOST_REPEATS = 1000
"""Maximum number of references followed again because their file is used again."""
MOST_LEAVES = 3000
"""Maximum number of times that files without references are included again."""
MOST_REPEATED = 512 << 10
"""Maximum number of bytes of content that is included again."""
MOST_FILES = 64
"""Maximum number of files in a chain of references."""
MOST_NESTED = 64
"""Maximum depth of objects and arrays with all files included; also that of one file."""

_TOO_OFTEN = (
    "This `$ref` is not followed, because files are included again more than {} times. Include "
    "each file once."
)
_TOO_LARGE = (
    "This `$ref` is not followed, because the content that is included repeatedly would exceed "
    f"{MOST_REPEATED >> 10} KB. Include each file once."
)
_TOO_DEEP = (
    f"This `$ref` is not followed, because it is in a chain of more than {MOST_FILES} files, or "
    f"its content is nested more than {MOST_NESTED} levels deep. Refer to the file further up."
)


class _Reach(NamedTuple):
    """The ways in which a file is reached from docs.json."""

    places: int = 0
    """The number of places that include it."""
    files: int = 0
    """The maximum number of files that lead to it."""
    depth: int = 0
    """The maximum number of containers around it."""


class RefLimits:
    """The references of one docs.json that are not followed, and the reasons."""

    __slots__ = ("_absent", "_circles", "_others", "_refused")

    def __init__(self, parts: Parts, name: str) -> None:
        """Find the `$ref`s not to follow by counting the uses of each file; `name` is docs.json."""
        self._others: dict[str, Document | str] = {}
        """The referenced files, without docs.json itself, whose tree caches this object."""
        self._absent: frozenset[str] = frozenset()
        """The referenced files that are not among the parts."""
        self._refused: dict[int, str] = {}
        """The reasons why references are not followed, by the identity of the object.

        Empty for all but the first one.
        """
        self._circles: dict[int, RefLoop] = {}
        """The references that are part of a loop, by the identity of the object that holds them."""
        part = parts.get(name)
        if isinstance(part, Document) and has_refs_to_files(part):
            files = _FileOrder(parts, name, self._others, self._circles)
            self._absent = frozenset(files.refs.keys() - self._others.keys() - {name})
            self._record_refused(files)

    @property
    def is_whole(self) -> bool:
        """Whether all references are followed, except those in loops."""
        return not self._refused

    def resolve_object(
        self, node: Object, file: str, parts: Parts, trail: tuple[str, ...]
    ) -> Resolved:
        """Resolve an object's `$ref`s within the limits; `trail` lists the files before it."""
        return resolve_object_ref(node, file, parts, trail, self._refused, self._circles)

    def find_flat_ref_content(self, node: Object, file: str, parts: Parts) -> Document | str | None:
        """Return the document that a `$ref` includes, or why it includes none; None if nested.

        The document is nested if it has references itself. The reason is returned if the file is
        unknown, unreadable, or included too often. None too for a loop, and for a path outside the
        site or of no JSON file.
        """
        ref = node.get("$ref")
        target = resolve_ref_path(file, ref.value) if isinstance(ref, String) else None
        if target is None or target == file or not may_be_json(target) or id(node) in self._circles:
            return None
        reason = self._refused.get(id(node))
        if reason is not None:
            return f"{reason}\n"
        part = parts.get(target, "")
        return None if has_refs_to_files(part) else part

    def is_valid_for(self, parts: Parts) -> bool:
        """Return whether all referenced files are the same in other parts; ignores docs.json."""
        # As one comparison of views, since a walk asks for each of thousands of findings.
        return self._others.items() <= parts.items() and self._absent.isdisjoint(parts)

    def _record_refused(self, files: _FileOrder) -> None:
        """Record the references that exceed a limit."""
        repeats, leaves, repeated = MOST_REPEATS, MOST_LEAVES, MOST_REPEATED
        reached = {file: _Reach() for file in files.order}
        reached[files.order[0]] = _Reach(places=1)
        for file in files.order:
            here = reached[file]
            for node, target, depth in files.refs[file] if here.places else ():
                part = self._others.get(target)
                if id(node) in self._circles or not isinstance(part, Document):
                    continue
                before = reached[target]
                more = here.places - (not before.places)
                times = here.places - 1 + more * len(files.refs[target])
                leaf = 0 if files.refs[target] else more
                again = more * len(part.text)
                inner = here.depth + depth
                reason = ""
                if times > repeats or leaf > leaves:
                    most = MOST_LEAVES if leaf > leaves else MOST_REPEATS
                    reason = _TOO_OFTEN.format(f"{most:,}")
                elif again > repeated:
                    reason = _TOO_LARGE
                elif here.files >= MOST_FILES or inner + part.tree.root.height > MOST_NESTED:
                    reason = _TOO_DEEP
                if reason:
                    self._refused[id(node)] = "" if self._refused else reason
                    continue
                repeats -= times
                leaves -= leaf
                repeated -= again
                reached[target] = _Reach(
                    before.places + here.places,
                    max(before.files, here.files + 1),
                    max(before.depth, inner),
                )


class _FileOrder:
    """The referenced files, each before those that it refers to."""

    def __init__(
        self,
        parts: Parts,
        name: str,
        others: dict[str, Document | str],
        circles: dict[int, RefLoop],
    ) -> None:
        """Find the files; add referenced ones to `others`, and references in loops to `circles`."""
        self.refs: dict[str, Sequence[RefToFile]] = {}
        finished: list[str] = []
        done: set[str] = set()
        trail = [name]
        waiting = [self._start_file(name, parts.get(name))]
        while waiting:
            ref = next(waiting[-1], None)
            if ref is None:
                waiting.pop()
                finished.append(file := trail.pop())
                done.add(file)
            elif ref.target not in self.refs:
                part = parts.get(ref.target)
                if part is not None:
                    others[ref.target] = part
                trail.append(ref.target)
                waiting.append(self._start_file(ref.target, part))
            elif ref.target not in done:
                circles[id(ref.node)] = RefLoop(tuple(trail[-MOST_FILES:]))
        self.order = finished[::-1]

    def _start_file(self, file: str, part: Document | str | None) -> Iterator[RefToFile]:
        """Store the `$ref`s of a file to other files, and return an iterator over them."""
        self.refs[file] = [ref for ref in list_refs_to_files(part, file) if may_be_json(ref.target)]
        return iter(self.refs[file])


def get_ref_limits(parts: Parts, name: str) -> RefLimits:
    """Return the limits for the `$ref`s of the docs.json `name`; cached with its tree."""
    part = parts.get(name)
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(root, Container):
        return RefLimits(parts, name)
    known: RefLimits | None = root.cache.get(RefLimits) if root.cache else None
    if known is None or not known.is_valid_for(parts):
        known = RefLimits(parts, name)
        if root.cache is None:
            root.cache = {}
        root.cache[RefLimits] = known
    return known
