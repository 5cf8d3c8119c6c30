"""Routes of texts for AI clients: lists, skills, specifications, and pages as Markdown.

See docs_lsp/SERVICE.md, served-as-text.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import MappingProxyType
from typing import TypeAlias
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.pages import url_to_path
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.site_files import LLMS_FULL_TXT, LLMS_TXT, SITEMAP_XML
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.skills import Skill
from mcp_preview.content.viewer_content import LlmsSources
from mcp_preview.documents.discovery import (
    AGENT_SKILLS,
    SKILLS,
    build_old_skills_index,
    build_skills_index,
)
from mcp_preview.documents.page_lists import (
    SEGMENTS,
    render_folder_list,
    render_llms_full_txt,
    render_llms_txt,
    render_page_markdown,
    render_robots_txt,
    render_sitemap,
)
from mcp_preview.http.responses import build_json_response, get_base_url
from mcp_preview.live.server_state import ROBOTS_TXT, ServerState
from mcp_preview.oauth.metadata import AUTHED_MCP, build_resource_metadata_path

_MakeList: TypeAlias = Callable[[str, str, LlmsSources, str], str]
_Answer: TypeAlias = Callable[[Request], Awaitable[Response]]
_MARKDOWN = "text/markdown"
_PLAIN = "text/plain"
HEADERS = MappingProxyType(
    {
        "Cache-Control": "no-cache",
        # The content of the files of a site must not be executed here.
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Link": f'</{LLMS_TXT}>; rel="llms-txt", </{LLMS_FULL_TXT}>; rel="llms-full-txt", '
        '</.well-known/mcp/server-card.json>; rel="mcp-server-card", '
        f'<{AGENT_SKILLS}/index.json>; rel="agent-skills"',
        "Vary": "Accept, Authorization",
        "X-Content-Type-Options": "nosniff",
        "X-Llms-Txt": f"/{LLMS_TXT}",
    }
)
"""The headers of all these responses, including those of the service that name the lists."""
_AUTHED_LINK = f'<{build_resource_metadata_path(AUTHED_MCP)}>; rel="oauth-protected-resource"'


def build_text_routes(state_for: Callable[[Request], ServerState]) -> list[Route]:
    """Return the routes of texts, which include every path without another route.

    `state_for` returns the site as the sender of a request can see it.
    """
    answers = _Answers(state_for)
    table: dict[str, _Answer] = {
        **{f"{folder}/{LLMS_TXT}": answers.respond_llms_txt for folder in ("", "/.well-known")},
        **{
            f"{folder}/{LLMS_FULL_TXT}": answers.respond_llms_full
            for folder in ("", "/.well-known")
        },
        f"/{SITEMAP_XML}": answers.respond_sitemap,
        f"/{ROBOTS_TXT}": answers.respond_robots,
        "/skill.md": answers.respond_only_skill,
        f"{SKILLS}/index.json": answers.respond_old_skills_index,
        f"{SKILLS}/{{slug}}/skill.md": answers.respond_skill,
        f"{SKILLS}/{{slug}}/SKILL.md": answers.respond_skill,
        f"{AGENT_SKILLS}/index.json": answers.respond_skills_index,
        f"{AGENT_SKILLS}/{{slug}}/SKILL.md": answers.respond_skill,
        "/{path:path}": answers.respond_path,
    }
    return [Route(path, _add_authed_link(answer, state_for)) for path, answer in table.items()]


def _add_authed_link(answer: _Answer, state_for: Callable[[Request], ServerState]) -> _Answer:
    """Return an endpoint whose links also name the authenticated server, if there is one."""

    async def endpoint(request: Request) -> Response:
        response = await answer(request)
        if "link" in response.headers and state_for(request).access.mode is not AccessMode.PUBLIC:
            response.headers["link"] += f", {_AUTHED_LINK}"
        return response

    return endpoint


class _Answers:
    """The endpoints of texts."""

    def __init__(self, state_for: Callable[[Request], ServerState]) -> None:
        self._state_for = state_for

    async def respond_llms_txt(self, request: Request) -> Response:
        """Return `llms.txt`, the site's own or a generated one."""
        return self._respond_list(LLMS_TXT, render_llms_txt, request)

    async def respond_llms_full(self, request: Request) -> Response:
        """Return `llms-full.txt`, the site's own or a generated one."""
        return self._respond_list(LLMS_FULL_TXT, render_llms_full_txt, request)

    def _respond_list(self, name: str, make: _MakeList, request: Request) -> Response:
        """Return a list that the site has written itself, or else a generated one."""
        now = self._state_for(request)
        written = now.llms_sources.written.get(name)
        if written is not None:
            return _respond_text(written, _PLAIN)
        return _respond_text(
            make(now.name, now.description, now.llms_sources, get_base_url(request)), _PLAIN
        )

    async def respond_sitemap(self, request: Request) -> Response:
        """Return the site's own sitemap.xml, or else a generated one."""
        now = self._state_for(request)
        sources, slashes = now.llms_sources, now.ends_in_slashes
        made = render_sitemap(sources.pages, get_base_url(request), ends_in_slashes=slashes)
        return _respond_text(sources.written.get(SITEMAP_XML, made), "application/xml")

    async def respond_robots(self, request: Request) -> Response:
        """Return the site's own robots.txt, or else a generated one."""
        written = self._state_for(request).llms_sources.written
        return _respond_text(
            written.get(ROBOTS_TXT, render_robots_txt(get_base_url(request))), _PLAIN
        )

    async def respond_only_skill(self, request: Request) -> Response:
        """Return the only skill, redirect to the list of several, or return 404 without any."""
        skills = self._state_for(request).skills
        if len(skills) > 1:
            return RedirectResponse(f"{SKILLS}/index.json", 307, HEADERS)
        return _respond_skill(skills[0] if skills else None, request)

    async def respond_skill(self, request: Request) -> Response:
        """Return the skill that the path names, or 404."""
        named = (
            skill
            for skill in self._state_for(request).skills
            if skill.slug == request.path_params["slug"]
        )
        return _respond_skill(next(named, None), request)

    async def respond_old_skills_index(self, request: Request) -> Response:
        """Return the list of skills in the older format."""
        return build_json_response(build_old_skills_index(self._state_for(request).skills))

    async def respond_skills_index(self, request: Request) -> Response:
        """Return the list of skills."""
        return build_json_response(build_skills_index(self._state_for(request).skills))

    async def respond_path(self, request: Request) -> Response:
        """Return the specification, redirect, page, written text or list at a path, or 404."""
        now, path = self._state_for(request), request.path_params["path"].strip("/")
        for specs in (now.llms_sources.openapi, now.llms_sources.asyncapi):
            if path in specs:
                kind = "application/json" if path.endswith(".json") else "application/yaml"
                return _respond_text(specs[path], kind)
        leads_to = _respond_redirect(now, path)
        if leads_to is not None:
            return leads_to
        page = _find_visible_page(now, path) or await _build_unlisted_page(now, path)
        if page is not None:
            text = render_page_markdown(page, now.llms_sources.instructions, get_base_url(request))
            return _respond_text(text, _choose_media_type(request))
        if path in now.llms_sources.written:
            return _respond_text(now.llms_sources.written[path], _PLAIN)
        below = now.location.strip_base(f"/{path}")
        if below is not None:
            # A single slash: two would begin the address of another host.
            return RedirectResponse("/" + quote(below.lstrip("/")), 307, HEADERS)
        listed = _render_requested_folder_list(now, path, get_base_url(request))
        if listed is None:
            return _respond_not_found(_explain_not_found(now, path))
        return _respond_text(listed, _choose_media_type(request))


