"""The settings of docs.json for the look of a site: colours, fonts, code, icons."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import ASSET, COLOUR, COLOUR_PAIR, FLAG, ICON_LIBRARIES, LINK, TEXT
from docs_lsp.schema.types import (
    Choice,
    Form,
    ListOf,
    NumberType,
    OneOf,
    Property,
    Record,
    StringType,
)

HALVES = {"light": "dark", "dark": "light"}
"""The two modes, each with the other one: keys of which each needs the other."""

THEMES: Final = Choice(
    {
        "mint": "The classic look, with a sidebar and a top bar.",
        "maple": "Modern and clean, much used for AI products.",
        "palm": "Deep and polished, much used by fintech.",
        "willow": "Bare essentials, for plain documentation.",
        "linden": "A retro terminal with monospaced letters.",
        "almond": "Content on cards, few lines.",
        "aspen": "Made for large sites with deep navigation and many components.",
        "luma": "Light and airy, with much room around the text.",
        "sequoia": "Quiet and minimal, for a lot of content.",
    },
    name="theme",
)

_SHIKI_THEMES: Final = """
andromeeda aurora-x ayu-dark catppuccin-frappe catppuccin-latte catppuccin-macchiato
catppuccin-mocha dark-plus dracula dracula-soft everforest-dark everforest-light
github-dark github-dark-default github-dark-dimmed github-dark-high-contrast github-light
github-light-default github-light-high-contrast gruvbox-dark-hard gruvbox-dark-medium
gruvbox-dark-soft gruvbox-light-hard gruvbox-light-medium gruvbox-light-soft houston
kanagawa-dragon kanagawa-lotus kanagawa-wave laserwave light-plus material-theme
material-theme-darker material-theme-lighter material-theme-ocean
material-theme-palenight min-dark min-light monokai night-owl nord one-dark-pro one-light
plastic poimandres red rose-pine rose-pine-dawn rose-pine-moon slack-dark slack-ochin
snazzy-light solarized-dark solarized-light synthwave-84 tokyo-night vesper vitesse-black
vitesse-dark vitesse-light css-variables
"""

CODE_THEMES: Final = Choice(_SHIKI_THEMES.split(), name="codeTheme")

COLOURS: Final = Record(
    "colors",
    Property("primary", COLOUR, "Main colour: links, accents, buttons.", required=True),
    Property("light", COLOUR, "Accent in dark mode, if the main colour is too dark."),
    Property("dark", COLOUR, "Colour of buttons and of hovered links."),
    strict=True,
)

_LOGO_FILE: Final = StringType(min_length=3, form=Form.ASSET)

LOGO: Final = OneOf(
    (
        _LOGO_FILE,
        Record(
            "logo",
            Property("light", ASSET, "Logo shown in light mode.", required=True),
            Property("dark", ASSET, "Logo shown in dark mode.", required=True),
            Property("href", LINK, "The target of the logo's link.", default="/"),
        ),
    )
)


def _define_light_and_dark_record(name: str, what: str) -> Record:
    return Record(
        name,
        Property("light", ASSET, f"{what} in light mode.", required=True),
        Property("dark", ASSET, f"{what} in dark mode.", required=True),
    )


FAVICON: Final = OneOf((ASSET, _define_light_and_dark_record("favicon", "Icon of the browser tab")))

APPEARANCE: Final = Record(
    "appearance",
    Property(
        "default",
        Choice(
            {
                "system": "The mode of the reader's system.",
                "light": "Light mode.",
                "dark": "Dark mode.",
            }
        ),
        "The mode a reader sees first.",
        default="system",
    ),
    Property("strict", FLAG, "`true` hides the switch between the modes.", default=False),
)

BACKGROUND: Final = Record(
    "background",
    Property(
        "image",
        OneOf((ASSET, _define_light_and_dark_record("backgroundImage", "Picture"))),
        "Picture behind every page.",
    ),
    Property(
        "decoration",
        Choice(
            {"gradient": "A fading colour.", "grid": "Fine lines.", "windows": "Slanted light."}
        ),
        "Pattern behind every page.",
    ),
    Property("color", COLOUR_PAIR, "Colour behind every page, one for each mode."),
)

_FONT: Final = (
    Property("family", TEXT, "Name of the family, such as `Inter`.", required=True),
    Property("weight", NumberType(), "Weight, such as 400 or 700."),
    Property(
        "source",
        StringType(min_length=1, form=Form.ASSET),
        "Font file of your own, by path or URL; then `format` is needed too.",
    ),
    Property("format", Choice({"woff": "WOFF.", "woff2": "WOFF 2."}), "Format of the font file."),
)

FONT: Final = Record("font", *_FONT, needs={"source": ("format",)})
_FONT_OF_ALL: Final = Record(
    "fonts",
    Property("family", TEXT, "Name of the family, such as `Inter`."),
    *_FONT[1:],
    needs={
        **dict.fromkeys(("weight", "format", "heading", "body"), ("family",)),
        "source": ("family", "format"),
    },
)
"""The service accepts an empty object, too. Two fonts make another object."""

FONTS: Final = OneOf(
    (
        _FONT_OF_ALL,
        Record(
            "fontPair",
            Property("heading", FONT, "Font of the headings."),
            Property("body", FONT, "Font of the text."),
            strict=True,
        ),
    )
)

ICONS: Final = Record(
    "icons",
    Property(
        "library",
        ICON_LIBRARIES,
        "The library that icon names belong to.",
        required=True,
        default="fontawesome",
    ),
)

_CODE_BLOCKS: Final = Record(
    "codeblocks",
    Property(
        "theme",
        OneOf(
            (
                CODE_THEMES,
                Record(
                    "codeThemes",
                    Property("light", CODE_THEMES, "Theme in light mode.", required=True),
                    Property("dark", CODE_THEMES, "Theme in dark mode.", required=True),
                ),
            )
        ),
        "A Shiki theme, or one for each mode.",
    ),
    Property(
        "languages",
        Record(
            "codeLanguages",
            Property(
                "custom",
                ListOf(ASSET),
                "JSON files with TextMate grammars of languages that Shiki lacks.",
            ),
        ),
        "Languages for highlighting beyond the usual ones.",
    ),
)

STYLING: Final = Record(
    "styling",
    Property(
        "eyebrows",
        Choice(
            {
                "section": "The title of the page's section.",
                "breadcrumbs": "The full path through the navigation.",
            },
            documented=("breadcrumbs",),
        ),
        "What is shown above the title of a page.",
        default="section",
    ),
    Property(
        "codeblocks",
        OneOf((Choice({"system": "Follows the mode.", "dark": "Always dark."}), _CODE_BLOCKS)),
        "How code blocks are coloured.",
        default="system",
    ),
    Property(
        "latex",
        FLAG,
        "Loads the styles for formulas always or never, instead of when a formula is seen.",
    ),
)

THUMBNAILS: Final = Record(
    "thumbnails",
    Property(
        "appearance",
        Choice({"light": "Light mode.", "dark": "Dark mode."}),
        "The mode the previews are drawn in.",
    ),
    Property("background", ASSET, "Picture behind the title in previews."),
    Property(
        "fonts",
        Record("thumbnailFont", Property("family", TEXT, "Name of a Google font.", required=True)),
        "Font of the title in previews.",
    ),
)
