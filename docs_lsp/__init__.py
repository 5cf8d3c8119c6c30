"""The language server for docs.json."""

__version__ = "0.1.0"
