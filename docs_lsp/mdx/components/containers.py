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
    make_undocumented_prop("icon", "The icon, instead of the callout's own.", PropKind.ICON),
    make_undocumented_prop("type", "Has no known effect here."),
)

CALLOUTS = (
    Component("Note", "A callout for additional information.", _SEEN, 5649),
    Component("Warning", "A callout for possible problems.", _SEEN, 3253),
    Component("Info", "A callout for background information.", _SEEN, 2138),
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
    Component("Check", "A callout for success or completion.", _SEEN, 139),
    Component("Danger", "A callout for dangerous actions.", _SEEN, 58),
)


_ID = Prop("id", "The ID for links, instead of the one made from the title.")
_TITLE_SIZES = ("p", "h2", "h3", "h4")
_IN_TREE = ("Tree", "FileTree", "Tree.Folder")
_OF_TREE = ("Tree.Folder", "Tree.File")
_OPEN = Prop("defaultOpen", "Opens it initially.", PropKind.FLAG, default="false")
_HIGHLIGHT = Prop("highlight", "Highlights it.", PropKind.FLAG, default="false")

FOLDED = (
    Component(
        "Accordion",
        "A section that expands when it is clicked.",
        (
            Prop(
                "title",
                "The line that is always visible; its ID for links is made from it.",
                is_needed=True,
            ),
            ICON,
            ICON_TYPE,
            _OPEN,
            Prop("description", "A line below the title."),
            _ID,
        ),
        1818,
    ),
    Component("AccordionGroup", "Accordions joined into one list.", (), 1324, ("Accordion",)),
    Component(
        "Expandable",
        "Nested fields of a field, collapsed.",
        (Prop("title", 'What is collapsed, as shown after "Show" or "Hide".'), _OPEN),
        639,
        ("ResponseField", "ParamField"),
    ),
)

PARTED = (
    Component(
        "Tab",
        "One of several tabs.",
        (
            Prop("title", "The label; its ID for links is made from it.", is_needed=True),
            ICON,
            ICON_TYPE,
            _ID,
        ),
        1439,
        parents=("Tabs",),
    ),
    Component(
        "Tabs",
        "A row of tabs, one of which is visible.",
        (
            Prop("defaultTabIndex", "The tab that is open initially, from 0.", PropKind.NUMBER),
            Prop("borderBottom", "Draws a line below the content.", PropKind.FLAG),
            Prop(
                "sync",
                "Switches together with other tabs of the same titles.",
                PropKind.FLAG,
                default="true",
            ),
        ),
        1438,
        ("Tab",),
    ),
    Component(
        "Step",
        "One of several steps.",
        (
            Prop("title", "The heading of the step.", is_needed=True),
            Prop("stepNumber", "The number, instead of the next one.", PropKind.NUMBER),
            Prop(
                "titleSize",
                "The size of the title; `h2` and `h3` give it a heading ID.",
                values=_TITLE_SIZES,
                default="p",
            ),
            ICON,
            ICON_TYPE,
            Prop("id", "The ID for links."),
            Prop("noAnchor", "Hides the link to the heading.", PropKind.FLAG, default="false"),
        ),
        1280,
        parents=("Steps",),
    ),
    Component(
        "Steps",
        "A numbered list of steps.",
        (Prop("titleSize", "The size of all titles.", values=_TITLE_SIZES, default="p"),),
        1296,
        ("Step",),
    ),
    Component(
        "View",
        "Content for readers who chose this entry of the page's menu.",
        (
            Prop("title", "The entry in the menu.", is_needed=True),
            ICON,
            ICON_TYPE,
            Prop("id", "The ID for links."),
        ),
        12,
    ),
    Component(
        "Visibility",
        "Content for people, agents, or readers who are signed in or out.",
        (
            Prop(
                "for",
                "The audience that sees it.",
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
            Prop("label", "The date or version; its ID for links is made from it.", is_needed=True),
            Prop("tags", "Tags that readers can filter by.", PropKind.TEXTS),
            Prop("description", "A line below the label."),
            Prop("rss", "Title and description in the feed.", PropKind.OBJECT),
            Prop("id", "The ID for links, instead of the one made from the label."),
        ),
        1335,
    ),
    Component("Panel", "Content on the right, instead of the table of contents.", (), 4),
    Component(
        "Variation",
        "Content for only some variations of a site; it is undocumented.",
        (Prop("is", "The names of the variations.", PropKind.ANY, is_needed=True),),
        is_offered=False,
    ),
)

TREES = (
    Component(
        "Tree",
        "A tree of files, written as a list or with `Tree.Folder` and `Tree.File`.",
        (STYLE,),
        11,
        _OF_TREE,
    ),
    Component("FileTree", "Another name of `Tree`.", (STYLE,), 4, _OF_TREE, is_offered=False),
    Component(
        "Tree.Folder",
        "A folder in a tree.",
        (
            Prop("name", "The name of the folder.", is_needed=True),
            _OPEN,
            Prop(
                "openable",
                "Whether it can be expanded and collapsed.",
                PropKind.FLAG,
                default="true",
            ),
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
        Component(name, "A component that the service uses internally.", is_offered=False)
        for name in (
            *("ApiPlayground", "CustomCode", "CustomComponent", "DynamicCustomComponent"),
            *("GitHub", "Github", "MDXContentController", "OptimizedVideo", "ZoomImage"),
        )
    ),
)
