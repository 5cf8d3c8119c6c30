"""The texts of pages with a file of their own: what stands in it, and what the frontmatter adds to
that from a specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.files import FileFault, Files
from docs_lsp.mdx.fault_words import first_refusal, said
from docs_lsp.mdx.reading import find_faults
from docs_lsp.site.specifications.named_operation import operation_in_page
from docs_lsp.site.specifications.named_schema import schema_in_page
from mcp_preview.markdown.includes import Includes
from mcp_preview.markdown.operation_markdown import operation_markdown
from mcp_preview.markdown.page_markdown import to_markdown
from mcp_preview.markdown.schema_markdown import schema_markdown

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec
    from mcp_preview.content.navigation_facts import NavigationFacts

OperationTexts: TypeAlias = dict[tuple[str, str, str], str]
"""The text of operations and schemas that pages show: by specification, method and path; a schema
has its name for a path, and no method."""
NOT_THERE = ""
"""Stands among the files that a text is made of for a specification that has come to nothing: such
a text is made anew with every specification that comes or changes."""


class PageRefusal(NamedTuple):
    """Why the service refuses a page."""

    reason: str
    """In sentences."""
    place: tuple[int, int]
    """Line and column, from 1; columns count characters."""


class PageTexts:
    """Makes the texts of one site at one moment, and keeps what several of them need."""

    def __init__(
        self,
        navigation_facts: NavigationFacts,
        files: Files,
        operations: OperationTexts | None = None,
    ) -> None:
        """`operations` are the texts that are known already."""
        self.operations: OperationTexts = {} if operations is None else operations
        self._facts = navigation_facts.overview.facts
        self._files = files
        self._parts: dict[str, bytes | None] = {}
        self._roots: dict[str, Mapping[str, object]] = {}
        self._read: set[str] = set()
        self._includes = Includes(self._snippet, navigation_facts.variables)

    def of(self, file: str, fields: Mapping[str, object]) -> tuple[str, frozenset[str]]:
        """The Markdown of a page, given its file and its frontmatter, and which other files it is
        made of. A page that the service refuses has none."""
        self._read = set()
        try:
            data = self._files.read(file)
        except FileFault:
            return "", frozenset()
        said = self.markdown(data, file)
        if said is None:
            return "", frozenset(self._read)
        parts = [said, *self._from_specifications(file, fields)]
        return "\n".join(filter(str.strip, parts)), frozenset(self._read)

    def markdown(self, data: bytes, file: str) -> str | None:
        """What a file says, or a piece of MDX that stands in it; None where the service refuses
        it."""
        return to_markdown(data, file, self._includes)

    def refusal(self, file: str) -> PageRefusal | None:
        """Why the service refuses a page; None for one that it takes."""
        try:
            data = self._files.read(file)
        except FileFault:
            return None
        fault = first_refusal(find_faults(data), self._includes.variables)
        if fault is None:
            return None
        line = data.rfind(b"\n", 0, fault.span.start) + 1
        column = len(data[line : fault.span.start].decode("utf-8", "replace")) + 1
        return PageRefusal(said(fault), (data.count(b"\n", 0, line) + 1, column))

    def root(self, spec: Spec) -> Mapping[str, object]:
        """All that a specification holds: far more than the file, so it is not kept for long."""
        root = self._roots.get(spec.file)
        if root is None:
            try:
                values = spec.read.source.values() if spec.read else None
            except (ValueError, RecursionError):
                values = None
            root = self._roots[spec.file] = values if isinstance(values, dict) else {}
        return root

    def _from_specifications(self, file: str, fields: Mapping[str, object]) -> list[str]:
        operation, schema = fields.get("openapi"), fields.get("openapi-schema")
        texts = []
        if isinstance(operation, str):
            found = operation_in_page(operation, file, self._facts)
            texts.append(self._operation(*found) if found else self._nothing())
        if isinstance(schema, str):
            shown = schema_in_page(schema, file, self._facts)
            texts.append(self._schema(*shown) if shown else self._nothing())
        return texts

    def _nothing(self) -> str:
        self._read.add(NOT_THERE)
        return ""

    def _operation(self, spec: Spec, operation: Operation) -> str:
        self._read.add(spec.file)
        key = (spec.file, operation.method, operation.path)
        if key not in self.operations:
            self.operations[key] = operation_markdown(self.root(spec), operation)
        return self.operations[key]

    def _schema(self, spec: Spec, name: str) -> str:
        self._read.add(spec.file)
        key = (spec.file, "", name)
        if key not in self.operations:
            self.operations[key] = schema_markdown(self.root(spec), name)
        return self.operations[key]

    def _snippet(self, file: str) -> bytes | None:
        self._read.add(file)
        if file not in self._parts:
            try:
                self._parts[file] = self._files.read(file)
            except FileFault:
                self._parts[file] = None
        return self._parts[file]
