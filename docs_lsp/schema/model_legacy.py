"""Keys of the old mint.json format, and what to write today."""

from __future__ import annotations

from typing import Final, NamedTuple

from docs_lsp.schema.model import DOCS
from docs_lsp.schema.types import Record


class Legacy(NamedTuple):
    """The replacement of an old key.

    `today` is its path today, empty if nothing replaces it. `movable` tells whether the old value
    can be moved there unchanged.
    """

    today: str
    advice: str
    movable: bool = False


LEGACY: Final[dict[str, Legacy]] = {
    "topbarLinks": Legacy("navbar.links", "List them in `navbar.links`, with `label` and `href`."),
    "topbarCtaButton": Legacy(
        "navbar.primary", "Write `navbar.primary` with `type`, `label` and `href`."
    ),
    "topbar": Legacy("", "Remove it: the theme draws the bar, and `navbar` fills it."),
    "footerSocials": Legacy("footer.socials", "Move it to `footer.socials`.", movable=True),
    "tabs": Legacy("navigation.tabs", "Put each tab, with its groups, into `navigation.tabs`."),
    "anchors": Legacy(
        "navigation.global.anchors",
        "Put links into `navigation.global.anchors`, and anchors with pages of their own into "
        "`navigation.anchors`.",
    ),
    "versions": Legacy(
        "navigation.versions", "Put each version, with its content, into `navigation.versions`."
    ),
    "languages": Legacy(
        "navigation.languages", "Put each language, with its content, into `navigation.languages`."
    ),
    "topAnchor": Legacy("", "Remove it: the first anchor is an ordinary entry of `navigation`."),
    "primaryTab": Legacy("", "Remove it: the first tab is an ordinary entry of `navigation.tabs`."),
    "openapi": Legacy("api.openapi", "Move it to `api.openapi`.", movable=True),
    "modeToggle": Legacy(
        "appearance", "Write `appearance` with `default`, and `strict` to hide the switch."
    ),
    "analytics": Legacy("integrations", "Move its entries to `integrations`.", movable=True),
    "codeBlock": Legacy("styling.codeblocks", "Write `styling.codeblocks`: `system` or `dark`."),
    "eyebrows": Legacy("styling.eyebrows", "Move it to `styling.eyebrows`.", movable=True),
    "backgroundImage": Legacy("background.image", "Move it to `background.image`.", movable=True),
    "font": Legacy("fonts", "Write `fonts` with `heading` and `body`, or with one `family`."),
    "feedback": Legacy("", "Remove it: feedback is switched on in the service's dashboard."),
    "layout": Legacy("theme", "Remove it and choose a `theme`."),
    "sidebar": Legacy("theme", "Remove it and choose a `theme`."),
    "rounded": Legacy("theme", "Remove it: the theme sets the corners."),
    "rounding": Legacy("theme", "Remove it: the theme sets the corners."),
    "isWhiteLabeled": Legacy("", "Remove it: it depends on the plan."),
    "colors.anchors": Legacy("", "Remove it and give the anchor a `color` of its own."),
    "colors.background": Legacy("background.color", "Move it to `background.color`.", movable=True),
    "colors.ultraLight": Legacy("", "Remove it: `colors` has `primary`, `light` and `dark`."),
    "colors.ultraDark": Legacy("", "Remove it: `colors` has `primary`, `light` and `dark`."),
    "background.style": Legacy(
        "background.decoration", "Move it to `background.decoration`.", movable=True
    ),
    "api.baseUrl": Legacy("api.mdx.server", "Move it to `api.mdx.server`.", movable=True),
    "api.auth": Legacy("api.mdx.auth", "Move it to `api.mdx.auth`.", movable=True),
    "api.paramFields": Legacy("api.params", "Write `api.params.expanded`: `all` or `closed`."),
    "api.request": Legacy("api.examples", "Write `api.examples`."),
    "api.hidePlayground": Legacy(
        "api.playground.display", "Write `api.playground.display` with `none`."
    ),
    "api.playground.mode": Legacy(
        "api.playground.display",
        "Write `api.playground.display`: `interactive`, `simple` or `none`.",
    ),
    "seo.indexHiddenPages": Legacy("seo.indexing", "Write `seo.indexing` with `all`."),
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


def legacy_of(record: Record, key: str) -> Legacy | None:
    """Return the replacement of a mint.json key of an object; None for any other key."""
    return LEGACY.get(key if record is DOCS else f"{record.name}.{key}")
