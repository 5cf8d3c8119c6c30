"""A sentence model in ONNX, which maps texts of similar meaning to similar vectors.

All of it comes from one local folder: `model.onnx` and `tokenizer.json`, and optionally
`1_Pooling/config.json`. Nothing is downloaded.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from docs_lsp.cache.folder import MODEL_FILE, TOKENIZER_FILE
from docs_lsp.core.extras import format_install_command

if TYPE_CHECKING:
    import numpy as np
    import onnxruntime
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]
    """A vector of length 1."""

MOST_TOKENS = 128
"""The most tokens of a text that are used; such models were trained with shorter ones."""

_POOLING_FILE = "1_Pooling/config.json"
_LARGEST_MODEL = 600_000_000
_LARGEST_TOKENIZER = 50_000_000
_MOST_DIMENSIONS = 2_048
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class ModelFault(Exception):
    """The error of a folder that is no usable model; the message is a sentence for the user."""


class SentenceModel:
    """A model that computes vectors of texts."""

    def __init__(self, folder: Path) -> None:
        """Load a model. Raises `ModelFault` if it is invalid or a library is missing."""
        try:
            import numpy
            import onnxruntime
            import tokenizers
        except ImportError as error:
            raise ModelFault(
                f"The package `{error.name}` is missing. Install it with "
                f"`{format_install_command('preview,semantic')}`."
            ) from None
        self._numpy = numpy
        model = _require_small_file(folder / MODEL_FILE, _LARGEST_MODEL)
        tokenizer = _require_small_file(folder / TOKENIZER_FILE, _LARGEST_TOKENIZER)
        self._takes_first = _uses_first_token(folder)
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
            self._tokenizer.enable_truncation(MOST_TOKENS)
            self._tokenizer.no_padding()
        except Exception:  # The library raises no narrower class.
            raise ModelFault(f"`{folder / TOKENIZER_FILE}` is not a tokenizer.") from None
        try:
            self._session = onnxruntime.InferenceSession(
                str(model), _build_session_options(onnxruntime)
            )
        except Exception:  # The same applies here.
            raise ModelFault(f"`{folder / MODEL_FILE}` is not an ONNX model.") from None
        names = [given.name for given in self._session.get_inputs()]
        if "input_ids" not in names or not {*names} <= {*_INPUTS}:
            raise ModelFault(
                f"`{folder / MODEL_FILE}` is not a sentence model: its inputs are "
                f"{', '.join(f'`{name}`' for name in names[:8])} and not `input_ids`, "
                "`attention_mask` and maybe `token_type_ids`."
            )
        self._names = names
        self._output = [self._session.get_outputs()[0].name]
        self.identity = _compute_identity(model, tokenizer, self._takes_first)
        """The 16 hexadecimal digits that identify the model."""
        self.size = self._measure_dimensions(folder)
        """The number of dimensions of a vector."""

    def embed_text(self, text: str) -> Vector:
        """Return the vector of the first tokens of a text, of length 1."""
        # One text at a time: a batch would have to be padded to its longest text, which costs more
        # than it saves and changes the vectors slightly.
        numpy = self._numpy
        tokens = self._tokenizer.encode(text.encode("utf-8", "replace").decode()).ids or [0]
        given = {
            "input_ids": numpy.array([tokens], numpy.int64),
            "attention_mask": numpy.ones((1, len(tokens)), numpy.int64),
            "token_type_ids": numpy.zeros((1, len(tokens)), numpy.int64),
        }
        (output,) = self._session.run(self._output, {name: given[name] for name in self._names})
        (pooled,) = numpy.asarray(output, numpy.float32)
        if pooled.ndim == 2:  # The output is not pooled yet.
            pooled = pooled[0] if self._takes_first else pooled.mean(axis=0)
        vector: Vector = numpy.nan_to_num(pooled / max(float(numpy.linalg.norm(pooled)), 1e-9))
        return vector

    def _measure_dimensions(self, folder: Path) -> int:
        """Return the number of dimensions of a vector, by trying. Raises `ModelFault`."""
        try:
            tried = self.embed_text("a text")
        except Exception:  # The libraries raise no narrower class.
            raise ModelFault(
                f"`{folder / MODEL_FILE}` cannot work with `{folder / TOKENIZER_FILE}`."
            ) from None
        if tried.ndim != 1 or not 1 < len(tried) <= _MOST_DIMENSIONS:
            raise ModelFault(
                f"`{folder / MODEL_FILE}` is not a sentence model: it does not return one vector "
                f"of at most {_MOST_DIMENSIONS:,} numbers for each text."
            )
        return len(tried)


def _build_session_options(library: Any) -> onnxruntime.SessionOptions:
    """Return the options for one thread, which leaves the other processors to the preview."""
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4  # Errors are raised instead.
    return options


def _uses_first_token(folder: Path) -> bool:
    """Return whether the vector of the first token is used instead of the mean of all."""
    try:
        pooling = json.loads((folder / _POOLING_FILE).read_bytes()[:10_000])
    except (OSError, ValueError):
        return False
    return isinstance(pooling, dict) and pooling.get("pooling_mode_cls_token") is True


def _require_small_file(file: Path, largest: int) -> Path:
    """Return the path of an existing file that is not too large. Raises `ModelFault`."""
    try:
        if not file.is_file():
            raise ModelFault(f"The file `{file}` does not exist.")
        if file.stat().st_size > largest:
            raise ModelFault(f"`{file}` is larger than {largest // 1_000_000} MB.")
    except OSError as error:
        raise ModelFault(f"`{file}` cannot be read: {error.strerror}.") from None
    return file


def _compute_identity(model: Path, tokenizer: Path, takes_first: bool) -> str:
    """Return a hash of the files. Raises `ModelFault` if they cannot be read."""
    digest = hashlib.blake2b(bytes([takes_first]), digest_size=8)
    for file in (model, tokenizer):
        try:
            with file.open("rb") as data:
                digest.update(hashlib.file_digest(data, "blake2b").digest())
        except OSError as error:
            raise ModelFault(f"`{file}` cannot be read: {error.strerror}.") from None
    return digest.hexdigest()
