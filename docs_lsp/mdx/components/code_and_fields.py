"""Code blocks, examples beside the page, diagrams, prompts, and fields of requests."""

from __future__ import annotations

from docs_lsp.mdx.components.component import (
    ICON,
    ICON_TYPE,
    Component,
    Prop,
    PropKind,
    make_undocumented_prop,
)

_DROPDOWN = Prop("dropdown", "Shows a menu instead of tabs.", PropKind.FLAG)
_REQUIRED = Prop("required", "Marks the field as required.", PropKind.FLAG)
_DEPRECATED = Prop("deprecated", "Marks the field as deprecated.", PropKind.FLAG)
_ID = Prop("id", "The ID for links, instead of the one made from the name.")
_PARAM = (
    Prop("type", "The type, as free text."),
    Prop("body", "The name of a field of the request's body."),
    Prop("path", "The name of a parameter in the path."),
    Prop("default", "The default value.", PropKind.ANY),
    _REQUIRED,
    Prop("query", "The name of a parameter in the query string."),
    _DEPRECATED,
    Prop("header", "The name of a header."),
    Prop("placeholder", "What the playground's input shows while it is empty."),
    _ID,
    make_undocumented_prop("optional", "Has no known effect.", PropKind.FLAG),
)

CODE = (
    Component("CodeGroup", "Code blocks as tabs, named by their titles.", (_DROPDOWN,), 2499),
    Component("SnippetGroup", "The old name of `CodeGroup`.", (), replaced_by="CodeGroup"),
    Component(
        "CodeBlock",
        "A code block, for use in your own components.",
        (
            Prop("language", "The language, for syntax highlighting."),
            Prop("filename", "The name in the header."),
            Prop("icon", "The icon in the header.", PropKind.ICON),
            Prop("wrap", "Breaks long lines.", PropKind.FLAG),
            Prop("lines", "Shows line numbers.", PropKind.FLAG),
            Prop("nocopy", "Hides the copy button.", PropKind.FLAG),
            Prop("expandable", "Collapses long code.", PropKind.FLAG),
            Prop("highlight", 'The lines to highlight, such as `"[1,3]"`.'),
            Prop("focus", 'The lines to focus on, such as `"[1,3]"`.'),
        ),
        61,
    ),
    Component("RequestExample", "Code beside the page that shows a request.", (_DROPDOWN,), 550),
    Component("ResponseExample", "Code beside the page that shows a response.", (_DROPDOWN,), 147),
    Component(
        "Mermaid",
        "A diagram; a code block in the language `mermaid` does the same.",
        (
            Prop("chart", "The diagram's source.", is_needed=True),
            Prop(
                "placement",
                "Where the controls are.",
                values=("top-left", "top-right", "bottom-left", "bottom-right"),
                default="bottom-right",
            ),
            Prop("actions", "Shows the controls.", PropKind.FLAG),
        ),
        is_void=True,
        is_offered=False,
    ),
    Component(
        "Prompt",
        "A prompt that readers can copy.",
        (
            Prop("description", "The description on the card.", is_needed=True),
            Prop("actions", "The buttons: `copy`, `cursor`.", PropKind.TEXTS),
            ICON,
            ICON_TYPE,
        ),
        26,
    ),
    Component(
        "Snippet",
        "A file of the folder `_snippets`; an `import` does the same and reports a missing file.",
        (Prop("file", "The path of the file.", PropKind.ASSET, is_needed=True),),
        144,
        is_void=True,
        replaced_by="import",
    ),
)

FIELDS = (
    Component(
        "ParamField", "A parameter of a request: where it is sent, and its name.", _PARAM, 1797
    ),
    Component("Param", "The old name of `ParamField`.", _PARAM, replaced_by="ParamField"),
    Component(
        "ResponseField",
        "A field of a response, or any property.",
        (
            Prop(
                "name", "The name of the field; its ID for links is made from it.", is_needed=True
            ),
            Prop("type", "The type, as free text.", is_needed=True),
            Prop("post", "Labels after the name.", PropKind.TEXTS),
            _REQUIRED,
            Prop("default", "The default value.", PropKind.ANY),
            _DEPRECATED,
            Prop("pre", "Labels before the name.", PropKind.TEXTS),
            _ID,
        ),
        769,
    ),
)
