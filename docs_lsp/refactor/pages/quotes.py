"""Turns a block quote into a callout: of the kind it names (`> [!TIP]`), otherwise a note."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.refactor.pages.page_lines import REWRITE, PageLines
from docs_lsp.refactor.selection import Offer

_QUOTED = compile_lazily(r"([ \t]*)>[ \t]?(.*)")
_KIND = compile_lazily(r"\[!(\w+)\][ \t]*")
_CALLOUTS = {
    **{"NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Info", "WARNING": "Warning"},
    "CAUTION": "Danger",
}


def offers(lines: PageLines) -> Iterator[Offer]:
    """Offer the callout that a block quote can become."""
    matches = [_QUOTED.fullmatch(line) for line in lines.lines]
    quoted = [match for match in matches if match]
    if len(quoted) < len(matches) or len({match[1] for match in quoted}) > 1:
        return
    indent, texts = quoted[0][1], [match[2] for match in quoted]
    kind = _KIND.fullmatch(texts[0])
    name = _CALLOUTS.get(kind[1].upper(), "") if kind else "Note"
    texts = texts[1:] if kind and name else texts
    if not name or not any(text.strip() for text in texts):
        return
    inner = [f"{indent}{text}" if text.strip() else "" for text in texts]
    new = [f"{indent}<{name}>", *inner, f"{indent}</{name}>"]
    if lines.is_one_element(new):
        yield lines.build_offer(f"Turn the quote into `<{name}>`", REWRITE, new)
