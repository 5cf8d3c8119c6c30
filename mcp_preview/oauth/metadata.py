"""Metadata of the authorization server (RFC 8414) and of the resources it guards (RFC 9728)."""

from __future__ import annotations

from typing import Any

from docs_lsp.site.routes.reserved import PREVIEW_FOLDER

Json = dict[str, Any]

SCOPE = "mcp:search"
"""The only scope (docs_lsp/SERVICE.md, authorization)."""
MCP = "/mcp"
AUTHED_MCP = "/authed/mcp"
"""The endpoint for callers with a token."""
OAUTH = "/authed/mcp/oauth"
AUTHORIZE = f"{OAUTH}/authorize"
TOKEN = f"{OAUTH}/token"
REGISTER = f"{OAUTH}/register"
REVOKE = f"{OAUTH}/revoke"
STYLE = f"{PREVIEW_FOLDER}/log-in.css"
SERVER_METADATA = f"/.well-known/oauth-authorization-server{OAUTH}"
RESOURCE_METADATA = "/.well-known/oauth-protected-resource"
_CLIENT_AUTHENTICATION = ["none", "client_secret_post", "client_secret_basic"]


def build_issuer(base: str) -> str:
    """Return the issuer: the URL of the authorization server of the site at `base`."""
    return f"{base}{OAUTH}"


def build_server_metadata(base: str) -> Json:
    """Return the metadata of the authorization server."""
    return {
        "issuer": build_issuer(base),
        "authorization_endpoint": f"{base}{AUTHORIZE}",
        "token_endpoint": f"{base}{TOKEN}",
        "registration_endpoint": f"{base}{REGISTER}",
        "revocation_endpoint": f"{base}{REVOKE}",
        "scopes_supported": [SCOPE],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
        "token_endpoint_auth_methods_supported": _CLIENT_AUTHENTICATION,
        "revocation_endpoint_auth_methods_supported": _CLIENT_AUTHENTICATION,
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        # With `true` a client would send a web address, which is never fetched, and would not
        # register, which works. Documents on this machine are read nevertheless.
        "client_id_metadata_document_supported": False,
    }


def build_resource_metadata_path(path: str) -> str:
    """Return the path of the metadata of an endpoint."""
    return f"{RESOURCE_METADATA}{path}"


def build_resource_metadata(base: str, path: str, name: str) -> Json:
    """Return the metadata of an endpoint; `name` is the site's."""
    return {
        "resource": f"{base}{path}",
        "authorization_servers": [build_issuer(base)],
        "scopes_supported": [SCOPE],
        "bearer_methods_supported": ["header"],
        "resource_name": name or "docs",
    }
