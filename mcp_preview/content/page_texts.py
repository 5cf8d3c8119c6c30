"""Builds the texts of pages with files: their content, and parts of a specification they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.files.files import Files
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import (
    SpecOperation,
    SpecSchema,
    find_page_operation,
    find_page_schema,
)
from docs_lsp.site.summaries.page_emptiness import find_missing_reference
from mcp_preview.content.agent_documents import parse_document_for_agents
from mcp_preview.content.mdx_texts import MdxConverter, TextPrefetcher
from mcp_preview.content.operation_keys import OperationKey, build_operation_key
from mcp_preview.markdown.spec_markdown import (
    convert_operation,
    convert_schema,
    render_operation_name,
)

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec
    from mcp_preview.content.navigation_facts import NavigationFacts

OperationTexts: TypeAlias = dict[OperationKey, str]
"""The text of operations and schemas that pages show, by specification, method and path.

For a schema the path is its name, and the method is empty.
"""
NOT_THERE = ""
"""The marker in the files used for a text for a specification that was not found.

Such a text is built again when any specification is added or changes.
"""


class PageTextBuilder:
    """Builds the texts of one site at one moment, caching shared data."""

    def __init__(
        self,
        navigation_facts: NavigationFacts,
        files: Files,
        operations: OperationTexts | None = None,
        prefetcher: TextPrefetcher | None = None,
    ) -> None:
        """Reuse the texts of `operations`; `prefetcher` may prepare others."""
        self.operations: OperationTexts = {} if operations is None else operations
        self.mdx = MdxConverter(files, navigation_facts.variables)
        self._prefetcher = prefetcher
        self._facts = navigation_facts.overview.facts
        self._roots: dict[str, Mapping[str, object]] = {}
        self._read: set[str] = set()

    def build_text(self, file: str, fields: Mapping[str, object]) -> tuple[str, frozenset[str]]:
        """Return the Markdown of a page, "" if it is rejected, and the other files used for it."""
        made = (
            self._prefetcher.wait_for_text(file) if self._prefetcher else None
        ) or self.mdx.convert_file(file)
        if made.markdown is None:
            return "", made.reads
        self._read = set(made.reads)
        parts = [made.markdown, *self._render_specifications(file, fields)]
        return "\n".join(filter(str.strip, parts)), frozenset(self._read)

    def load_spec_root(self, spec: Spec) -> Mapping[str, object]:
        """Return the content of a specification that agents get; empty if it cannot be read."""
        root = self._roots.get(spec.file)
        if root is None:
            try:
                values = parse_document_for_agents(spec.read.source)[0] if spec.read else None
            except (ValueError, RecursionError):
                values = None
            root = self._roots[spec.file] = values if isinstance(values, dict) else {}
        return root

    @staticmethod
    def shows_specification(fields: Mapping[str, object]) -> bool:
        """Return whether a page with this frontmatter shows part of a specification."""
        return any(isinstance(fields.get(key), str) for key in ("openapi", "openapi-schema"))

    def find_shown_specifications(self, file: str, fields: Mapping[str, object]) -> frozenset[str]:
        """Return the files of specifications that a page shows; `NOT_THERE` for a missing one.

        A new specification can take precedence over the one found earlier.
        """
        operations = self._find_operations(file, fields)
        return frozenset(
            operation.spec.file if operation else NOT_THERE for operation in operations
        )

    def _render_specifications(self, file: str, fields: Mapping[str, object]) -> Iterator[str]:
        """Yield the Markdown of the operation and schema of a page; record their files.

        Only the method and the path are known of an operation whose specification is at a URL.
        """
        for match in self._find_operations(file, fields):
            self._read.add(match.spec.file if match else NOT_THERE)
            if isinstance(match, SpecOperation):
                yield self._render_operation(*match)
            elif match:
                yield self._render_schema(*match)
        lack = None
        if NOT_THERE in self._read:
            lack = find_missing_reference(file, fields, self._facts)
        if lack and not lack.is_certain:
            method_and_path = " ".join(str(fields.get("openapi")).split()[-2:])
            endpoint = parse_endpoint_entry(method_and_path)
            if isinstance(endpoint, Endpoint):
                yield render_operation_name(endpoint.method, endpoint.path)

    def _find_operations(
        self, file: str, fields: Mapping[str, object]
    ) -> Iterator[SpecOperation | SpecSchema | None]:
        """Yield the operation and the schema that a page names, None for a missing one."""
        operation, schema = fields.get("openapi"), fields.get("openapi-schema")
        if isinstance(operation, str):
            yield find_page_operation(operation, file, self._facts)
        if isinstance(schema, str):
            yield find_page_schema(schema, file, self._facts)

    def _render_operation(self, spec: Spec, operation: Operation) -> str:
        """Return the Markdown of an operation, cached in `operations`."""
        key = build_operation_key(spec, operation)
        if key not in self.operations:
            self.operations[key] = convert_operation(self.load_spec_root(spec), operation)
        return self.operations[key]

    def _render_schema(self, spec: Spec, name: str) -> str:
        """Return the Markdown of a schema, cached in `operations`."""
        key = (spec.file, "", name)
        if key not in self.operations:
            self.operations[key] = convert_schema(self.load_spec_root(spec), name)
        return self.operations[key]
