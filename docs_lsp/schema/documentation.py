"""Find the page and heading of the service's documentation that describe a key.

The heading is the nearest one to the key. If the heading is removed there, the link still opens the
right page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from docs_lsp.schema.kinds import CHILD_KEYS, CONTAINERS
from docs_lsp.schema.types import Record

_ROOT = "https://www.mintlify.com/docs"
_NAVIGATION = ("Navigation", f"{_ROOT}/organize/navigation")
_APPEARANCE = ("Appearance and branding", f"{_ROOT}/organize/settings-appearance")
_STRUCTURE = ("Site structure", f"{_ROOT}/organize/settings-structure")
_API = ("API settings", f"{_ROOT}/organize/settings-api")
_INTEGRATIONS = ("Integrations", f"{_ROOT}/organize/settings-integrations")
_SEO = ("SEO and search", f"{_ROOT}/organize/settings-seo")
_SETTINGS = ("Global settings", f"{_ROOT}/organize/settings")
_REFERENCE = ("Settings reference", f"{_ROOT}/organize/settings-reference")
_PAGES = ("Pages", f"{_ROOT}/organize/pages")

_BY_SETTING: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("theme", "name", "colors"), _APPEARANCE),
    **dict.fromkeys(("logo", "favicon", "appearance", "fonts", "icons"), _APPEARANCE),
    **dict.fromkeys(("background", "styling", "thumbnails"), _APPEARANCE),
    **dict.fromkeys(("navbar", "footer", "banner", "interaction", "contextual"), _STRUCTURE),
    **dict.fromkeys(("redirects", "errors", "variables", "metadata"), _STRUCTURE),
    **dict.fromkeys(("description", "seo", "search"), _SEO),
    "navigation": _NAVIGATION,
    "api": _API,
    "integrations": _INTEGRATIONS,
    "markdown": _REFERENCE,
}
"""Documentation page of each top-level key; other keys are on the page about docs.json."""

_WITHOUT_HEADING = frozenset(("theme", "name", "colors", "navigation", "integrations"))
"""Top-level keys without a heading of exactly their name."""

_SETTING_OF: Mapping[str, str] = {
    **dict.fromkeys(("backgroundImage", "colourPair"), "background"),
    **dict.fromkeys(("navbarLink", "navbarBadge", "primaryButton", "primaryBadge"), "navbar"),
    **dict.fromkeys(("footerColumn", "footerLink"), "footer"),
    **dict.fromkeys(("font", "fontPair"), "fonts"),
    **dict.fromkeys(("codeblocks", "codeThemes", "codeLanguages"), "styling"),
    **dict.fromkeys(("contextualCustom", "contextualTarget", "contextualQuery"), "contextual"),
    **dict.fromkeys(("variation", "variations"), "theme"),
    "thumbnailFont": "thumbnails",
    "redirect": "redirects",
    "iconObject": "icons",
}
"""Top-level key of each kind of object whose record name does not begin with it."""

_ELEMENTS: Mapping[str, str] = {
    **{kind: container for container, kind in CONTAINERS.items()},
    **{f"global{kind.capitalize()}": container for container, kind in CONTAINERS.items()},
    "navigation": "choose-a-primary-pattern",
    "item": "menus",
    "globalAnchor": "global-anchors",
    "global": "global-anchors",
    **dict.fromkeys(("openapiSource", "asyncapiSource", "graphqlSource"), "openapi"),
    "sdk": "sdk-references",
}
"""Heading for each kind of object of the navigation."""

_NAVIGATION_KEYS: Mapping[str, str] = {
    **{key: key for key in CHILD_KEYS},
    "menu": "menus",
    "openapi": "openapi",
    "sdk": "sdk-references",
    "root": "root-page",
    "directory": "directory-listings",
    "expanded": "default-expanded-state",
    "global": "global-anchors",
    "tag": "version-tags",
    "default": "default-version",
}
"""Headings for keys of elements that have a heading of their own."""

_ONLY_OF: Mapping[str, str] = {"tag": "version", "default": "version"}
"""The element that such a heading is about, if other elements have the key too."""

_ELSEWHERE: Mapping[tuple[str, str], tuple[str, str]] = {
    ("styling", "eyebrows"): (_NAVIGATION[0], f"{_NAVIGATION[1]}#breadcrumbs"),
    ("interaction", "drilldown"): (_NAVIGATION[0], f"{_NAVIGATION[1]}#interaction-configuration"),
    ("frontmatter", "mode"): (_PAGES[0], f"{_PAGES[1]}#page-mode"),
    ("frontmatter", "keywords"): (_PAGES[0], f"{_PAGES[1]}#internal-search-keywords"),
    ("frontmatter", "timestamp"): (_PAGES[0], f"{_PAGES[1]}#last-modified-timestamp"),
    ("frontmatter", "url"): (_PAGES[0], f"{_PAGES[1]}#external-links"),
    **{
        ("frontmatter", key): (_PAGES[0], f"{_PAGES[1]}#api-pages")
        for key in ("api", "openapi", "asyncapi", "openapi-schema", "graphql")
    },
}


class Documentation(NamedTuple):
    """A page of the service's documentation, with the URL of a heading on it."""

    title: str
    url: str


def find_documentation(record: Record, key: str) -> Documentation:
    """Return the page that describes a key of an object, or else the whole object."""
    name = record.name
    if (name, key) in _ELSEWHERE:
        return Documentation(*_ELSEWHERE[name, key])
    if name in ("frontmatter", "accessRule", "graphqlReference"):
        return _build_documentation(_PAGES, "page-metadata")
    if name in _ELEMENTS:
        return _build_documentation(_NAVIGATION, _choose_navigation_heading(name, key))
    setting = key if name == "docs" else _SETTING_OF.get(name, name.partition(".")[0])
    heading = "" if setting in _WITHOUT_HEADING or setting not in _BY_SETTING else setting
    return _build_documentation(_BY_SETTING.get(setting, _SETTINGS), heading)


def _choose_navigation_heading(name: str, key: str) -> str:
    """Return the heading ID for a key of a navigation object, or else for the whole object."""
    own = _NAVIGATION_KEYS.get(key)
    return own if own and _ONLY_OF.get(key, name) == name else _ELEMENTS[name]


def _build_documentation(page: tuple[str, str], anchor: str) -> Documentation:
    title, url = page
    return Documentation(title, f"{url}#{anchor}" if anchor else url)
