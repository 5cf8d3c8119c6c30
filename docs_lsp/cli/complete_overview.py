"""The complete site, for commands that fail if any entry cannot be read."""

from __future__ import annotations

from docs_lsp.core.text import Encoding
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.jsontree.document import Document
from docs_lsp.site.overview import Overview


def require_complete_overview(site: Snapshot) -> Overview:
    """Return the whole site. Raises `UsageFault` if an entry might be missed."""
    overview = site.get_overview()
    if overview is None:
        raise UsageFault(f"`{site.root / site.name}` belongs to another tool.")
    for file, part in site.parts.items():
        if file == site.name and isinstance(part, str):
            raise UsageFault(part)
        fault = next(part.iter_faults(), None) if isinstance(part, Document) else None
        if isinstance(part, Document) and fault:
            line, _ = part.text.to_position(fault[0] + fault[1].start, Encoding.UTF32)
            raise UsageFault(
                f"`{file}` is not valid JSON in line {line + 1}, so an entry might be missed. "
                "Run `docs-lsp fix`, or correct the line, and try again."
            )
    return overview
