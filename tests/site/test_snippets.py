"""What imports lead to, and what comes of them."""

from __future__ import annotations

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.mdx.syntax import ExportKind
from docs_lsp.site.mdx.contents import read_contents
from docs_lsp.site.snippets import (
    ExportStatus,
    ImportTargetKind,
    find_export,
    get_modules_if_valid,
    iter_exported_names,
    map_imports_by_name,
    resolve_import_source,
)
from docs_lsp.site.specifications.facts import scan_site

FILES = {
    "index.mdx": b'import A, { B as C } from "/snippets/a.mdx"\n\n<A />\n\n<C /> and {<C />}\n',
    "guides/start.mdx": b"# Start\n",
    "snippets/a.mdx": b"export const B = () => <b/>\nexport const c = 1\n\nText.\n",
    "snippets/names.mdx": b"---\ntitle: Names\n---\n\nexport const a = 1\n\n{/* no text */}\n",
    "snippets/broken.mdx": b"export const a = 1\n\n<5\n",
    "snippets/b.jsx": b"export default () => <b/>\nexport function D() {}\n",
    "snippets/t.tsx": b"export const T = (p: Props) => <b/>\n",
    "pic.svg": b"<svg/>",
    ".mintignore": b"drafts/\n",
    "drafts/a.mdx": b"A\n",
}
SITE = MemoryFiles(FILES)
FACTS = scan_site(SITE)
CONTENTS = read_contents(FACTS, SITE)


@pytest.mark.parametrize(
    ("source", "reached", "path"),
    [
        ("/snippets/a.mdx", ImportTargetKind.FILE, "snippets/a.mdx"),
        ("../snippets/b.jsx", ImportTargetKind.FILE, "snippets/b.jsx"),
        ("./start.mdx", ImportTargetKind.FILE, "guides/start.mdx"),
        ("../../../snippets/a.mdx", ImportTargetKind.FILE, "snippets/a.mdx"),
        ("/../snippets/./a.mdx", ImportTargetKind.FILE, "snippets/a.mdx"),
        ("/snippets/A.mdx", ImportTargetKind.NOTHING, "snippets/A.mdx"),
        ("/snippets/a", ImportTargetKind.NO_SNIPPET, "snippets/a"),
        ("/snippets/a.mdx?raw", ImportTargetKind.NO_SNIPPET, "snippets/a.mdx?raw"),
        ("/pic.svg", ImportTargetKind.NO_SNIPPET, "pic.svg"),
        ("/drafts/a.mdx", ImportTargetKind.UNKNOWN, "drafts/a.mdx"),
        ("snippets/a.mdx", ImportTargetKind.ELSEWHERE, ""),
        ("react", ImportTargetKind.ELSEWHERE, ""),
        ("https://example.com/a.mdx", ImportTargetKind.ELSEWHERE, ""),
        ("", ImportTargetKind.ELSEWHERE, ""),
    ],
)
def test_what_an_import_names(source: str, reached: ImportTargetKind, path: str) -> None:
    assert resolve_import_source(source, "guides/start.mdx", FACTS) == (reached, path)


@pytest.mark.parametrize(
    ("statement", "status", "kind"),
    [
        ('import X from "/snippets/a.mdx"', ExportStatus.THERE, None),
        ('import { B as X } from "/snippets/a.mdx"', ExportStatus.THERE, ExportKind.FUNCTION),
        ('import { c } from "/snippets/a.mdx"', ExportStatus.THERE, ExportKind.LITERAL),
        ('import { C } from "/snippets/a.mdx"', ExportStatus.ABSENT, None),
        ('import X from "/snippets/names.mdx"', ExportStatus.ABSENT, None),
        ('import { b } from "/snippets/broken.mdx"', ExportStatus.UNKNOWN, None),
        ('import X from "/snippets/b.jsx"', ExportStatus.THERE, ExportKind.FUNCTION),
        ('import { E } from "/snippets/b.jsx"', ExportStatus.ABSENT, None),
        ('import { T } from "/snippets/t.tsx"', ExportStatus.THERE, ExportKind.OTHER),
        ('import { U } from "/snippets/t.tsx"', ExportStatus.UNKNOWN, None),
        ('import * as X from "/snippets/b.jsx"', ExportStatus.UNKNOWN, None),
        ('import X from "/snippets/gone.mdx"', ExportStatus.UNKNOWN, None),
    ],
)
def test_what_a_file_has_for_a_name(
    statement: str, status: ExportStatus, kind: ExportKind | None
) -> None:
    files = MemoryFiles({**FILES, "index.mdx": statement.encode()})
    contents = read_contents(FACTS, files)
    modules = get_modules_if_valid(contents["index.mdx"])
    assert modules is not None
    ((one, name),) = map_imports_by_name(modules).values()
    found = find_export(name, resolve_import_source(one.source, "index.mdx", FACTS).path, contents)
    if isinstance(found, ExportStatus):
        assert found is status
        assert kind is None
    else:
        assert status is ExportStatus.THERE
        assert found.kind is kind


def test_what_a_page_does_with_its_imports() -> None:
    modules = get_modules_if_valid(CONTENTS["index.mdx"])
    assert modules is not None
    assert [(one.name, one.use.value) for one in modules.uses] == [
        ("A", "on lines of its own"),
        ("C", "in a line of text"),
        ("C", "in braces"),
    ]
    text = FILES["index.mdx"]
    assert {text[slice(*one.span)] for one in modules.uses} == {b"A", b"C"}


def test_what_a_snippet_exports() -> None:
    modules = get_modules_if_valid(CONTENTS["snippets/a.mdx"])
    assert modules is not None
    assert [one.name for one in iter_exported_names(modules)] == ["B", "c"]


def test_a_page_that_is_refused_says_nothing() -> None:
    assert get_modules_if_valid(CONTENTS["snippets/broken.mdx"]) is None
