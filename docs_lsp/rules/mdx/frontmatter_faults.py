"""Find frontmatter that is valid, but not read as it was meant.

Examples are content around the block, strings that YAML reads as another type, and values that the
service silently ignores.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span
from docs_lsp.formats.places import EntryPlace
from docs_lsp.schema.model_page import FRONTMATTER, MODES
from docs_lsp.schema.types import StringType
from docs_lsp.site.mdx.frontmatter import BOM, Frontmatter, locate_frontmatter
from docs_lsp.site.mdx.lost_frontmatter import FrontmatterRepair
from docs_lsp.site.visibility import parse_groups_audience

_MISREAD_SIGNS = (b" #", b": &", b": 1", b": 2", b"\t")
_CLOSED = (b"\n---", b"\r---")
_DATE = compile_lazily(rb"\d{4}-\d\d-\d\d(?:[Tt \t]+\d\d?:\d\d:\d\d\S*)?")
_ANCHOR = compile_lazily(rb"&([^\s,\[\]{}]+)(?=[ \t])")
_ACCIDENTAL_COMMENT = compile_lazily(rb"[ \t]+(#\S[^\r\n]*?)[ \t]*(?:\r?\n|\Z)")
_NOT_PLAIN_SCALARS = (b'"', b"'", b"|", b">", b"{", b"[", b"&", b"*", b"!")
THEMES: Mapping[str, tuple[str, ...]] = {
    "frame": ("aspen", "almond", "luma", "sequoia"),
    "center": ("mint", "linden", "willow", "maple"),
}
"""Modes that only some themes have."""

# Pages for these modes have their own layout and break in the default one.
_OWN_LAYOUT = frozenset(("custom", "frame"))
_URL = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:\S|[/#]")
_DOMAIN = compile_lazily(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#:]\S*)?", re.IGNORECASE)
_PATH = compile_lazily(r"[\w.~-]+(?:/[\w.~-]+)*/?")


class FrontmatterFault(NamedTuple):
    """One thing that is wrong at the top of a page."""

    span: Span
    message: str
    severity: Severity
    repair: FrontmatterRepair | None = None


def may_be_misread(head: bytes) -> bool:
    """Return whether frontmatter needs a closer look; fast, for thousands of pages."""
    # Searching for each string is several times faster than one regular expression.
    return (
        head.startswith(BOM)
        or any(sign in head for sign in _MISREAD_SIGNS)
        or not head.rstrip().endswith(_CLOSED)
    )


def iter_misread_faults(frontmatter: Frontmatter, data: bytes) -> Iterator[FrontmatterFault]:
    """Yield what is misread in the frontmatter at the start of a page's bytes."""
    yield from _report_block(data)
    for name, entry in frontmatter.entries.items():
        known = FRONTMATTER.properties.get(name)
        if known is not None and isinstance(known.type, StringType):
            yield from _report_misread_string(name, frontmatter.values.get(name), entry, data)


def build_quoting_repair(data: bytes, span: Span) -> FrontmatterRepair:
    """Return the repair that puts the text of a range in quotes."""
    text = data[slice(*span)].decode("utf-8", "replace")
    return FrontmatterRepair("Put it in quotes", ((span, json.dumps(text, ensure_ascii=False)),))


def _report_block(data: bytes) -> Iterator[FrontmatterFault]:
    """Yield the faults of a byte order mark before frontmatter and of a wrong closing line."""
    block = locate_frontmatter(data)
    if data.startswith(BOM + b"---"):
        # The dashes are replaced too, because most editors do not count the mark as a character.
        repair = FrontmatterRepair(
            "Remove the invisible character", ((Span(0, 6), "---"),), trivial=True
        )
        yield FrontmatterFault(
            Span(0, 3),
            "An invisible byte order mark comes before the frontmatter, so its keys are shown as "
            "text at the top of the page. Remove it.",
            Severity.WARNING,
            repair,
        )
    line = data[block.end : block.body_start].rstrip()
    if block.end > 0 and line != b"---" and not line.strip(b"-."):
        span = Span(block.end, block.end + len(line))
        yield FrontmatterFault(
            span,
            f"{code(line.decode())} does not close the frontmatter, so its keys are shown as text. "
            "Write `---`.",
            Severity.WARNING,
            FrontmatterRepair("Write `---`", ((span, "---"),), trivial=True),
        )


def _report_misread_string(
    name: str, value: object, entry: EntryPlace, data: bytes
) -> Iterator[FrontmatterFault]:
    """Report parts of a string that YAML reads as something else."""
    start, end = entry.value
    raw, field = data[start:end], code(name)
    anchor = _ANCHOR.match(raw)
    if anchor and b"*" + anchor[1] not in data[: locate_frontmatter(data).end]:
        anchor_text = anchor[0].decode()
        yield FrontmatterFault(
            Span(start, start + anchor.end()),
            f"{code(anchor_text)} is read as a YAML anchor, so it is not shown. Put the string in "
            "quotes.",
            Severity.WARNING,
            build_quoting_repair(data, Span(start, end)),
        )
    if isinstance(value, str) and _DATE.fullmatch(raw):
        yield FrontmatterFault(
            Span(start, end),
            f"{field} must be a string, not a date; it may be ignored. Put it in quotes.",
            Severity.WARNING,
            build_quoting_repair(data, Span(start, end)),
        )
    yield from _report_accidental_comment(field, value, entry, data)


