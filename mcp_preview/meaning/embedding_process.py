"""The process that runs a sentence model: it keeps the vectors of a site and looks for the nearest.

    python -m mcp_preview.meaning.embedding_process MODEL-FOLDER VECTOR-FOLDER

A model is native code that works on files of somebody else: what goes wrong there ends this process
and not the preview, and its memory is not the preview's. It reads one message of JSON in each line
and answers each with a line:

- `{"put": page, "texts": [...]}`: these sections of a page follow those that it has.
- `{"drop": page}`: a page is gone.
- `{"find": text, "among": [page, ...], "most": n}`: the pages nearest to a text, and how near
  others are. A page is as near as its nearest section and its first one are together.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, Any

import orjson

from mcp_preview.meaning.sentence_model import ModelFault, SentenceModel


def main(model_folder: Path, vector_folder: Path, requests: IO[bytes], answers: IO[bytes]) -> int:
    """Answer until there are no more requests; 1 where there is no such model."""
    try:
        model = SentenceModel(model_folder)
        # Only now, because it needs a library that may be missing.
        from mcp_preview.meaning.vector_table import VectorTable

        table = VectorTable(model, vector_folder / f"{model.identity}.vectors")
    except ModelFault as fault:
        _say(answers, {"fault": str(fault)})
        return 1
    except OSError as error:
        _say(answers, {"fault": f"`{vector_folder}` cannot keep vectors: {error.strerror}."})
        return 1
    _say(answers, {"ready": model.identity})
    for line in requests:
        _say(answers, _answer(table, orjson.loads(line)))
    return 0


def _answer(table: Any, request: dict[str, Any]) -> dict[str, Any]:
    if "put" in request:
        table.put(request["put"], request["texts"])
        return {}
    if "drop" in request:
        table.drop(request["drop"])
        return {}
    nearest, among = table.find(request["find"], request["among"], request["most"])
    return {"found": nearest, "among": among}


def _say(answers: IO[bytes], message: dict[str, Any]) -> None:
    answers.write(orjson.dumps(message) + b"\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.stdin.buffer, sys.stdout.buffer))
