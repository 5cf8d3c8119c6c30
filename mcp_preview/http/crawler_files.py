"""The files for crawlers: sitemap.xml and robots.txt (docs_lsp/SERVICE.md, crawler-files)."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from mcp_preview.content.pages import IndexedPage
from mcp_preview.live.server_state import SITEMAP_XML

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap_xml(pages: Iterable[IndexedPage], base: str, *, ends_in_slashes: bool = False) -> str:
    """The addresses of the pages that search engines are to know, none of which is for certain
    groups; `base` is the site's address. Those of the site may end in slashes."""
    shown = (page for page in pages if page.in_sitemap and page.audience.groups is None)
    links = (f"{page.link.rstrip('/')}/" if ends_in_slashes else page.link for page in shown)
    urls = "".join(f"  <url><loc>{escape(base + link)}</loc></url>\n" for link in links)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{_NAMESPACE}">\n{urls}</urlset>\n'


def robots_txt(base: str) -> str:
    """Lets every crawler in, permits AI what the service does, and says where the sitemap is."""
    signals = "Content-Signal: ai-train=yes, search=yes, ai-input=yes"
    return f"User-agent: *\n{signals}\nAllow: /\n\nSitemap: {base}/{SITEMAP_XML}\n"
