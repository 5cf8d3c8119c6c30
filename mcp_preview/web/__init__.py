"""The files of the web page at `/`: no build step, and nothing from elsewhere."""

from __future__ import annotations

from importlib.resources import files


def asset(name: str) -> bytes:
    """A file of the page."""
    return files(__name__).joinpath(name).read_bytes()


def asset_names() -> list[str]:
    """The names of all files of the page."""
    return [file.name for file in files(__name__).iterdir()]
