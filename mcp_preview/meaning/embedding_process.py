"""The process that runs a sentence model, stores the vectors of a site, and finds the nearest.

    python -m mcp_preview.meaning.embedding_process MODEL-FOLDER VECTOR-FOLDER

A model is native code that runs on foreign files: its faults end this process instead of the
preview, and its memory is separate. The process reads one message of JSON in each line and responds
to each with a line:

- `{"put": page, "texts": [...]}`: add these sections to a page.
- `{"drop": page}`: remove a page.
- `{"find": text, "among": [page, ...], "most": n}`: return the pages nearest to a text, and the
  cosines of others. The cosine of a page combines those of its nearest and its first section.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import orjson

from mcp_preview.meaning.sentence_model import ModelFault, SentenceModel

if TYPE_CHECKING:
    from mcp_preview.meaning.vector_table import VectorTable


def run_embedding_process(
    model_folder: Path, vector_folder: Path, requests: IO[bytes], answers: IO[bytes]
) -> int:
    """Respond until there are no more requests; return 1 if model or vectors cannot be opened."""
    try:
        model = SentenceModel(model_folder)
        # Imported late, because it needs a library that may be missing.
        from mcp_preview.meaning.vector_table import VectorTable

        table = VectorTable(model, vector_folder / f"{model.identity}.vectors")
    except ModelFault as fault:
        _write_message(answers, {"fault": str(fault)})
        return 1
    except OSError as error:
        _write_message(
            answers, {"fault": f"`{vector_folder}` cannot store vectors: {error.strerror}."}
        )
        return 1
    _write_message(answers, {"ready": model.identity})
    for line in requests:
        _write_message(answers, _run_request(table, orjson.loads(line)))
    return 0


def _run_request(table: VectorTable, request: dict[str, Any]) -> dict[str, Any]:
    """Run a request and return its response."""
    if "put" in request:
        table.add_sections(request["put"], request["texts"])
        return {}
    if "drop" in request:
        table.drop_page(request["drop"])
        return {}
    nearest, among = table.find_near_pages(request["find"], request["among"], request["most"])
    return {"found": nearest, "among": among}


def _write_message(answers: IO[bytes], message: dict[str, Any]) -> None:
    """Write a message as a line of JSON."""
    answers.write(orjson.dumps(message) + b"\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(
        run_embedding_process(
            Path(sys.argv[1]), Path(sys.argv[2]), sys.stdin.buffer, sys.stdout.buffer
        )
    )
