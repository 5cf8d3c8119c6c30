"""Sentence models: what they make of texts, and what is said of folders that hold none."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from mcp_preview.meaning.sentence_model import ModelFault, SentenceModel
from tests.preview import tiny_model


def test_texts_that_mean_the_same_have_one_vector(tmp_path: Path) -> None:
    model = SentenceModel(tiny_model.make(tmp_path))

    boat, vessel, storm = (model.embed_text(text) for text in ("boat", "vessel", "storm"))

    assert model.size == tiny_model.SIZE and boat.shape == (tiny_model.SIZE,)
    assert boat @ vessel == pytest.approx(1) and boat @ storm == pytest.approx(0)


def test_a_text_is_the_mean_of_its_words_or_its_first(tmp_path: Path) -> None:
    mean = SentenceModel(tiny_model.make(tmp_path / "mean"))
    tiny_model.pool_first(tiny_model.make(tmp_path / "first"))
    first = SentenceModel(tmp_path / "first")

    assert mean.embed_text("boat storm") @ mean.embed_text("storm") == pytest.approx(0.5**0.5)
    assert first.embed_text("boat storm") @ first.embed_text("storm") == pytest.approx(0)
    assert mean.identity != first.identity


@pytest.mark.parametrize("text", ["", " ", "\ud800", "\0", "boat " * 5_000])
def test_every_text_has_a_vector(tmp_path: Path, text: str) -> None:
    vector = SentenceModel(tiny_model.make(tmp_path)).embed_text(text)

    assert vector.shape == (tiny_model.SIZE,) and np.isfinite(vector).all()


def said_of(folder: Path) -> str:
    with pytest.raises(ModelFault) as fault:
        SentenceModel(folder)
    return str(fault.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = tiny_model.make(tmp_path / "model")
    (folder / "tokenizer.json").unlink()

    assert (
        said_of(tmp_path / "none")
        == f"The file `{tmp_path / 'none' / 'model.onnx'}` does not exist."
    )
    assert said_of(folder) == f"The file `{folder / 'tokenizer.json'}` does not exist."


@pytest.mark.parametrize(
    ("name", "said"), [("model.onnx", "an ONNX model"), ("tokenizer.json", "a tokenizer")]
)
def test_a_file_of_another_kind_is_named(tmp_path: Path, name: str, said: str) -> None:
    folder = tiny_model.make(tmp_path)
    (folder / name).write_bytes(b'{"no": 1}')

    assert said_of(folder) == f"`{folder / name}` is not {said}."


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    folder = tiny_model.make(tmp_path)
    with (folder / "model.onnx").open("r+b") as file:
        file.truncate(600_000_001)

    assert said_of(folder) == f"`{folder / 'model.onnx'}` is larger than 600 MB."


def test_a_model_for_something_else_is_told_by_its_inputs(tmp_path: Path) -> None:
    folder = tiny_model.make(tmp_path, inputs=("pixels",))

    assert "is not a sentence model: its inputs are `pixels` and not" in said_of(folder)


def test_a_model_with_vectors_of_another_size_is_none(tmp_path: Path) -> None:
    folder = tiny_model.make(tmp_path, meanings={}, size=1)

    assert "does not return one vector" in said_of(folder)


def test_a_model_and_a_tokenizer_have_to_belong_together(tmp_path: Path) -> None:
    small = tiny_model.make(tmp_path / "small", meanings={"": 1})
    large = tiny_model.make(tmp_path / "large", meanings={"": 1, "other": 1, "a": 2})
    shutil.copyfile(large / "tokenizer.json", small / "tokenizer.json")

    assert said_of(small).endswith(f"cannot work with `{small / 'tokenizer.json'}`.")
