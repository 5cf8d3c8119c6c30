"""Pages that stand for an operation: what their frontmatter says under `openapi`."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.api.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.api.specs import spec_path

if TYPE_CHECKING:
    from docs_lsp.site.api.openapi import Operation, Spec
    from docs_lsp.site.overview import Overview


class OperationPage(NamedTuple):
    """A page with `openapi` in its frontmatter."""

    file: str
    endpoint: Endpoint

    def of(self, spec: Spec) -> Operation | None:
        """The operation of a specification that the page stands for, or may stand for."""
        if self.endpoint.spec and not is_called(spec.file, self.endpoint.spec, self.file):
            return None
        return spec.find(self.endpoint.method, self.endpoint.path)


def operation_pages(overview: Overview) -> Iterator[OperationPage]:
    """The pages whose `openapi` can be read; none where pages have not been read."""
    for file, content in (overview.contents or {}).items():
        text = content.fields.get("openapi")
        endpoint = parse_endpoint(text.strip()) if isinstance(text, str) else None
        if isinstance(endpoint, Endpoint):
            yield OperationPage(file, endpoint)


def is_called(file: str, name: str, page: str) -> bool:
    """Whether a page may name a specification so: by its path from the root or from the page, or
    by the bare name of its file."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
    stem = posixpath.splitext(posixpath.basename(file))[0]
    return file in (spec_path(name), beside) or stem == name.strip("/")
