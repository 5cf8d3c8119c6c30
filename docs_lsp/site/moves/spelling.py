"""Writing another path in place of one, in the manner in which that was written.

Paths are site paths, decoded, without a slash at either end; the root is empty.
"""

from __future__ import annotations

import posixpath
import re
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import PAGE_EXTENSIONS

_LINK = compile_lazily(r"(?P<before>\s*)(?P<path>[^?#]*?)(?P<tail>\s*(?:[?#].*)?)", re.DOTALL)
# What ends a link in Markdown, in an attribute or as a URL, and what begins its tail.
_UNSAFE = compile_lazily(r"[\s()<>\"'`%?#\[\]{}|\\^]")
_UNSAFE_IN_ENCODED = compile_lazily(r"[\s()<>\"'`%?#\[\]{}|\\^]|[^\x00-\x7f]")


class SpeltLink(NamedTuple):
    """A link, taken apart."""

    before: str
    path: str
    """As it is written, percent signs and all."""
    tail: str
    """The query, the anchor, and blanks."""

    @classmethod
    def from_link(cls, link: str) -> SpeltLink:
        """Take a link apart."""
        match = _LINK.fullmatch(link)
        assert match is not None  # Every part of the pattern may be empty.
        return cls(match["before"], match["path"], match["tail"])

    @property
    def is_rooted(self) -> bool:
        """Whether it counts from the root of the site and says so."""
        return self.path.startswith("/")

    def with_path(self, path: str) -> str:
        """The link with another path that is not encoded yet."""
        slash = "/" if self.path.endswith("/") and path.strip("/") else ""
        return f"{self.before}{_encode_path(path, self.path)}{slash}{self.tail}"


def respell_rooted_link(link: str, path: str) -> str:
    """A link that leads to another path; without its first slash where it had none."""
    written = SpeltLink.from_link(link)
    return written.with_path(f"/{path}" if written.is_rooted else path)


def relative_path(written: str, before: str, folder: str, goal: str) -> str:
    """The path of `goal` as seen from a folder, in place of one that is written and was seen from
    the folder `before`: the shortest, unless that one led up further than it had to."""
    old = unquote(written)
    ups = _count_ups(old) if _leads_around(old, before) else 0
    base = folder.split("/") if folder else []
    anchor = base[: len(base) - ups]
    segments = goal.split("/") if goal else []
    if 0 < ups <= len(base) and segments[: len(anchor)] == anchor:
        new = "../" * ups + "/".join(segments[len(anchor) :])
    else:
        new = posixpath.relpath(f"/{goal}", f"/{folder}")
    new = new.rstrip("/") or "."
    if old.startswith(".") and not new.startswith("."):
        new = f"./{new}"
    return new


def _leads_around(path: str, folder: str) -> bool:
    """Whether a path in a folder leads up and back into a folder that it has just left."""
    ups, base = _count_ups(path), folder.split("/")
    down = path.removeprefix("./").split("/")[ups:]
    return 0 < ups <= len(base) and down[:1] == [base[-ups]]


def leads_to(written: str, folder: str, goal: str) -> bool:
    """Whether a relative path that is written in a folder, and does not leave the site on its way,
    leads to a goal."""
    path = unquote(written)
    if path.startswith("/") or _count_ups(path) > (folder.count("/") + 1 if folder else 0):
        return False
    return posixpath.normpath(f"/{folder}/{path}").strip("/") == goal


def respell_entry(written: str, page: str, extension: str) -> str:
    """A page path as an entry of docs.json, with the extension where the entry had one."""
    text = written.strip()
    ending = extension if text.endswith(PAGE_EXTENSIONS) else ""
    ending += "/" if text.endswith("/") else ""
    return written.replace(text, f"{_start(text)}{page}{ending}", 1)


def respell_file_path(written: str, path: str) -> str:
    """The path of a file as docs.json writes it, with or without its first slash."""
    text = written.strip()
    return written.replace(text, _start(text) + path, 1)


def _start(text: str) -> str:
    """What stands before a path that counts from the root in any case."""
    return "/" if text.startswith("/") else "./" if text.startswith("./") else ""


def _count_ups(path: str) -> int:
    """How many folders up a relative path leads before it leads down."""
    segments = path.removeprefix("./").split("/")
    return next((place for place, part in enumerate(segments) if part != ".."), len(segments))


def _encode_path(path: str, like: str) -> str:
    unsafe = _UNSAFE_IN_ENCODED if "%" in like else _UNSAFE
    return unsafe.sub(_percent_encode, path)


def _percent_encode(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))
