"""The documents by which clients find the server, and the ways to connect."""

from __future__ import annotations

import base64
import hashlib
import json
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from mcp_preview.content.skills import Skill
from mcp_preview.documents.discovery import (
    build_discovery_document,
    build_old_skills_index,
    build_server_card,
    build_server_cards,
    build_skills_index,
)
from mcp_preview.mcp.tools import build_tool_definitions
from mcp_preview.web_api.client_options import build_menu_options, iter_client_settings
from tests.preview.made import SITE, site

BASE = "http://127.0.0.1:4"
URL = f"{BASE}/mcp"


def test_the_discovery_document_has_exactly_the_specified_fields() -> None:
    assert build_discovery_document(BASE) == {
        "version": "1.0.0",
        "transport": "http",
        "url": URL,
        "servers": [{"name": "public", "url": URL, "transport": "http", "authentication": "none"}],
    }


def test_the_card_has_exactly_the_specified_fields() -> None:
    card = build_server_card(SITE, BASE)

    assert set(card) == {
        *("name", "version", "url", "transport", "description", "capabilities"),
        *("authentication", "tools"),
    }
    assert card["name"] == "harbour-docs-search"
    assert card["description"] == "Everything afloat."
    assert card["capabilities"] == {"tools": True, "resources": True}
    assert card["tools"] == list(build_tool_definitions(SITE))
    assert build_server_cards(SITE, BASE) == {"servers": [card]}


def test_a_site_that_says_nothing_of_itself_has_a_card() -> None:
    assert build_server_card(site(name="", description=""), BASE)["name"] == "docs-search"


def test_the_indexes_of_skills_have_exactly_the_fields_of_the_service() -> None:
    skills = (Skill("tides", "tides", "Reads tide tables.", "# Tides\n"), Skill("é", "é", "", ""))

    assert build_old_skills_index(skills) == {
        "skills": [
            {"name": "tides", "description": "Reads tide tables.", "files": ["SKILL.md"]},
            {"name": "é", "description": "", "files": ["SKILL.md"]},
        ]
    }
    first, second = build_skills_index(skills)["skills"]
    assert first == {
        "name": "tides",
        "type": "skill-md",
        "description": "Reads tide tables.",
        "url": "/.well-known/agent-skills/tides/SKILL.md",
        "digest": f"sha256:{hashlib.sha256(b'# Tides' + bytes([10])).hexdigest()}",
    }
    assert second["url"] == "/.well-known/agent-skills/%C3%A9/SKILL.md"


def test_the_menu_has_the_options_of_the_site_in_its_order() -> None:
    chosen = ("copy", "vscode", "chatgpt", "mcp", "cursor", "add-mcp")

    found = {one.identifier: one for one in build_menu_options("harbour", URL, chosen)}

    assert list(found) == ["vscode", "mcp", "cursor", "add-mcp"]
    assert found["mcp"].text == URL and found["mcp"].link is None
    assert found["add-mcp"].text == f"npx add-mcp {URL}"


def test_the_links_to_editors_hold_the_server() -> None:
    vscode, cursor = build_menu_options("harbour", URL, ("vscode", "cursor"))

    assert vscode.link and cursor.link
    said = json.loads(unquote(vscode.link.partition("?")[2]))
    assert said == {"name": "harbour", "type": "http", "url": URL}
    query = parse_qs(urlsplit(cursor.link).query)
    assert query["name"] == ["harbour"]
    assert json.loads(base64.b64decode(query["config"][0])) == {"url": URL}


@pytest.mark.parametrize(
    "option", [*iter_client_settings("harbour", URL)], ids=lambda one: one.identifier
)
def test_each_client_is_told_the_url(option: object) -> None:
    assert URL in getattr(option, "text", "")
