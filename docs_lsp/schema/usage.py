"""How common keys and values are, to sort completions.

A count is the number of repositories, of 37 with a docs.json, in which an object of a record has
the key, or in which the key has the value. Anything not listed was seen in none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from docs_lsp.schema.kinds import Kind


def _parse_counts(text: str) -> Mapping[str, int]:
    """Parse alternating words and counts."""
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


_KEYS: Final[dict[str, Mapping[str, int]]] = {
    "docs": _parse_counts(
        "navigation 37 name 37 colors 37 $schema 37 theme 36 footer 32 favicon 32 logo 31 "
        "navbar 30 contextual 23 redirects 22 appearance 16 integrations 15 background 15 api 15 "
        "seo 14 styling 13 description 11 icons 8 fonts 6 search 5 banner 5 interaction 4 "
        "metadata 3 thumbnails 2 errors 1"
    ),
    "navigation": _parse_counts(
        "tabs 23 global 21 groups 10 versions 9 languages 7 dropdowns 6 anchors 6 pages 3 "
        "products 1 directory 1"
    ),
    "global": _parse_counts("anchors 22"),
    "globalAnchor": _parse_counts("anchor 21 href 21 icon 21"),
    "group": _parse_counts(
        "group 37 pages 37 icon 19 openapi 12 root 8 expanded 4 hidden 4 tag 3 boost 2 "
        "searchable 1 directory 1"
    ),
    "tab": _parse_counts(
        "tab 27 groups 25 pages 13 icon 6 openapi 6 href 5 hidden 5 menu 4 searchable 4 anchors 2 "
        "versions 1 dropdowns 1 directory 1"
    ),
    "item": _parse_counts("item 4 groups 3 href 3 description 3 icon 2 pages 2"),
    "anchor": _parse_counts(
        "anchor 8 icon 7 groups 5 href 3 pages 2 tabs 1 openapi 1 languages 1 dropdowns 1"
    ),
    "dropdown": _parse_counts("dropdown 7 icon 7 groups 5 description 3 tabs 2 pages 2 versions 1"),
    "product": _parse_counts("product 1 description 1 groups 1 pages 1"),
    "version": _parse_counts("version 11 tabs 8 groups 4 hidden 2 anchors 1"),
    "language": _parse_counts("language 7 tabs 5 versions 2 global 2 dropdowns 1 default 1 $ref 1"),
    "api": _parse_counts("playground 10 openapi 5 mdx 5 examples 4"),
    "api.examples": _parse_counts("languages 4 defaults 2 prefill 1 autogenerate 1"),
    "api.mdx": _parse_counts("auth 4 server 3"),
    "api.playground": _parse_counts("display 10 proxy 1"),
    "appearance": _parse_counts("default 16 strict 9"),
    "background": _parse_counts("decoration 11 color 9 image 1"),
    "font": _parse_counts("family 6 weight 1"),
    "fonts": _parse_counts("family 6 weight 1"),
    "footer": _parse_counts("socials 31 links 10"),
    "footerColumn": _parse_counts("header 10 items 10"),
    "integrations": _parse_counts("ga4 8 gtm 7 posthog 5 segment 2 fathom 2 koala 1"),
    "logo": _parse_counts("light 31 dark 31 href 10"),
    "navbar": _parse_counts("primary 29 links 24"),
    "seo": _parse_counts("metatags 13 indexing 3"),
    "styling": _parse_counts("codeblocks 10 eyebrows 6"),
    "footer.socials": _parse_counts(
        "github 27 x 26 linkedin 23 website 8 discord 8 youtube 3 twitter 3 slack 3 x-twitter 2 "
        "telegram 2 instagram 2 reddit 1"
    ),
}

_VALUES: Final[dict[str, Mapping[str, int]]] = {
    "theme": _parse_counts("mint 25 maple 11 aspen 5 willow 3 almond 3 luma 2 linden 2 palm 1"),
    "language": _parse_counts("en 7 zh 5 fr 5 es 5 ja 3 pt-BR 3 de 1 id 1 cn 1"),
    "options": _parse_counts(
        "copy 22 view 20 claude 19 chatgpt 17 cursor 9 vscode 8 perplexity 7 mcp 7 add-mcp 3 "
        "download-spec 2 assistant 1"
    ),
    "library": _parse_counts("lucide 7 fontawesome 2"),
    "default": _parse_counts("dark 8 system 6 light 4"),
    "decoration": _parse_counts("gradient 5 grid 4 windows 3"),
    "eyebrows": _parse_counts("breadcrumbs 6"),
    "indexing": _parse_counts("all 2 navigable 2"),
    "codeblocks": _parse_counts("system 5 dark 3"),
    "dark": _parse_counts("github-dark 1 github-dark-default 1"),
    "light": _parse_counts("github-light 2"),
    "style": _parse_counts("solid 3 regular 2 thin 1"),
    "display": _parse_counts("interactive 5 simple 5 none 1"),
    "type": _parse_counts("button 20 github 11 discord 1"),
}

_NOTHING: Final[Mapping[str, int]] = {}


def count_key_usage(record: str, key: str) -> int:
    """Return the number of counted repositories in which an object of this record has the key."""
    return _KEYS.get(record, _NOTHING).get(key, 0)


def count_value_usage(key: str, value: str) -> int:
    """Return the number of counted repositories in which a key has a value, also in an array."""
    return _VALUES.get(key, _NOTHING).get(value, 0)


def find_usual_child_key(kind: Kind) -> str:
    """Return the key of the children that an element most often has."""
    return max(kind.children, key=lambda key: count_key_usage(kind.name, key))
