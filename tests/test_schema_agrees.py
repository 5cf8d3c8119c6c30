"""The exported JSON Schema and the shape check agree on whole files, both ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.schema.export import build_json_schema
from docs_lsp.settings.settings import Settings

SITES = Path(__file__).parent / "sites"
CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
SHAPE = frozenset(("wrong-type", "invalid-value", "missing-key", "unknown-language"))
"""The rules whose findings a schema can have too."""
BEYOND = frozenset(("page-as-object", "legacy-key", "no-primary-pattern"))
"""Rules that the schema has as well, where the shape check leaves the place to them."""

FILES = [
    *sorted(SITES.glob("*/docs.json")),
    *sorted(CORPUS.glob("configs/*.json")),
    *sorted(CORPUS.glob("sites/*/docs.json")),
]


def parsed(file: Path) -> object:
    try:
        return json.loads(file.read_bytes())
    except ValueError:
        return None


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_schema_accepts_a_file_exactly_if_the_shape_check_does(file: Path) -> None:
    content = parsed(file)
    site = Snapshot.load_docs_json(
        Path("/site"), MemoryFiles({"docs.json": file.read_bytes()}), Settings()
    )
    if not isinstance(content, dict) or not site.is_service_site:
        return  # Nothing that a schema could be asked about.
    errors = {
        problem.rule
        for problem in site.get_problems().get("docs.json", ())
        if problem.severity is Severity.ERROR
    }

    accepted = Draft202012Validator(build_json_schema()).is_valid(content)

    if accepted:
        assert errors & SHAPE == set()
    else:
        assert errors & (SHAPE | BEYOND)
