"""The files of the web page at `/`, without a build step or external resources."""

from __future__ import annotations

from importlib.resources import files


def read_asset(name: str) -> bytes:
    """Return the content of a file of the page."""
    return files(__name__).joinpath(name).read_bytes()


def list_asset_names() -> list[str]:
    """Return the names of all files and folders here: of the page, and this module's own."""
    return [file.name for file in files(__name__).iterdir()]
