"""What real editors once said, said again: nothing of it may be a protocol error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.editor import Wire

TRANSCRIPTS = Path(__file__).parents[2].parent / "shared" / "editors" / "transcripts"
FOUND = sorted(TRANSCRIPTS.glob("*.jsonl"))
RECORDED_ROOT = "/home/writer/site"

METHOD_NOT_FOUND, INVALID_PARAMS, INVALID_REQUEST = -32601, -32602, -32600


@pytest.mark.asyncio
@pytest.mark.skipif(not FOUND, reason=f"no recorded transcripts in {TRANSCRIPTS}")
@pytest.mark.parametrize("transcript", FOUND, ids=lambda path: path.stem)
async def test_a_recorded_session_runs_without_protocol_errors(
    transcript: Path, tmp_path: Path
) -> None:
    (tmp_path / "docs.json").write_text("{}")
    wire = await Wire.start()
    answers = {}
    messages = _messages(transcript, tmp_path)
    for message in messages:
        wire.write(_frame(message))
        if "id" in message:
            answers[message["method"]] = await wire.answer(message["id"])
    code, log = await wire.hang_up()

    assert "result" in answers["initialize"]
    for method, answer in answers.items():
        _check(method, answer)
    assert code == (0 if "shutdown" in answers else 1)
    assert "Traceback" not in log


def _check(method: str, answer: Any) -> None:
    """Features may be missing; what is there must work."""
    if "error" not in answer:
        return
    code = answer["error"]["code"]
    if method == "workspace/executeCommand":
        assert code == INVALID_PARAMS  # The recorded server's commands are not ours.
    else:
        assert code in (METHOD_NOT_FOUND, INVALID_REQUEST), answer
        assert method.startswith("textDocument/")


def _messages(transcript: Path, root: Path) -> list[dict[str, Any]]:
    """What the editor sent of its own accord, about another folder."""
    lines = transcript.read_text("utf-8").replace(RECORDED_ROOT, str(root)).splitlines()
    records = [json.loads(line) for line in lines]
    said = [record["msg"] for record in records if record["dir"] == "->"]
    sent = [message for message in said if "method" in message]
    for message in sent:
        if message["method"] == "initialize":
            message["params"]["processId"] = None  # The recorded editor is long gone.
    return sent


def _frame(message: Any) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
