"""The laws, held against the service's own validator: by hand, with LAW_EXAMPLES of 1,000 or more.

Only docs.json is looked at here: whether it is still accepted, and which entries are still kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings

from docs_lsp.files.files import Files
from docs_lsp.settings.settings import Settings
from docs_lsp.site.pages import entry_to_page_path, strip_page_extension
from tests.laws.actions import EVERY_KIND, Action
from tests.laws.law import read_state
from tests.laws.mistaken_sites import PAGES, mistaken_files
from tests.laws.service_oracle import Verdict, ask_service, read_docs
from tests.laws.test_laws import EXAMPLES, is_meant_loss

_MOST_SHOWN = 20


class Case(NamedTuple):
    """An action, with docs.json before it and after it."""

    action: Action
    before: str
    after: str


@pytest.mark.by_hand
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_what_the_service_accepts_and_keeps_it_accepts_and_keeps_afterwards(kind: str) -> None:
    docs: dict[str, Any] = {}
    cases: list[Case] = []

    @settings(max_examples=EXAMPLES // 10, database=None, phases=[Phase.generate])
    @given(mistaken_files())
    def collect(files: Files) -> None:
        site, _ = read_state(Path("/site"), files, Settings())
        before = str(len(docs))
        docs[before] = read_docs(files)
        for action in EVERY_KIND[kind](site, files):
            # The validator is given one file, so it cannot follow a `$ref`.
            if b'"$ref"' not in (action.after.changed.get("docs.json") or b'"$ref"'):
                after = str(len(docs))
                docs[after] = read_docs(action.after)
                cases.append(Case(action, before, after))

    collect()
    verdicts = ask_service(docs)

    broken = [
        f"{case.action.rules} {case.action.title}: {loss}\n{docs[case.before]}\n{docs[case.after]}"
        for case in cases
        if (loss := find_loss(case.action, verdicts[case.before], verdicts[case.after]))
    ]
    assert broken[:_MOST_SHOWN] == []


def find_loss(action: Action, before: Verdict, after: Verdict) -> str:
    """How the service takes less than before; empty if it does not."""
    if before.is_accepted and not after.is_accepted:
        return "it is rejected now"
    if is_meant_loss(action):
        return ""
    moved = {
        strip_page_extension(old): strip_page_extension(new) for old, new in action.moved.items()
    }
    pages = {entry_to_page_path(page) for page in after.pages}
    # An entry without a file may go.
    there = {entry_to_page_path(page) for page in before.pages}.intersection(PAGES)
    lost = {moved.get(page, page) for page in there} - pages
    return f"{sorted(lost)} are lost" if lost else ""
