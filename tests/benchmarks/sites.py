"""Sites of any size, made from a seed: docs.json and a file for each page it lists."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es", "fr", "ja", "pt-BR")
TITLES = {"en": "Guides", "es": "Guías", "fr": "Démarrage", "ja": "はじめに", "pt-BR": "Introdução"}
TOPICS = ("agents", "billing", "cache", "deploy", "events", "files", "graphs", "hosting", "jobs")
PAGES_PER_GROUP = 12
GROUPS_PER_TAB = 8


def content(entries: int) -> dict[str, Any]:
    """A docs.json with about as many page entries, spread over five languages."""
    chance = random.Random(entries)
    share, rest = divmod(entries, len(LANGUAGES))
    languages = [
        _language(code, share + (rest if index == 0 else 0), chance)
        for index, code in enumerate(LANGUAGES)
    ]
    pages = pages_of(languages)
    return {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "mint",
        "name": f"Site of {entries}",
        "colors": {"primary": "#0D9373", "light": "#07C983", "dark": "#0D9373"},
        "navigation": {"languages": languages},
        "navbar": {"links": [{"label": "Help", "href": "mailto:help@example.com"}]},
        "footer": {"socials": {"github": "https://github.com/example"}},
        "redirects": [
            {"source": f"/old/{number}", "destination": f"/{page}"}
            for number, page in enumerate(chance.choices(pages, k=max(2, entries // 100)))
        ],
    }


def _language(code: str, entries: int, chance: random.Random) -> dict[str, Any]:
    tabs: list[dict[str, Any]] = []
    for first in range(0, entries, PAGES_PER_GROUP * GROUPS_PER_TAB):
        last = min(entries, first + PAGES_PER_GROUP * GROUPS_PER_TAB)
        groups = [
            _group(code, start, min(last, start + PAGES_PER_GROUP), chance)
            for start in range(first, last, PAGES_PER_GROUP)
        ]
        tabs.append({"tab": f"{TITLES[code]} {len(tabs)}", "icon": "book", "groups": groups})
    return {"language": code, "tabs": tabs}


def _group(code: str, first: int, last: int, chance: random.Random) -> dict[str, Any]:
    folder = "" if code == "en" else f"{code}/"
    pages: list[Any] = [
        f"{folder}{chance.choice(TOPICS)}/{chance.choice(TOPICS)}-{number}"
        for number in range(first, last)
    ]
    if len(pages) > 6:  # half of them one level further down
        pages = [*pages[:6], {"group": f"More {first}", "pages": pages[6:]}]
    return {"group": f"{TITLES[code]} {first}", "pages": pages}


def pages_of(value: Any) -> list[str]:
    """Every page path in a docs.json."""
    if isinstance(value, dict):
        listed = [page for page in value.get("pages", ()) if isinstance(page, str)]
        return listed + [page for inner in value.values() for page in pages_of(inner)]
    return [page for item in value for page in pages_of(item)] if isinstance(value, list) else []


def write(folder: Path, entries: int) -> Path:
    """Put a whole site into a folder; the path of its docs.json."""
    site = content(entries)
    for page in pages_of(site["navigation"]):
        file = folder / f"{page}.mdx"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"---\ntitle: {page}\n---\n\nText of the page.\n", encoding="utf-8")
    docs = folder / "docs.json"
    docs.write_text(json.dumps(site, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return docs
