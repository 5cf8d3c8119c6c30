"""The blocks `x-site` and `x-mint` of a specification and the marks `x-hidden` and `x-excluded`,
where they have another shape than the service reads (SERVICE.md, extension-blocks).

The blocks stand at operations, paths, parameters and schemas, and say what becomes of their pages;
the marks stand at operations. Keys that look like no known one are left alone: they may be newer
than this, or belong to another program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.nearest import nearest
from docs_lsp.core.text import Span
from docs_lsp.formats.spec_reader import key_span, value_span
from docs_lsp.formats.wanted_paths import Path, Paths
from docs_lsp.schema.model_page import FRONTMATTER

if TYPE_CHECKING:
    from docs_lsp.formats.spec_reader import SpecText

EXTENSIONS = ("x-site", "x-mint")

MOST_TOLD = 50
"""How many faults of one document are reported."""

_MENTIONED = compile_lazily(
    rb"x-(?:site|mint)\b|"
    # A mark that is as it should be need not be looked at.
    rb"x-(?!(?:hidden|excluded)[\"']?\s*:\s*(?:true|false)\b)(?i:hid|excl)"
)
_SHOWN_AS_DATA = frozenset(("example", "examples", "default", "enum", "const"))
"""What stands under these keys is data for readers."""
_MOST_NESTED = 200
_NOUNS = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "number": "a number",
    "boolean": "`true` or `false`",
}
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
    """Something in a block that the service cannot read."""

    span: Span
    message: str
    better: str = ""
    """What is to stand there instead, where that is certain enough to be offered."""


class _Found(NamedTuple):
    path: Path
    message: str
    on_value: bool
    better: str = ""


def block_faults(source: SpecText) -> tuple[BlockFault, ...]:
    """What is wrong with the blocks of a document, in the order of the text."""
    if not _MENTIONED.search(source.data):
        return ()  # So it is in nearly all, which then need not be read again.
    findings = list(islice(_check_document(source.values(), (), set()), MOST_TOLD))
    places = source.entries(Paths(each.path for each in findings)) if findings else {}
    faults = []
    for each in findings:
        span = value_span if each.on_value else key_span
        place = span(each.path, places, source.data)
        faults.append(BlockFault(place, each.message, each.better))
    return tuple(sorted(faults))


def _check_document(value: Any, path: Path, seen: set[int]) -> Iterator[_Found]:
    # An alias makes one value stand in many places.
    if not isinstance(value, dict | list) or id(value) in seen or len(path) > _MOST_NESTED:
        return
    seen.add(id(value))
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from _check_document(each, (*path, index), seen)
        return
    # A schema may well describe a property of that name.
    are_names = path[-1:] == ("properties",)
    if _may_hold_marks(path):
        yield from _check_marks(value, path)
    for key, each in value.items():
        if key in EXTENSIONS and not are_names:
            yield from _check_block(each, (*path, key))
        elif are_names or key not in _SHOWN_AS_DATA:
            yield from _check_document(each, (*path, key), seen)


def _may_hold_marks(path: Path) -> bool:
    """Whether an operation stands there, or something else that may carry a mark."""
    match path:
        case ("paths" | "webhooks", str(), str()):
            return True
        case ("paths", str(), "additionalOperations", str()):
            return True
        case ("components", "pathItems", str(), str()):
            return True
    return False


def _check_marks(operation: Mapping[str, Any], path: Path) -> Iterator[_Found]:
    """Marks that are no `true` or `false`, and keys that look like a mark."""
    for key, value in operation.items():
        if key in _MARKS:
            yield from _check_mark(value, (*path, key))
        elif isinstance(key, str) and key.startswith("x-"):
            near = nearest(key, _MARKS)
            if near and near not in operation:
                so = "so readers see this operation" if value else "so it has no effect"
                message = f"Nothing reads `{key}`, {so}. Did you mean `{near}`?"
                yield _Found((*path, key), message, False, near)


def _check_mark(value: Any, path: Path) -> Iterator[_Found]:
    if value is None or isinstance(value, bool):
        return
    better = _BOOLEANS.get(str(value).strip().lower(), "")
    remedy = f"Write `{better}`." if better else "Write `true` or `false`."
    what = f"`{path[-1]}` takes `true` or `false`, and this is {_NOUNS[_kind(value)]}"
    on_value = not isinstance(value, dict | list)
    yield _Found(path, f"{what}, so it may not count. {remedy}", on_value, better)


def _check_block(block: Any, path: Path) -> Iterator[_Found]:
    if not isinstance(block, dict):
        yield from _check_kind(block, path, "object")
        return
    yield from _check_keys(block, path, _KEYS)
    for key in ("groups", "pre", "post"):
        items = block.get(key)
        for index, each in enumerate(items) if isinstance(items, list) else ():
            yield from _check_kind(each, (*path, key, index), "string")
    yield from _check_metadata(block.get("metadata"), (*path, "metadata"))
    mcp = block.get("mcp")
    yield from _check_keys(mcp if isinstance(mcp, dict) else {}, (*path, "mcp"), _MCP_KEYS)


def _check_keys(held: Mapping[str, Any], path: Path, wanted: Mapping[str, str]) -> Iterator[_Found]:
    for key, kind in wanted.items():
        if key in held:
            yield from _check_kind(held[key], (*path, key), kind, allows_numbers=key != "content")
    for key in (one for one in held if one not in wanted):
        near = nearest(key, wanted.keys() - held.keys()) if isinstance(key, str) else None
        if near:
            message = f"Nothing reads `{key}` here, so it has no effect. Did you mean `{near}`?"
            # Another address is for the writer to give: the old one would answer no more.
            better = "" if near == "href" else near
            yield _Found((*path, key), message, False, better)


def _check_metadata(fields: Any, path: Path) -> Iterator[_Found]:
    for name, value in fields.items() if isinstance(fields, dict) else ():
        known = FRONTMATTER.properties.get(name)
        if name == "openapi":
            message = (
                "`metadata` may hold every field of a page's frontmatter but `openapi`, which the "
                "operation itself stands for. Remove it."
            )
            yield _Found((*path, name), message, False)
        elif known is not None:
            yield from _check_kind(value, (*path, name), *known.type.json_kinds)


def _check_kind(
    value: Any, path: Path, *kinds: str, allows_numbers: bool = True
) -> Iterator[_Found]:
    """That a value is of none of some kinds; none at all counts as not given, and `numbers` are
    shown as they are where a text belongs."""
    actual_kind = _kind(value)
    if (
        value is None
        or actual_kind in kinds
        or (allows_numbers and actual_kind == "number" and "string" in kinds)
    ):
        return
    wanted = " or ".join(dict.fromkeys(_NOUNS[kind] for kind in kinds if kind in _NOUNS))
    what = f"`{path[-1]}`" if isinstance(path[-1], str) else f"Each entry of `{path[-2]}`"
    shown = f"`{str(value).lower()}`" if actual_kind == "boolean" else _NOUNS[actual_kind]
    remedy = "Put it in brackets: `[…]`." if kinds == ("array",) else f"Write {wanted}."
    message = f"{what} takes {wanted}, and this is {shown}, so it may not count. {remedy}"
    yield _Found(path, message, actual_kind not in ("object", "array"))


def _kind(value: Any) -> str:
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"
