from __future__ import annotations

from tests.picture import PICTURE, picture


def test_the_picture_in_the_readme_is_current() -> None:
    """If this fails, run `python -m tests.picture` and look at the picture."""
    assert PICTURE.read_text(encoding="utf-8") == picture()
