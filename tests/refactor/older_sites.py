"""Some sixty files of the mint.json shape: each setting that the service's upgrade reads, and the
ways in which tabs, anchors and versions share pages out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_BASE: dict[str, Any] = {
    "name": "Quay",
    "colors": {"primary": "#0D9373"},
    "favicon": "/favicon.svg",
    "navigation": [
        {"group": "Start", "pages": ["index", "tides/high"]},
        {"group": "API", "pages": ["api/boats", {"group": "V2", "pages": ["api/v2/boats"]}]},
    ],
}
_TAB = {"name": "API", "url": "api"}
_ANCHOR = {"name": "Tides", "url": "tides", "icon": "wave"}
_CHAT = {"name": "Chat", "url": "https://example.com/chat", "icon": "discord"}
_STATUS = {"name": "Status", "url": "https://status.example.com"}
_SETTINGS: tuple[dict[str, Any], ...] = (
    {"theme": "quill"},
    {"theme": "venus"},
    {"theme": "prism"},
    {"theme": "prism", "layout": "sidenav"},
    {"layout": "solidSidenav", "rounded": "sharp"},
    {"theme": "venus", "layout": "topnav"},
    {"eyebrow": {"display": "breadcrumbs"}},
    {"eyebrow": {"display": "section"}, "codeBlock": {"mode": "auto"}},
    {"codeBlock": {"mode": "dark"}},
    {"search": {"prompt": "Ask", "location": "side"}},
    {"search": {"location": "top"}},
    {"logo": "/logo.svg", "metadata": {"og:title": "Quay", "twitter:site": "@quay"}},
    {"logo": {"light": "/a.svg", "dark": "/b.svg", "href": "https://example.com"}},
    {"seo": {"indexHiddenPages": True}, "metadata": {"og:title": "Quay"}},
    {"seo": {"indexHiddenPages": False}},
    {"openapi": "/api.yaml", "api": {"baseUrl": "https://api.example.com"}},
    {"openapi": ["/a.yaml", "https://example.com/b.json"]},
    {"api": {"baseUrl": ["https://a.example.com", "https://b.example.com"]}},
    {"api": {"auth": {"method": "key", "name": "x-key", "inputPrefix": "Key "}}},
    {"api": {"playground": {"mode": "hide"}, "maintainOrder": True}},
    {"api": {"playground": {"mode": "simple", "disableProxy": False}}},
    {"api": {"playground": {"disableProxy": True}, "paramFields": {"expanded": "topLevel"}}},
    {"api": {"request": {"example": {"languages": ["curl", "go"], "showOptionalParams": True}}}},
    {"modeToggle": {"default": "dark", "isHidden": True}},
    {"modeToggle": {"isHidden": False}, "background": {"style": "windows"}},
    {"colors": {"primary": "#0D9373", "background": {"light": "#FFFFFF"}, "ultraLight": "#FFF"}},
    {
        "colors": {
            "primary": "#0D9373",
            "light": "#07C983",
            "anchors": {"from": "#000", "to": "#111"},
        }
    },
    {"backgroundImage": "/waves.png", "background": {"style": "gradient"}},
    {
        "topbarLinks": [
            {"name": "Blog", "url": "/blog"},
            {"type": "github", "url": "https://github.com/quay/quay"},
        ]
    },
    {"topbarCtaButton": {"type": "github", "url": "https://github.com/quay/quay"}},
    {
        "topbarCtaButton": {
            "type": "link",
            "name": "Go",
            "url": "/index",
            "style": "pill",
            "arrow": True,
        }
    },
    {
        "footerSocials": [
            {"type": "x", "url": "https://x.com/quay"},
            {"type": "github", "url": "https://github.com/q"},
        ]
    },
    {
        "footer": {
            "socials": {"x": "https://x.com/quay"},
            "links": [
                {"title": "More", "links": [{"label": "Blog", "url": "https://example.com"}]}
            ],
        }
    },
    {
        "analytics": {
            "ga4": {"measurementId": "G-1"},
            "posthog": {"apiKey": "phc_1", "sessionRecording": True},
        }
    },
    {
        "analytics": {"mixpanel": {"projectToken": "t", "region": "eu"}},
        "integrations": {"intercom": "abcdef", "frontchat": "abcdef"},
    },
    {
        "font": {
            "family": "Inter",
            "weight": 400,
            "url": "https://example.com/i.woff2",
            "format": "woff2",
        }
    },
    {"font": {"headings": {"family": "Inter"}, "body": {"family": "Lora", "weight": 500}}},
    {"redirects": [{"source": "/old", "destination": "/index", "permanent": False}]},
    {
        "sidebar": {"items": "card"},
        "topbar": {"style": "gradient"},
        "isWhiteLabeled": True,
        "feedback": {"suggestEdit": True},
    },
)
_NAVIGATIONS: tuple[dict[str, Any], ...] = (
    {"tabs": [_TAB]},
    {
        "tabs": [{**_TAB, "openapi": "/api.yaml"}],
        "primaryTab": {"name": "Guides", "isDefaultHidden": True},
    },
    {"tabs": [{"name": "Reference", "url": "/reference/", "openapi": "/api.yaml"}]},
    {"tabs": [_TAB, {"name": "V2", "url": "api/v2", "isDefaultHidden": True}]},
    {"tabs": [_TAB, _STATUS]},
    {"tabs": [_STATUS], "anchors": [_CHAT]},
    {"tabs": [_TAB, {"name": "None", "url": "none"}], "anchors": [_ANCHOR]},
    {
        "anchors": [{**_ANCHOR, "iconType": "solid", "color": "#0D9373"}],
        "topAnchor": {"name": "Docs", "icon": "book", "iconType": "duotone"},
    },
    {"anchors": [{**_ANCHOR, "color": {"from": "#000000", "to": "#111111"}}, _CHAT]},
    {
        "anchors": [{"name": "Ref", "url": "ref", "openapi": "https://example.com/a.json"}],
        "tabs": [_TAB],
    },
    {"anchors": [{"name": "V2", "url": "api/v2"}], "tabs": [{**_TAB, "openapi": "/api.yaml"}]},
    {"anchors": [{**_ANCHOR, "isDefaultHidden": True, "openapi": "/tides.yaml"}]},
    {"anchors": [_CHAT, _STATUS], "topAnchor": {"name": "Docs"}},
    {
        "anchors": [{"name": "V2", "url": "api/v2"}],
        "tabs": [_TAB],
        "navigation": [{"group": "G", "pages": ["index"]}],
        "topAnchor": {"name": "Docs"},
    },
    {
        "navigation": [
            {
                "group": "All",
                "icon": "ship",
                "iconType": "light",
                "pages": [
                    "index",
                    "api/boats",
                    {"group": "In", "icon": "x", "pages": ["api/in", "out"]},
                ],
            }
        ],
        "tabs": [_TAB],
    },
    {"navigation": [{"group": "", "pages": ["index", "api/boats"]}], "tabs": [_TAB]},
    {
        "navigation": [{"group": "Both", "pages": ["a/one", "b/one", "a/two"]}],
        "tabs": [{"name": "A", "url": "a"}, {"name": "B", "url": "b"}],
    },
    {
        "versions": ["v2", {"name": "v1", "default": True}],
        "navigation": [
            {"group": "All", "pages": ["index"]},
            {"group": "New", "version": "v2", "pages": ["new"]},
        ],
    },
    {"versions": [{"name": "v2"}, {"name": "v1", "url": "https://v1.example.com"}]},
    {
        "versions": [
            {"name": "v2", "url": "https://v2.example.com"},
            {"name": "v1", "url": "https://v1.example.com"},
        ]
    },
    {
        "versions": [
            {"name": "English", "locale": "en", "default": True},
            {"name": "Français", "locale": "fr"},
        ],
        "navigation": [
            {"group": "A", "version": "English", "pages": ["a"]},
            {"group": "B", "version": "Français", "pages": ["fr/a"]},
        ],
    },
    {
        "versions": ["v2", "v1"],
        "tabs": [
            {**_TAB, "version": "v2", "openapi": "/api.yaml"},
            {"name": "Tides", "url": "tides", "version": "v1"},
        ],
        "anchors": [_CHAT],
    },
    {"versions": ["v2", "v1"], "anchors": [{**_CHAT, "version": "v1"}, _ANCHOR], "tabs": [_TAB]},
    {
        "versions": ["v2", "v1"],
        "navigation": [
            {
                "group": "All",
                "pages": ["index", {"group": "Old", "version": "v1", "pages": ["old"]}],
            },
            {"group": "New", "version": "v2", "pages": ["new"]},
        ],
    },
    {
        "versions": ["v2", "v1"],
        "tabs": [{**_TAB, "version": "v2"}],
        "navigation": [{"group": "G", "pages": ["api/boats"]}],
    },
)


def older_sites() -> Iterator[dict[str, Any]]:
    """A mint.json for each; none shares an object with another that could be changed."""
    for more in (*_SETTINGS, *_NAVIGATIONS):
        yield {**_BASE, **more}
