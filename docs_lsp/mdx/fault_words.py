"""What a writer is told of each fault for which the service's parser refuses a page.

The service replaces variables before it parses a page, so braces around the name of one are judged
by whether docs.json defines it (SERVICE.md, variables).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.syntax import FaultKind, MdxFault

_LOSS = "so readers see a placeholder instead of the page"
_LOSS_OF_SNIPPET = "so readers see a placeholder in its place"
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
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
"""Elements of HTML that hold nothing."""
_VARIABLE = compile_lazily(r"\{\s*([\w.-]+)\s*\}?")
_Words: TypeAlias = Callable[[MdxFault], str]


def render_fault(fault: MdxFault) -> str:
    """The message of a fault."""
    name = variable_in(fault)
    return _render_undefined(name) if name else _WORDS[fault.kind](fault)


def render_snippet_fault(fault: MdxFault) -> str:
    """The message of a fault in a file that pages take text from: it takes only that away."""
    return render_fault(fault).replace(_LOSS, _LOSS_OF_SNIPPET)


def variable_in(fault: MdxFault) -> str:
    """The name of the variable that a fault is about; empty for any other fault."""
    named = _VARIABLE.fullmatch(fault.detail.strip())
    return named[1] if named else ""


def first_refusal(faults: Iterable[MdxFault], variables: Container[str]) -> MdxFault | None:
    """The first fault for which the service refuses a page of a site with these variables."""
    return next((fault for fault in faults if variable_in(fault) not in variables), None)


def render_related_place(fault: MdxFault) -> str:
    """What the second place of a fault has to do with it."""
    return _RELATED.get(fault.kind, "The parser stops here.")


def _short(text: str, most: int = 80) -> str:
    plain = " ".join(text.replace("`", "'").split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def _code(text: str) -> str:
    return f"`{_short(text)}`"


def _render_undefined(name: str) -> str:
    return (
        f"docs.json defines no variable {_code(name)}, and as JavaScript it cannot be read, "
        f"{_LOSS}. Define it under `variables`."
    )


def _render_tag(fault: MdxFault) -> str:
    return _code(f"<{fault.tag}>")


def _render_less_than(fault: MdxFault) -> str:
    if not fault.detail:
        return f"A name should follow this `<`, {_LOSS}. Write `\\<` for the sign itself."
    return (
        f"`<` begins a tag, and no name of one starts with {_code(fault.detail)}, {_LOSS}. "
        "Write `\\<` for the sign itself."
    )


def _render_autolink(fault: MdxFault) -> str:
    return (
        f"In MDX `<` begins a tag, also before an address, {_LOSS}. "
        f"Write {_code(f'[text]({link_target(fault.detail)})')}."
    )


def link_target(address: str) -> str:
    """What a link to an address in angle brackets leads to."""
    is_mail = "@" in address and "://" not in address and not address.startswith("mailto:")
    return f"mailto:{address}" if is_mail else address


def _render_html_comment(_: MdxFault) -> str:
    return f"MDX knows no HTML comments, {_LOSS}. Write `{{/* … */}}`."


def _render_declaration(_: MdxFault) -> str:
    return (
        f"MDX knows no declarations of HTML or XML, {_LOSS}. Remove it, or put it between "
        "backquotes."
    )


def _render_tag_name(fault: MdxFault) -> str:
    return (
        f"`<` begins a tag, and {_code(fault.detail)} cannot stand in the name of one, {_LOSS}. "
        "Put code between backquotes, or write `\\<` for the sign itself."
    )


def _render_attribute(fault: MdxFault) -> str:
    remedy = {
        ",": "Separate attributes by blanks alone.",
        "\\": 'Write `&quot;` for a `"` in a value.',
        "@": "Attributes have plain names: write `onClick={…}`.",
        ":": "Attributes have plain names: write `name={…}`.",
    }.get(fault.detail, "Write it into a value in quotes, or remove it.")
    place = f"among the attributes of {_render_tag(fault)}"
    return f"{_code(fault.detail)} has no place {place}, {_LOSS}. {remedy}"


def _render_attribute_value(fault: MdxFault) -> str:
    return (
        f'The value of an attribute stands in `"…"` or `{{…}}`, and {_code(fault.detail)} does '
        f"not, {_LOSS}."
    )


def _render_curly_quotes(fault: MdxFault) -> str:
    return f'These quotes are curly, {_LOSS}. Write straight ones around the value: `"…"`.'


def _render_unclosed_value(fault: MdxFault) -> str:
    return f"The quote that opens this value is not closed on its line, {_LOSS}. Close it."


def _render_unended_tag(fault: MdxFault) -> str:
    return f"The tag {_render_tag(fault)} has no `>` at its end, {_LOSS}. Add it."


def _render_tag_comment(_: MdxFault) -> str:
    return f"No comment can stand among the attributes of a tag, {_LOSS}. Move it out of the tag."


def _render_closing_tag(fault: MdxFault) -> str:
    return f"A closing tag holds nothing but its name, {_LOSS}. Write {_code(f'</{fault.tag}>')}."


def _render_empty_value(_: MdxFault) -> str:
    return f"These braces hold no value, {_LOSS}. Give one, or remove the attribute."


def _render_not_spread(fault: MdxFault) -> str:
    return (
        "Braces among the attributes of a tag can only spread an object, "
        f"{_LOSS}. Write `{{...props}}`, or a name in front: `name={{…}}`."
    )


def _render_unclosed_brace(_: MdxFault) -> str:
    return (
        f"`{{` begins JavaScript, and no `}}` ends it here, {_LOSS}. "
        "Write `\\{` for the sign itself."
    )


def _render_expression(fault: MdxFault) -> str:
    held = _short(fault.detail, 40).strip()
    if held.startswith("#"):
        return (
            "An id is taken from `{#…}` only at the end of a heading that begins with `#`, at most "
            f"three blanks from the margin; here it is JavaScript that cannot be read, {_LOSS}."
        )
    if held.startswith("/*") or held.startswith("//"):
        return f"This comment is not closed by `*/` before the `}}`, {_LOSS}. Write `{{/* … */}}`."
    return (
        f"Braces hold JavaScript, and {_code(held)} is none, {_LOSS}. Write `\\{{` for the sign "
        "itself, or put code between backquotes."
    )


def _render_module(_: MdxFault) -> str:
    return f"Imports and exports are JavaScript, and this cannot be read as such, {_LOSS}."


def _render_module_text(fault: MdxFault) -> str:
    if fault.related is not None:
        return (
            "Text right below an import or export counts as more of its code, "
            f"{_LOSS}. Put a blank line between them."
        )
    return (
        "A line that begins with `import` or `export` is code, and this one is text, "
        f"{_LOSS}. Begin it with another word, or with a blank."
    )


def _render_declared_twice(fault: MdxFault) -> str:
    return f"{_code(fault.detail)} is declared twice in this page, {_LOSS}. Remove one of the two."


def _render_unclosed_tag(fault: MdxFault) -> str:
    if fault.tag in VOID:
        return f"{_render_tag(fault)} is never closed, {_LOSS}. Write {_code(f'<{fault.tag} />')}."
    remedy = f"Write {_code(f'</{fault.tag}>')} where it ends, or `\\<` if it is no tag."
    if fault.related is not None:
        return (
            f"{_render_tag(fault)} is not closed before what is around it ends, {_LOSS}. {remedy}"
        )
    if fault.detail in _BLOCKS:
        return (
            f"{_render_tag(fault)} is not closed in its {_BLOCKS[fault.detail]}, {_LOSS}. {remedy}"
        )
    return f"{_render_tag(fault)} is never closed, {_LOSS}. {remedy}"


def _render_stray_closing(fault: MdxFault) -> str:
    return (
        f"{_code(f'</{fault.tag}>')} closes nothing: no such tag is open, {_LOSS}. "
        "Remove it, or open the tag before it."
    )


def _render_wrong_closing(fault: MdxFault) -> str:
    return (
        f"{_code(f'</{fault.tag}>')} stands where {_code(f'</{fault.detail}>')} is due, {_LOSS}. "
        "Remove it, or write the name of the tag that is open."
    )


def _render_split_tag(fault: MdxFault) -> str:
    block = _BLOCKS.get(fault.detail)
    if block is None:
        return (
            f"{_render_tag(fault)} and {_code(f'<{fault.detail}>')} overlap, {_LOSS}. Close the "
            "one that "
            "was opened last first."
        )
    return (
        f"{_render_tag(fault)} is opened and closed in different blocks: one of the two stands "
        "in a "
        f"{block}, {_LOSS}. Put both on lines of their own, or both into the same {block}."
    )


def _render_pipe_in_code(_: MdxFault) -> str:
    return f"In a table `|` ends the cell, between backquotes too, {_LOSS}. Write `\\|`."


def _render_lazy_line(_: MdxFault) -> str:
    return (
        "What begins here goes on in a line that is not in the same list item or quote, "
        f"{_LOSS}. Indent that line, or put `>` before it."
    )


_WORDS: dict[FaultKind, _Words] = {
    FaultKind.LESS_THAN: _render_less_than,
    FaultKind.AUTOLINK: _render_autolink,
    FaultKind.HTML_COMMENT: _render_html_comment,
    FaultKind.DECLARATION: _render_declaration,
    FaultKind.TAG_NAME: _render_tag_name,
    FaultKind.ATTRIBUTE: _render_attribute,
    FaultKind.ATTRIBUTE_VALUE: _render_attribute_value,
    FaultKind.CURLY_QUOTES: _render_curly_quotes,
    FaultKind.UNCLOSED_VALUE: _render_unclosed_value,
    FaultKind.UNENDED_TAG: _render_unended_tag,
    FaultKind.TAG_COMMENT: _render_tag_comment,
    FaultKind.CLOSING_TAG: _render_closing_tag,
    FaultKind.EMPTY_VALUE: _render_empty_value,
    FaultKind.NOT_SPREAD: _render_not_spread,
    FaultKind.UNCLOSED_BRACE: _render_unclosed_brace,
    FaultKind.EXPRESSION: _render_expression,
    FaultKind.MODULE: _render_module,
    FaultKind.MODULE_TEXT: _render_module_text,
    FaultKind.DECLARED_TWICE: _render_declared_twice,
    FaultKind.UNCLOSED_TAG: _render_unclosed_tag,
    FaultKind.STRAY_CLOSING: _render_stray_closing,
    FaultKind.WRONG_CLOSING: _render_wrong_closing,
    FaultKind.SPLIT_TAG: _render_split_tag,
    FaultKind.PIPE_IN_CODE: _render_pipe_in_code,
    FaultKind.LAZY_LINE: _render_lazy_line,
}
_RELATED = {
    FaultKind.UNCLOSED_TAG: "What is around it is closed here.",
    FaultKind.WRONG_CLOSING: "This tag is open.",
    FaultKind.SPLIT_TAG: "The other tag stands here.",
    FaultKind.MODULE_TEXT: "The code above.",
}
