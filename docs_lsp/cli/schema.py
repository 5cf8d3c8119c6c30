"""`docs-lsp schema`: prints JSON Schemas, for editors and tools."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from typing import Any


def run(arguments: Namespace) -> int:
    """Print the schema of docs.json, or another one that was requested."""
    print(json.dumps(_choose_schema(arguments), indent=2))
    return 0


def _choose_schema(arguments: Namespace) -> dict[str, Any]:
    if arguments.settings:
        return _build_settings_schema()
    if arguments.report:
        from docs_lsp.cli.output.report_schema import build_report_schema

        return build_report_schema()
    if arguments.baseline:
        from docs_lsp.settings.baseline_file import build_baseline_schema

        return build_baseline_schema()
    for name in ("diff", "url", "translations", "preview_report"):
        if getattr(arguments, name):
            from docs_lsp.cli.output import command_schemas

            build: Callable[[], dict[str, Any]] = getattr(command_schemas, f"build_{name}_schema")
            return build()
    from docs_lsp.schema.export import build_json_schema

    return build_json_schema()


def _build_settings_schema() -> dict[str, Any]:
    from docs_lsp.rules import all_rules
    from docs_lsp.settings.reader import build_settings_schema

    return build_settings_schema({rule.name: rule.title for rule in all_rules().values()})
