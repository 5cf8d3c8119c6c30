"""Replace a path, link or name of a specification by another in the same style of writing.

Paths are site paths, decoded, without a slash at either end; the root is empty.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import encode_text
from docs_lsp.files.walk import get_stem
from docs_lsp.site.mdx.links import resolve_site_path
from docs_lsp.site.moves import spelling
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.routes.link_paths import WITH_HOST, parse_link_path
from docs_lsp.site.specifications.named_operation import iter_matching_files
from docs_lsp.site.specifications.spec_files import list_possible_specs
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.moves.changed_addresses import AddressMap


_LINK = compile_lazily(r"(?P<before>\s*)(?P<path>[^?#]*?)(?P<tail>\s*(?:[?#].*)?)", re.DOTALL)
# Characters that end a link in Markdown, in an attribute or as a URL, or that begin its tail.
_UNSAFE = compile_lazily(r"[\s()<>\"'`%?#\[\]{}|\\^]")
_UNSAFE_IN_ENCODED = compile_lazily(r"[\s()<>\"'`%?#\[\]{}|\\^]|[^\x00-\x7f]")


class LinkParts(NamedTuple):
    """A link, split into its parts."""

    before: str
    path: str
    """The path as written, with percent-encoding."""
    tail: str
    """The query, the anchor, and whitespace."""

    @classmethod
    def from_link(cls, link: str) -> LinkParts:
        """Split a link into its parts."""
        match = _LINK.fullmatch(link)
        assert match is not None  # Every part of the pattern may be empty.
        return cls(match["before"], match["path"], match["tail"])

    @property
    def is_rooted(self) -> bool:
        """Whether the link starts with a slash and is relative to the root of the site."""
        return self.path.startswith("/")

    def with_path(self, path: str) -> str:
        """Return the link with another path, which is encoded here."""
        slash = "/" if self.path.endswith("/") and path.strip("/") else ""
        return f"{self.before}{_encode_path(path, self.path)}{slash}{self.tail}"


def strip_shared_tail(old: str, new: str) -> tuple[str, int]:
    """Return a link's new text without the tail shared with the old one, and that tail's size.

    The tail is the query and the anchor; its size is in UTF-8 bytes.
    """
    tail = LinkParts.from_link(old).tail
    if not tail or not new.endswith(tail):
        return new, 0
    return new[: -len(tail)], len(encode_text(tail))


def respell_rooted_link(link: str, path: str) -> str:
    """Return a link with another path; without a leading slash if it had none."""
    written = LinkParts.from_link(link)
    return written.with_path(f"/{path}" if written.is_rooted else path)


def make_relative_path(written: str, before: str, folder: str, goal: str) -> str:
    """Return the path of `goal` relative to `folder`, in the style of the path `written`.

    `before` is the folder that the written path is relative to. The result is the shortest path,
    unless the written one went up further than necessary.
    """
    old = unquote(written)
    ups = _count_ups(old) if _is_detour(old, before) else 0
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


def _is_detour(path: str, folder: str) -> bool:
    """Return whether a path goes up and back into a folder that it has just left."""
    ups, base = _count_ups(path), folder.split("/")
    down = path.removeprefix("./").split("/")[ups:]
    return 0 < ups <= len(base) and down[:1] == [base[-ups]]


def is_path_to(written: str, folder: str, goal: str) -> bool:
    """Return whether a relative path in a folder leads to a goal without leaving the site."""
    path = unquote(written)
    if path.startswith("/") or _count_ups(path) > (folder.count("/") + 1 if folder else 0):
        return False
    return posixpath.normpath(f"/{folder}/{path}").strip("/") == goal


def respell_entry(written: str, page: str, extension: str) -> str:
    """Return a page path as an entry, with an extension and slashes if the entry had them."""
    text = written.strip()
    ending = extension if text.endswith(PAGE_EXTENSIONS) else ""
    ending += "/" if text.endswith("/") else ""
    return written.replace(text, f"{_read_root_prefix(text)}{page}{ending}", 1)


def respell_file_path(written: str, path: str) -> str:
    """Return the path of a file, with or without the leading slash of the written one."""
    text = written.strip()
    return written.replace(text, _read_root_prefix(text) + path, 1)


def _read_root_prefix(text: str) -> str:
    """Return the `/` or `./` in front of a path that is relative to the root, or ""."""
    return "/" if text.startswith("/") else "./" if text.startswith("./") else ""


def _count_ups(path: str) -> int:
    """Return the number of folders that a relative path goes up before it goes down."""
    segments = path.removeprefix("./").split("/")
    return next((place for place, part in enumerate(segments) if part != ".."), len(segments))


def _encode_path(path: str, like: str) -> str:
    """Percent-encode what would end a link; and non-ASCII text if `like` is percent-encoded."""
    unsafe = _UNSAFE_IN_ENCODED if "%" in like else _UNSAFE
    return unsafe.sub(lambda one: quote(one[0], safe="", errors="surrogatepass"), path)


def map_rooted_link(link: str, addresses: AddressMap) -> str | None:
    """Return a link from the root, or a URL of this site, after the moves; None if unchanged."""
    url = addresses.split_url(link) if link.startswith(WITH_HOST) else None
    if url is not None:
        new = map_rooted_link(url[1], addresses)
        return None if new is None else f"{url[0]}{new}"
    target = parse_link_path(link)
    if target is None or not target.path:
        return None
    path = unquote(target.path)
    new = addresses.map_path(path)
    return None if new == path else spelling.respell_rooted_link(link, new.lstrip("/"))


def map_spec_source(source: str, addresses: AddressMap) -> str | None:
    """Return the new path of a specification from the root; None if it does not change."""
    path = resolve_spec_path(source)
    new = addresses.relocation.map_path(path) if path else path
    return None if new is None or new == path else respell_file_path(source, new)


def map_spec_name(name: str, file: str, addresses: AddressMap) -> str | None:
    """Return the new name of the specification in front of an operation; None if it stays.

    It is a path from the root, a path from the page `file` (empty in docs.json), or the bare name
    of a specification, which stays bare if only one has it after the moves.
    """
    new = map_page_spec(name, file, addresses)
    return new if new is not None or "/" in name else _map_name_without_path(name, file, addresses)


def map_page_spec(name: str, page: str, addresses: AddressMap) -> str | None:
    """Return the new path of a specification from the root or from a page; None if it stays."""
    target = resolve_site_path(name, page) if name.startswith(".") else None
    if target is None or target not in addresses.overview.facts.files:
        return map_spec_source(name, addresses)
    return map_relative_path(name, page, target, addresses)


def map_relative_path(path: str, file: str, target: str, addresses: AddressMap) -> str | None:
    """Return the new path from a file to a target; None if it does not change."""
    new_path = addresses.relocation.map_path
    folder, moved_to = posixpath.dirname(new_path(file)), new_path(target)
    if moved_to == target and folder == posixpath.dirname(file):
        return None
    if is_path_to(path, folder, moved_to):
        return None
    return make_relative_path(path, posixpath.dirname(file), folder, moved_to)


def _map_name_without_path(name: str, file: str, addresses: AddressMap) -> str | None:
    """Return the new name without path and extension, or a path if several have it, or None."""
    specs = addresses.overview.facts.cached(list_possible_specs)
    meant = list(iter_matching_files(name, file, specs))
    if len(meant) != 1:
        return None
    moved_to = addresses.relocation.map_path(meant[0])
    stem = get_stem(moved_to)
    stems = [get_stem(addresses.relocation.map_path(spec)) for spec in specs]
    new = stem if stems.count(stem) == 1 else moved_to
    return None if moved_to == meant[0] or new == name else new
