"""The law of the server: after any edits, what it says equals what a fresh look would say."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Text
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import DiskFiles, Files, MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.specifications.facts import load_specs, scan_site
from tests.jsontree.strategies import CORPUS, SITES, Edit, edits, replacement

law = settings(max_examples=int(os.environ.get("LAW_EXAMPLES", "200")))


@cache
def seeds() -> list[Snapshot]:
    """Whole sites with their files, and lone files of the corpus where it is at hand."""
    sites = [_site(DiskFiles(docs.parent), docs) for docs in sorted(SITES.glob("*/docs.json"))]
    lone = sorted(CORPUS.glob("configs/*.json"), key=lambda file: file.stat().st_size)[:40]
    for file in [*sorted(CORPUS.glob("doc-examples/*.json")), *lone]:
        memory = MemoryFiles({"docs.json": file.read_bytes()[:20_000]})
        sites.append(Snapshot.load(Path("/site"), memory, Settings()))
    return sites


def _site(files: Files, docs: Path) -> Snapshot:
    site = Snapshot.load(docs.parent, files, Settings()).with_facts(scan_site(files))
    assert site.facts is not None
    return site.with_facts(load_specs(site.facts, files, site.find_unread_specs()))


def said(site: Snapshot) -> dict[str, Sequence[Problem]]:
    return {file: tuple(problems) for file, problems in site.get_problems().items()}


def fresh(site: Snapshot) -> Snapshot:
    """The same site with every tree parsed anew."""
    parts = {
        path: Document.from_text(Text.from_data(part.text.data))
        if isinstance(part, Document)
        else part
        for path, part in site.parts.items()
    }
    return Snapshot(site.name, parts, site.settings, site.facts, root=site.root)


@law
@given(st.data(), edits, st.booleans(), st.integers(0, 20))
def test_findings_after_edits_equal_those_of_a_fresh_look(
    data: st.DataObject, script: Any, at_once: bool, checked: int
) -> None:
    site = data.draw(st.sampled_from(seeds()))
    readable = [name for name, part in site.parts.items() if isinstance(part, Document)]
    file = data.draw(st.sampled_from(sorted(readable)))
    said(site)
    changes = []
    change = (0, 0, 0)
    for edit in script:
        part = site.parts[file]
        assert isinstance(part, Document)
        text, change = _edited(part.text, edit, change[0])
        site = site.apply_edit(file, text, [change])
        changes.append(change)
        left = iter(range(checked))
        site.prepare_problems(lambda left=left: next(left, None) is not None)  # type: ignore[misc]
        if not at_once:
            assert said(site) == said(fresh(site))
    assert said(site) == said(fresh(site))
    assert said(site.run_site_rules()) == said(fresh(site).run_site_rules())


@law
@given(st.data(), edits)
def test_what_was_found_before_moves_with_the_text(data: st.DataObject, script: Any) -> None:
    site = data.draw(st.sampled_from(seeds())).run_site_rules()
    change = (0, 0, 0)
    for edit in script:
        part = site.parts[site.name]
        assert isinstance(part, Document)
        text, change = _edited(part.text, edit, change[0])
        before = {one: _quoted(site, one) for one in site.site_findings.problems}
        site = site.apply_edit(site.name, text, [change])
        assert not site.site_findings.is_current
        left = [_quoted(site, one) for one in site.site_findings.problems]
        assert all(quote in before.values() for quote in left)


def _quoted(site: Snapshot, problem: Problem) -> tuple[str, str, bytes]:
    part = site.parts.get(problem.file)
    start, end = problem.span
    data = part.text.data[start:end] if isinstance(part, Document) else b""
    assert not isinstance(part, Document) or len(data) == end - start
    return problem.rule, problem.file, data


@law
@given(st.data(), edits)
def test_many_changes_in_one_notification_equal_the_same_changes_one_by_one(
    data: st.DataObject, script: Any
) -> None:
    site = data.draw(st.sampled_from(seeds()))
    part = site.parts[site.name]
    assert isinstance(part, Document)
    text, changes = part.text, []
    change = (0, 0, 0)
    for edit in script:
        text, change = _edited(text, edit, change[0])
        changes.append(change)
    after = site.apply_edit(site.name, text, changes)
    assert said(after) == said(fresh(after))


def _edited(text: Text, edit: Edit, last: int) -> tuple[Text, tuple[int, int, int]]:
    start, end, piece = replacement(text.data, edit, last)
    return text.replace_bytes(start, end, piece), (start, end, start + len(piece))


BESIDE = """{
  "theme": "mint", "name": "A", "colors": {"primary": "#000000"},
  "navigation": {
    "tabs": [{
      "tab": "T",
      "groups": [{"group": "G", "pages": ["a", {"group": "H", "hidden": true, "pages": ["b"]}]}],
      "dropdowns": [],
      "pages": ["c", "b"]
    }, {
      "tab": "U",
      "groups": [{"group": "G", "pages": [{"group": "H", "pages": [{"group": "I", "tag": "I"}]}]}],
      "pages": []
    }],
    "groups": [{"group": "I", "pages": ["d"]}]
  }
}"""


def test_what_is_kept_is_asked_again_wherever_in_it_an_edit_is() -> None:
    site = Snapshot.load(Path("/site"), MemoryFiles({"docs.json": BESIDE.encode()}), Settings())
    messages = {*_messages(site)}
    for old, new in (
        # Nothing is wrong with the tab before.
        ('"tag": "I"', '"tag": 5'),
        ('"dropdowns": []', '"dropdowns": 1'),
        ('"hidden": true', '"hidden": 1'),
        ('"c", "b"', '"a", "b"'),
        ('"hidden": 1', '"hidden": true'),
        ('["a", {', '["c", {'),
        ('"tab": "T"', '"hidden": 5, "tab": "T"'),
        ('"pages": ["d"]', '"pages": [5]'),
    ):
        part = site.parts["docs.json"]
        assert isinstance(part, Document)
        at = part.text.data.index(old.encode())
        text = part.text.replace_bytes(at, at + len(old), new.encode())
        site = site.apply_edit("docs.json", text, [(at, at + len(old), at + len(new))])
        assert said(site) == said(fresh(site))
        before, messages = messages, {*_messages(site)}
        assert messages != before, new


def _messages(site: Snapshot) -> list[str]:
    return [one.message for one in said(site)["docs.json"] if one.rule != "wrong-type"]
