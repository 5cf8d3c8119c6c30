"""The pages of the log-in: templates that escape all values, and their headers."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from markupsafe import Markup, escape
from starlette.responses import Response

from mcp_preview.oauth.metadata import STYLE
from mcp_preview.web import read_asset

if TYPE_CHECKING:
    from jinja2 import Environment


def render_page(name: str, status: int = 200, *, leads_to: str = "", **values: object) -> Response:
    """Return one of the pages; `leads_to` is the final target of its form."""
    html = _load_environment().get_template(f"{name}.html").render(style=STYLE, **values)
    return Response(html, status, _build_headers(leads_to), "text/html")


def build_style_response() -> Response:
    """Return the style sheet of all pages: the theme of the page at `/`, and their own rules."""
    headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
    text = read_asset("theme.css").decode() + _read_file("log-in.css")
    return Response(text, 200, headers, "text/css")


def _build_headers(leads_to: str) -> dict[str, str]:
    """Return the headers of a page whose form may be redirected to `leads_to`."""
    # Browsers apply `form-action` to redirects of the response as well.
    target = f" {_build_csp_source(leads_to)}" if leads_to else ""
    return {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src data:; "
        f"form-action 'self'{target}; base-uri 'none'; frame-ancestors 'none'",
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        # With `no-referrer` a browser would send the form with `Origin: null`.
        "Referrer-Policy": "same-origin",
    }


def _build_csp_source(address: str) -> str:
    """Return an address as a source expression of the policy; only the scheme for IPv6 hosts."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or parts.netloc.startswith("["):
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"


@lru_cache(maxsize=1)
def _load_environment() -> Environment:
    """Return the templates of the pages, loaded once."""
    # Imported late: most previews never show a page of the log-in.
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_read_file),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["code"] = _format_code
    return environment


def _format_code(text: str) -> Markup:
    """Return a sentence whose parts between backticks are code."""
    parts = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else escape(part)
        for index, part in enumerate(parts)
    )


def _read_file(name: str) -> str:
    return files(__name__).joinpath(name).read_text("utf-8")
