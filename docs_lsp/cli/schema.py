"""`docs-lsp schema`: JSON Schemas, for editors and tools that want one."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any


def run(arguments: Namespace) -> int:
    """Print the schema of docs.json, or that of docs-lsp.toml."""
    schema = _settings_schema() if arguments.settings else _site_schema()
    print(json.dumps(schema, indent=2))
    return 0


def _site_schema() -> dict[str, Any]:
    from docs_lsp.schema.export import json_schema

    return json_schema()


def _settings_schema() -> dict[str, Any]:
    from docs_lsp.config import schema
    from docs_lsp.rules import all_rules

    return schema({rule.name: rule.title for rule in all_rules().values()})
