"""Makes a WorkspaceEdit as an editor does, and shares no code with what wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

_LINE_END = re.compile(r"\r\n|\r|\n")
_WIDTHS: Mapping[str, Callable[[str], int]] = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}


def applied(
    files: Mapping[str, str], edit: Any, root: str = "file:///site/", encoding: str = "utf-16"
) -> dict[str, str]:
    """The files after an edit, by site path."""
    after = dict(files)
    steps = edit.get("documentChanges")
    if steps is None:
        steps = [
            {"textDocument": {"uri": uri}, "edits": edits} for uri, edits in edit["changes"].items()
        ]
    for step in steps:
        match step:
            case {"kind": "create", "uri": str(uri)}:
                assert _path(uri, root) not in after, "there already"
                after[_path(uri, root)] = ""
            case {"kind": "rename", "oldUri": str(old), "newUri": str(new)}:
                assert _path(new, root) not in after, "there already"
                after[_path(new, root)] = after.pop(_path(old, root))
            case {"kind": "delete", "uri": str(uri)}:
                del after[_path(uri, root)]
            case {"textDocument": {"uri": str(uri)}, "edits": list(edits)}:
                path = _path(uri, root)
                after[path] = edited(after[path], edits, encoding)
    return after


def edited(text: str, edits: list[Any], encoding: str = "utf-16") -> str:
    """A text after edits that are all counted in the text before."""
    spans = [
        (
            _index(text, edit["range"]["start"], encoding),
            _index(text, edit["range"]["end"], encoding),
        )
        for edit in edits
    ]
    pieces, done = [], 0
    for (start, end), edit in sorted(zip(spans, edits, strict=True), key=lambda each: each[0]):
        assert done <= start <= end, "edits overlap"
        pieces += [text[done:start], edit["newText"]]
        done = end
    return "".join([*pieces, text[done:]])


def _path(uri: str, root: str) -> str:
    assert uri.startswith(root)
    return uri.removeprefix(root)


def _index(text: str, position: Mapping[str, int], encoding: str) -> int:
    start = [0, *(end.end() for end in _LINE_END.finditer(text))][position["line"]]
    width = _WIDTHS[encoding]
    return start + next(
        size
        for size in range(len(text) - start + 1)
        if width(text[start : start + size]) == position["character"]
    )