def _respond_text(content: bytes | str, kind: str) -> Response:
    """Return a text with the headers of all texts."""
    return Response(content, 200, HEADERS, kind)


def _respond_skill(skill: Skill | None, request: Request) -> Response:
    """Return the text of a skill, or 404."""
    if skill is None:
        return _respond_not_found("This skill does not exist.")
    return _respond_text(skill.data, _choose_media_type(request))


def _respond_not_found(why: str) -> Response:
    """Return 404 with a reason."""
    return PlainTextResponse(f"{why}\n", 404, HEADERS)


def _choose_media_type(request: Request) -> str:
    """Return Markdown, or plain text for browsers, which might not display Markdown."""
    return _PLAIN if "text/html" in request.headers.get("accept", "") else _MARKDOWN


def _strip_markdown_suffix(path: str) -> str:
    """Return a path without `.md` or `.mdx`."""
    return path.removesuffix(".mdx").removesuffix(".md")


def _find_visible_page(state: ServerState, path: str) -> IndexedPage | None:
    """Return a visible page by its path or the path of its URL, or None."""
    wanted = _list_page_paths(path)
    indexed = state.pages.indexed
    at_once = next((indexed[name] for name in wanted if name in indexed), None)
    return at_once or next((page for page in state.llms_sources.pages if page.path in wanted), None)


