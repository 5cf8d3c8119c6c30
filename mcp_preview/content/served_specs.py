"""OpenAPI specifications as they are served: without the operations that are not for a viewer.

What only those operations use goes with them: components, tags and paths. A document that loses
nothing is served as it is written; any other in its own format, JSON or YAML.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from mcp_preview.content.spec_pruning import remove_operations

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Spec

LeftOutOperations: TypeAlias = frozenset[tuple[str, str]]
"""Operations by method and path."""
_MOST_CACHED = 8


class ServedSpec:
    """One specification, with the last few forms in which it was served."""

    def __init__(self, spec: Spec, data: bytes) -> None:
        """Serve a specification with these bytes in its file."""
        self._spec = spec
        self.data = data
        self._cache: dict[LeftOutOperations, bytes | None] = {}

    def render_without(self, left_out: LeftOutOperations) -> bytes | None:
        """The file without some operations; None where there are others and none is left."""
        if not left_out:
            return self.data
        if left_out not in self._cache:
            made = self._render_pruned(left_out)
            while len(self._cache) >= _MOST_CACHED:
                self._cache.pop(next(iter(self._cache)), None)
            self._cache[left_out] = made
        return self._cache[left_out]

    def _render_pruned(self, left_out: LeftOutOperations) -> bytes | None:
        spec = self._spec
        every = (*spec.operations.values(), *spec.webhooks.values())
        gone = [operation for operation in every if (operation.method, operation.path) in left_out]
        if len(gone) == len(every) or spec.read is None:
            return None
        source = spec.read.source
        values = source.values()
        if not isinstance(values, dict):
            return None  # It was readable a moment ago, so nothing is known of it now.
        content = remove_operations(values, [operation.keys for operation in gone])
        return _as_yaml(content) if source.is_yaml else _as_json(content, self.data)


def _as_json(content: Mapping[str, object], written: bytes) -> bytes:
    indent = 2 if b"\n" in written.strip() else None
    return json.dumps(content, indent=indent, ensure_ascii=False).encode("utf-8", "replace")


def _as_yaml(content: Mapping[str, object]) -> bytes:
    import yaml

    text: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    return text.encode("utf-8", "replace")
