"""Files that an action creates have the line breaks of the docs.json that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from docs_lsp.core.lines import copy_line_breaks
from docs_lsp.core.problem import FileChange, NewFile
from docs_lsp.core.text import Encoding
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.file_operations import build_title_edit
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.refactor.convert import convert_older_file
from docs_lsp.refactor.tree_actions import plan_action
from tests.features.markers import Marked
from tests.refactor.taking_up import offered as offered_at
from tests.refactor.test_added_language import added, language
from tests.refactor.test_added_language import site as site_of_languages
from tests.rules.test_page_fixes import offered, site_with

_PAGES = ["index", "guides/one", "guides/two", "guides/three", "guides/four", "guides/five"]
_GROUP = {"group": "Guides", "icon": "book", "expanded": True, "tag": "NEW", "pages": _PAGES}
_GROUP_AND_MORE = {"groups": [{**_GROUP, "pages": [*_PAGES, {**_GROUP, "group": "More"}]}]}


def _fix(files: dict[str, str], rule: str, start: str) -> Sequence[FileChange]:
    (fixes,) = offered(files, rule)
    return next(fix.changes for fix in fixes if fix.title.startswith(start))


def _create_missing_page(crlf: Callable[[str], str]) -> Sequence[FileChange]:
    files = site_with({"pages": ["index", "gone"]}, {"index.mdx": "# Home\n"})
    return _fix({name: crlf(text) for name, text in files.items()}, "missing-page", "Create")


def _create_missing_part(crlf: Callable[[str], str]) -> Sequence[FileChange]:
    files = site_with({"groups": [{"$ref": "./group.json"}]}, {"index.mdx": "# Home\n"})
    return _fix({name: crlf(text) for name, text in files.items()}, "unresolved-ref", "Create")


def _move_into_file(crlf: Callable[[str], str]) -> Sequence[FileChange]:
    docs = site_with(_GROUP_AND_MORE, {})["docs.json"]
    text = crlf(docs)
    place = Marked({"docs.json": text}, "docs.json", text.index('"Guides"'))
    offers = offered_at(place)
    return next(one.changes() for title, one in offers.items() if title.startswith("Move the"))


def _add_language(crlf: Callable[[str], str]) -> Sequence[FileChange]:
    parts = {"en.json": language("en", "a")}
    files = site_of_languages({"languages": [{"$ref": "./en.json"}]}, "a fr/a", parts)
    return added({name: crlf(text) for name, text in files.items()})[0]


def _add_page(crlf: Callable[[str], str]) -> Sequence[FileChange]:
    files = site_with({"pages": ["index"]}, {"index.mdx": "# Home\n"})
    view = Marked({name: crlf(text) for name, text in files.items()}, "docs.json", 0).view()
    return plan_action(view.site.get_overview(), view.files, "newPage", None, "more") or ()


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "make", [_create_missing_page, _create_missing_part, _move_into_file, _add_language, _add_page]
)
def test_a_new_file_has_the_line_breaks_of_docs_json(
    make: Callable[[Callable[[str], str]], Sequence[FileChange]], line_break: str
) -> None:
    def crlf(text: str) -> str:
        indented = text if "\n" in text else f"{text[0]}\n{text[1:]}\n"
        return indented.replace("\n", line_break)

    (new,) = [change for change in make(crlf) if isinstance(change, NewFile)]

    assert new.content.endswith(line_break)
    assert "\n" not in new.content.replace(line_break, "")


def test_an_empty_page_gets_a_title_with_the_line_breaks_of_docs_json() -> None:
    docs = '{\r\n  "navigation": { "pages": ["a"] }\r\n}\r\n'
    view = Marked({"docs.json": docs, "a.mdx": ""}, "docs.json", 0).view()

    edit = build_title_edit(view, "a.mdx", Encoding.UTF16, EditAbilities())

    assert edit is not None
    ((new,),) = edit["changes"].values()
    assert new["newText"] == '---\r\ntitle: "A"\r\n---\r\n\r\n'


def test_a_docs_json_has_the_line_breaks_of_the_older_file() -> None:
    older = b'{\r\n  "name": "Quay",\r\n  "navigation": []\r\n}\r\n'

    text = convert_older_file(older, MemoryFiles({})).text

    assert text.count("\n") == text.count("\r\n") > 3


def test_a_line_of_an_ignore_file_ends_as_the_others() -> None:
    files = site_with({"pages": ["a"]}, {"a.mdx": "# A\n", ".mintignore": "x\r\n*.mdx\r\n"})

    changes = _fix(files, "ignored-page", "Publish")

    draft = Draft(MemoryFiles(files)).with_changes(changes)
    assert draft.read(".mintignore") == b"x\r\n*.mdx\r\n!/a.mdx\r\n"


def test_mixed_line_breaks_become_those_of_the_first_line() -> None:
    assert copy_line_breaks("a\r\nb\n", b"x\r\ny\n") == "a\r\nb\r\n"
    assert copy_line_breaks("a\r\nb\n", b"x\ny\r\n") == "a\nb\n"
    assert copy_line_breaks("a\n", b"") == "a\n"
