"""Adds an entry to docs-lsp.toml and leaves everything else as written.

TOML has several ways to write the same: a table under a header, dotted keys, an inline table. A new
entry is written in the way that the file already uses. The result is parsed again: an edit is only
returned if it adds exactly the new entry.

The content of the file is given as bytes; a missing file is an empty one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span, encode_text
from docs_lsp.formats import toml_reader
from docs_lsp.formats.places import EntryPlace, KeyPath
from docs_lsp.settings.settings import SETTINGS_FILE

_RULES, _IGNORE, _SITE, _ELSEWHERE = "rules", "ignore", "site", "elsewhere"
_BARE = compile_lazily(r"[A-Za-z0-9_-]+")
_CONTROLS = compile_lazily(r"[\x00-\x1f\x7f]")
_LINE_END = compile_lazily(rb"\r?\n")
_SPACES = compile_lazily(rb"[ \t]*")
_BLANK = compile_lazily(rb"(?:[ \t\r\n]|#[^\n]*)*")
_REST_OF_LINE = compile_lazily(rb"[ \t]*(?:#[^\r\n]*)?(?=\r?\n|\Z)")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def build_rule_off_edit(data: bytes, rule: str) -> FileEdit | None:
    """Return the edit that sets a rule to `off`; None if it is off or the file cannot be edited."""
    before = _parse_toml(data)
    levels = {} if before is None else before.get(_RULES, {})
    if before is None or not isinstance(levels, dict) or levels.get(rule) == "off":
        return None
    edit = _TomlEditor(data).set_level(rule, "off")
    return _verify_edit(data, edit, {**before, _RULES: {**levels, rule: "off"}})


def build_ignore_edit(data: bytes, entry: Mapping[str, str]) -> FileEdit | None:
    """Return the edit that adds an entry to `[[ignore]]`; None if the file cannot be edited."""
    before = _parse_toml(data)
    entries = [] if before is None else before.get(_IGNORE, [])
    if before is None or not isinstance(entries, list):
        return None
    edit = _TomlEditor(data).add_ignore(entry)
    return _verify_edit(data, edit, {**before, _IGNORE: [*entries, dict(entry)]})


def build_elsewhere_edit(data: bytes, path: str) -> FileEdit | None:
    """Return the edit that adds a path to `site.elsewhere`; None if present or not editable."""
    before = _parse_toml(data)
    site = {} if before is None else before.get(_SITE, {})
    paths = site.get(_ELSEWHERE, []) if isinstance(site, dict) else None
    if before is None or not isinstance(paths, list) or path in paths:
        return None
    edit = _TomlEditor(data).add_elsewhere(path)
    return _verify_edit(data, edit, {**before, _SITE: {**site, _ELSEWHERE: [*paths, path]}})


def _parse_toml(data: bytes) -> dict[str, Any] | None:
    """Return the content of the settings file, or None if it is not valid TOML."""
    try:
        return toml_reader.parse_toml(data)
    except toml_reader.TomlFault:
        return None


def _verify_edit(data: bytes, edit: FileEdit, after: Mapping[str, Any]) -> FileEdit | None:
    """Return the edit if the file then has exactly the content `after`, or None."""
    start, end = edit.span
    return edit if _parse_toml(data[:start] + encode_text(edit.new) + data[end:]) == after else None


class _TomlEditor:
    """The text of a settings file and the places of everything in it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.places = toml_reader.find_toml_places(data)
        line_end = _LINE_END.search(data)
        self.line_end = line_end[0].decode() if line_end else "\n"

    def set_level(self, rule: str, level: str) -> FileEdit:
        """Return the edit for `rules.<rule> = "<level>"`, in the way the file writes it."""
        place = self.places.get((_RULES, rule))
        if place is not None:
            return _build_edit(place.value, _render_string(level))
        return self.insert_in_table(_RULES, f"{_render_key(rule)} = {_render_string(level)}")

    def add_elsewhere(self, path: str) -> FileEdit:
        """Return the edit that appends a path to `site.elsewhere`."""
        place = self.places.get((_SITE, _ELSEWHERE))
        if place is not None:
            return self.insert_in_list((_SITE, _ELSEWHERE), place.value, _render_string(path))
        return self.insert_in_table(_SITE, f"{_ELSEWHERE} = [{_render_string(path)}]")

    def insert_in_table(self, name: str, line: str) -> FileEdit:
        """Return the edit that adds a line to a table, in the way the file writes it."""
        table = self.places.get((name,))
        if table is None:
            return self.append_lines(f"[{name}]", line)
        mark = self.get_next_byte(table.key.end)
        if mark == b"=":
            return self.insert_in_inline_table(table.value, line)
        if mark == b"." and table.key == table.value:  # There is only a `[rules.other]`.
            return self.append_lines(f"[{name}]", line)
        if mark == b".":
            return self.insert_below(self.find_last_value_end((name,)), f"{name}.{line}")
        return self.insert_below(
            self.find_last_value_end((name,)) or self.find_header_end(table), line
        )

    def add_ignore(self, entry: Mapping[str, str]) -> FileEdit:
        """Return the edit that appends an `[[ignore]]` entry, in the way the file writes them."""
        pairs = [f"{_render_key(key)} = {_render_string(value)}" for key, value in entry.items()]
        table = self.places.get((_IGNORE,))
        if table is not None and self.get_next_byte(table.key.end) == b"=":
            return self.insert_in_list((_IGNORE,), table.value, f"{{ {', '.join(pairs)} }}")
        lines = (f"[[{_IGNORE}]]", *pairs)
        headers = [path for path in self.places if path[:1] == (_IGNORE,) and len(path) == 2]
        if not headers:
            return self.append_lines(*lines)
        end = self.find_last_value_end(headers[-1]) or self.find_header_end(
            self.places[headers[-1]]
        )
        return self.insert_below(end, "", *lines)

    def insert_in_inline_table(self, table: Span, entry: str) -> FileEdit:
        """Return the edit that adds an entry before the closing brace of `{ ... }`."""
        end = table.end - 1
        inner = self.data[table.start + 1 : end].rstrip(b" \t")
        start = table.start + 1 + len(inner)
        return _build_edit(Span(start, end), f"{',' if inner.strip() else ''} {entry} ")

    def insert_in_list(self, name: KeyPath, items: Span, item: str) -> FileEdit:
        """Return the edit that appends an item to `[ ... ]`, formatted like the last one."""
        spans = [place.value for path, place in self.places.items() if path[:-1] == name]
        if not spans:
            return self.insert_in_empty_list(items, item)
        last = spans[-1]
        start = last.end
        before, after = ",", ""
        if self.get_next_byte(start) == b",":
            start = self.skip_blanks(start) + 1
            before, after = "", ","
        if find_line_start(self.data, last.start) <= items.start:
            return _build_edit(Span(start, start), f"{before} {item}{after}")
        comment = self.get_trailing_comment(start).decode("utf-8")
        new = f"{before}{comment}{self.line_end}{self.get_indent(last.start)}{item}{after}"
        return _build_edit(Span(start, start + len(encode_text(comment))), new)

    def insert_in_empty_list(self, items: Span, item: str) -> FileEdit:
        """Return the edit that adds an item to an empty array, below its comments."""
        inner = self.data[items.start + 1 : items.end - 1].rstrip()
        if not inner:
            return _build_edit(items, f"[{item}]")
        end = items.start + 1 + len(inner)
        return _build_edit(Span(end, end), f"{self.line_end}  {item}")

    # Lines

    def append_lines(self, *lines: str) -> FileEdit:
        """Return the edit that adds lines at the end, after an empty line."""
        size = len(self.data)
        text = self.data.removeprefix(_BYTE_ORDER_MARK).rstrip()
        ends = self.data[len(self.data.rstrip()) :].count(b"\n")
        gap = self.line_end * (2 - ends) if text else ""
        return _build_edit(Span(size, size), gap + self.line_end.join((*lines, "")))

    def insert_below(self, offset: int, *lines: str) -> FileEdit:
        """Return the edit that adds lines below the line at an offset, with its indentation."""
        end = offset + len(self.get_trailing_comment(offset))
        indent = self.get_indent(offset)
        new = "".join(f"{self.line_end}{indent if line else ''}{line}" for line in lines)
        return _build_edit(Span(end, end), new)

    def find_last_value_end(self, table: KeyPath) -> int:
        """Return the end of the last value below a table's header and above the next one, or 0."""
        size = len(table) + 1
        ends = (
            place.value.end
            for path, place in self.places.items()
            if path[: size - 1] == table and len(path) >= size and not self.has_header(path[:size])
        )
        return max(ends, default=0)

    def has_header(self, path: KeyPath) -> bool:
        """Return whether a table has a header of its own."""
        place = self.places.get(path)
        return place is not None and place.key == place.value

    def find_header_end(self, table: EntryPlace) -> int:
        """Return the offset after the last bracket of a table's header."""
        end = self.data.index(b"]", table.key.end) + 1
        return end + self.data.startswith(b"]", end)

    def skip_blanks(self, offset: int) -> int:
        """Return the offset after the spaces, line breaks and comments at an offset."""
        blank = _BLANK.match(self.data, offset)
        return blank.end() if blank else offset

    def get_next_byte(self, offset: int) -> bytes:
        """Return the next byte after spaces, line breaks and comments."""
        end = self.skip_blanks(offset)
        return self.data[end : end + 1]

    def get_trailing_comment(self, offset: int) -> bytes:
        """Return the spaces and comment from an offset to the line's end; empty before a value."""
        rest = _REST_OF_LINE.match(self.data, offset)
        return rest[0] if rest else b""

    def get_indent(self, offset: int) -> str:
        """Return the white space at the start of the line of an offset."""
        spaces = _SPACES.match(self.data, find_line_start(self.data, offset))
        return spaces[0].decode() if spaces else ""


def _build_edit(span: Span, new: str) -> FileEdit:
    return FileEdit(SETTINGS_FILE, span, new)


def _render_key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _render_string(name)


def _render_string(text: str) -> str:
    """Return a text as a one-line TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _CONTROLS.sub(lambda char: f"\\u{ord(char[0]):04x}", escaped) + '"'
