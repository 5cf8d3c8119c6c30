"""Edits of the ignore files, docs-lsp.toml and the baseline that follow moved files.

An ignore pattern is updated if it is relative to the root and names exactly what moves, or
something in a folder that moves. Any other pattern may match more, and is not changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.formats import toml_reader
from docs_lsp.formats.places import KeyPath
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.settings.settings import BASELINE_FILE, SETTINGS_FILE
from docs_lsp.site.moves.changed_addresses import AddressMap
from docs_lsp.site.moves.new_paths import NewPaths

_SPECIAL = compile_lazily(r"[*?\[\\]")
_ESCAPED = compile_lazily(r"[*?\[\\]|^[#!]")
_QUOTES = (b'"', b"'")


def iter_other_file_edits(
    addresses: AddressMap, files: Files, rewritten: Iterable[tuple[str, str, str]]
) -> Iterator[FileEdit]:
    """Yield the edits of the ignore files, docs-lsp.toml and the baseline.

    `rewritten` lists the strings that change elsewhere: file, text before and text after.
    """
    overview, relocation = addresses.overview, addresses.relocation
    for pattern in overview.facts.ignore.patterns:
        if pattern.file:
            new = map_pattern(pattern.text, relocation)
            if new != pattern.text:
                yield FileEdit(pattern.file, pattern.span, new)
    yield from _iter_settings_edits(relocation, files)
    baseline = overview.settings.baseline_file or BASELINE_FILE
    yield from _iter_baseline_edits(baseline, relocation, files, rewritten)


def map_pattern(text: str, relocation: NewPaths) -> str:
    """Return a gitignore pattern after the moves; the same one if it does not change."""
    sign = "!" if text.startswith("!") else ""
    body = text[len(sign) :]
    start = "/" if body.startswith("/") else ""
    if "/" not in body.rstrip("/"):
        return text  # It matches every file of this name.
    special = _SPECIAL.search(body)
    plain = body if special is None else body[: special.start()].rpartition("/")[0]
    path = plain.strip("/")
    new = relocation.map_path(path) if path else path
    if new == path or relocation.is_in_new_folder(path):
        return text
    written = _ESCAPED.sub(r"\\\g<0>", new)
    tied = start or ("" if "/" in written or special else "/")
    return sign + tied + written + body[len(start) + len(path) :]


def _iter_settings_edits(relocation: NewPaths, files: Files) -> Iterator[FileEdit]:
    """Yield the edits of the paths and patterns in docs-lsp.toml."""
    data = read_bytes_or_empty(files, SETTINGS_FILE)
    try:
        settings = toml_reader.parse_toml(data) if data else {}
    except toml_reader.TomlFault:
        return
    for path, place in toml_reader.find_toml_places(data).items() if settings else ():
        if not _is_file_setting(path):
            continue
        raw = data[slice(*place.value)]
        text = raw[1:-1].decode("utf-8", "replace")
        if raw[:1] in _QUOTES and raw[:1] == raw[-1:] and text == _get_setting(settings, path):
            is_file = path == ("check", "baseline") or path[0] == "sync"
            new = relocation.map_path(text) if is_file else map_pattern(text, relocation)
            if new != text and "\\" not in new and '"' not in new:
                yield FileEdit(SETTINGS_FILE, Span(place.value.start + 1, place.value.end - 1), new)


def _is_file_setting(path: KeyPath) -> bool:
    """Return whether the setting at a path of keys is a file path or a path pattern."""
    match path:
        case ("ignore", int(), "path") | ("check", "ignored", int()) | ("check", "baseline"):
            return True
        case ("sync", int(), "folder" | "specification"):
            return True
    return False


def _get_setting(settings: object, path: KeyPath) -> object:
    """Return the value at a path of keys in settings, or None."""
    for step in path:
        try:
            settings = settings[step]  # type: ignore[index]  # what is not a table or list raises
        except (KeyError, IndexError, TypeError):
            return None
    return settings


def _iter_baseline_edits(
    name: str, relocation: NewPaths, files: Files, rewritten: Iterable[tuple[str, str, str]]
) -> Iterator[FileEdit]:
    """Yield the edits of the files and the changed texts that the baseline names."""
    data = read_bytes_or_empty(files, name)
    if not data:
        return
    texts = {(file, before): after for file, before, after in rewritten}
    document = Document.from_text(data)
    root = document.tree.root
    findings = root.get("findings") if isinstance(root, Object) else None
    if not isinstance(root, Object) or not isinstance(findings, Array):
        return
    at = document.tree.start + root.get_value_span("findings").start
    for start, entry in zip(findings.starts, findings.items, strict=True):
        if isinstance(entry, Object):
            yield from _iter_finding_edits(name, entry, at + start, relocation, texts)


def _iter_finding_edits(
    name: str, entry: Object, at: int, relocation: NewPaths, texts: Mapping[tuple[str, str], str]
) -> Iterator[FileEdit]:
    """Yield the edits of the file and the text of one finding in the baseline."""
    file, text = entry.get("file"), entry.get("text")
    if not isinstance(file, String):
        return
    new = relocation.map_path(file.value)
    if new != file.value:
        yield _make_member_edit(name, "file", file, entry, at, new)
    after = texts.get((file.value, text.value)) if isinstance(text, String) else None
    if after is not None and isinstance(text, String):
        yield _make_member_edit(name, "text", text, entry, at, after)


def _make_member_edit(
    name: str, key: str, old: String, entry: Object, at: int, new: str
) -> FileEdit:
    """Return the edit that replaces the string under a key of a finding."""
    span = old.inner.shift(at + entry.get_value_span(key).start)
    return FileEdit(name, span, quote_json(new)[1:-1])
