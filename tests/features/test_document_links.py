"""Links in docs.json and in pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features.document_links import LinkWriter, answer_document_links, answer_link_resolve
from docs_lsp.features.to_lsp import RawJson
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.branch_walks import Branch, walk_branch
from docs_lsp.site.navigation.refs import Parts
from docs_lsp.site.navigation.walk import Placed
from tests.features.going import HARBOUR
from tests.features.markers import covered, marked

UTF16 = Encoding.UTF16


def links(view: View, file: str, encoding: Encoding = UTF16, *, tips: bool = True) -> list[Any]:
    found: list[Any] = json.loads(
        answer_document_links(view, file, encoding, shows_tooltips=tips).json
    )
    return sorted(found, key=lambda one: (one["range"]["start"]["line"], *_columns(one)))


def _columns(link: Any) -> tuple[int, int]:
    return link["range"]["start"]["character"], link["range"]["end"]["character"]


def _resolve(view: View, file: str, link: Any) -> Any:
    start = link["range"]["start"]
    at = view.text(file).to_offset(start["line"], start["character"], UTF16)
    return answer_link_resolve(view, file, at, link["data"])


def read(view: View, file: str) -> list[tuple[str, str]]:
    """What each link stands on, and its target; that of those to be resolved behind an arrow."""
    return [
        (covered(view.text(file), one["range"]), _target(view, one)) for one in links(view, file)
    ]


def _target(view: View, link: Any) -> str:
    if "target" in link:
        return str(link["target"]).removeprefix("file:///site/")
    assert link["data"]["uri"].startswith("file:///site/")
    file = link["data"]["uri"].removeprefix("file:///site/")
    found = _resolve(view, file, link) or {"target": "nowhere"}
    return "→ " + str(found["target"]).removeprefix("file:///site/")


DOCS = [
    ("/logo.svg", "logo.svg"),
    ("logo.svg", "logo.svg"),
    ("/fees", "fees.mdx"),
    ("arrive/index", "arrive/index.mdx"),
    ("/moorings", "moorings.mdx"),
    ("arrive/tides", "arrive/tides.md"),
    ("v1.json", "v1.json"),
    ("/v2.yaml", "v2.yaml"),
    ("GET /boats", "→ v1.json#6,7"),
    ("v1.json DELETE /boats/{id}", "→ v1.json#8,22"),
    ("webhook boatSeen", "→ v1.json#10,31"),
    ("./more/fees.json", "more/fees.json"),
    ("https://example.com/a.yml", "https://example.com/a.yml"),
    ("old.mdx", "old.mdx"),
    ("/old-fees#for-a-boat", "→ fees.mdx#8,1"),
    ("/arrive/tides/", "arrive/tides.md"),
    ("/api-reference/fleet/list-all-boats", "→ v1.json#6,7"),
    ("https://example.com/home", "https://example.com/home"),
    ("https://github.com/example", "https://github.com/example"),
    ("/fees", "fees.mdx"),
    ("/old-fees", "fees.mdx"),
    ("/older-fees", "fees.mdx"),
    ("/older-fees", "fees.mdx"),
    ("/fees", "fees.mdx"),
]


def test_everything_in_docs_json_that_opens_something() -> None:
    view = marked(HARBOUR).view()

    assert read(view, "docs.json") == DOCS
    assert read(view, "more/fees.json") == [
        ("fees", "fees.mdx"),
        ("arrive/tides", "arrive/tides.md"),
    ]


def test_before_anybody_has_looked_at_the_disk_links_are_resolved_when_followed() -> None:
    memory = MemoryFiles(marked(HARBOUR).files)
    view = View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))
    found = dict(read(view, "docs.json"))

    assert found["/moorings"] == "→ moorings.mdx#2,8"
    assert found["GET /boats"] == "→ v1.json#6,7"
    assert found["Gone"] == "→ nowhere"
    assert found["https://example.com/home"] == "https://example.com/home"
    assert found["./more/fees.json"] == "more/fees.json"


def test_in_pages_only_what_counts_from_the_root() -> None:
    view = marked(HARBOUR).view()

    assert read(view, "moorings.mdx") == [
        ("/snippets/tide.mdx", "snippets/tide.mdx"),
        ("/fees#for-a-boat", "→ fees.mdx#8,1"),
        ("/docs/tides", "arrive/tides.md"),
        ("/logo.svg", "logo.svg"),
    ]
    assert read(view, "logo.svg") == []


def test_tooltips_say_which_file_where_the_client_shows_them() -> None:
    view = marked(HARBOUR).view()
    tips = [one.get("tooltip") for one in links(view, "docs.json")]

    assert tips[2:9] == [
        "fees.mdx",
        "arrive/index.mdx",
        "moorings.mdx",
        "arrive/tides.md",
        "v1.json",
        "v2.yaml",
        "GET /boats in v1.json",
    ]
    assert not [one for one in links(view, "docs.json", tips=False) if "tooltip" in one]
    resolved = _resolve(view, "docs.json", links(view, "docs.json")[8])
    assert resolved and resolved["tooltip"] == "GET /boats in v1.json"


@pytest.mark.parametrize(
    ("at", "data"), [(1, {"text": "GET /boats"}), (20, {}), (10**9, {"text": ""})]
)
def test_a_link_of_another_text_is_not_resolved(at: int, data: dict[str, Any]) -> None:
    assert answer_link_resolve(marked(HARBOUR).view(), "docs.json", at, data) is None


@pytest.mark.parametrize("encoding", Encoding)
def test_odd_names_and_encodings(encoding: Encoding) -> None:
    site = '--- docs.json\n{"navigation": {"pages": ["é🚢/a b", "x\\u0061", "🚢é", "GET\\r"]}}\n'
    view = marked(site + "--- é🚢/a b.mdx\n--- xa.mdx\n--- 🚢é.mdx\n").view()
    found = links(view, "docs.json", encoding)

    text = view.text("docs.json")
    names = [covered(text, one["range"], encoding) for one in found]
    assert names == ["é🚢/a b", "x\\u0061", "🚢é"]
    assert found[0]["target"] == "file:///site/%C3%A9%F0%9F%9A%A2/a%20b.mdx"
    assert found[1]["target"] == "file:///site/xa.mdx"


def test_a_text_with_carriage_returns() -> None:
    site = '{"navigation": {\r\n"pages": [\r\n"a",\r"b"]}}'
    memory = MemoryFiles({"docs.json": site, "a.mdx": "", "b.mdx": ""})
    view = View(evaluate_whole_site(Path("/site"), memory, Settings()), memory, Path("/site"))
    starts = [one["range"]["start"] for one in links(view, "docs.json")]
    assert starts == [{"line": 2, "character": 1}, {"line": 3, "character": 1}]


def test_open_files_go_by_the_name_that_the_client_has_for_them() -> None:
    view = marked(HARBOUR).view()
    view = View(view.site, view.files, view.root, {"fees.mdx": "file:///s%69te/fees.mdx"})

    assert "file:///s%69te/fees.mdx" in {one.get("target") for one in links(view, "docs.json")}


def test_a_part_that_several_refs_bring_has_each_link_once() -> None:
    site = (
        '--- docs.json\n{"navigation": {"tabs": [{"tab": "A", "groups": [{"$ref": "g.json"}]},'
        ' {"tab": "B", "groups": [{"$ref": "g.json"}]}]}}\n'
        '--- g.json\n{"group": "G", "root": "a", "pages": ["a"]}\n--- a.mdx\nA\n'
    )
    assert read(marked(site).view(), "g.json") == [("a", "a.mdx"), ("a", "a.mdx")]


def test_docs_json_of_another_tool_has_no_links() -> None:
    view = marked('{"openapi": "3.0.0", "info": {}, "paths": {"$ref": "a.json"}}').view()
    assert links(view, "docs.json") == []


GROUP = """
      { "group": "100%%", "pages": [ "a", "🚢b", "https://a.example/%%41",
        {"group": "Ä", "root": "c", "pages": ["c", "GET /x"]},  "d" ], "icon": "%s" },"""
TAB = (
    f'{{"tab": "T", "openapi": "s.json", "href": "/old", "groups": [{(GROUP * 6).rstrip(",")}]}},\n'
)
TABS = (
    f'{{"navigation": {{"tabs": [{TAB * 3} {{"tab": "Z", "pages": ["GET /x"]}}]}},\n'
    '"redirects": [{"source": "/old", "destination": "/a"}]}'
)
SPEC = {"openapi": "3.1.0", "paths": {"/x": {"get": {"summary": "All x"}}}}
FILES = {"a.mdx": "A", "c.mdx": "C", "🚢b.mdx": "B", "s.json": json.dumps(SPEC)}
MEMORY = MemoryFiles({"docs.json": TABS, **FILES})
WHOLE = evaluate_whole_site(Path("/site"), MEMORY, Settings())


@settings(max_examples=40)
@given(
    st.sampled_from([TABS, TABS.replace("\n", " "), TABS.replace("\n", "\r\n")]),
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.integers(0, 9),
            st.sampled_from(["", "x", "é", "\n", '"', "}", "[ ", '"openapi": 1, ']),
        ),
        max_size=4,
    ),
    st.sampled_from(Encoding),
)
def test_after_edits_they_are_as_in_a_walk_of_the_whole_text(
    text: str, edits: list[tuple[float, int, str]], encoding: Encoding
) -> None:
    site = WHOLE.replace_part("docs.json", Text.from_data(text))
    for place, removed, new in [(0.0, 0, ""), *edits]:
        part = site.parts["docs.json"]
        assert isinstance(part, Document)
        at = int(place * len(part.text))
        end = min(len(part.text), at + removed)
        spliced = part.text.replace_bytes(at, end, new.encode())
        site = site.apply_edit("docs.json", spliced, [(at, end, at + len(new.encode()))])
        view = View(site, MEMORY, Path("/site"))
        writer = LinkWriter(view, "docs.json", encoding, shows_tooltips=True)
        whole = writer.render_answer(writer.iter_docs_links()) if site.is_service_site else None

        assert in_order(
            answer_document_links(view, "docs.json", encoding, shows_tooltips=True)
        ) == in_order(whole or RawJson(b"[]"))


def in_order(answer: RawJson) -> list[str]:
    return sorted(json.dumps(link) for link in json.loads(answer.json))


def test_an_edit_walks_only_the_branch_that_it_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View(WHOLE, MEMORY, Path("/site"))
    before = links(view, "docs.json")
    walked = []

    def record_branch(parts: Parts, name: str, branch: Branch) -> Sequence[Placed]:
        walked.append(branch.at)
        return walk_branch(parts, name, branch)

    monkeypatch.setattr("docs_lsp.features.document_links.walk_branch", record_branch)
    text = view.text("docs.json")
    at = text.data.index(b'"a"')
    edited = WHOLE.apply_edit("docs.json", text.replace_bytes(at, at, b"\n"), [(at, at, at + 1)])
    after = links(View(edited, MEMORY, Path("/site")), "docs.json")

    assert walked == [text.data.index(b'{"tab": "T"')]
    assert len(after) == len(before) > 3 * 6 * 5
    assert links(View(edited, MEMORY, Path("/site"), {"a.mdx": "file:///A"}), "docs.json") != after
    assert len(walked) == 4  # Each once more, since the client has another name for a page.


def test_a_redirect_counts_in_branches_that_have_not_changed() -> None:
    view = View(WHOLE, MEMORY, Path("/site"))
    text = view.text("docs.json")
    at = text.data.rindex(b'"/a"')
    edited = WHOLE.apply_edit(
        "docs.json", text.replace_bytes(at, at + 4, b'"/c"'), [(at, at + 4, at + 4)]
    )
    changed = View(edited, MEMORY, Path("/site"))

    assert read(view, "docs.json").count(("/old", "a.mdx")) == 4
    assert read(changed, "docs.json").count(("/old", "c.mdx")) == 4
