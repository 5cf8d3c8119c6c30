"""All kinds of cards that a hover shows, for a look at how they read.

    python -m tests.features.hover_cards

writes `hover_cards.md` anew. A test insists that it is current; read it as a writer would.
"""

from __future__ import annotations

from pathlib import Path

from docs_lsp.core.text import Encoding
from docs_lsp.features._view import View
from docs_lsp.features.hover import answer_hover
from docs_lsp.features.to_lsp import Json
from tests.features.markers import CURSOR, marked

CARDS = Path(__file__).with_name("hover_cards.md")
SITE = Path(__file__).with_name("hover_site.txt")
ROOT = "file:///site/"

TARGETS = {
    "Keys": (
        ("docs.json", '"the▮me"'),
        ("docs.json", '"na▮me": "Harbour'),
        ("docs.json", '"naviga▮tion"'),
        ("docs.json", '"openap▮i": "api/berths.yaml"'),
        ("docs.json", '"director▮y": "card"'),
        ("docs.json", '"langua▮ges"'),
        ("docs.json", '"expan▮ded"'),
        ("docs.json", '"iconTyp▮e"'),
        ("docs.json", '"topbar▮Links"'),
        ("docs.json", '"opti▮ons"'),
    ),
    "Values": (
        ("docs.json", '"theme": "mi▮nt"'),
        ("docs.json", '"directory": "ca▮rd"'),
        ("redirects.json", '"permanent": fal▮se'),
        ("docs.json", '"name": "Harb▮our'),
        ("docs.json", '"primary": "#0D▮9373"'),
        ("docs.json", '"cop▮y"'),
    ),
    "Pages": (
        ("docs.json", '"guides/moor▮ing"'),
        ("docs.json", '"in▮dex"'),
        ("docs.json", '"guides/fe▮es"'),
        ("docs.json", '"guides/dra▮ft"'),
        ("docs.json", '"old/tid▮es"'),
        ("docs.json", '"root": "guides/mo▮oring"'),
        ("docs.json", '"guides/morin▮g"'),
        ("docs.json", '"drafts/wi▮nds"'),
        ("docs.json", '"snippets/a▮nchor"'),
        ("docs.json", '"mc▮p"'),
        ("docs.json", '"guides/pi▮er"'),
        ("nav/fr.json", '"fr/guides/moor▮ing"'),
    ),
    "Endpoints": (
        ("docs.json", '"GET /ber▮ths"'),
        ("docs.json", '"POST /be▮rths"'),
        ("docs.json", '"DELETE /berths/{i▮d}"'),
        ("docs.json", '"GET /bert▮hes"'),
        ("docs.json", '"webhook shipArri▮ved"'),
        ("docs.json", '"GET /ti▮des"'),
        ("docs.json", '"GE▮T berths"'),
    ),
    "Elements": (
        ("docs.json", '"group": "Moor▮ing"'),
        ("docs.json", '"group": "Ber▮ths"'),
        ("docs.json", '"tab": "A▮PI"'),
        ("docs.json", '"tab": "Old▮ pier"'),
        ("docs.json", '"group": "Hig▮h water"'),
        ("docs.json", '"language": "e▮n"'),
        ("nav/fr.json", '"language": "f▮r"'),
        ("docs.json", '"language": "u▮a"'),
    ),
    "Files": (
        ("docs.json", '"$r▮ef": "./nav/fr.json"'),
        ("docs.json", '"./redirects.js▮on"'),
        ("docs.json", '"openapi": "api/har▮bour.json"'),
        ("docs.json", '"openapi": "api/ber▮ths.yaml"'),
        ("docs.json", '"https://example.com/ti▮des.json"'),
        ("docs.json", '"api/bro▮ken.json"'),
    ),
    "Links": (
        ("docs.json", '"href": "/guides/mo▮oring#lines"'),
        ("docs.json", '"href": "/old-fe▮es"'),
        ("docs.json", '"href": "/terms.p▮df"'),
        ("docs.json", '"href": "/guides/nowh▮ere"'),
        ("docs.json", '"href": "https://example.com/harb▮our"'),
        ("redirects.json", '"source": "/old-fe▮es"'),
        ("redirects.json", '"destination": "/old-fe▮es"'),
        ("redirects.json", '"source": "/rou▮nd"'),
        ("redirects.json", '"source": "/guides/pi▮er"'),
        ("redirects.json", '"source": "/archive/:sl▮ug*"'),
        ("guides/mooring.mdx", "[fees](./fe▮es)"),
        ("guides/mooring.mdx", 'href="/old-fe▮es"'),
        ("guides/mooring.mdx", "(/harbour▮.svg)"),
        ("guides/mooring.mdx", "(/guides/nowh▮ere)"),
    ),
    "Frontmatter": (
        ("guides/mooring.mdx", "tit▮le:"),
        ("guides/mooring.mdx", "title: Moo▮ring"),
        ("guides/fees.mdx", "noind▮ex"),
        ("guides/draft.mdx", "hidd▮en"),
        ("guides/draft.mdx", "mode: wi▮de"),
        ("api/list.mdx", "openapi: GET /ber▮ths"),
    ),
}


def view() -> View:
    """The site that the pointer goes over."""
    return marked(SITE.read_text("utf-8")).view()


def pointed_at(view: View, file: str, target: str) -> int:
    """The offset of a cursor in the first place of a file that reads like a target."""
    before, after = target.split(CURSOR)
    data = view.files.read(file)
    start = data.index((before + after).encode())
    return start + len(before.encode())


def card(view: View, file: str, target: str, *, markdown: bool = True) -> Json | None:
    """What is shown at a target."""
    offset = pointed_at(view, file, target)
    return answer_hover(view, file, offset, Encoding.UTF16, reads_markdown=markdown)


def cards() -> str:
    """All cards, one after the other, as Markdown."""
    site, parts = view(), ["# What a hover shows\n"]
    for title, targets in TARGETS.items():
        parts.append(f"\n## {title}\n")
        for file, target in targets:
            shown = card(site, file, target)
            text = shown["contents"]["value"] if shown else "(nothing)"
            parts.append(f"\n### {file}: `{target}`\n\n{text.replace(ROOT, '/')}\n")
    return "".join(parts)


if __name__ == "__main__":
    CARDS.write_text(cards(), "utf-8")
