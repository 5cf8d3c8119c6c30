"""Callouts: boxes that stand out from the text."""

from __future__ import annotations

from docs_lsp.mdx.components.component import (
    ICON,
    ICON_TYPE,
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
