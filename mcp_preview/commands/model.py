"""`mcp-preview model install`: brings a sentence model, with which pages are found by meaning."""

from __future__ import annotations

from argparse import Namespace

from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.meaning.model_install import install_model
from mcp_preview.meaning.sentence_model import ModelFault, SentenceModel


def run_model_install(arguments: Namespace) -> int:
    """Install the model, load it once, and print where it is. Raises `UsageFault`."""
    try:
        folder = install_model(arguments.source)
        SentenceModel(folder)
    except ModelFault as fault:
        raise UsageFault(str(fault)) from None
    print(f"The model is in {folder}. `mcp-preview serve` finds pages by meaning from now on.")
    return 0
