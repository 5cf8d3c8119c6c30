"""What findings have in common."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from docs_lsp.core.problem import Problem
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.shared_causes import LEAST, Cause, CauseKind, find_causes
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings

LANGUAGES = ("de", "en", "es", "fr")


def site(pages: Mapping[str, str], navigation: object = None) -> Snapshot:
    listed = navigation or {"pages": [name.removesuffix(".mdx") for name in pages]}
    docs = {"theme": "mint", "name": "N", "colors": {"primary": "#123"}, "navigation": listed}
    files = {"docs.json": json.dumps(docs), **pages}
    memory = MemoryFiles({path: text.encode() for path, text in files.items()})
    return evaluate_whole_site(Path("/site"), memory, Settings())


def in_languages(text: str) -> Snapshot:
    """A site with one page, in four languages."""
    pages = {f"{code}/start.mdx": text.format(code) for code in LANGUAGES}
    listed = [{"language": code, "pages": [f"{code}/start"]} for code in LANGUAGES]
    return site(pages, {"languages": listed})


def problems_of(found: Snapshot, *rules: str) -> list[Problem]:
    problems = (one for each in found.get_problems().values() for one in each)
    return [one for one in problems if one.rule in rules]


def shared(found: Snapshot, *rules: str) -> Counter[Cause | None]:
    return Counter(find_causes(problems_of(found, *rules), found.get_overview()))


def links(*targets: str) -> str:
    return "".join(f"[Here]({target})\n" for target in targets)


def ids(found: Iterable[Cause | None]) -> set[str]:
    return {one.id for one in found if one}


def test_links_to_one_address_have_one_cause() -> None:
    found = site({"a.mdx": links("/gone", "/gone?x", "/gone#y"), "b.mdx": links("./gone", "/lost")})
    ((cause, count), (none, alone)) = shared(found, "dead-link").most_common()

    assert cause == Cause("dead-link", CauseKind.TARGET, "/gone", places=4, targets=1)
    assert (count, none, alone) == (4, None, 1)


def test_few_links_have_none() -> None:
    found = site({"a.mdx": links(*["/gone"] * (LEAST - 1))})

    assert shared(found, "dead-link") == {None: LEAST - 1}


def test_links_that_are_right_below_one_folder_have_one_cause() -> None:
    names = ("fees", "tides", "charts")
    pages = {
        f"{name}.mdx": links("/docs/fees", "/docs/tides", *map("/{}".format, names))
        for name in names
    }
    ((cause, count),) = shared(site(pages), "dead-link").items()

    assert cause == Cause("dead-link", CauseKind.FOLDER, "/docs", places=6, targets=2, moved_to="/")
    assert count == 6


def test_an_anchor_is_an_address_of_its_own() -> None:
    text = "# A\n\n" + links("#gone", "#gone", "/a#gone", "./a#gone", "/a#lost")
    found = shared(site({"a.mdx": text}), "dead-link")

    assert ids(found) == {"dead-link target /a#gone"}
    assert found[None] == 1


def test_links_into_a_folder_that_moved_have_one_cause() -> None:
    names = ("fees", "tides", "charts")
    pages = {f"port/{name}.mdx": links(*(f"/quay/{one}" for one in names)) for name in names}
    ((cause, count),) = shared(site(pages), "dead-link").items()

    assert cause is not None and cause.redirect
    assert (cause.kind, cause.target, cause.moved_to) == (CauseKind.FOLDER, "/quay", "/port")
    assert (cause.places, cause.targets, count) == (9, 3, 9)


def test_links_into_a_folder_that_is_not_there_have_one_cause() -> None:
    text = links("/img/a.png", "/img/b/c.png", "/img/d.png", "/img/d.png", "/other.png")
    found = shared(site({"a.mdx": text}), "dead-link")
    cause = Cause("dead-link", CauseKind.FOLDER, "/img", places=4, targets=3)

    assert found == {cause: 4, None: 1}


def test_a_folder_that_is_there_is_not_to_blame() -> None:
    text = links(*(f"/port/gone{number}" for number in range(9)))

    assert shared(site({"port/a.mdx": text}), "dead-link") == {None: 9}


def test_entries_of_a_folder_that_is_not_there_have_one_cause() -> None:
    listed = {"pages": ["a", *(f"gone/{number}" for number in range(5)), "lost"]}
    found = shared(site({"a.mdx": ""}, listed), "missing-page")

    assert ids(found) == {"missing-page folder /gone"}
    assert found[None] == 1


def test_copies_below_languages_have_one_cause() -> None:
    found = shared(in_languages(links("/{0}/gone", "/{0}/start#lost")), "dead-link")

    assert ids(found) == {"dead-link copies /gone", "dead-link copies /start#lost"}
    assert {one.editions for one in found if one} == {LANGUAGES}
    assert set(found.values()) == {4}


def test_what_names_nothing_is_told_by_its_message() -> None:
    found = shared(in_languages("---\ntitle: [\n---\n"), "frontmatter-error")

    assert ids(found) == {"frontmatter-error copies start.mdx"}


def test_versions_are_copies_too() -> None:
    pages = {f"v{number}/a.mdx": links(f"/v{number}/gone") for number in range(5)}
    found = shared(site(pages), "dead-link")

    assert ids(found) == {"dead-link copies /gone"}


def test_different_rules_share_nothing() -> None:
    listed = {"pages": ["a", *["lost"] * 2]}
    found = site({"a.mdx": links("/lost", "/lost")}, listed)

    assert shared(found, "dead-link", "missing-page") == {None: 4}


def test_equal_messages_about_different_things_share_nothing() -> None:
    pages = {f"{name}.mdx": "" for name in "abcde"}
    found = site(pages, {"pages": ["a"]})

    assert shared(found, "unlisted-page") == {None: 4}


def test_each_cause_counts_its_findings() -> None:
    found = site({"a.mdx": links(*["/gone"] * 5, "/x/k", "/x/l", "/x/m", "/x/n")})

    assert all(one and one.places == count for one, count in shared(found, "dead-link").items())


def test_without_a_look_at_the_disk_nothing_is_known() -> None:
    problems = problems_of(site({"a.mdx": links(*["/gone"] * 5)}), "dead-link")

    assert find_causes(problems, None) == (None,) * 5


def test_places_that_name_one_missing_specification_have_one_cause() -> None:
    listed = {"groups": [{"group": "A", "pages": [f"gone.json GET /{name}" for name in "abcde"]}]}

    assert ids(shared(site({"a.mdx": ""}, listed), "missing-spec")) == {
        "missing-spec target /gone.json"
    }
