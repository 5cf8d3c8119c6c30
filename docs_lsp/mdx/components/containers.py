"""Components that contain a part of a page: callouts, accordions, tabs, steps, trees, updates."""

from __future__ import annotations

from docs_lsp.mdx.components.component import (
    AUDIENCES,
    CLASS_NAME,
    ICON,
    ICON_TYPE,
    STYLE,
    Component,
    Prop,
    PropKind,
    make_undocumented_prop,
)

_SEEN = (
    make_undocumented_prop("title", "A title line."),
    make_undocumented_prop("icon", "Another icon than the callout's own.", PropKind.ICON),
    make_undocumented_prop("type", "Has no known effect here."),
)

CALLOUTS = (
    Component("Note", "A callout for what is worth knowing beside the text.", _SEEN, 5649),
    Component("Warning", "A callout for what may go wrong.", _SEEN, 3253),
    Component("Info", "A callout for background.", _SEEN, 2138),
    Component("Tip", "A callout for good advice.", _SEEN, 2004),
    Component(
        "Callout",
        "A callout whose icon and colour you choose.",
        (
            ICON,
            Prop("color", "The hex colour of border, background and text.", PropKind.COLOUR),
            ICON_TYPE,
            make_undocumented_prop("type", "The look of another callout, such as `warning`."),
            make_undocumented_prop("title", "A title line."),
        ),
        1508,
    ),
    Component("Check", "A callout for what is done or has worked.", _SEEN, 139),
    Component("Danger", "A callout for what does damage.", _SEEN, 58),
)


_ID = Prop("id", "The anchor, in place of the one that the title gives.")
_TITLE_SIZES = ("p", "h2", "h3", "h4")
_IN_TREE = ("Tree", "FileTree", "Tree.Folder")
_OF_TREE = ("Tree.Folder", "Tree.File")
_OPEN = Prop("defaultOpen", "Shows it open at first.", PropKind.FLAG, default="false")
_HIGHLIGHT = Prop("highlight", "Marks it.", PropKind.FLAG, default="false")

FOLDED = (
    Component(
        "Accordion",
        "A part of the page that opens at a click.",
        (
            Prop("title", "The line that is always seen; the anchor comes of it.", is_needed=True),
            ICON,
            ICON_TYPE,
            _OPEN,
            Prop("description", "A line below the title."),
            _ID,
        ),
        1818,
    ),
    Component("AccordionGroup", "Accordions joined to one list.", (), 1324, ("Accordion",)),
    Component(
        "Expandable",
        "Fields that belong to a field, folded away.",
        (Prop("title", "What is folded, behind the words to show or to hide it."), _OPEN),
        639,
        ("ResponseField", "ParamField"),
    ),
)

PARTED = (
    Component(
        "Tab",
        "One of several tabs.",
        (Prop("title", "The label; the anchor comes of it.", is_needed=True), ICON, ICON_TYPE, _ID),
        1439,
        parents=("Tabs",),
    ),
    Component(
        "Tabs",
        "A row of tabs of which one is seen.",
        (
            Prop("defaultTabIndex", "Which one is seen first, from 0.", PropKind.NUMBER),
            Prop("borderBottom", "Draws a line below the content.", PropKind.FLAG),
            Prop("sync", "Follows other tabs of these titles.", PropKind.FLAG, default="true"),
        ),
        1438,
        ("Tab",),
    ),
    Component(
        "Step",
        "One of several steps.",
        (
            Prop("title", "The heading of the step.", is_needed=True),
            Prop("stepNumber", "Another number than the next one.", PropKind.NUMBER),
            Prop(
                "titleSize",
                "How large the title is; `h2` and `h3` give it an anchor.",
                values=_TITLE_SIZES,
                default="p",
            ),
            ICON,
            ICON_TYPE,
            Prop("id", "The anchor."),
            Prop("noAnchor", "Leaves the anchor's link out.", PropKind.FLAG, default="false"),
        ),
        1280,
        parents=("Steps",),
    ),
    Component(
        "Steps",
        "A numbered list of steps.",
        (Prop("titleSize", "How large all titles are.", values=_TITLE_SIZES, default="p"),),
        1296,
        ("Step",),
    ),
    Component(
        "View",
        "What readers see who chose this entry of the page's menu.",
        (
            Prop("title", "The entry in the menu.", is_needed=True),
            ICON,
            ICON_TYPE,
            Prop("id", "The anchor."),
        ),
        12,
    ),
    Component(
        "Visibility",
        "Content for people, agents, or readers who are signed in or out.",
        (
            Prop(
                "for",
                "Who sees it.",
                values=AUDIENCES,
                object_value='{groups: ["$1"]}',
                is_needed=True,
            ),
        ),
        67,
    ),
    Component(
        "Update",
        "An entry of a changelog, and of its feed.",
        (
            Prop("label", "The date or version; the anchor comes of it.", is_needed=True),
            Prop("tags", "What readers can filter by.", PropKind.TEXTS),
            Prop("description", "A line below the label."),
            Prop("rss", "Title and description in the feed.", PropKind.OBJECT),
            Prop("id", "The anchor, in place of the one that the label gives."),
        ),
        1335,
    ),
    Component("Panel", "Content at the right, in place of the table of contents.", (), 4),
    Component(
        "Variation",
        "Content for some variations of a site alone; the documentation does not have it.",
        (Prop("is", "The names of the variations.", PropKind.ANY, is_needed=True),),
        is_offered=False,
    ),
)

TREES = (
    Component("Tree", "A tree of files, of a list or of its own parts.", (STYLE,), 11, _OF_TREE),
    Component("FileTree", "`Tree` by another name.", (STYLE,), 4, _OF_TREE, is_offered=False),
    Component(
        "Tree.Folder",
        "A folder in a tree.",
        (
            Prop("name", "The name of the folder.", is_needed=True),
            _OPEN,
            Prop("openable", "Whether it opens and closes.", PropKind.FLAG, default="true"),
            _HIGHLIGHT,
        ),
        11,
        _OF_TREE,
        _IN_TREE,
    ),
    Component(
        "Tree.File",
        "A file in a tree.",
        (Prop("name", "The name of the file.", is_needed=True), _HIGHLIGHT),
        11,
        parents=_IN_TREE,
        is_void=True,
    ),
    Component(
        "Color",
        "A palette of colours.",
        (Prop("variant", "The layout.", values=("compact", "table"), is_needed=True),),
        4,
        ("Color.Item", "Color.Row"),
    ),
    Component(
        "Color.Row",
        "A row of colours under one label.",
        (Prop("title", "The label."),),
        4,
        ("Color.Item",),
        ("Color",),
    ),
    Component(
        "Color.Item",
        "A colour of a palette.",
        (
            Prop("name", "The name shown."),
            Prop("value", "The colour, or one for light and dark.", PropKind.ANY, is_needed=True),
        ),
        4,
        parents=("Color", "Color.Row"),
        is_void=True,
    ),
)

OTHERS = (
    Component("MDX", "Markdown within a JavaScript expression.", (CLASS_NAME,), is_offered=False),
    *(
        Component(name, "A name that the service uses itself.", is_offered=False)
        for name in (
            *("ApiPlayground", "CustomCode", "CustomComponent", "DynamicCustomComponent"),
            *("GitHub", "Github", "MDXContentController", "OptimizedVideo", "ZoomImage"),
        )
    ),
)
