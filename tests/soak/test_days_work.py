"""A small day: pages written, a folder moved, an operation, translations, a frozen version."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks import sites
from tests.soak.days_work import do_days_work

GET = {"get": {"summary": "List boats", "responses": {"200": {"description": "Ok"}}}}
SPEC = {"openapi": "3.1.0", "info": {"title": "Boats", "version": "1"}, "paths": {"/boats": GET}}


def test_at_each_rest_of_a_day_the_editor_shows_what_a_check_finds(tmp_path: Path) -> None:
    sites.write(tmp_path, 30)
    (tmp_path / "api.json").write_text(json.dumps(SPEC), encoding="utf-8")
    rests = list(do_days_work(tmp_path, pages=4))

    assert [(rest.work, rest.missing, rest.stale) for rest in rests] == [
        (work, frozenset(), frozenset())
        for work in ("start", "write", "move", "add_operation", "translate", "freeze")
    ]
    assert rests[-1].findings > rests[0].findings
