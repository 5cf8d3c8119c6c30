"""The page at `/`, and the site's pages as Markdown: no build step, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from mcp_preview.served import Served

_FILES = {
    "/": ("index.html", "text/html"),
    "/preview.js": ("preview.js", "text/javascript"),
    "/preview.css": ("preview.css", "text/css"),
}
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self' vscode-webview:",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def page_routes(served: Callable[[], Served]) -> list[BaseRoute]:
    """The files of the page, and for links in search results, every indexed page."""

    async def asset(request: Request) -> Response:
        name, kind = _FILES[request.url.path]
        return Response(files(__name__).joinpath(name).read_bytes(), 200, _HEADERS, kind)

    async def markdown(request: Request) -> Response:
        path = request.path_params["path"].strip("/")
        page = _page(served(), path.removesuffix(".mdx").removesuffix(".md"))
        if page is None:
            return PlainTextResponse("There is no such page in the index.\n", 404, _HEADERS)
        return PlainTextResponse(page, 200, _HEADERS, "text/plain")

    return [
        *(Route(path, asset) for path in _FILES),
        Route("/{path:path}", markdown),
    ]


def _page(served: Served, path: str) -> str | None:
    """The Markdown of an indexed page by its path or by the path of its URL."""
    for wanted in (path, f"{path}/index"):
        page = served.pages.indexed.get(wanted)
        if page is not None:
            return f"# {page.title}\n\n{page.markdown}"
    return None
