"""The files of a new site: a docs.json with one group, and its first page."""

from __future__ import annotations

import json
from collections.abc import Callable

from docs_lsp.core.problem import NewFile
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import OLDER_FILE, SITE_FILE
from docs_lsp.schema.model_looks import THEMES

COLOR, THEME = "#0D9373", "mint"
_INDEX = "index.mdx"


def plan_new_site(
    name: str, color: str, theme: str, exists: Callable[[str], bool]
) -> tuple[NewFile, ...]:
    """Return the files of a new site, or raise if there is one or an argument is wrong.

    Raises `UsageFault` for an unknown theme or a blank name, and if there is a site already.
    """
    if theme not in THEMES.values:
        known = ", ".join(f"`{theme}`" for theme in THEMES.values)
        raise UsageFault(f"there is no theme `{theme}`. The themes are: {known}.")
    if not name.strip():
        raise UsageFault("the name is blank. Give the name of the product or project.")
    for file in (SITE_FILE, OLDER_FILE, _INDEX):
        if exists(file):
            raise UsageFault(f"`{file}` exists already: this folder has a site.")
    docs = {
        "$schema": "https://mintlify.com/docs.json",
        "theme": theme,
        "name": name,
        "colors": {"primary": color},
        "navigation": {"groups": [{"group": "Get started", "pages": ["index"]}]},
    }
    text = json.dumps(docs, indent=2, ensure_ascii=False) + "\n"
    return NewFile(SITE_FILE, text), NewFile(_INDEX, render_page(name, "", ""))


def render_page(title: str, description: str, content: str) -> str:
    """Return the text of a new page."""
    about = f"description: {_quote_yaml(description)}\n" if description else ""
    body = f"\n{content.strip()}\n" if content.strip() else ""
    return f"---\ntitle: {_quote_yaml(title)}\n{about}---\n{body}"


def _quote_yaml(text: str) -> str:
    """Return a text as a YAML string in quotes, with unprintable characters escaped."""
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    return f'"{"".join(map(_escape_yaml, escaped))}"'


def _escape_yaml(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\U{code:08x}"
