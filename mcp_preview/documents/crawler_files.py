"""The files for crawlers: sitemap.xml and robots.txt (docs_lsp/SERVICE.md, crawler-files)."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote
from xml.sax.saxutils import escape

from docs_lsp.site.site_files import SITEMAP_XML
from mcp_preview.content.pages import IndexedPage

# Characters of links that are not escaped, including the percent sign of escapes.
_LINK_SIGNS = "%/:@!$&'*+,;=~"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def render_sitemap(
    pages: Iterable[IndexedPage], base: str, *, ends_in_slashes: bool = False
) -> str:
    """Return the sitemap of the public pages for search engines.

    `base` is the address of the site. If `ends_in_slashes`, the addresses of pages end in slashes.
    """
    shown = (page for page in pages if page.in_sitemap and page.audience.groups is None)
    links = (f"{page.link.rstrip('/')}/" if ends_in_slashes else page.link for page in shown)
    urls = "".join(
        f"  <url><loc>{escape(base + _quote_link(link))}</loc></url>\n" for link in links
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{_NAMESPACE}">\n{urls}</urlset>\n'


def _quote_link(link: str) -> str:
    """Return a link in ASCII, as the sitemap protocol requires."""
    return link if link.isascii() else quote(link, safe=_LINK_SIGNS)


def render_robots_txt(base: str) -> str:
    """Return a robots.txt that admits all crawlers, permits AI use and names the sitemap."""
    signals = "Content-Signal: ai-train=yes, search=yes, ai-input=yes"
    return f"User-agent: *\n{signals}\nAllow: /\n\nSitemap: {base}/{SITEMAP_XML}\n"
