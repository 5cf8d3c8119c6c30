"""OpenAPI specifications as served to a viewer, without operations the viewer may not see.

Components, tags and paths that only those operations use are removed as well. A document that loses
nothing is served as written; any other in its own format, JSON or YAML.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from mcp_preview.content.spec_pruning import remove_operations

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Spec

LeftOutOperations: TypeAlias = frozenset[tuple[str, str]]
"""Operations, each as method and path."""
_MOST_CACHED = 8


class ServedSpec:
    """A specification, with the last few forms in which it was served."""

    def __init__(self, spec: Spec, data: bytes) -> None:
        """Serve a specification whose file has these bytes."""
        self._spec = spec
        self.data = data
        self._cache: dict[LeftOutOperations, bytes | None] = {}

    def render_without(self, left_out: LeftOutOperations) -> bytes | None:
        """Return the file without some operations, cached; None if no operation remains."""
        if not left_out:
            return self.data
        if left_out not in self._cache:
            made = self._render_pruned(left_out)
            while len(self._cache) >= _MOST_CACHED:
                self._cache.pop(next(iter(self._cache)), None)
            self._cache[left_out] = made
        return self._cache[left_out]

    def _render_pruned(self, left_out: LeftOutOperations) -> bytes | None:
        """Return the file without some operations; None if none remains or it is unreadable."""
        spec = self._spec
        every = spec.all_operations
        gone = [operation for operation in every if (operation.method, operation.path) in left_out]
        if len(gone) == len(every) or spec.read is None:
            return None
        source = spec.read.source
        values = source.parse_values()
        if not isinstance(values, dict):
            return None  # It was readable before, so its state is unknown now.
        content = remove_operations(values, [operation.keys for operation in gone])
        return _render_yaml(content) if source.is_yaml else _render_json(content, self.data)


def _render_json(content: Mapping[str, object], written: bytes) -> bytes:
    """Return JSON, indented if the original has several lines."""
    indent = 2 if b"\n" in written.strip() else None
    return json.dumps(content, indent=indent, ensure_ascii=False).encode("utf-8", "replace")


def _render_yaml(content: Mapping[str, object]) -> bytes:
    import yaml

    text: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    return text.encode("utf-8", "replace")
