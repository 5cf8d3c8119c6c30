"""The paths where the service itself answers."""

from __future__ import annotations

import pytest

from docs_lsp.site.routes.reserved import (
    is_platform_file,
    is_search_server_path,
    may_be_platform_path,
)


@pytest.mark.parametrize("path", ["/mcp", "mcp/", "/authed/mcp", "authed/mcp/"])
def test_the_search_server_has_its_paths(path: str) -> None:
    assert is_search_server_path(path)
    assert may_be_platform_path(path)


@pytest.mark.parametrize("path", ["/mcp/a", "/a/mcp", "/mcp-server", "/authed", "/authed/mcpx"])
def test_other_paths_are_free(path: str) -> None:
    assert not is_search_server_path(path)
    assert not may_be_platform_path(path)


@pytest.mark.parametrize(
    "path",
    ["/llms.txt", "llms-full.txt", "/robots.txt", "/sitemap.xml", "/skill.md", "/.well-known/a/b"],
)
def test_files_for_machines_are_the_platforms(path: str) -> None:
    assert is_platform_file(path)
    assert may_be_platform_path(path)


@pytest.mark.parametrize(
    "path",
    [
        *("/a/llms.txt", "/a/rss.xml", "/login", "/logout/x", "/_mintlify/a", "/_llms/a.md"),
        "authed/mcp/oauth/token",
    ],
)
def test_more_may_be_served_than_is_written_down(path: str) -> None:
    assert not is_platform_file(path)
    assert not is_search_server_path(path)
    assert may_be_platform_path(path)


@pytest.mark.parametrize("path", ["/", "", "/llms", "/a.txt", "/well-known/a", "/loginx"])
def test_nothing_else_is_the_services(path: str) -> None:
    assert not is_platform_file(path)
    assert not may_be_platform_path(path)
