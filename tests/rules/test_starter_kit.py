"""Pages of the starter kit: which count, and which a fix deletes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.settings.settings import Settings
from docs_lsp.site import starter_kit
from docs_lsp.site.pages import strip_page_extension

KIT = {
    "quickstart.mdx": "---\ntitle: Start\n---\n\nHow to begin.\n",
    "essentials/code.mdx": "# Code\n\n[Begin](/quickstart)\n",
    "essentials/reusable-snippets.mdx": (
        "import Intro from '/snippets/snippet-intro.mdx'\n\n<Intro />\n"
    ),
    "snippets/snippet-intro.mdx": "An introduction.\n",
}
LISTED = ("index", "quickstart", "essentials/code", "essentials/reusable-snippets")


@pytest.fixture(autouse=True)
def kit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kit of our own: the texts of the real one belong to others."""
    hashes = {file: f"0 {starter_kit.hash_text(text.encode())}" for file, text in KIT.items()}
    monkeypatch.setattr(starter_kit, "_HASHES", hashes)


def site_of(
    texts: Mapping[str, str],
    listed: tuple[str, ...] = LISTED,
    settings: Mapping[str, object] | None = None,
) -> tuple[Snapshot, MemoryFiles]:
    groups = [{"group": "Home", "pages": [*listed[:1]]}, {"group": "More", "pages": [*listed[1:]]}]
    docs: dict[str, object] = {"theme": "mint", "name": "A", "colors": {"primary": "#000000"}}
    docs |= {"navigation": {"groups": [group for group in groups if group["pages"]]}}
    docs |= settings or {}
    files = MemoryFiles({"index.mdx": "# A\n", **texts, "docs.json": json.dumps(docs, indent=2)})
    return evaluate_whole_site(Path("/site"), files, Settings()), files


def told(site: Snapshot) -> list[tuple[str, Severity]]:
    problems = [one for some in site.get_problems().values() for one in some]
    return [(one.message, one.severity) for one in problems if one.rule == "starter-kit"]


def deleted(site: Snapshot, files: MemoryFiles) -> tuple[str, Draft] | None:
    """The title of the fix that deletes pages, and the site after it."""
    (problem,) = [one for one in site.get_problems()["docs.json"] if one.rule == "starter-kit"]
    for fix in list_offered_fixes(site, files, problem):
        if fix.title.startswith("Delete"):
            assert not (fix.safe or fix.preferred)
            return fix.title, Draft(files).with_changes(fix.changes)
    return None


def test_unchanged_pages_are_deleted_with_their_entries() -> None:
    changed = KIT["essentials/code.mdx"] + "\nOur own.\n"
    spaced = KIT["quickstart.mdx"].replace("\n", "  \r\n")
    site, files = site_of({**KIT, "essentials/code.mdx": changed, "quickstart.mdx": spaced})

    assert told(site) == [
        (
            "The site still has 2 pages of the service's starter kit: "
            "`essentials/reusable-snippets.mdx` and `quickstart.mdx`. Replace or delete them.",
            Severity.WARNING,
        )
    ]
    # The owner's page links to the quickstart.
    title, after = deleted(site, files) or ("", Draft(files))
    assert title == "Delete 1 page of the starter kit"
    gone = {"essentials/reusable-snippets.mdx", "snippets/snippet-intro.mdx"}
    assert set(files.paths()) - set(after.paths()) == gone
    groups = json.loads(after.read("docs.json"))["navigation"]["groups"]
    assert groups[1]["pages"] == ["quickstart", "essentials/code"]


def test_a_snippet_that_another_page_imports_stays() -> None:
    texts = {**KIT, "index.mdx": KIT["essentials/reusable-snippets.mdx"]}
    _, after = deleted(*site_of(texts)) or ("", Draft(MemoryFiles({})))

    assert set(after.paths()) == {"docs.json", "index.mdx", "snippets/snippet-intro.mdx"}


