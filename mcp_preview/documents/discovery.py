"""Discovery documents for the server and the skills (docs_lsp/SERVICE.md, discovery, skills).

They have exactly the specified fields, and describe what is served.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from urllib.parse import quote

from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.tool_names import make_tool_suffix
from mcp_preview.content.skills import Skill
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.protocol import VERSION
from mcp_preview.mcp.tools import Json, build_tool_definitions

SKILLS = "/.well-known/skills"
AGENT_SKILLS = "/.well-known/agent-skills"
"""The folder of skills; the one above is of the older format."""


def build_discovery_document(base: str, mode: AccessMode = AccessMode.PUBLIC) -> Json:
    """Return the discovery document of the MCP endpoints of a site with the URL `base`.

    `base` has no `/` at its end.
    """
    return {
        "version": VERSION,
        "transport": "http",
        "url": f"{base}/mcp",
        "servers": [
            {
                "name": name,
                "url": f"{base}{path}",
                "transport": "http",
                "authentication": authentication,
            }
            for name, path, authentication in _list_endpoints(mode)
        ],
    }


def build_server_card(state: ServerState, base: str) -> Json:
    """Return the card of the public server, from the state as the caller may see it."""
    _, path, authentication = _list_endpoints(state.access.mode)[0]
    return _build_card(state, f"{base}{path}", authentication)


def build_server_cards(state: ServerState, base: str) -> Json:
    """Return the cards of all servers."""
    return {
        "servers": [
            _build_card(state, f"{base}{path}", authentication)
            for _, path, authentication in _list_endpoints(state.access.mode)
        ]
    }


def _list_endpoints(mode: AccessMode) -> tuple[tuple[str, str, str], ...]:
    """Return name, path and authentication of each endpoint for a mode, the public one first."""
    needs = "oauth2" if mode is AccessMode.FULL else "none"
    public = ("public", "/mcp", needs)
    if mode is AccessMode.PUBLIC:
        return (public,)
    return (public, ("authenticated", "/authed/mcp", "oauth2"))


def _build_card(state: ServerState, url: str, authentication: str) -> Json:
    """Return the card of the server at a URL."""
    return {
        "name": f"{make_tool_suffix(state.name).replace('_', '-')}-search",
        "version": VERSION,
        "url": url,
        "transport": "http",
        "description": state.description or f"Searches the documentation of {state.name}.",
        "capabilities": {"tools": True, "resources": True},
        "authentication": authentication,
        "tools": list(build_tool_definitions(state)),
    }


def build_old_skills_index(skills: Iterable[Skill]) -> Json:
    """Return the list of skills in the older format."""
    return {
        "skills": [
            {"name": skill.slug, "description": skill.description, "files": ["SKILL.md"]}
            for skill in skills
        ]
    }


def build_skill_path(skill: Skill) -> str:
    """Return the path of a skill from the root of the site."""
    return f"{AGENT_SKILLS}/{quote(skill.slug)}/SKILL.md"


def build_skills_index(skills: Iterable[Skill]) -> Json:
    """Return the list of skills with digests for detecting changes."""
    return {
        "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
        "skills": [
            {
                "name": skill.slug,
                "type": "skill-md",
                "description": skill.description,
                "url": build_skill_path(skill),
                "digest": f"sha256:{hashlib.sha256(skill.data).hexdigest()}",
            }
            for skill in skills
        ],
    }
