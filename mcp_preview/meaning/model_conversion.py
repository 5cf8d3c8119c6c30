"""Converts the weights of a BERT model, such as all-MiniLM-L6-v2, to ONNX with 8 bits.

It needs the package `onnx`; nothing else here does.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

_OPSET = 17


class BertShape(NamedTuple):
    """The numbers of a BERT model that its weights do not tell."""

    layers: int
    heads: int
    size: int
    """Numbers of a vector."""
    epsilon: float


class BertGraph:
    """A BERT encoder as a graph of ONNX, written node by node."""

    def __init__(self, weights: Mapping[str, np.ndarray[Any, Any]], shape: BertShape) -> None:
        """Prepare the graph of a model of this shape, with these weights by name."""
        self._weights = weights
        self._layers, self._heads, self._size, self._epsilon = shape
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def build_model(self) -> onnx.ModelProto:
        """Build the model, from `input_ids`, `attention_mask` and `token_type_ids`."""
        names = ("input_ids", "attention_mask", "token_type_ids")
        hidden = self._add_embeddings()
        mask = self._add_mask()
        for at in range(self._layers):
            hidden = self._add_encoder_layer(f"encoder.layer.{at}", hidden, mask)
        self._add_node("Identity", hidden, name="last_hidden_state")
        shape = ("texts", "tokens")
        graph = helper.make_graph(
            self._nodes,
            "bert",
            [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in names],
            [
                helper.make_tensor_value_info(
                    "last_hidden_state", TensorProto.FLOAT, (*shape, self._size)
                )
            ],
            list(self._constants.values()),
        )
        return helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=8
        )

    def _add_node(self, kind: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        """Add a node to the graph; return the name of its output."""
        output = name or f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def _add_constant(self, name: str, value: np.ndarray[Any, Any]) -> str:
        """Add a constant to the graph, if it is not there; return its name."""
        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def _add_weight(self, name: str) -> str:
        """Add a weight of the model as a constant; return its name."""
        return self._add_constant(name, self._weights[name])

    def _add_numbers(self, *values: int) -> str:
        """Add a constant of whole numbers; return its name."""
        return self._add_constant(
            "numbers_" + "_".join(map(str, values)), np.array(values, np.int64)
        )

    def _add_embeddings(self) -> str:
        """Add the normalized sum of embeddings of words, kinds and positions; return its name."""
        words = self._add_node(
            "Gather", self._add_weight("embeddings.word_embeddings.weight"), "input_ids"
        )
        kinds = self._add_node(
            "Gather", self._add_weight("embeddings.token_type_embeddings.weight"), "token_type_ids"
        )
        length = self._add_node("Shape", "input_ids", start=1, end=2)
        table = self._add_weight("embeddings.position_embeddings.weight")
        order = self._add_node("Slice", table, self._add_numbers(0), length)
        total = self._add_node("Add", self._add_node("Add", words, kinds), order)
        return self._add_normalization("embeddings.LayerNorm", total)

    def _add_mask(self) -> str:
        """Add the bias of attention scores, very negative without a token; return its name."""
        given = self._add_node("Cast", "attention_mask", to=TensorProto.FLOAT)
        one = self._add_constant("one_float", np.array(1, np.float32))
        least = self._add_constant("least", np.array(-1e9, np.float32))
        lacking = self._add_node("Mul", self._add_node("Sub", one, given), least)
        return self._add_node("Unsqueeze", lacking, self._add_numbers(1, 2))

    def _add_normalization(self, name: str, value: str) -> str:
        """Add the normalization of a layer with the weights of this name; return its name."""
        return self._add_node(
            "LayerNormalization",
            value,
            self._add_weight(f"{name}.weight"),
            self._add_weight(f"{name}.bias"),
            axis=-1,
            epsilon=self._epsilon,
        )

    def _add_linear(self, name: str, value: str) -> str:
        """Add a multiplication by a matrix of weights, with their bias; return its name."""
        weight = self._add_constant(f"{name}.weight_t", self._weights[f"{name}.weight"].T)
        return self._add_node(
            "Add", self._add_node("MatMul", value, weight), self._add_weight(f"{name}.bias")
        )

    def _add_encoder_layer(self, name: str, hidden: str, mask: str) -> str:
        """Add a layer of attention and its feed-forward part; return its output."""
        width = self._size // self._heads
        parts = []
        for part, order in (
            ("query", (0, 2, 1, 3)),
            ("key", (0, 2, 3, 1)),
            ("value", (0, 2, 1, 3)),
        ):
            flat = self._add_linear(f"{name}.attention.self.{part}", hidden)
            split = self._add_node("Reshape", flat, self._add_numbers(0, 0, self._heads, width))
            parts.append(self._add_node("Transpose", split, perm=order))
        query, key, value = parts
        scale = self._add_constant("scale", np.array(width**-0.5, np.float32))
        scores = self._add_node("Mul", self._add_node("MatMul", query, key), scale)
        shares = self._add_node("Softmax", self._add_node("Add", scores, mask), axis=-1)
        seen = self._add_node(
            "Transpose", self._add_node("MatMul", shares, value), perm=(0, 2, 1, 3)
        )
        joined = self._add_node("Reshape", seen, self._add_numbers(0, 0, self._size))
        out = self._add_linear(f"{name}.attention.output.dense", joined)
        hidden = self._add_normalization(
            f"{name}.attention.output.LayerNorm", self._add_node("Add", out, hidden)
        )
        wide = self._add_gelu(self._add_linear(f"{name}.intermediate.dense", hidden))
        out = self._add_linear(f"{name}.output.dense", wide)
        return self._add_normalization(
            f"{name}.output.LayerNorm", self._add_node("Add", out, hidden)
        )

    def _add_gelu(self, value: str) -> str:
        """Add the activation function GELU, from nodes that ONNX has; return its name."""
        root, one, half = (
            self._add_constant(name, np.array(number, np.float32))
            for name, number in (("root", 2**0.5), ("one_float", 1.0), ("half", 0.5))
        )
        curve = self._add_node(
            "Add", self._add_node("Erf", self._add_node("Div", value, root)), one
        )
        return self._add_node("Mul", self._add_node("Mul", value, curve), half)


def read_safetensors(file: Path) -> dict[str, np.ndarray[Any, Any]]:
    """Return the 32-bit weights in a file of safetensors, by name without `bert.`.

    Raises OSError, and ValueError, KeyError or TypeError for a file of another format.
    """
    data = file.read_bytes()
    begin = 8 + int.from_bytes(data[:8], "little")
    weights = {}
    for name, about in json.loads(data[8:begin]).items():
        if name != "__metadata__" and about["dtype"] == "F32":
            first, last = (begin + offset for offset in about["data_offsets"])
            values = np.frombuffer(data[first:last], np.float32)
            weights[name.removeprefix("bert.")] = values.reshape(about["shape"])
    return weights


def convert_weights(weights: Path, shape: BertShape, target: Path) -> None:
    """Write the weights in `model.safetensors` to `target`, as a model of ONNX with 8 bits."""
    whole = target.with_suffix(".whole")
    logging.disable(logging.WARNING)  # It recommends a step that this model does not need.
    try:
        onnx.save(BertGraph(read_safetensors(weights), shape).build_model(), whole)
        quantize_dynamic(whole, target, weight_type=QuantType.QUInt8)
    finally:
        logging.disable(logging.NOTSET)
        whole.unlink(missing_ok=True)
