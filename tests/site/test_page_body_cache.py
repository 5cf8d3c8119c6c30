"""What stands in pages, kept between two runs."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from docs_lsp.cache.values import DiskCache, hash_key
from docs_lsp.cli import main
from docs_lsp.evaluation.check import check_site
from docs_lsp.files.files import pack_version
from docs_lsp.site.mdx import contents, page_body_cache
from docs_lsp.site.mdx.content import PageContent, read_faults, read_page
from docs_lsp.site.mdx.page_body_cache import PageBodyCache

PAGES = {
    "plain.mdx": b"---\ntitle: Plain\n---\nNothing but text.\n",
    "faulty.mdx": b"# Tides {#low}\n\n<Card title='x'>\n\nAsk <5 [there](/plain#top).\n",
    "parts.mdx": b'import Rope, { knot as k } from "/snippets/rope.mdx"\n\n'
    b"export const size = 3\n\n<Rope />\n\nText <k/> {k}\n\n<Unknown>lost words</Unknown>\n\n"
    b'<Snippet file="old.mdx" />\n\ntext\nimport Late from "/snippets/late.mdx"\n',
    "open.mdx": b"# One\n\n```js\n# Two\n\n## Three\n",
    "odd.mdx": b"# \xff\xfe\n\n{name} <Tabs>\n",
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for what is kept, in which the smallest site is worth keeping."""
    monkeypatch.setenv("DOCS_LSP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(contents, "LEAST_CACHED", 1)
    return tmp_path / "cache"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small site with something of every kind in its pages."""
    root = tmp_path / "site"
    root.mkdir()
    listed = ", ".join(f'"{name.removesuffix(".mdx")}"' for name in PAGES)
    (root / "docs.json").write_text(
        '{"name": "x", "theme": "mint", "colors": {"primary": "#123456"},'
        f' "navigation": {{"pages": [{listed}]}}}}'
    )
    for name, data in PAGES.items():
        (root / name).write_bytes(data)
    return root


def _what_is_said(page: PageContent) -> object:
    body = page.body
    return (
        body.targets,
        body.starts.tolist(),
        body.syntax,
        body.words.list_heading_ids(),
        [body.words.look_up_anchor(fragment) for fragment in ("low", "one", "two", "x", "title")],
        page.fields,
        page.imports,
        page.faults,
        page.is_empty,
    )


def _kept(root: Path, pages: dict[str, bytes]) -> None:
    bodies = PageBodyCache(root)
    bodies.save({name: bodies.read_page(data, name) for name, data in pages.items()})


def test_kept_pages_say_what_pages_say_that_are_read(tmp_path: Path) -> None:
    _kept(tmp_path, PAGES)
    bodies = PageBodyCache(tmp_path)
    assert len(bodies) == len(PAGES)
    for name, data in PAGES.items():
        read = read_page(data, name, pack_version(1, 2, 3))
        known = bodies.read_page(data, name, pack_version(1, 2, 3))
        assert _what_is_said(known) == _what_is_said(read), name
        assert known.version == read.version
        assert bodies.read_faults(data, name).faults == read_faults(data, name).faults


def test_pages_that_are_kept_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _kept(tmp_path, PAGES)

    def fail(*_: object) -> None:
        raise AssertionError("it is read")

    monkeypatch.setattr(page_body_cache, "read_page", fail)
    bodies = PageBodyCache(tmp_path)
    for name, data in PAGES.items():
        bodies.read_page(data, name)
    with pytest.raises(AssertionError):
        bodies.read_page(b"# Another\n", "plain.mdx")


def test_other_code_reads_pages_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _kept(tmp_path, PAGES)
    monkeypatch.setattr(page_body_cache, "_hash_parser_code", lambda: hash_key(b"a later program"))
    assert len(PageBodyCache(tmp_path)) == 0


class _Harm:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return print, ("harm is done",)


@pytest.mark.parametrize(
    "value",
    [b"", b"junk", pickle.dumps(_Harm()), pickle.dumps("a text"), pickle.dumps(PageBodyCache)],
)
def test_nothing_but_a_page_is_made_of_what_is_kept(
    tmp_path: Path, value: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    name, data = "faulty.mdx", PAGES["faulty.mdx"]
    kept = DiskCache("pages", str(tmp_path.absolute()), page_body_cache._hash_parser_code())
    kept.save_values({hash_key(data): value})
    known = PageBodyCache(tmp_path).read_page(data, name)
    assert _what_is_said(known) == _what_is_said(read_page(data, name))
    assert capsys.readouterr().out == ""


def test_small_sites_are_not_kept(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "LEAST_CACHED", len(PAGES) + 1)
    _kept(tmp_path, PAGES)
    assert not list((cache / "pages").iterdir())


def test_a_second_check_finds_what_the_first_found(site: Path) -> None:
    first = check_site(site / "docs.json", saves_page_bodies=True).problems
    assert {one.rule for one in first} >= {"mdx-syntax", "unknown-component", "unresolved-import"}
    assert check_site(site / "docs.json", saves_page_bodies=True).problems == first
    assert check_site(site / "docs.json").problems == first
    (site / "faulty.mdx").write_text("# Tides\n")
    second = check_site(site / "docs.json", saves_page_bodies=True).problems
    assert second == check_site(site / "docs.json").problems
    assert "faulty.mdx" not in {one.file for one in second}


def test_the_command_keeps_nothing_where_it_is_told_so(
    site: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", "--no-cache", "--format", "json", str(site)])
    fresh = capsys.readouterr().out
    assert not cache.exists()
    for _ in range(2):
        main(["check", "--format", "json", str(site)])
        assert capsys.readouterr().out == fresh
    assert len(list((cache / "pages").iterdir())) == 1
    main(["check", "--select", "mdx-syntax", str(site)])
    assert "`<`" in capsys.readouterr().out
