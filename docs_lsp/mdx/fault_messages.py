"""The messages of the faults for which the service's parser rejects a page.

The service replaces variables before it parses a page, so braces around the name of a variable
depend on whether docs.json defines it (SERVICE.md, variables).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code, shorten_for_message
from docs_lsp.mdx.components.catalogue import VOID_ELEMENTS
from docs_lsp.mdx.components.unknown_tags import is_closed_as_container, is_opening_misspelt
from docs_lsp.mdx.syntax import FaultKind, MdxFault

_LOSS = "so a placeholder replaces the page"
_LOSS_OF_SNIPPET = "so a placeholder replaces it"
_BLOCKS = {
    "paragraph": "paragraph",
    "listItem": "list item",
    "blockQuote": "quote",
    "footnoteDefinition": "footnote",
    "atxHeading": "heading",
    "heading": "heading",
    "tableCell": "cell of the table",
    "link": "link text",
    "emphasis": "emphasis",
    "delete": "struck text",
}
_VARIABLE = compile_lazily(r"\{\s*([\w.-]+)\s*\}?")


def render_fault_message(fault: MdxFault) -> str:
    """Return the message of a fault."""
    name = get_variable_name(fault)
    if name:
        return (
            f"The variable {code(name)} is not defined in docs.json, and is not valid JavaScript, "
            f"{_LOSS}. Define it under `variables`."
        )
    words = _WORDS[fault.kind]
    return words if isinstance(words, str) else words(fault)


def render_snippet_fault_message(fault: MdxFault) -> str:
    """Return the message of a fault in a snippet, which removes only the snippet from pages."""
    return render_fault_message(fault).replace(_LOSS, _LOSS_OF_SNIPPET)


def get_variable_name(fault: MdxFault) -> str:
    """Return the name of the variable that a fault concerns; empty for other faults."""
    named = _VARIABLE.fullmatch(fault.detail.strip())
    return named[1] if named else ""


def find_first_fault(faults: Iterable[MdxFault], variables: Container[str]) -> MdxFault | None:
    """Return the first fault that is not about a variable of the site, or None.

    `variables` are the names of the variables of the site.
    """
    return next((fault for fault in faults if get_variable_name(fault) not in variables), None)


def render_related_message(fault: MdxFault) -> str:
    """Return the message about the related place of a fault."""
    return _RELATED.get(fault.kind, "The parser stops here.")


def _render_tag(fault: MdxFault) -> str:
    return code(f"<{fault.tag}>")


def _render_less_than(fault: MdxFault) -> str:
    if not fault.detail:
        return f"`<` starts a tag, but no name follows, {_LOSS}. Escape it as `\\<`."
    return (
        f"`<` starts a tag, but no tag name begins with {code(fault.detail)}, {_LOSS}. "
        "Escape it as `\\<`."
    )


def _render_autolink(fault: MdxFault) -> str:
    return (
        f"`<` starts a tag in MDX, even before an address, {_LOSS}. "
        f"Write {code(f'[text]({build_link_target(fault.detail)})')}."
    )


def build_link_target(address: str) -> str:
    """Return the target of a link to an address in angle brackets, with `mailto:` for email."""
    is_mail = "@" in address and "://" not in address and not address.startswith("mailto:")
    return f"mailto:{address}" if is_mail else address


def _render_wrong_tag_name(fault: MdxFault) -> str:
    return (
        f"`<` starts a tag, but {code(fault.detail)} is not allowed in its name, {_LOSS}. "
        "Put code in backticks, or escape `<` as `\\<`."
    )


def _render_attribute(fault: MdxFault) -> str:
    remedy = {
        ",": "Separate attributes by spaces only.",
        "\\": 'Write `&quot;` for a `"` in a value.',
        "@": "Attributes have plain names: write `onClick={…}`.",
        ":": "Attributes have plain names: write `name={…}`.",
    }.get(fault.detail, "Put it in a quoted value, or remove it.")
    place = f"among the attributes of {_render_tag(fault)}"
    return f"{code(fault.detail)} is not allowed {place}, {_LOSS}. {remedy}"


def _render_attribute_value(fault: MdxFault) -> str:
    return (
        f"The attribute value {code(fault.detail)} is neither in quotes nor in braces, {_LOSS}. "
        'Write `"…"` or `{…}`.'
    )


def _render_unended_tag(fault: MdxFault) -> str:
    return f"The tag {_render_tag(fault)} has no `>` at its end, {_LOSS}. Add it."


def _render_closing_tag(fault: MdxFault) -> str:
    return f"A closing tag can have only its name, {_LOSS}. Write {code(f'</{fault.tag}>')}."


def _render_expression(fault: MdxFault) -> str:
    held = shorten_for_message(fault.detail, 40).strip()
    if held.startswith("#"):
        return (
            "A heading ID `{#…}` is only valid at the end of a heading that begins with `#`, "
            f"indented by at most three spaces; here it is invalid JavaScript, {_LOSS}."
        )
    if held.startswith("/*") or held.startswith("//"):
        return f"This comment is not closed by `*/` before the `}}`, {_LOSS}. Write `{{/* … */}}`."
    return (
        f"Braces contain JavaScript, but {code(held)} is not valid, {_LOSS}. Escape the brace as "
        "`\\{`, or put code in backticks."
    )


def _render_module_text(fault: MdxFault) -> str:
    if fault.related is not None:
        return (
            "Text directly below an import or export is read as code, "
            f"{_LOSS}. Add a blank line between them."
        )
    return (
        "A line that begins with `import` or `export` is read as code, and this one is text, "
        f"{_LOSS}. Begin it with another word, or with a space."
    )


def _render_declared_twice(fault: MdxFault) -> str:
    return f"{code(fault.detail)} is declared twice in this page, {_LOSS}. Remove one of the two."


def _render_unclosed_tag(fault: MdxFault) -> str:
    if fault.tag in VOID_ELEMENTS:
        return f"{_render_tag(fault)} is never closed, {_LOSS}. Write {code(f'<{fault.tag} />')}."
    remedy = f"Add {code(f'</{fault.tag}>')} where it ends, or escape `<` as `\\<`."
    if fault.related is not None:
        return f"{_render_tag(fault)} is not closed before its parent ends, {_LOSS}. {remedy}"
    if fault.detail in _BLOCKS:
        return (
            f"{_render_tag(fault)} is not closed in its {_BLOCKS[fault.detail]}, {_LOSS}. {remedy}"
        )
    return f"{_render_tag(fault)} is never closed, {_LOSS}. {remedy}"


def _render_stray_closing(fault: MdxFault) -> str:
    return (
        f"{code(f'</{fault.tag}>')} has no opening tag, {_LOSS}. "
        "Remove it, or add the opening tag before it."
    )


def _render_wrong_closing(fault: MdxFault) -> str:
    remedy = f"Remove it, or write {code(f'</{fault.detail}>')}."
    if is_opening_misspelt(fault):
        remedy = f"Did you mean {code(f'<{fault.tag}>')} there?"
    elif is_closed_as_container(fault):
        remedy = "Write the same name in both."
    return (
        f"{code(f'</{fault.tag}>')} does not match the open tag "
        f"{code(f'<{fault.detail}>')}, {_LOSS}. {remedy}"
    )


def _render_split_tag(fault: MdxFault) -> str:
    block = _BLOCKS.get(fault.detail)
    if block is None:
        return (
            f"{_render_tag(fault)} and {code(f'<{fault.detail}>')} overlap, {_LOSS}. Close first "
            "the one that was opened last."
        )
    return (
        f"{_render_tag(fault)} is opened and closed in different blocks, one of them a {block}, "
        f"{_LOSS}. Put both tags on lines of their own, or both in the same {block}."
    )


_WORDS: dict[FaultKind, str | Callable[[MdxFault], str]] = {
    FaultKind.LESS_THAN: _render_less_than,
    FaultKind.AUTOLINK: _render_autolink,
    FaultKind.HTML_COMMENT: f"HTML comments are not valid in MDX, {_LOSS}. Write `{{/* … */}}`.",
    FaultKind.DECLARATION: (
        f"HTML and XML declarations are not valid in MDX, {_LOSS}. Remove it, or put it in "
        "backticks."
    ),
    FaultKind.TAG_NAME: _render_wrong_tag_name,
    FaultKind.ATTRIBUTE: _render_attribute,
    FaultKind.ATTRIBUTE_VALUE: _render_attribute_value,
    FaultKind.CURLY_QUOTES: (
        f'Curly quotes do not enclose a value, {_LOSS}. Write straight ones: `"…"`.'
    ),
    FaultKind.UNCLOSED_VALUE: (
        f"The quote that opens this value is not closed on its line, {_LOSS}. Close it."
    ),
    FaultKind.UNENDED_TAG: _render_unended_tag,
    FaultKind.TAG_COMMENT: (
        f"A comment is not allowed among the attributes of a tag, {_LOSS}. Move it out."
    ),
    FaultKind.CLOSING_TAG: _render_closing_tag,
    FaultKind.EMPTY_VALUE: (
        f"These braces are empty, {_LOSS}. Write a value, or remove the attribute."
    ),
    FaultKind.NOT_SPREAD: (
        "Braces among the attributes of a tag can only spread an object, "
        f"{_LOSS}. Write `{{...props}}`, or a name in front: `name={{…}}`."
    ),
    FaultKind.UNCLOSED_BRACE: (
        f"`{{` starts JavaScript, but no `}}` ends it, {_LOSS}. Escape it as `\\{{`."
    ),
    FaultKind.EXPRESSION: _render_expression,
    FaultKind.MODULE: f"This import or export is not valid JavaScript, {_LOSS}.",
    FaultKind.MODULE_TEXT: _render_module_text,
    FaultKind.DECLARED_TWICE: _render_declared_twice,
    FaultKind.UNCLOSED_TAG: _render_unclosed_tag,
    FaultKind.STRAY_CLOSING: _render_stray_closing,
    FaultKind.WRONG_CLOSING: _render_wrong_closing,
    FaultKind.SPLIT_TAG: _render_split_tag,
    FaultKind.PIPE_IN_CODE: (
        f"`|` ends a table cell, even in backticks, {_LOSS}. Escape it as `\\|`."
    ),
    FaultKind.LAZY_LINE: (
        "The content that begins here continues in a line outside its list item or quote, "
        f"{_LOSS}. Indent that line, or put `>` before it."
    ),
}
_RELATED = {
    FaultKind.UNCLOSED_TAG: "The parent is closed here.",
    FaultKind.WRONG_CLOSING: "The open tag",
    FaultKind.SPLIT_TAG: "The other tag",
    FaultKind.MODULE_TEXT: "The code above",
}
