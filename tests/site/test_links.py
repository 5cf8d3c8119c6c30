"""What answers a path of a site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.routes.link_paths import LinkPath
from docs_lsp.site.routes.router import LinkStatus, PathResolver, get_path_resolver

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "tags": [{"name": "Boats", "x-group": "All boats"}],
    "paths": {
        "/boats": {"get": {"summary": "List boats", "tags": ["Boats"], "operationId": "boatsAll"}},
        "/boats/{id}": {
            "get": {},
            "post": {"x-mint": {"href": "/reference/own-place"}},
            "put": {"summary": "Rename {id}", "tags": ["Boats"]},
            "patch": {"summary": "Båt i hamn?", "tags": ["Quays & piers/{all}"]},
        },
    },
    "webhooks": {"moored": {"post": {}}},
}
CANONICAL = {"metatags": {"canonical": "https://example.com/harbour/docs/"}}
FILES = (
    *("index.mdx", "guides/start.mdx", "guides/more/index.mdx", "old/page.mdx", "fr/only.mdx"),
    *("a b/Ärger.md", "README.md", "snippets/note.mdx", "drafts/a.mdx", "images/plan.png"),
    *("llms.txt", "files/data.json"),
)


def answers(
    navigation: Mapping[str, object] | None = None,
    elsewhere: tuple[str, ...] = (),
    **keys: object,
) -> PathResolver:
    """What answers on a site with the files above and these keys in docs.json."""
    pages = {"pages": ["index"]}
    docs = {"theme": "mint", "name": "A", "navigation": navigation or pages, **keys}
    files = dict.fromkeys(FILES, "") | {
        "docs.json": json.dumps(docs),
        "openapi.json": json.dumps(SPEC),
        ".mintignore": "drafts/",
    }
    settings = Settings(elsewhere=elsewhere)
    overview = evaluate_whole_site(Path("/site"), MemoryFiles(files), settings).get_overview()
    assert overview is not None
    return get_path_resolver(overview)


def redirected(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"source": source, "destination": destination} for source, destination in pairs]


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/", "index.mdx"),
        ("/index", "index.mdx"),
        ("/guides/start", "guides/start.mdx"),
        ("guides/start/", "guides/start.mdx"),
        ("/guides/start?a=b#c", "guides/start.mdx"),
        ("/guides/more", "guides/more/index.mdx"),
        ("/guides/more/index", "guides/more/index.mdx"),
        ("/a%20b/%C3%84rger", "a b/Ärger.md"),
        ("/a b/Ärger", "a b/Ärger.md"),
    ],
)
def test_a_page_answers_at_its_address_however_it_is_written(path: str, file: str) -> None:
    answer = answers().resolve_path(path)

    assert answer.status is LinkStatus.ANSWERED
    assert answer.page and answer.page.file == file


@pytest.mark.parametrize(
    "path", ["/images/plan.png", "/files/data.json", "/guides/start.md", "/llms.txt"]
)
def test_files_answer_and_pages_as_markdown(path: str) -> None:
    assert answers().resolve_path(path).status is LinkStatus.ANSWERED


@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/guides/strat", "/guides/start/more", "/README", "/README.md", "/drafts/a"),
        *("/snippets/note", "/images/plan.jpg", "/Images/plan.png", "/api-reference/list-boats"),
    ],
)
def test_nothing_answers_elsewhere(path: str) -> None:
    assert answers().resolve_path(path).status is LinkStatus.DEAD


@pytest.mark.parametrize(
    "path",
    [
        *("/guides", "/a b", "/Guides/Start", "/guides/start.mdx", "/docs", "/docs/guides/start"),
        *("/manual/images/plan.png", "/robots.txt", "/mcp", "/.well-known/a", "/login/x"),
        *("/guides/start/rss.xml", "/fr/llms.txt", "/_mintlify/x"),
    ],
)
def test_what_may_answer_is_not_known(path: str) -> None:
    assert answers().resolve_path(path).status is LinkStatus.UNKNOWN


def test_a_redirect_answers_even_where_there_is_a_page() -> None:
    found = answers(redirects=redirected(("/old/:slug*", "/guides/start"), ("/gone", "/x")))
    shadowed, gone, bare = (
        found.resolve_path("/old/page"),
        found.resolve_path("/gone"),
        found.resolve_path("/old"),
    )

    assert shadowed.page and shadowed.redirect and shadowed.status is LinkStatus.ANSWERED
    assert gone.redirect and gone.status is LinkStatus.ANSWERED
    assert bare.redirect and bare.status is LinkStatus.UNKNOWN


def test_a_page_of_one_language_may_answer_without_its_folder() -> None:
    languages = [{"language": "en", "pages": ["index"]}, {"language": "fr", "pages": ["fr/only"]}]

    assert answers({"languages": languages}).resolve_path("/only").status is LinkStatus.UNKNOWN
    assert answers().resolve_path("/only").status is LinkStatus.DEAD


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/reference", LinkStatus.UNKNOWN),
        ("/reference/boats", LinkStatus.UNKNOWN),
        ("/reference/all-boats", LinkStatus.UNKNOWN),
        ("/reference/boats/list-boats", LinkStatus.UNKNOWN),
        ("/reference/boats/list-boats-1", LinkStatus.UNKNOWN),
        ("/reference/boats/boats-all", LinkStatus.DEAD),
        ("/reference/get-boats-id", LinkStatus.UNKNOWN),
        ("/reference/own-place", LinkStatus.UNKNOWN),
        ("/reference/boats/drop-boats", LinkStatus.DEAD),
        ("/reference/boats/rename", LinkStatus.UNKNOWN),
        ("/reference/quays-piers/båt-i-hamn", LinkStatus.UNKNOWN),
        ("/reference/quays-&-piers/b%C3%A5t-i-hamn?", LinkStatus.UNKNOWN),
        ("/reference/moored", LinkStatus.UNKNOWN),
        ("/reference/webhook-moored", LinkStatus.UNKNOWN),
        ("/reference/left", LinkStatus.DEAD),
    ],
)
def test_a_page_made_from_a_known_specification_has_the_name_of_an_operation(
    path: str, status: LinkStatus
) -> None:
    openapi = {"source": "openapi.json", "directory": "/reference/"}
    found = answers({"groups": [{"group": "API", "openapi": openapi}]})

    assert found.resolve_path(path).status is status


@pytest.mark.parametrize(
    "element",
    [
        {"group": "API", "openapi": "https://example.com/openapi.json"},
        {"group": "API", "openapi": ["openapi.json", "gone.json"]},
        {"group": "API", "openapi": {"source": "openapi.json", "overlays": ["names.yaml"]}},
        {"group": "API", "asyncapi": "events.yaml"},
        {"group": "API", "pages": ["gone.json GET /boats"]},
    ],
)
def test_with_an_unknown_specification_any_page_may_be_in_its_folder(
    element: Mapping[str, object],
) -> None:
    found = answers({"groups": [element]})

    assert found.resolve_path("/api-reference/boats/any").status is LinkStatus.UNKNOWN
    assert found.resolve_path("/elsewhere/any").status is LinkStatus.DEAD


@pytest.mark.parametrize(
    "navigation",
    [
        {"groups": [{"group": "A", "pages": ["index"]}, {"sourceRef": "other"}]},
        {"groups": [{"$ref": "gone.json"}]},
    ],
)
def test_nothing_is_dead_on_a_site_of_which_a_part_is_not_known(
    navigation: Mapping[str, object],
) -> None:
    assert answers(navigation).resolve_path("/nowhere").status is LinkStatus.UNKNOWN


def test_a_relative_link_is_as_good_as_its_best_meaning() -> None:
    found = answers()

    assert (
        found.resolve_link(LinkPath("/x", others=("/y", "/guides/start"))).status
        is LinkStatus.ANSWERED
    )
    assert found.resolve_link(LinkPath("/x", others=("/guides", "/y"))).status is LinkStatus.UNKNOWN
    assert found.resolve_link(LinkPath("/x", others=("/y",))).status is LinkStatus.DEAD


@pytest.mark.parametrize(
    ("start", "may"),
    [
        *(("/", True), ("/guides/", True), ("/guides/st", True), ("/images/pl", True)),
        *(("/docs/guides/", True), ("/docs/", True), ("/away/", True), ("/.well-known/", True)),
        *(("/guide/", False), ("/guides/x", False), ("/nowhere-", False)),
    ],
)
def test_what_an_address_may_begin_with(start: str, may: bool) -> None:
    found = answers(redirects=redirected(("/away/:slug*", "/")))

    assert found.may_have_prefix(start) is may


@pytest.mark.parametrize(
    ("start", "may"),
    [
        *(("/reference/", True), ("/refer", True), ("/reference/boats/", True)),
        *(("/references/", False), ("/boats/", False)),
    ],
)
def test_the_folders_that_the_service_fills_are_folders_of_the_site(start: str, may: bool) -> None:
    spec = {"source": "openapi.json", "directory": "/reference/"}
    found = answers({"groups": [{"group": "API", "openapi": spec}]})

    assert found.may_have_prefix(start) is may
    assert found.is_in_generated_folder(start) is start.startswith("/reference/")


def test_without_a_name_of_its_own_the_folder_has_the_usual_one() -> None:
    found = answers({"groups": [{"group": "API", "openapi": "openapi.json"}]})

    assert found.is_in_generated_folder("/api-reference/no-such-tag/x")
    assert found.may_have_prefix("/api-reference/no-such-tag/")
    # The address that an operation gives its page.
    assert found.may_have_prefix("/reference/own")
    assert not answers().is_in_generated_folder("/api-reference/x")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *(
            ("/api", LinkStatus.UNKNOWN),
            ("/api/x", LinkStatus.UNKNOWN),
            ("/pricing/", LinkStatus.UNKNOWN),
        ),
        *(("/apis", LinkStatus.DEAD), ("/x/api", LinkStatus.DEAD)),
        ("/guides/start", LinkStatus.ANSWERED),
    ],
)
def test_others_answer_where_the_settings_say_so(path: str, status: LinkStatus) -> None:
    assert answers(elsewhere=("/api/", "/pricing")).resolve_path(path).status is status


def test_others_may_answer_everywhere_but_at_the_pages() -> None:
    found = answers(elsewhere=("/",))

    assert found.resolve_path("/x/y").status is LinkStatus.UNKNOWN
    assert found.resolve_path("/guides/start").status is LinkStatus.ANSWERED
    assert found.may_have_prefix("/x/")


@pytest.mark.parametrize(("start", "may"), [("/api/v2/", True), ("/ap", True), ("/xpi/", False)])
def test_what_others_answer_may_begin_like_that(start: str, may: bool) -> None:
    assert answers(elsewhere=("/api/",)).may_have_prefix(start) is may


@pytest.mark.parametrize(
    ("path", "files", "may"),
    [
        ("/pricing", ("index.mdx", "guides/start.mdx"), True),
        ("/pricing/#plans", ("guides/start.mdx",), True),
        ("/pricing/plans", ("guides/start.mdx",), False),
        ("/pricing", ("index.mdx", "start.mdx"), False),
    ],
)
def test_a_single_name_may_be_outside_of_a_site_that_lies_in_folders(
    path: str, files: tuple[str, ...], may: bool
) -> None:
    docs = {"theme": "mint", "name": "A", "navigation": {"pages": []}}
    texts = dict.fromkeys(files, "") | {"docs.json": json.dumps(docs)}
    overview = evaluate_whole_site(Path("/site"), MemoryFiles(texts), Settings()).get_overview()

    assert overview is not None
    assert get_path_resolver(overview).may_be_outside(path) is may


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *(
            ("/harbour/docs", LinkStatus.ANSWERED),
            ("/harbour/docs/guides/start", LinkStatus.ANSWERED),
        ),
        *(
            ("/harbour/docs/away", LinkStatus.ANSWERED),
            ("/harbour/docs/images/plan.png", LinkStatus.ANSWERED),
        ),
        *(("/harbour/docs/none", LinkStatus.DEAD), ("/harbour/docsguides/start", LinkStatus.DEAD)),
    ],
)
def test_below_the_path_of_its_canonical_address_a_site_answers_as_at_its_root(
    path: str, status: LinkStatus
) -> None:
    found = answers(redirects=redirected(("/away", "/")), seo=CANONICAL)

    assert found.resolve_path(path).status is status
    assert found.resolve_path(path).path_without_first_folder == ""


@pytest.mark.parametrize("folder", ["/harbour", "/harbour/docs", "/harbour/docs/none"])
def test_no_redirect_takes_what_lies_below_the_canonical_address(folder: str) -> None:
    assert not answers(seo=CANONICAL).is_folder_unused(folder)
    assert answers(seo=CANONICAL).is_folder_unused("/harbours")
    assert answers().is_folder_unused(folder)


@pytest.mark.parametrize(
    ("path", "here"),
    [
        *(("/docs/guides/start", "/guides/start"), ("/port/guides/start.md", "/guides/start")),
        *(("/docs/images/plan.png", "/images/plan.png"), ("/docs", ""), ("/docs/none", "")),
        ("/guides/guides/start", ""),
    ],
)
def test_what_is_there_without_a_folder_that_the_site_lacks(path: str, here: str) -> None:
    assert answers().resolve_path(path).path_without_first_folder == here
