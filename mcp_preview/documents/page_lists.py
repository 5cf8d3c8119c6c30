"""Lists of pages for AI clients and crawlers: llms.txt, llms-full.txt, sitemap.xml, robots.txt.

The preview decides here which pages `llms.txt` lists; rules ask
`site.summaries.expected_llms_entries`, which knows no generated pages. See docs_lsp/SERVICE.md,
served-as-text, llms-limit, crawler-files. The parts of the lists and their order are those of the
service; its exact wording is not published.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename, splitext
from urllib.parse import quote
from xml.sax.saxutils import escape

from docs_lsp.site.pages import escape_path, url_to_path
from docs_lsp.site.site_files import LLMS_FULL_TXT, LLMS_TXT, SITEMAP_XML
from mcp_preview.content.navigation_facts import ExternalLink
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.viewer_content import LlmsSources
from mcp_preview.filesystem.virtual_files import render_page_file

MAX_INDEX = 100_000
"""The most characters of `llms.txt`, unless the site has its own."""
_DESCRIPTIONS = (300, 120, 60, 0)
"""The lengths of descriptions that are tried until the whole fits."""
_LEFT_FOR_NOTE = 4_000
_LONGEST_SENTENCE = 200
SEGMENTS = "_llms"
"""The folder with the lists of folders."""

# Characters of links that are not escaped, including the percent sign of escapes.
_LINK_SIGNS = "%/:@!$&'*+,;=~"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def render_llms_txt(name: str, description: str, llms_sources: LlmsSources, base: str) -> str:
    """Return llms.txt: the pages of the default language and version, as many as fit.

    `base` is the address of the site without a final `/`.
    """
    head = _render_head(name, description, llms_sources.instructions)
    return _render_list(
        head,
        list(_iter_default_pages(llms_sources)),
        "".join(_iter_link_sections(llms_sources, base)),
        base,
    )


def render_folder_list(name: str, segment: str, llms_sources: LlmsSources, base: str) -> str | None:
    """Return the list of the pages at or below a folder such as `a/b`; None if there are none."""
    start = f"/{escape_path(segment.strip('/'))}/"
    pages = [page for page in llms_sources.pages if f"{page.url}/".startswith(start)]
    if not pages:
        return None
    title = f"{name or 'Docs'}: {segment.strip('/')}"
    head = _render_head(title, "", llms_sources.instructions)
    return _render_list(head, pages, "", base, start)


def _render_list(
    head: str, pages: Sequence[IndexedPage], links: str, base: str, start: str = "/"
) -> str:
    """Return a list of limited length, with shorter descriptions and then fewer pages.

    Pages that do not fit are in the lists of their folders. All pages are below `start`.
    """
    room = MAX_INDEX - len(head) - len(links) - _LEFT_FOR_NOTE
    for longest in _DESCRIPTIONS:
        lines = [_render_page_line(page, base, longest) for page in pages]
        if sum(map(len, lines)) <= room:
            break
    included = list(_iter_lines_within(lines, room))
    left = pages[len(included) :]
    if left:
        included += _iter_omission_note(left, base, start)
    listed = f"## Docs\n\n{''.join(included)}" if included else ""
    return f"{head}{listed}{links if listed else links.lstrip()}"


def _iter_omission_note(left: Sequence[IndexedPage], base: str, start: str) -> Iterator[str]:
    """Yield the lines about pages that do not fit: their number, and where they are listed."""
    yield (
        f"\n{len(left):,} more pages do not fit in here; {base}/{LLMS_FULL_TXT} has all of them.\n"
    )
    folders = Counter(filter(None, (_get_child_folder(page, start) for page in left)))
    links = (
        f"- [{folder} ({count:,} more)]({base}/{SEGMENTS}/{quote(folder)}.md)\n"
        for folder, count in folders.items()
    )
    folder_links = list(_iter_lines_within(links, _LEFT_FOR_NOTE - _LONGEST_SENTENCE))
    if folder_links:
        yield from ("\n", *folder_links)


def _get_child_folder(page: IndexedPage, start: str) -> str:
    """Return the folder directly below `start` that contains a page; empty if none does."""
    inside = page.url.removeprefix(start)
    first, slash, _ = inside.partition("/")
    return url_to_path(f"{start}{first}") if slash and first else ""


def render_llms_full_txt(name: str, description: str, llms_sources: LlmsSources, base: str) -> str:
    """Return llms-full.txt: the texts of the pages of the default language and version."""
    head = _render_head(name, description, llms_sources.instructions)
    pages = (_render_page(page, base) for page in _iter_default_pages(llms_sources))
    return head + "\n".join(pages)


def render_page_markdown(page: IndexedPage, instructions: str, base: str) -> str:
    """Return a page as Markdown, after a pointer to the list of all pages."""
    pointer = f"> All pages of this documentation: {base}/{LLMS_TXT}\n\n"
    text = render_page_file(page).decode()
    return f"{pointer}{_render_instructions(instructions)}{text}"


def build_markdown_url(page: IndexedPage, base: str) -> str:
    """Return the URL of a page as Markdown."""
    return f"{base}{page.link if page.url != '/' else '/index'}.md"


def _iter_default_pages(llms_sources: LlmsSources) -> Iterator[IndexedPage]:
    """Yield the pages of the default language and version."""
    return (page for page in llms_sources.pages if page.of_default)


def _render_head(name: str, description: str, instructions: str) -> str:
    """Return the title, description and instructions at the top of a list."""
    about = f"{_quote_lines(description)}\n" if description else ""
    return f"# {name or 'Docs'}\n\n{about}{_render_instructions(instructions)}"


def _render_instructions(instructions: str) -> str:
    """Return the block with instructions for agents; empty if there are none."""
    return f"> ## Agent Instructions\n{_quote_lines(instructions)}\n" if instructions else ""


def _quote_lines(text: str) -> str:
    """Return a text as a Markdown quote."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.strip().splitlines())


def _render_page_line(page: IndexedPage, base: str, longest: int) -> str:
    """Return the line of a page, with a description of limited length."""
    description = page.description[:longest].rstrip()
    if len(page.description) > longest and description:
        description += "…"
    return (
        f"- [{page.title}]({build_markdown_url(page, base)})"
        f"{f': {description}' if description else ''}\n"
    )


def _iter_lines_within(lines: Iterable[str], room: int) -> Iterator[str]:
    """Yield lines as long as they have no more than `room` characters together."""
    for line in lines:
        room -= len(line)
        if room < 0:
            return
        yield line


def _iter_link_sections(llms_sources: LlmsSources, base: str) -> Iterator[str]:
    """Yield the sections of specifications and external links."""
    for title, specs in (("OpenAPI", llms_sources.openapi), ("AsyncAPI", llms_sources.asyncapi)):
        links = [ExternalLink(splitext(basename(path))[0], f"/{path}") for path in specs]
        yield _render_section(f"{title} Specs", links, base)
    yield _render_section("Optional", llms_sources.links)


def _render_section(title: str, links: Sequence[ExternalLink], base: str | None = None) -> str:
    """Return a section with links; empty if there are none."""
    if not links:
        return ""
    lines = (
        f"- [{link.title}]({link.url if base is None else base + quote(link.url)})\n"
        for link in links
    )
    return f"\n## {title}\n\n{''.join(lines)}"


def _render_page(page: IndexedPage, base: str) -> str:
    """Return a page with its source and text, for `llms-full.txt`."""
    title, _, text = render_page_file(page).decode().partition("\n")
    return f"{title}\nSource: {base}{page.link}\n{text}".rstrip() + "\n"


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
