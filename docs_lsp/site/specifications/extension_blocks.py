"""Check extension blocks and marks of a specification.

These are `x-site`, `x-mint`, `x-hidden` and `x-excluded` (SERVICE.md, extension-blocks). The blocks
are allowed at operations, paths, parameters and schemas, and configure their pages; the marks are
allowed at operations. Keys that resemble no known one are ignored: they may be newer than this, or
belong to another program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.json_kinds import NOUNS, get_json_kind, join_kinds
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.formats.places import KeyPath, Paths
from docs_lsp.formats.spec_reader import find_key_span, find_value_span
from docs_lsp.schema.model_page import FRONTMATTER

if TYPE_CHECKING:
    from docs_lsp.formats.spec_reader import SpecText

EXTENSIONS = ("x-site", "x-mint")

MOST_REPORTED = 50
"""Maximum number of mistakes of one document that are reported."""

_MENTIONED = compile_lazily(
    rb"x-(?:site|mint)\b|"
    # A valid mark need not be checked.
    rb"x-(?!(?:hidden|excluded)[\"']?\s*:\s*(?:true|false)\b)(?i:hid|excl)"
)
_SHOWN_AS_DATA = frozenset(("example", "examples", "default", "enum", "const"))
"""Keys whose values are data for readers."""
_MOST_NESTED = 200
_KEYS = {
    "metadata": "object",
    "content": "string",
    "href": "string",
    "groups": "array",
    "pre": "array",
    "post": "array",
    "playground": "object",
    "mcp": "object",
}
_MARKS = ("x-hidden", "x-excluded")
_BOOLEANS = {"true": "true", "yes": "true", "1": "true"}
_BOOLEANS |= {"false": "false", "no": "false", "0": "false"}
_MCP_KEYS = {"enabled": "boolean", "name": "string", "description": "string"}


class BlockFault(NamedTuple):
    """A value in a block that the service cannot read."""

    span: Span
    message: str
    better: str = ""
    """The replacement, if it is certain enough to be offered."""


class _BlockProblem(NamedTuple):
    path: KeyPath
    message: str
    on_value: bool
    better: str = ""


def find_extension_faults(source: SpecText) -> tuple[BlockFault, ...]:
    """Return the mistakes in the extensions of a specification, in order, up to `MOST_REPORTED`."""
    if not _MENTIONED.search(source.data):
        return ()  # Nearly all documents have none, and need not be read again.
    findings = list(islice(_iter_document_faults(source.parse_values(), (), set()), MOST_REPORTED))
    places = source.find_entries(Paths(each.path for each in findings)) if findings else {}
    faults = []
    for each in findings:
        span = find_value_span if each.on_value else find_key_span
        place = span(each.path, places, source.data)
        faults.append(BlockFault(place, each.message, each.better))
    return tuple(sorted(faults))


def _iter_document_faults(value: Any, path: KeyPath, seen: set[int]) -> Iterator[_BlockProblem]:
    """Yield the mistakes in the blocks and marks of a value, at any depth."""
    # An alias uses one value in many places.
    if not isinstance(value, dict | list) or id(value) in seen or len(path) > _MOST_NESTED:
        return
    seen.add(id(value))
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from _iter_document_faults(each, (*path, index), seen)
        return
    # A schema may describe a property of that name.
    are_names = path[-1:] == ("properties",)
    if _may_hold_marks(path):
        yield from _iter_mark_faults(value, path)
    for key, each in value.items():
        if key in EXTENSIONS and not are_names:
            yield from _iter_block_faults(each, (*path, key))
        elif are_names or key not in _SHOWN_AS_DATA:
            yield from _iter_document_faults(each, (*path, key), seen)


def _may_hold_marks(path: KeyPath) -> bool:
    """Return whether a path is that of an operation, or of another place for a mark."""
    match path:
        case ("paths" | "webhooks", str(), str()):
            return True
        case ("paths", str(), "additionalOperations", str()):
            return True
        case ("components", "pathItems", str(), str()):
            return True
    return False


def _iter_mark_faults(operation: Mapping[str, Any], path: KeyPath) -> Iterator[_BlockProblem]:
    """Yield marks that are not a boolean, and keys that resemble a mark."""
    for key, value in operation.items():
        if key in _MARKS:
            yield from _iter_mark_value_faults(value, (*path, key))
        elif isinstance(key, str) and key.startswith("x-"):
            near = find_nearest_name(key, _MARKS)
            if near and near not in operation:
                so = "so readers see this operation" if value else "ignored"
                message = f"Unknown key `{key}`, {so}. Did you mean `{near}`?"
                yield _BlockProblem((*path, key), message, False, near)


def _iter_mark_value_faults(value: Any, path: KeyPath) -> Iterator[_BlockProblem]:
    """Yield a mistake if the value of a mark is not a boolean."""
    if value is None or isinstance(value, bool):
        return
    better = _BOOLEANS.get(str(value).strip().lower(), "")
    remedy = f" Write `{better}`." if better else ""
    what = f"`{path[-1]}` must be `true` or `false`, not {NOUNS[get_json_kind(value)]}"
    on_value = not isinstance(value, dict | list)
    yield _BlockProblem(path, f"{what}; it may be ignored.{remedy}", on_value, better)


def _iter_block_faults(block: Any, path: KeyPath) -> Iterator[_BlockProblem]:
    """Yield the mistakes in one extension block."""
    if not isinstance(block, dict):
        yield from _iter_type_faults(block, path, "object")
        return
    yield from _iter_key_faults(block, path, _KEYS)
    for key in ("groups", "pre", "post"):
        items = block.get(key)
        for index, each in enumerate(items) if isinstance(items, list) else ():
            yield from _iter_type_faults(each, (*path, key, index), "string")
    yield from _iter_metadata_faults(block.get("metadata"), (*path, "metadata"))
    mcp = block.get("mcp")
    yield from _iter_key_faults(mcp if isinstance(mcp, dict) else {}, (*path, "mcp"), _MCP_KEYS)


def _iter_key_faults(
    held: Mapping[str, Any], path: KeyPath, wanted: Mapping[str, str]
) -> Iterator[_BlockProblem]:
    """Yield values of a wrong type, and unknown keys that resemble a wanted one."""
    for key, kind in wanted.items():
        if key in held:
            yield from _iter_type_faults(
                held[key], (*path, key), kind, allows_numbers=key != "content"
            )
    for key in (one for one in held if one not in wanted):
        near = find_nearest_name(key, wanted.keys() - held.keys()) if isinstance(key, str) else None
        if near:
            message = f"Unknown key `{key}`, ignored. Did you mean `{near}`?"
            # Another address is for the writer to give: the old one would answer no more.
            better = "" if near == "href" else near
            yield _BlockProblem((*path, key), message, False, better)


def _iter_metadata_faults(fields: Any, path: KeyPath) -> Iterator[_BlockProblem]:
    """Yield the mistakes in `metadata`: values of a wrong type, and `openapi`."""
    for name, value in fields.items() if isinstance(fields, dict) else ():
        known = FRONTMATTER.properties.get(name)
        if name == "openapi":
            message = (
                "`metadata` can have every frontmatter key of a page except `openapi`, which is "
                "the operation itself. Remove it."
            )
            yield _BlockProblem((*path, name), message, False)
        elif known is not None:
            yield from _iter_type_faults(value, (*path, name), *known.type.json_kinds)


def _iter_type_faults(
    value: Any, path: KeyPath, *kinds: str, allows_numbers: bool = True
) -> Iterator[_BlockProblem]:
    """Yield a fault unless a value has one of some types.

    A missing value is valid, and with `allows_numbers` a number is valid as a string.
    """
    actual_kind = get_json_kind(value)
    if (
        value is None
        or actual_kind in kinds
        or (allows_numbers and actual_kind == "number" and "string" in kinds)
    ):
        return
    wanted = join_kinds(kinds)
    what = f"`{path[-1]}`" if isinstance(path[-1], str) else f"Each item of `{path[-2]}`"
    shown = f"`{str(value).lower()}`" if actual_kind == "boolean" else NOUNS[actual_kind]
    remedy = " Put it in brackets: `[…]`." if kinds == ("array",) else ""
    message = f"{what} must be {wanted}, not {shown}; it may be ignored.{remedy}"
    yield _BlockProblem(path, message, actual_kind not in ("object", "array"))