@pytest.mark.parametrize(
    ("texts", "is_deleted"),
    [
        ({}, True),
        ({"index.mdx": "---\nopenapi: GET /boats\n---\n"}, False),
        ({"index.mdx": "[File](/api-reference/openapi.json)\n"}, False),
        ({starter_kit.SPECIFICATION: '{"openapi": "3.1.0", "paths": {}}'}, False),
    ],
)
def test_the_specification_is_deleted_if_nothing_uses_it(
    texts: dict[str, str], is_deleted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = frozenset({starter_kit.hash_text(b"{ }")})
    monkeypatch.setattr(starter_kit, "_SPECIFICATION_HASHES", hashes)
    site, files = site_of({**KIT, starter_kit.SPECIFICATION: "{ }", **texts})
    _, after = deleted(site, files) or ("", Draft(files))

    assert after.exists(starter_kit.SPECIFICATION) is not is_deleted


def test_pages_are_not_deleted_if_nothing_else_is_listed() -> None:
    assert deleted(*site_of(KIT, tuple(map(strip_page_extension, ("quickstart.mdx",))))) is None


def test_pages_without_an_entry_are_information() -> None:
    assert [severity for _, severity in told(site_of(KIT, ("index",))[0])] == [Severity.INFORMATION]


@pytest.mark.parametrize(
    "text", ["", "How to begin.\n", "---\ntitle: Start\n---\n\nHow to begin\n"]
)
def test_a_page_with_another_text_is_not_of_the_kit(text: str) -> None:
    assert told(site_of({"quickstart.mdx": text}, ("index", "quickstart"))[0]) == []


@pytest.mark.parametrize(
    ("settings", "gone"),
    [
        (
            {"redirects": [{"source": "/x", "destination": "/essentials/code?y#z"}]},
            {"essentials/reusable-snippets.mdx", "snippets/snippet-intro.mdx"},
        ),
        (
            {"navbar": {"links": [{"label": "X", "href": "/essentials/reusable-snippets"}]}},
            {"essentials/code.mdx", "quickstart.mdx"},
        ),
        (
            {
                "seo": {"metatags": {"canonical": "https://harbour.example/docs"}},
                "navbar": {
                    "links": [
                        {"label": "X", "href": "https://harbour.example/docs/essentials/code"}
                    ]
                },
            },
            {"essentials/reusable-snippets.mdx", "snippets/snippet-intro.mdx"},
        ),
    ],
)
def test_what_docs_json_links_to_stays_with_what_it_needs(
    settings: dict[str, object], gone: set[str]
) -> None:
    site, files = site_of(KIT, settings=settings)
    _, after = deleted(site, files) or ("", Draft(files))

    assert set(files.paths()) - set(after.paths()) == gone


LINK = {"label": "S", "href": "mailto:hi@mintlify.com"}
OWN = {"label": "S", "href": "/"}


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        (
            "logo",
            {"light": "/l.svg", "dark": "/d.svg", "href": "https://dashboard.mintlify.com"},
            {"light": "/l.svg", "dark": "/d.svg"},
        ),
        (
            "navigation",
            {"tabs": [{"tab": "A", "href": "https://mintlify.com/docs", "pages": ["index"]}]},
            {"tabs": [{"tab": "A", "pages": ["index"]}]},
        ),
        ("navbar", {"links": [LINK, OWN], "primary": {**LINK, "type": "button"}}, {"links": [OWN]}),
        ("footer", {"links": [{"header": "H", "items": [LINK]}]}, {}),
        (
            "footer",
            {"links": [{"header": "H", "items": [LINK]}, {"items": [LINK, OWN]}]},
            {"links": [{"items": [OWN]}]},
        ),
    ],
)
def test_only_the_link_is_removed(key: str, before: object, after: object) -> None:
    site, files = site_of(KIT, settings={key: before})
    (problem,) = [one for one in site.get_problems()["docs.json"] if one.rule == "starter-kit"]
    fix = next(one for one in list_offered_fixes(site, files, problem) if "docs.json" in one.title)

    docs = json.loads(Draft(files).with_changes(fix.changes).read("docs.json"))
    assert docs[key] == after
