"""Replays recorded messages of real editors: each request gets a response without an error.

`RECORD=1 python -m pytest tests/editors` updates the recordings, except that of VS Code, which
`RECORD=1 python -m tests.editors.vscode.record` updates.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.editor import Wire, frame
from tests.editors.real import HERE, copy_site
from tests.editors.record import ROOT

RECORDINGS = sorted((HERE / "recordings").glob("*.jsonl"))
NAMES = {"emacs-eglot", "emacs-lsp-mode", "kate", "neovim", "neovim-older", "vim-ale", "vscode"}
ENCODINGS = {"neovim": "utf-8"}


def test_there_is_a_recording_of_every_editor() -> None:
    assert {path.stem for path in RECORDINGS} == NAMES


@pytest.mark.asyncio
@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.stem)
async def test_everything_that_an_editor_asked_is_answered(recording: Path, tmp_path: Path) -> None:
    folder = copy_site(tmp_path)
    wire = await Wire.start(environment={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    answers: dict[str, Any] = {}
    for line in recording.read_text("utf-8").splitlines():
        message = json.loads(line.replace(ROOT, str(folder)))
        wire.write(frame(message))
        if "id" in message:
            answers[message["method"]] = await wire.answer(message["id"])
    code, log = await wire.hang_up()

    assert [name for name, answer in answers.items() if "error" in answer] == []
    capabilities = answers["initialize"]["result"]["capabilities"]
    assert capabilities["positionEncoding"] == ENCODINGS.get(recording.stem, "utf-16")
    assert "start" in json.dumps(answers["textDocument/hover"]["result"]["contents"])
    assert code == (0 if "shutdown" in answers else 1)
    assert "Traceback" not in log


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_is_short_and_names_no_place_of_its_machine(recording: Path) -> None:
    text = recording.read_text("utf-8")

    assert len(text) < 20_000
    assert text.count("file://") == text.count(f"file://{ROOT}")
