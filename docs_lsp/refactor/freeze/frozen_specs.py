"""Copies a specification and moves the addresses it sets for pages below the folder."""

from __future__ import annotations

import json
from collections.abc import Iterator

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.draft import apply_file_edits
from docs_lsp.formats.places import KeyPath, Paths
from docs_lsp.formats.spec_reader import find_value_span
from docs_lsp.site.specifications.openapi import Spec


def build_spec_copy(data: bytes, spec: Spec | None, folder: str) -> bytes:
    """Return a specification in which each `href` of an operation is below a folder.

    An `href` whose source text differs from its value, such as a YAML alias, is not changed; the
    check of the result then refuses the freeze.
    """
    return apply_file_edits(data, _edit_hrefs(data, spec, folder) if spec else ())


def _edit_hrefs(data: bytes, spec: Spec, folder: str) -> Iterator[FileEdit]:
    """Yield edits that put the folder before each `href`; none if the text was read otherwise."""
    if spec.read is None or spec.read.source.data != data:
        return
    hrefs = dict(_iter_hrefs(spec))
    places = spec.read.source.find_entries(Paths(hrefs)) if hrefs else {}
    for path, href in hrefs.items():
        span = find_value_span(path, places, data) if path in places else Span(0, 0)
        written = data[slice(*span)].decode("utf-8", "replace")
        if written == href or (not spec.read.source.is_yaml and _is_escaped_json(written, href)):
            slash = next((slash for slash in ("/", r"\/") if written.startswith(slash)), "")
            start = span.start + len(slash)
            yield FileEdit(spec.file, Span(start, start), f"{folder}/")


def _is_escaped_json(written: str, text: str) -> bool:
    r"""Whether the inside of a JSON string decodes to a text, as `\/a` does to `/a`."""
    try:
        return bool(json.loads(f'"{written}"') == text)
    except ValueError:
        return False


def _iter_hrefs(spec: Spec) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path and the value of each `href` of an operation."""
    for operation in spec.all_operations:
        for name, block in operation.blocks.items():
            href = block.get("href") if isinstance(block, dict) else None
            if isinstance(href, str) and href.strip("/"):
                yield (*operation.keys, name, "href"), href
