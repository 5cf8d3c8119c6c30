"""The service's own validator, for runs by hand: it lies beside the checkout, and is no part of it.

It is asked once for many files, since each time a program has to start.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from docs_lsp.files.files import Files

_PROGRAM = Path(__file__).parents[3] / "shared" / "bench" / "validator" / "oracle.py"


class Verdict(NamedTuple):
    """What the service makes of a docs.json."""

    is_accepted: bool
    pages: frozenset[str]
    """The entries that it keeps, without a slash in front."""
    docs: Any = None
    """The file as it reads it; None if it is rejected."""


def read_docs(files: Files) -> Any:
    """The docs.json among some files; None for one that is not JSON."""
    try:
        return json.loads(files.read("docs.json"))
    except ValueError:
        return None


def ask_service(docs: Mapping[str, Any]) -> Mapping[str, Verdict]:
    """The verdict on each docs.json, by key."""
    oracle = _load()
    return {key: _read(answer, oracle) for key, answer in oracle.ask(dict(docs)).items()}


def _read(answer: Mapping[str, Any], oracle: ModuleType) -> Verdict:
    pages = oracle.pages(answer["nav"]) if answer["ok"] else []
    return Verdict(answer["ok"], frozenset(page.strip("/") for page in pages), answer.get("data"))


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_json_oracle", _PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
