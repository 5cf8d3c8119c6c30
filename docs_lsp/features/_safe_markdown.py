"""Makes untrusted Markdown safe to show, such as descriptions in a specification.

The result only formats text: emphasis, code, lists, tables, and links to `http` and `https`. It
contains no HTML, no images, and no link that runs anything. Anything not known to be harmless loses
its meaning: a character is escaped unless it belongs to a construct known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily

_LONGEST = 500
# Control characters but for line breaks and tabs, and marks that change the text direction.
_UNSEEN = compile_lazily(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+"
)
_FENCE = compile_lazily(r"[ \t]*(`{3,}|~{3,})[ \t]*([^`\n]*)")
_TICKS = compile_lazily("`+")
_LANGUAGE = compile_lazily(r"[A-Za-z0-9+-]{0,20}")
_HEADING = compile_lazily(r"[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t#]*")
_LINE = compile_lazily(r"[ \t]*([-=*_])[ \t]*(?:\1[ \t]*){2,}")
_INLINE = compile_lazily(
    r"\\(?P<run>`+)|(?P<escaped>\\[!-/:-@\[-_{-~])"
    # A `|` of a table divides a line before code is parsed, and a line break may begin a list.
    r"|(?P<code>(?P<ticks>`+)(?!`)[^|\n]*?(?<!`)(?P=ticks)(?!`))"
    r"|!\[(?P<picture>[^\[\]\n`\\]*)\]\([^()\n]*\)"
    r"|\[(?P<text>[^\[\]\n`\\<>|]+)\]\((?P<url>https?://[^\s()<>\\\"'`|]+)\)"
    r"|(?P<sign>`+|[\\\[\]<&$])"
)


def render_safe_markdown(text: str, max_length: int = _LONGEST) -> str:
    """Return the beginning of a text as Markdown that does nothing but format."""
    text = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    whole = [*_split_blocks(text[: 4 * max_length])]
    shown: list[str] = []
    for block in whole:
        room = max_length - sum(map(len, shown))
        if len(block) > room:
            is_left_out = shown and (room < max_length // 2 or _is_fence(block))
            cut = "" if is_left_out else _cut_block(block, room)
            shown += [_render_block(cut)] if cut else ["…"]
            break
        shown.append(_render_block(block))
    return "\n\n".join(filter(None, shown))


def render_safe_line(text: str) -> str:
    """Return a line of Markdown made safe."""
    return _escape_inline(" ".join(_UNSEEN.sub("", text).split()))


def _split_blocks(text: str) -> Iterator[str]:
    """Yield the paragraphs of a text, and its fenced code blocks as a whole."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.fullmatch(line)
        if fence:
            lines.append(line)
            if match and match[1].startswith(fence) and not match[2]:
                yield "\n".join(lines)
                lines, fence = [], ""
        elif match or not line.strip():
            if lines:
                yield "\n".join(lines)
            lines, fence = ([line], match[1]) if match else ([], "")
        else:
            lines.append(line)
    if lines:
        yield "\n".join(lines)


def _cut_block(block: str, max_length: int) -> str:
    """Return the beginning of a block: whole lines of code, or whole words of text with `…`."""
    if _is_fence(block):
        lines = block[:max_length].split("\n")
        return "\n".join(lines[:-1] if len(lines) > 2 else lines)
    return f"{block[: max_length - 1].rsplit(None, 1)[0].rstrip()}…"


def _is_fence(block: str) -> bool:
    return _FENCE.fullmatch(block.partition("\n")[0]) is not None


def _render_block(block: str) -> str:
    """Return a block as safe Markdown; horizontal rules are left out."""
    first, _, rest = block.partition("\n")
    match = _FENCE.fullmatch(first)
    if match:
        return _render_code_block(match, rest)
    lines = ("" if _LINE.fullmatch(line) else _escape_line(line) for line in block.split("\n"))
    return "\n".join(lines).strip("\n")


def _render_code_block(opening: re.Match[str], rest: str) -> str:
    """Return a code block that is always closed, with a fence that its content cannot close."""
    lines = rest.split("\n")
    if lines and (end := _FENCE.fullmatch(lines[-1])) and end[1].startswith(opening[1]):
        lines.pop()
    longest = max((len(run) for line in lines for run in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    language = _LANGUAGE.match(opening[2].strip())
    return "\n".join((f"{fence}{language[0] if language else ''}", *lines, fence))


def _escape_line(line: str) -> str:
    """Return a line as safe Markdown; a heading becomes bold text."""
    heading = _HEADING.fullmatch(line)
    if heading is None:
        return _escape_inline(line)
    heading_text = _escape_inline(heading[1])
    # No text in a card is larger than the card's own heading.
    return f"**{heading_text}**" if heading_text and "*" not in heading_text else heading_text


def _escape_inline(line: str) -> str:
    return _INLINE.sub(_escape_inline_match, line)


def _escape_inline_match(match: re.Match[str]) -> str:
    if match["picture"] is not None:
        return _escape_inline(match["picture"])
    if match["url"]:
        return f"[{_escape_inline(match['text'])}]({match['url']})"
    # Escape each backtick of a run, so that none can begin code.
    signs = match["sign"] or match["run"]
    return "".join(f"\\{sign}" for sign in signs) if signs else match[0]
