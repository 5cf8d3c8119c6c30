"""Keys of the old mint.json format, and what to write today."""

from __future__ import annotations

from typing import Final, NamedTuple

from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Record


class LegacyKey(NamedTuple):
    """The replacement of an old key.

    `today` is its path today, empty if nothing replaces it. `movable` tells whether the old value
    can be moved there unchanged.
    """

    today: str
    advice: str
    movable: bool = False


def _move_to(today: str) -> LegacyKey:
    """Return a legacy key whose value can be moved unchanged to the path `today`."""
    return LegacyKey(today, f"Move it to `{today}`.", movable=True)


LEGACY: Final[dict[str, LegacyKey]] = {
    "topbarLinks": LegacyKey(
        "navbar.links", "List them in `navbar.links`, with `label` and `href`."
    ),
    "topbarCtaButton": LegacyKey(
        "navbar.primary", "Write `navbar.primary` with `type`, `label` and `href`."
    ),
    "topbar": LegacyKey("", "Remove it: the theme draws the bar, and `navbar` fills it."),
    "footerSocials": _move_to("footer.socials"),
    "tabs": LegacyKey("navigation.tabs", "Put each tab, with its groups, into `navigation.tabs`."),
    "anchors": LegacyKey(
        "navigation.global.anchors",
        "Put links into `navigation.global.anchors`, and anchors with pages of their own into "
        "`navigation.anchors`.",
    ),
    "versions": LegacyKey(
        "navigation.versions", "Put each version, with its content, into `navigation.versions`."
    ),
    "languages": LegacyKey(
        "navigation.languages", "Put each language, with its content, into `navigation.languages`."
    ),
    "topAnchor": LegacyKey("", "Remove it: the first anchor is an ordinary entry of `navigation`."),
    "primaryTab": LegacyKey(
        "", "Remove it: the first tab is an ordinary entry of `navigation.tabs`."
    ),
    "openapi": _move_to("api.openapi"),
    "modeToggle": LegacyKey(
        "appearance", "Write `appearance` with `default`, and `strict` to hide the switch."
    ),
    "analytics": LegacyKey("integrations", "Move its entries to `integrations`.", movable=True),
    "codeBlock": LegacyKey("styling.codeblocks", "Write `styling.codeblocks`: `system` or `dark`."),
    "eyebrows": _move_to("styling.eyebrows"),
    "backgroundImage": _move_to("background.image"),
    "font": LegacyKey("fonts", "Write `fonts` with `heading` and `body`, or with one `family`."),
    "feedback": LegacyKey("", "Remove it: feedback is switched on in the service's dashboard."),
    "layout": LegacyKey("theme", "Remove it and choose a `theme`."),
    "sidebar": LegacyKey("theme", "Remove it and choose a `theme`."),
    "rounded": LegacyKey("theme", "Remove it: the theme sets the corners."),
    "rounding": LegacyKey("theme", "Remove it: the theme sets the corners."),
    "isWhiteLabeled": LegacyKey("", "Remove it: it depends on the plan."),
    "colors.anchors": LegacyKey("", "Remove it and give the anchor a `color` of its own."),
    "colors.background": _move_to("background.color"),
    "colors.ultraLight": LegacyKey("", "Remove it: `colors` has `primary`, `light` and `dark`."),
    "colors.ultraDark": LegacyKey("", "Remove it: `colors` has `primary`, `light` and `dark`."),
    "background.style": _move_to("background.decoration"),
    "api.baseUrl": _move_to("api.mdx.server"),
    "api.auth": _move_to("api.mdx.auth"),
    "api.paramFields": LegacyKey("api.params", "Write `api.params.expanded`: `all` or `closed`."),
    "api.request": LegacyKey("api.examples", "Write `api.examples`."),
    "api.hidePlayground": LegacyKey(
        "api.playground.display", "Write `api.playground.display` with `none`."
    ),
    "api.playground.mode": LegacyKey(
        "api.playground.display",
        "Write `api.playground.display`: `interactive`, `simple` or `none`.",
    ),
    "seo.indexHiddenPages": LegacyKey("seo.indexing", "Write `seo.indexing` with `all`."),
}
"""Replacements of the keys of the old mint.json format, by path.

`metadata` is not listed: both formats have it.
"""

MISNAMED_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "url": ("href", "source"),
    "link": ("href",),
    "to": ("destination", "href"),
    "dest": ("destination",),
    "target": ("destination",),
    "from": ("source",),
    "file": ("source",),
    "path": ("source",),
    "links": ("items",),
    "lang": ("language",),
    "locale": ("language",),
    "code": ("language",),
    "defaultOpen": ("expanded",),
    "isDefaultOpen": ("expanded",),
    **dict.fromkeys(("expandable", "collapsed", "collapsible", "collapse"), ("expanded",)),
    "colour": ("color",),
    "tags": ("tag",),
    "badge": ("tag",),
}
"""Keys that are used by habit, too different from the right ones to be found by spelling."""

OPPOSITES: Final = frozenset(("collapsed", "collapse"))
"""Misnamed keys with the opposite meaning: `"collapsed": true` is `"expanded": false`."""

TITLE_WORDS: Final = frozenset(("title", "name", "label", "text", "header"))
"""Words that are used as the key of a title."""


def find_legacy_key(record: Record, key: str) -> LegacyKey | None:
    """Return the replacement of a mint.json key of an object; None for any other key."""
    return LEGACY.get(key if record is DOCS else f"{record.name}.{key}")
