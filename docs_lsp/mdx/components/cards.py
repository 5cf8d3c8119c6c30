"""Cards, grids, frames, and small components within a line of text."""

from __future__ import annotations

from docs_lsp.mdx.components.component import (
    CLASS_NAME,
    ICON,
    ICON_TYPE,
    STYLE,
    Component,
    Prop,
    PropKind,
    make_undocumented_prop,
)

_HREF = Prop("href", "The page or URL to open.", PropKind.LINK)
_COLS = Prop("cols", "Number of columns.", PropKind.NUMBER, ("1", "2", "3", "4"), default="2")
_REPO = (
    Prop("repo", "The repository, as `owner/name` or its URL.", is_needed=True),
    Prop("variant", "The layout of the card.", values=("inset", "flat"), default="inset"),
    CLASS_NAME,
)

CARDS = (
    Component(
        "Card",
        "A box with a title, and optionally an icon, a picture and a link.",
        (
            Prop("title", "The heading of the card."),
            Prop("icon", ICON.doc, PropKind.ICON),
            _HREF,
            Prop("horizontal", "Puts the icon beside the text.", PropKind.FLAG),
            Prop("color", "The hex colour of the icon.", PropKind.COLOUR),
            ICON_TYPE,
            Prop("arrow", "Whether to show the arrow of a link.", PropKind.FLAG),
            Prop("cta", "The label of the card's button."),
            Prop("img", "A picture at the top of the card.", PropKind.ASSET),
            Prop(
                "type",
                "Gives the card the colours of a callout.",
                values=("info", "warning", "note", "tip", "check", "danger"),
            ),
            make_undocumented_prop("description", "A line below the title."),
        ),
        3648,
    ),
    Component("CardGroup", "A grid of cards.", (_COLS,), 2343, ("Card",)),
    Component("Columns", "A grid of cards or columns.", (_COLS,), 236, ("Card", "Column", "Tile")),
    Component("Column", "One column of a grid, with any content.", (), 20, parents=("Columns",)),
    Component(
        "Tile",
        "A preview with a title that links to a page.",
        (
            Prop("href", _HREF.doc, PropKind.LINK, is_needed=True),
            Prop("title", "The title below the preview."),
            Prop("description", "A line below the title."),
        ),
        4,
    ),
    Component(
        "Frame",
        "A border around a picture or a video, with a caption below.",
        (
            Prop("caption", "The text below the content; it may contain Markdown."),
            Prop("hint", "The text above the frame."),
            STYLE,
            make_undocumented_prop("center", "Centres the content.", PropKind.FLAG),
            make_undocumented_prop("border", "Shows a border.", PropKind.FLAG),
            make_undocumented_prop("shadow", "Shows a shadow.", PropKind.FLAG),
            make_undocumented_prop("width", "The width of the frame.", PropKind.ANY),
        ),
        3047,
    ),
    Component("Example", "The old name of `Frame`.", (), replaced_by="Frame"),
    Component("GitHub.Repo", "A card of a public repository.", _REPO, 4, is_void=True),
    Component("Github.Repo", "Another spelling of `GitHub.Repo`.", _REPO, 0, is_offered=False),
)

IN_TEXT = (
    Component(
        "Tooltip",
        "Text with an explanation that appears when the pointer is over it.",
        (
            Prop("tip", "The explanation.", is_needed=True),
            Prop("cta", "The label of a link; it needs `href`."),
            Prop("href", "The target of the link.", PropKind.LINK),
            Prop("headline", "A line above the explanation."),
        ),
        2266,
        is_inline=True,
    ),
    Component(
        "Icon",
        "An icon in the text.",
        (
            ICON,
            ICON_TYPE,
            CLASS_NAME,
            Prop("color", "The hex colour of the icon.", PropKind.COLOUR),
            Prop("size", "The size in pixels.", PropKind.NUMBER),
            Prop("src", "A picture to use as the icon.", PropKind.ASSET),
        ),
        277,
        is_void=True,
        is_inline=True,
    ),
    Component(
        "Badge",
        "A small label in the text.",
        (
            CLASS_NAME,
            Prop(
                "color",
                "The colour of the label.",
                values=(
                    *("gray", "blue", "green", "yellow", "orange", "red", "purple", "white"),
                    *("surface", "white-destructive", "surface-destructive"),
                ),
                default="gray",
            ),
            Prop("shape", "The corners.", values=("rounded", "pill"), default="rounded"),
            Prop("size", "The size.", values=("xs", "sm", "md", "lg"), default="md"),
            ICON,
            ICON_TYPE,
            Prop("stroke", "Draws only an outline.", PropKind.FLAG, default="false"),
            Prop("disabled", "Shows the label greyed out.", PropKind.FLAG, default="false"),
            make_undocumented_prop(
                "intent", "The meaning of the label, which determines its colour."
            ),
        ),
        291,
        is_inline=True,
    ),
    Component("Link", "A link; `[text](target)` does the same.", (_HREF,), 367, is_inline=True),
    Component(
        "Heading",
        "A heading, for use in your own components.",
        (
            Prop("level", "The level.", PropKind.NUMBER, ("1", "2", "3", "4")),
            Prop("id", "The heading ID."),
            Prop("noAnchor", "Hides the link to the heading.", PropKind.FLAG),
        ),
    ),
    Component("Latex", "A formula; `$…$` and `$$…$$` do the same.", (), 6, is_inline=True),
)
