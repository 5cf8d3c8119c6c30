"""A site whose pages are for several readers, and who they are."""

from __future__ import annotations

import json
from pathlib import Path

_SETTINGS = """\
[[preview.users]]
name = "anna"
groups = ["crew"]

[[preview.users]]
name = "ben"
groups = ["press"]
"""
_PAGES = {
    "welcome": "",
    "log-book": 'groups: ["crew"]',
    "members": "public: false",
    "nobody": "groups: []",
    "stories": 'groups: [{excludes: ["press"]}]',
}


def write_club(folder: Path, settings: str = "") -> Path:
    """Write the site into a folder; `settings` come before the users."""
    docs = {
        "theme": "mint",
        "name": "Harbour club",
        "colors": {"primary": "#000000"},
        "navigation": {"pages": list(_PAGES)},
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "docs.json").write_text(json.dumps(docs), "utf-8")
    (folder / "docs-lsp.toml").write_text(f"{settings}\n{_SETTINGS}", "utf-8")
    for name, field in _PAGES.items():
        title = name.replace("-", " ").capitalize()
        text = f"---\ntitle: {title}\n{field}\n---\n\nThe boats of {title}.\n"
        (folder / f"{name}.mdx").write_text(text, "utf-8")
    return folder
