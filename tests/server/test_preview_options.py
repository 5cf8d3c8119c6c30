"""Which options of the preview an editor may give, and where."""

from __future__ import annotations

import pytest

from docs_lsp.server.preview_process import build_preview_options
from docs_lsp.settings.reader import load_editor_settings, load_project_settings


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"docsLsp": {"previewServer": {"host": "0.0.0.0"}}}, ("--host=0.0.0.0",)),
        ({"previewServer": {"publicUrl": "https://a.b"}}, ("--public-url=https://a.b",)),
        (
            {"previewServer": {"store": "sqlite:////a", "trustedProxy": ["10.0.0.1", "10.0.0.2"]}},
            ("--store=sqlite:////a", "--trusted-proxy=10.0.0.1", "--trusted-proxy=10.0.0.2"),
        ),
        ({"previewServer": {"embeddings": "/models/a"}}, ("--embeddings=/models/a",)),
        ({"previewServer": {"trustedProxy": "10.0.0.1"}}, ("--trusted-proxy=10.0.0.1",)),
        ({"previewServer": {"host": "", "store": None, "trustedProxy": [1, ""]}}, ()),
        ({"previewServer": {"host": "--store=x"}}, ("--host=--store=x",)),
        ({"previewServer": {"port": "1", "with-editor": "yes"}}, ()),
        ({"previewServer": []}, ()),
        ({"docsLsp": None}, ()),
        (None, ()),
    ],
)
def test_the_options_are_read_from_where_the_editor_starts_the_server(
    given: object, options: tuple[str, ...]
) -> None:
    assert build_preview_options(given) == options


def test_a_project_has_no_say_in_them() -> None:
    _, faults = load_project_settings('[previewServer]\nhost = "0.0.0.0"\n', ())

    assert len(faults) == 1


def test_the_settings_of_an_editor_may_hold_them_and_are_read_without_a_fault() -> None:
    settings, faults = load_editor_settings({"previewServer": {"host": "0.0.0.0"}}, ())

    assert faults == ()
    assert not hasattr(settings.preview, "host")