async def _build_unlisted_page(state: ServerState, path: str) -> IndexedPage | None:
    """Return a page that is on no list but served at its address, or None.

    See docs_lsp/SERVICE.md, hidden-addresses.
    """
    name = _find_unlisted_path(state, path)
    if name is None or state.make_addressed_page is None:
        return None
    return await to_thread.run_sync(state.make_addressed_page, name)


def _find_unlisted_path(state: ServerState, path: str) -> str | None:
    """Return the path of the excluded page at an address, or None."""
    names = _list_page_paths(path)
    return next(
        (left_out.path for left_out in state.pages.left_out if left_out.path in names), None
    )


def _list_page_paths(path: str) -> tuple[str, str]:
    """Return the page paths that an address may mean."""
    return _strip_markdown_suffix(path), f"{_strip_markdown_suffix(path)}/index".lstrip("/")


def _render_requested_folder_list(state: ServerState, path: str, base: str) -> str | None:
    """Return the list of pages below a folder if the path requests one, else None."""
    folder, _, segment = path.partition("/")
    if folder != SEGMENTS or not segment.endswith(".md"):
        return None
    return render_folder_list(state.name, segment.removesuffix(".md"), state.llms_sources, base)


def _has_page(state: ServerState, path: str) -> bool:
    """Return whether a page is at a path for the viewer, even one that is on no list."""
    return (
        _find_visible_page(state, path) is not None or _find_unlisted_path(state, path) is not None
    )


def _respond_redirect(state: ServerState, path: str) -> Response | None:
    """Return the redirect of docs.json for a path; None without one or if its target is hidden.

    None too if there is a page at the path, and perhaps no redirect.
    """
    redirect = state.redirects.find_redirect(path) if state.redirects else None
    suffix = ""
    if redirect is None and state.redirects and _strip_markdown_suffix(path) != path:
        # Clients that request Markdown are redirected to Markdown.
        redirect, suffix = state.redirects.find_redirect(_strip_markdown_suffix(path)), ".md"
    if redirect is None or (redirect.is_doubtful and _has_page(state, path)):
        return None
    target = redirect.target
    if target.startswith("/"):
        page, hash_sign, anchor = target.partition("#")
        inside = _strip_markdown_suffix(url_to_path(normalise_url_path(page)))
        is_page = any(name in state.known_paths for name in _list_page_paths(inside))
        if is_page and not _has_page(state, inside):
            return None
        if is_page and suffix and "?" not in page:
            page = f"{page.rstrip('/') or '/index'}{suffix}"
        target = f"{page}{hash_sign}{anchor}"
    return RedirectResponse(target, 308 if redirect.is_permanent else 307, HEADERS)


def _explain_not_found(state: ServerState, path: str) -> str:
    """Return the reason why a page cannot be read."""
    wanted = _strip_markdown_suffix(path)
    for page in state.pages.excluded:
        if page.path == wanted or url_to_path(page.url) == wanted:
            return f"`/{wanted[:200]}` is excluded. {page.reason}"
    return "This page does not exist."
