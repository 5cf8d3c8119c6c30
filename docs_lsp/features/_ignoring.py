"""Entries in docs-lsp.toml that hide findings."""

from __future__ import annotations

from collections.abc import Callable

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import FileChange, FileEdit, NewFile, Problem
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import find_problem_pointer
from docs_lsp.features._view import View
from docs_lsp.files.files import FileFault
from docs_lsp.settings.edits import build_elsewhere_edit, build_ignore_edit, build_rule_off_edit
from docs_lsp.settings.settings import SETTINGS_FILE, Settings, Suppression
from docs_lsp.site.mdx.suppressions import FOR_PAGE
from docs_lsp.site.pages import PAGE_EXTENSIONS

_LINKING = frozenset(("dead-link", "dead-redirect"))
_PLAIN = compile_lazily(r"/[\w./~%+-]+")
_SPECIAL = compile_lazily(r"[\\*?\[\]]|\s\Z")


def build_ignore_changes(problem: Problem, view: View) -> tuple[FileChange, ...]:
    """Return changes of docs-lsp.toml that hide a finding at its place; empty if impossible."""
    place = _build_ignore_entry(problem, view)
    if not place:
        return ()
    entry = {"rule": problem.rule, **place}
    return _build_settings_changes(view, lambda data: build_ignore_edit(data, entry))


def build_suppression_changes(problem: Problem, view: View) -> tuple[FileChange, ...]:
    """Return the change that hides a finding by a comment in its page; empty if impossible.

    It is impossible in other files, and if the comment would change what readers see.
    """
    from docs_lsp.site.mdx.suppressions import build_suppression  # It reads the page.

    if problem.file in view.site.parts or not problem.file.endswith(PAGE_EXTENSIONS):
        return ()
    try:
        data = view.files.read(problem.file)
    except FileFault:
        return ()
    insertion = build_suppression(data, problem.rule, problem.span.start)
    if insertion is None:
        return ()
    offset, text = insertion
    return (FileEdit(problem.file, Span(offset, offset), text),)


def covers_page(changes: tuple[FileChange, ...]) -> bool:
    """Return whether some changes add a comment that hides findings in a whole page."""
    return any(isinstance(change, FileEdit) and FOR_PAGE in change.new for change in changes)


def build_disable_rule_changes(rule: str, view: View) -> tuple[FileChange, ...]:
    """Return the changes that switch a rule off; empty if the settings cannot be edited."""
    return _build_settings_changes(view, lambda data: build_rule_off_edit(data, rule))


def build_elsewhere_changes(problem: Problem, view: View) -> tuple[str, tuple[FileChange, ...]]:
    """Return a broken link's path and changes that add it to `site.elsewhere`; both may be empty.

    They are if the address cannot belong to another site.
    """
    path = _find_external_path(problem.target, view) if problem.rule in _LINKING else ""
    return path, _build_settings_changes(
        view, lambda data: build_elsewhere_edit(data, path)
    ) if path else ()


def _find_external_path(target: str, view: View) -> str:
    """Return an address, or its top folder if the site has no file there; "" if not plain."""
    first, slash, _ = target[1:].partition("/")
    facts = view.site.facts
    if not first or facts is None or not _PLAIN.fullmatch(target):
        return ""
    is_shared = any(file.startswith(f"{first}/") for file in facts.files)
    return target if is_shared or not slash else f"/{first}/"


def _build_ignore_entry(problem: Problem, view: View) -> dict[str, str]:
    """Return the keys of an `[[ignore]]` entry that locate a problem; empty if impossible."""
    pointer = find_problem_pointer(problem, view.site.parts.get(problem.file))
    if pointer is None:
        place = {"path": _escape_pattern(problem.file)}
    elif not pointer:
        return {}  # The file as a whole, which would ignore the rule everywhere.
    elif problem.file == view.site.name:
        place = {"pointer": pointer}
    else:
        place = {"pointer": pointer, "path": _escape_pattern(problem.file)}
    settings = Settings(suppressions=(Suppression(problem.rule, **place),))
    is_ignored = settings.suppresses_finding(problem.rule, problem.file, pointer)
    return place if is_ignored else {}


def _escape_pattern(file: str) -> str:
    """Return the pattern, in .gitignore syntax, that matches one file and no other."""
    escaped = _SPECIAL.sub(lambda match: f"\\{match[0]}", file)
    return escaped if "/" in file and file[0] not in "#!" else f"/{escaped}"


def _build_settings_changes(
    view: View, add: Callable[[bytes], FileEdit | None]
) -> tuple[FileChange, ...]:
    """Return the change that `add` makes to docs-lsp.toml, which may be new; empty if none."""
    if view.files.exists(SETTINGS_FILE):
        try:
            edit = add(view.files.read(SETTINGS_FILE))
        except FileFault:
            return ()
        return () if edit is None else (edit,)
    edit = add(b"")
    return () if edit is None else (NewFile(SETTINGS_FILE, edit.new),)
