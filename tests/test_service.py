"""SERVICE.md: whatever the code cites of it stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATEMENTS = frozenset(
    re.findall(r"^### (\S+)$", ROOT.joinpath("docs_lsp", "SERVICE.md").read_text("utf-8"), re.M)
)
_CITATION = re.compile(r"SERVICE\.md,\s+([a-z]+(?:-[a-z]+)*(?:,\s+[a-z]+-[a-z-]+)*)")


def cited() -> Iterator[tuple[str, str]]:
    """Each statement that a module cites, with the module."""
    for package in ("docs_lsp", "mcp_preview"):
        for file in sorted(ROOT.joinpath(package).rglob("*.py")):
            for match in _CITATION.finditer(file.read_text("utf-8")):
                for name in re.split(r",\s+", match[1]):
                    yield file.relative_to(ROOT).as_posix(), name


def test_every_statement_that_is_cited_stands_there() -> None:
    citations = list(cited())

    assert len(citations) > 50
    assert [one for one in citations if one[1] not in STATEMENTS] == []
