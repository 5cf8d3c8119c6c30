"""The place of the sentence model in the user's cache, with which the preview ranks by meaning."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from docs_lsp.cache.folder import create_cache_folder

MODEL_NAME = "all-MiniLM-L6-v2"
MODEL_FILE, TOKENIZER_FILE = "model.onnx", "tokenizer.json"
INSTALL_COMMAND = "mcp-preview model install"


def find_installed_model() -> Path | None:
    """Return the folder of the installed model, or None; creates the folder around it."""
    with suppress(OSError):
        folder = create_cache_folder("models") / MODEL_NAME
        if all((folder / name).is_file() for name in (MODEL_FILE, TOKENIZER_FILE)):
            return folder
    return None
