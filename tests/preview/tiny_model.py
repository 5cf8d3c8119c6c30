"""A sentence model so small that a test makes it: words are near to each other as they are told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

MEANINGS = {
    **{"boat": 1, "boats": 1, "vessel": 1, "ship": 1},
    **{"money": 2, "invoice": 2, "pay": 2, "bill": 2},
    **{"weather": 3, "storm": 3, "rain": 3},
}
"""The number of what each word means."""
SIZE = 8


def make(
    folder: Path,
    meanings: Mapping[str, int] = MEANINGS,
    *,
    inputs: Sequence[str] = ("input_ids", "attention_mask"),
    size: int = SIZE,
) -> Path:
    """The folder of a model by which words with one number mean the same."""
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = {"[UNK]": 0, **{word: at for at, word in enumerate(meanings, 1)}}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    table = np.zeros((len(vocabulary), size), np.float32)
    for word, at in vocabulary.items():
        table[at, meanings.get(word, 0)] = 1.0 if at else 0.05
    onnx.save(_graph(table, inputs), folder / "model.onnx")
    return folder


def pool_first(folder: Path) -> None:
    """Let the first word of a text stand for it."""
    (folder / "1_Pooling").mkdir()
    told = json.dumps({"pooling_mode_cls_token": True})
    (folder / "1_Pooling" / "config.json").write_text(told, "utf-8")


def _graph(table: Any, inputs: Sequence[str]) -> Any:
    """Each token becomes its row in a table."""
    shape = ("texts", "tokens")
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", inputs[0]], ["last_hidden_state"])],
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in inputs],
        [
            helper.make_tensor_value_info(
                "last_hidden_state", TensorProto.FLOAT, (*shape, table.shape[1])
            )
        ],
        [numpy_helper.from_array(table, "table")],
    )
    opset = helper.make_opsetid("", 17)
    return helper.make_model(graph, opset_imports=[opset], ir_version=8)
