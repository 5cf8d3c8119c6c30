"""The key by which an operation of a specification is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

OperationKey: TypeAlias = tuple[str, str, str]
"""An operation: the site path of its specification, its method and its path."""


def build_operation_key(spec: Spec, operation: Operation) -> OperationKey:
    """Return the key of an operation: its specification, method and path."""
    return spec.file, operation.method, operation.path