def _report_accidental_comment(
    field: str, value: object, entry: EntryPlace, data: bytes
) -> Iterator[FrontmatterFault]:
    """Report a `#` that starts a YAML comment, but was surely meant as part of the string.

    An intended comment has a space after the `#`.
    """
    start, end = entry.value
    if value is None:
        start = end = data.find(b":", entry.key.end) + 1
    cut = (
        None
        if data[start:end].startswith(_NOT_PLAIN_SCALARS)
        else _ACCIDENTAL_COMMENT.match(data, end)
    )
    if cut is None:
        return
    span = Span(*cut.span(1))
    rest = "has no value" if value is None else f"is only {code(data[start:end].decode())}"
    whole = Span(span.start if value is None else start, span.end)
    yield FrontmatterFault(
        span,
        f"A `#` after a space starts a comment in YAML, so {field} {rest}. Put the whole string in "
        "quotes.",
        Severity.WARNING,
        build_quoting_repair(data, whole),
    )


def has_odd_value(fields: Mapping[str, object]) -> bool:
    """Return whether `mode`, `url` or `groups` needs a closer look; fast, for all pages."""
    mode, url = fields.get("mode"), fields.get("url")
    return (
        (isinstance(mode, str) and mode not in MODES.values)
        or (isinstance(url, str) and not _URL.match(url))
        or locks_everybody_out(fields.get("groups"))
    )


def iter_odd_values(frontmatter: Frontmatter) -> Iterator[FrontmatterFault]:
    """Yield the faults of values of `mode`, `url` and `groups` that the service cannot use."""
    for name, check in (("mode", _report_mode), ("url", _report_url)):
        value, entry = frontmatter.values.get(name), frontmatter.entries.get(name)
        if isinstance(value, str) and value and entry is not None:
            yield from check(value, entry.value)
    yield from _check_groups(frontmatter)


def _check_groups(frontmatter: Frontmatter) -> Iterator[FrontmatterFault]:
    """Yield the fault of `groups` that let no reader see the page."""
    value, entry = frontmatter.values.get("groups"), frontmatter.entries.get("groups")
    if entry is not None and locks_everybody_out(value):
        fault = "`groups` is empty" if value == [] else "`groups` has no name or rule that counts"
        if isinstance(value, list) and len({type(item) for item in value}) > 1:
            fault = "`groups` mixes names with rules"
        elif "excludes" in str(value):
            fault = "A rule of `groups` excludes everybody"
        message = f"{fault}, so no reader can open this page. Correct it, or remove the field."
        yield FrontmatterFault(entry.value, message, Severity.WARNING)


def locks_everybody_out(value: object) -> bool:
    """Return whether a list of groups lets no reader see the page."""
    return isinstance(value, list) and parse_groups_audience(value).groups == ()


def render_wrong_theme(mode: str, theme: str) -> str | None:
    """Return what is wrong with a mode under a theme; None if nothing is."""
    themes = THEMES.get(mode)
    if themes is None or theme in themes or not theme:
        return None
    named = join_codes(themes, "and")
    return (
        f"The mode {code(mode)} exists only in the themes {named}, not in {code(theme)}, so the "
        "page may have the default layout. Choose another mode."
    )


def _report_mode(value: str, span: Span) -> Iterator[FrontmatterFault]:
    """Yield the fault of a `mode` that is misspelt or undocumented."""
    if value in MODES.values:
        return
    near = find_nearest_name(value.strip(), MODES.values)
    if near is None:
        named = join_codes(MODES.values)
        message = (
            f"The mode {code(value)} is not documented, so the page may have the default layout. "
            f"Write {named}."
        )
        yield FrontmatterFault(span, message, Severity.INFORMATION)
        return
    severity = Severity.WARNING if near in _OWN_LAYOUT else Severity.INFORMATION
    message = (
        f"Unknown mode {code(value)}; the page has the default layout. Did you mean {code(near)}?"
    )
    yield FrontmatterFault(
        span, message, severity, FrontmatterRepair(f"Write `{near}`", ((span, near),))
    )


def _report_url(value: str, span: Span) -> Iterator[FrontmatterFault]:
    """Yield the fault of a `url` that is not a full URL and begins with neither `/` nor `#`."""
    if _URL.match(value):
        return
    so = "so the sidebar link is broken"
    if _DOMAIN.fullmatch(value):
        right = f"https://{value}"
        message = f"`url` lacks its `https://`, {so}. Add it."
        yield FrontmatterFault(
            span, message, Severity.WARNING, FrontmatterRepair(f"Write `{right}`", ((span, right),))
        )
    elif _PATH.fullmatch(value):
        message = (
            "`url` must be a URL; the target of a path without a leading slash is unknown. Write "
            "the full URL."
        )
        yield FrontmatterFault(span, message, Severity.INFORMATION)
    else:
        yield FrontmatterFault(
            span, f"{code(value)} is not a URL, {so}. Write one.", Severity.WARNING
        )
