"""The files for crawlers: sitemap.xml and robots.txt (docs_lsp/SERVICE.md, crawler-files)."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote
from xml.sax.saxutils import escape

from mcp_preview.content.pages import IndexedPage
from mcp_preview.live.server_state import SITEMAP_XML

# What a link has of these stands for itself, and so does the percent sign of what is quoted in it.
_LINK_SIGNS = "%/:@!$&'*+,;=~"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap_xml(pages: Iterable[IndexedPage], base: str, *, ends_in_slashes: bool = False) -> str:
    """The addresses of the pages that search engines are to know, none of which is for certain
    groups; `base` is the site's address. Those of the site may end in slashes."""
    shown = (page for page in pages if page.in_sitemap and page.audience.groups is None)
    links = (f"{page.link.rstrip('/')}/" if ends_in_slashes else page.link for page in shown)
    urls = "".join(
        f"  <url><loc>{escape(base + _quote_link(link))}</loc></url>\n" for link in links
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{_NAMESPACE}">\n{urls}</urlset>\n'


def _quote_link(link: str) -> str:
    """A link as the protocol of sitemaps wants it, with no letter but those of ASCII."""
    return link if link.isascii() else quote(link, safe=_LINK_SIGNS)


def robots_txt(base: str) -> str:
    """Lets every crawler in, permits AI what the service does, and says where the sitemap is."""
    signals = "Content-Signal: ai-train=yes, search=yes, ai-input=yes"
    return f"User-agent: *\n{signals}\nAllow: /\n\nSitemap: {base}/{SITEMAP_XML}\n"
