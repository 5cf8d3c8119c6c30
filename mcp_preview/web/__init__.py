"""The web page at `/`: its files, without a build step and with nothing from elsewhere."""

from __future__ import annotations

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

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


def page_routes() -> list[BaseRoute]:
    """The routes of its files."""

    async def asset(request: Request) -> Response:
        name, kind = _FILES[request.url.path]
        return Response(files(__name__).joinpath(name).read_bytes(), 200, _HEADERS, kind)

    return [Route(path, asset) for path in _FILES]
