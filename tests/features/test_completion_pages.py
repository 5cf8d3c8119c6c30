"""Pages, endpoints and links: what a site has, the likeliest first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features import _spec_cache
from docs_lsp.features._view import View
from docs_lsp.features.completion import answer_completion_resolve
from docs_lsp.features.completion.page_paths import MOST
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.pages import PageIndex
from docs_lsp.site.specifications import openapi
from docs_lsp.site.specifications.openapi import Spec, parse_spec
from tests.features.markers import Marked, marked
from tests.features.proposals import BARE, FULL, asked

HEAD = '"theme": "mint", "name": "Bay", "colors": { "primary": "#0D9373" }'


def docs(navigation: str, more: str = "") -> str:
    return f'--- docs.json\n{{ {HEAD}, {more}"navigation": {{ {navigation} }} }}\n'


def pages(*paths: str) -> str:
    return "".join(f"--- {path}.mdx\n" for path in paths)


def labels(navigation: str, *paths: str) -> list[str]:
    """The entries that are proposed, without the group."""
    found = asked(docs(navigation) + pages(*paths)).labels
    return [label for label in found if label != "group"]


# Pages: which first


def test_pages_that_nothing_lists_come_first() -> None:
    navigation = '"groups": [{ "group": "A", "pages": ["a", "▮"] }, { "pages": ["b", "d"] }]'
    assert labels(navigation, "a", "b", "c", "d", "e") == ["c", "e", "b", "d"]


def test_the_nearest_folder_comes_first() -> None:
    navigation = '"groups": [{ "group": "A", "pages": ["x/y/a", "▮"] }]'
    known = ("x/y/a", "x/y/b", "x/y/z/c", "x/d", "x/w/e", "f", "v/g")
    assert labels(navigation, *known) == ["x/y/b", "x/y/z/c", "x/d", "x/w/e", "f", "v/g"]


def test_translations_come_last_outside_of_all_languages() -> None:
    known = ("de/a", "fr/a", "guides/a", "z")
    assert labels('"pages": ["▮"]', *known) == ["z", "guides/a", "fr/a", "de/a"]
    assert labels('"pages": ["de/b", "▮"]', *known, "de/b")[0] == "de/a"
    navbar = '"navbar": { "links": [{ "label": "A", "href": "▮" }] }, '
    links = asked(docs('"pages": []', navbar) + pages("en/a", "de/a")).labels
    assert links == ["/en/a", "/de/a"]


def test_in_an_empty_list_the_neighbours_tell_the_folder() -> None:
    navigation = (
        '"tabs": [{ "tab": "A", "groups": [{ "group": "B", "pages": ["k/a"] }] }, '
        '{ "tab": "C", "pages": ["▮"] }]'
    )
    assert labels(navigation, "b", "k/a", "k/b") == ["k/b", "b", "k/a"]


def test_the_entries_of_the_list_itself_tell_the_folder_best() -> None:
    navigation = '"pages": ["k/a", { "group": "A", "pages": ["k/deep/a"] }, "▮"]'
    assert labels(navigation, "b", "k/a", "k/b", "k/deep/a", "k/deep/b")[:2] == ["k/b", "k/deep/b"]


LANGUAGES = (
    '"languages": [{ "language": "en", "pages": ["a"] }, { "language": "fr", "pages": [%s] }]'
)


def test_in_a_language_its_own_pages_come_first_and_those_of_others_last() -> None:
    known = ("a", "b", "fr/a", "fr/b")
    assert labels(LANGUAGES % '"▮"', *known) == ["fr/a", "fr/b", "b", "a"]
    assert labels(LANGUAGES % '"fr/a", "▮"', *known) == ["fr/b", "b", "a"]
    english = LANGUAGES.replace('"a"', '"a", "▮"') % '"fr/a"'
    assert labels(english, *known) == ["b", "fr/b", "fr/a"]


@pytest.mark.parametrize(
    ("version", "folder"), [("v2", "v2"), ("2", "v2"), ("v2.1 (beta)", "2.1"), ("Next", "next")]
)
def test_in_a_version_its_own_pages_come_first_and_those_of_others_last(
    version: str, folder: str
) -> None:
    navigation = (
        '"versions": [{ "version": "v1", "pages": ["v1/a"] }, '
        f'{{ "version": "{version}", "groups": [{{ "group": "A", "pages": ["▮"] }}] }}]'
    )
    known = ("c", f"{folder}/a", f"{folder}/x/b", "v1/a", "v1/b")
    assert labels(navigation, *known) == [f"{folder}/a", f"{folder}/x/b", "c", "v1/b", "v1/a"]


def test_versions_may_lie_in_a_folder_of_their_own() -> None:
    navigation = (
        '"versions": [{ "version": "v1", "pages": ["manual/v1/a"] }, '
        '{ "version": "v2", "pages": ["▮"] }]'
    )
    known = ("b", "manual/v1/a", "manual/v1/b", "manual/v2/a")
    assert labels(navigation, *known) == ["manual/v2/a", "b", "manual/v1/b", "manual/v1/a"]


def test_versions_may_lie_in_each_language() -> None:
    navigation = (
        '"languages": [{ "language": "en", "pages": ["en/v1/a", "en/v2/a"] }, '
        '{ "language": "fr", "versions": [{ "version": "v1", "pages": ["fr/v1/a"] }, '
        '{ "version": "v2", "pages": [▮] }] }]'
    )
    known = ("en/v1/a", "en/v2/a", "en/v2/b", "fr/v1/a", "fr/v1/b", "fr/v2/a", "fr/c")
    assert labels(navigation, *known)[:2] == ["fr/v2/a", "fr/c"]
    assert labels(navigation, *known)[-1] == "en/v2/a"


def test_what_is_in_the_list_already_is_not_proposed_again() -> None:
    assert labels('"pages": ["a", "▮", "./b"]', "a", "b", "c") == ["c"]


def test_files_that_are_no_pages_are_not_proposed() -> None:
    site = docs('"pages": ["▮"]') + pages("a", "snippets/b", "drafts/c", "mcp")
    assert asked(f"{site}--- .mintignore\ndrafts/\n--- README.md\n").labels == ["a"]


# Pages: typing


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ('"gui▮"', ["guides/moor", "guides/tie", "misc/guile"]),
        ('"guides/t▮', ["guides/tie"]),
        ('"/guides/t▮', ["guides/tie"]),
        ('"GUIDES/T▮"', ["guides/tie"]),
        ('"moor▮"', ["guides/moor"]),
        ('"knots and▮"', ["guides/tie"]),
        ('"https://▮"', []),
        ('"nowhere▮"', []),
        ("tie▮", ["guides/tie"]),
    ],
)
def test_a_page_is_found_by_any_part_of_its_path_or_title(typed: str, found: list[str]) -> None:
    site = docs(f'"pages": ["index", {typed}]') + (
        "--- guides/moor.mdx\n--- guides/tie.mdx\n---\ntitle: Knots and bends\n---\n"
        "--- misc/guile.mdx\n--- index.mdx\n"
    )
    answer = asked(site)
    assert [label for label in answer.labels if label != "group"] == found
    assert answer.is_incomplete


def test_a_client_keeps_what_was_found_otherwise() -> None:
    answer = asked(docs('"pages": ["moor▮"]') + pages("guides/moor", "moored"))

    assert answer.item("guides/moor")["filterText"] == '"moorguides/moor'
    assert answer.item("moored")["filterText"] == '"moored"'


@pytest.mark.parametrize("typed", ["DEL", "/be", "platf", "Berth", "api.json ", "guides/", "é"])
def test_no_proposal_fits_what_is_typed_better_than_those_before_it(typed: str) -> None:
    """Clients put those first whose text begins so, and of these the ones whose text ends there."""
    known = pages("berths", "guides/berth", "changelog/platform", "platform/a", "delta", "é/a")
    answer = asked(docs(WITH_SPEC % f'"{typed}▮"') + SPEC + known)
    texts = [item["filterText"] for item in answer.json["items"]]

    assert texts
    assert all(text.startswith(f'"{typed}') and text != f'"{typed}' for text in texts)


def test_a_chosen_page_leaves_json() -> None:
    known = pages("a", "b", 'say "hi"')
    for typed, after in (
        ('"a" ▮', '"a", "b"'),
        ('"a", "▮', '"a", "b"'),
        ('▮ "a"', '"b", "a"'),
        ('"x▮yz"', None),
    ):
        answer = asked(docs(f'"pages": [{typed}]') + known)
        if after:
            assert answer.chosen("b") == answer.place.files["docs.json"].replace(
                typed.replace("▮", ""), after
            )
        else:
            assert "b" not in answer.labels
    quoted = asked(docs('"pages": ["a", "▮"]') + known)
    assert quoted.chosen('say "hi"').count(r'"say \"hi\""') == 1


def test_a_group_is_proposed_among_the_pages() -> None:
    known = pages(*"abcdefgh")
    assert asked(docs('"pages": ["a", ▮]') + known).labels.index("group") == 4
    assert asked(docs('"pages": ["a", { "group": "B" }, ▮]') + known).labels[0] == "group"
    assert "group" not in asked(docs('"pages": ["a", "▮"]') + known).labels


def test_the_page_behind_a_title() -> None:
    group = '{ "group": "A", "root": "▮", "pages": ["x/b"] }'
    assert labels(f'"groups": [{group}]', "c", "x/a", "x/b") == ["x/a", "c", "x/b"]


# What is said of a page

TITLED = (
    docs('"pages": ["▮"]')
    + "--- start.mdx\n---\ntitle: 'Cast *off*'\ndescription: '[Go](http://x.com) now'\n---\n"
)


def test_what_a_page_is_about_is_told_when_it_is_looked_at() -> None:
    answer = asked(TITLED, FULL)
    item = answer.item("start")
    assert item["labelDetails"] == {"description": "Cast *off*"}
    assert "documentation" not in item

    said = answer_completion_resolve(answer.place.view(), item, FULL)["documentation"]

    assert said["kind"] == "markdown"
    assert said["value"].startswith("**Cast \\*off\\***\n\n\\[Go\\](http\\://x.com) now\n\n")
    assert "start.mdx" in said["value"]


def test_a_client_that_never_asks_again_is_told_at_once() -> None:
    item = asked(TITLED, BARE).item("start")
    assert item["detail"] == "Cast *off*"
    assert item["documentation"] == "Cast *off*\n\n[Go](http://x.com) now\n\nstart.mdx"


@pytest.mark.parametrize("data", [None, "x", {}, {"page": 1}, {"page": "gone"}])
def test_an_item_of_which_nothing_is_known_stays_as_it_is(data: object) -> None:
    item = {"label": "a", "data": data}
    assert answer_completion_resolve(marked(TITLED).view(), item, FULL) == item


# Endpoints

SPEC = """--- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {
  "/berths": {
    "get": { "summary": "List berths", "description": "All of them.\\n\\n# Yes" },
    "post": { "summary": "Book a place", "deprecated": true },
    "put": { "x-hidden": true }, "patch": { "x-excluded": true }
  },
  "/berths/{id}": { "delete": { "summary": "Give it back" } }
} }
--- more/api.yaml
openapi: 3.0.0
info: { title: B, version: "1" }
paths: { /ships: { get: { summary: List ships } } }
"""
WITH_SPEC = (
    '"tabs": [{ "tab": "A", "openapi": "api.json", "groups": [{ "group": "B", "pages": [%s] }] }, '
    '{ "tab": "B", "openapi": "more/api.yaml" }]'
)


def endpoints(entries: str) -> list[str]:
    found = asked(docs(WITH_SPEC % entries) + SPEC + pages("berths", "guide")).labels
    return [label for label in found if label != "group"]


def test_endpoints_of_the_specification_in_force_those_first_that_nothing_lists() -> None:
    assert endpoints('"▮"') == [
        *("GET /berths", "POST /berths", "DELETE /berths/{id}", "berths", "guide")
    ]
    assert endpoints('"GET /berths", "▮"')[:2] == ["POST /berths", "DELETE /berths/{id}"]
    elsewhere = '"POST /berths", { "group": "C", "pages": ["▮"] }'
    assert endpoints(elsewhere)[:3] == ["GET /berths", "DELETE /berths/{id}", "POST /berths"]


def test_after_pages_come_pages() -> None:
    assert endpoints('"guide", "▮"')[:2] == ["berths", "GET /berths"]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("POST▮", "POST /berths"),
        ("POST /be▮", "POST /berths"),
        ("book▮", "POST /berths"),
        ("a place▮", "POST /berths"),
        ("delete /▮", "DELETE /berths/{id}"),
        ("more/▮", "more/api.yaml GET /ships"),
    ],
)
def test_an_endpoint_is_found_by_its_path_or_a_word_of_its_summary(typed: str, first: str) -> None:
    assert endpoints(f'"{typed}"')[0] == first


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("DEL", "DELETE /berths/{id}"),
        ("D", "DELETE /berths/{id}"),
        ("get ", "GET /berths"),
        ("/", "GET /berths"),
        ("/berths/", "DELETE /berths/{id}"),
        ("del", "delta"),
        ("be", "berths"),
    ],
)
def test_who_types_a_method_or_a_slash_wants_an_endpoint_also_among_pages(
    typed: str, first: str
) -> None:
    known = pages("guide", "berths", "delta", "deleted/all", "x/berths/y")
    found = asked(docs(WITH_SPEC % f'"guide", "{typed}▮"') + SPEC + known)

    assert found.labels[0] == first


def test_an_endpoint_whose_summary_speaks_of_another_method_comes_behind() -> None:
    spec = SPEC.replace("Book a place", "Delete and book anew")

    found = asked(docs(WITH_SPEC % '"DEL▮"') + spec).labels
    assert found == ["DELETE /berths/{id}", "POST /berths"]


# Specifications that docs.json does not name, or has only just named


UNNAMED = '"tabs": [{ "tab": "A", "pages": [%s] }]'


def test_specifications_that_nothing_names_yet_are_offered() -> None:
    found = asked(docs(UNNAMED % '"▮"') + SPEC + pages("guide")).labels

    assert found[:2] == ["guide", "api.json GET /berths"]
    assert "more/api.yaml GET /ships" in found
    typed = asked(docs(UNNAMED % '"more/api.yaml ▮"') + SPEC).labels
    assert typed == ["more/api.yaml GET /ships"]
    for entry in ("/ber", "GET"):
        named = asked(docs(UNNAMED % f'"{entry}▮"') + SPEC + pages("guide", "bert")).labels
        assert named[0] == "api.json GET /berths"


def test_of_many_specifications_one_is_chosen_first() -> None:
    more = "".join(
        SPEC.replace("- api.json", f"- s{number}.json").replace("/api", f"/s{number}")
        for number in range(3)
    )
    answer = asked(docs(UNNAMED % '"s▮"') + more, replace(FULL, ask_again="again"))

    assert answer.labels[:2] == ["more/s0.yaml", "more/s1.yaml"]
    assert "s2.json" in answer.labels
    item = answer.item("s2.json")
    assert (item["textEdit"]["newText"], item["command"]["command"]) == ('"s2.json $1"', "again")
    assert asked(docs(UNNAMED % '"s2.json ▮"') + more).labels[0] == "s2.json GET /berths"
    in_force = '"tabs": [{ "tab": "A", "openapi": "s0.json", "pages": ["▮"] }]'
    assert asked(docs(in_force) + more).labels == [
        *("GET /berths", "POST /berths", "DELETE /berths/{id}")
    ]


def test_a_specification_that_was_named_a_moment_ago_is_waited_for() -> None:
    place = marked(docs(WITH_SPEC % '"▮"') + SPEC)
    view = without_specs(place)

    assert asked(place, BARE, view).labels[:3] == [
        *("GET /berths", "POST /berths", "DELETE /berths/{id}")
    ]


def test_nobody_waits_for_a_specification_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = Event()

    def slowly(data: bytes, path: str) -> Spec:
        may_go_on.wait(10)
        return parse_spec(data, path)

    place = marked(docs(WITH_SPEC % '"▮"') + SPEC + pages("guide"))
    view = without_specs(place)
    monkeypatch.setattr(openapi, "parse_spec", slowly)
    monkeypatch.setattr(_spec_cache, "PATIENCE", 0.02)
    answer = asked(place, BARE, view)
    assert answer.labels == ["guide"]
    assert answer.is_incomplete

    may_go_on.set()
    monkeypatch.setattr(_spec_cache, "PATIENCE", 10)
    assert "GET /berths" in asked(place, BARE, view).labels


def test_a_specification_that_cannot_be_read_has_no_endpoints() -> None:
    place = marked(docs(WITH_SPEC % '"▮"') + SPEC + pages("guide"))
    view = without_specs(place)
    gone = replace(view, files=MemoryFiles({}))

    assert asked(place, BARE, gone).labels == ["guide"]


def without_specs(place: Marked) -> View:
    """A site whose specifications have not been read."""
    view = place.view()
    assert view.site.facts is not None
    return replace(view, site=view.site.with_facts(replace(view.site.facts, specs={})), _texts={})


def test_without_a_specification_in_force_each_endpoint_names_its_own() -> None:
    tabs = '"tabs": [{ "tab": "A", "pages": [%s] }, { "openapi": ["api.json", "more/api.yaml"] }]'
    answer = asked(docs(tabs % '"▮"') + SPEC)
    assert answer.labels == [
        *("api.json GET /berths", "api.json POST /berths", "api.json DELETE /berths/{id}"),
        "more/api.yaml GET /ships",
    ]
    one_more = asked(docs(tabs % '"api.json GET /berths", "▮"') + SPEC)
    assert "api.json GET /berths" not in one_more.labels


def test_what_is_said_of_an_endpoint() -> None:
    answer = asked(docs(WITH_SPEC % '"▮"') + SPEC, FULL)
    listing, booking = answer.item("GET /berths"), answer.item("POST /berths")

    assert listing["labelDetails"] == {"description": "List berths"}
    assert listing["documentation"] == {"kind": "markdown", "value": "All of them.\n\n**Yes**"}
    assert booking["tags"] == [1]
    assert answer.is_incomplete


# Links


@pytest.mark.parametrize(
    "more",
    [
        '"navbar": { "links": [{ "label": "A", "href": "%s" }] }, ',
        '"navbar": { "primary": { "type": "button", "label": "A", "href": "%s" } }, ',
        '"footer": { "links": [{ "header": "A", "items": [{ "label": "A", "href": "%s" }] }] }, ',
        '"logo": { "light": "/l.svg", "dark": "/d.svg", "href": "%s" }, ',
        '"redirects": [{ "source": "/x", "destination": "%s" }], ',
    ],
)
def test_links_lead_to_addresses_of_pages(more: str) -> None:
    known = pages("guides/index", "guides/moor", "index") + "--- tie.mdx\n---\ntitle: Knots\n---\n"

    def found(typed: str) -> list[str]:
        return asked(docs('"pages": ["tie"]', more % typed) + known).labels

    assert sorted(found("▮")) == ["/", "/guides", "/guides/moor", "/tie"]
    assert found("/gui▮") == ["/guides", "/guides/moor"]
    assert found("moor▮") == ["/guides/moor"]
    assert found("knot▮") == ["/tie"]
    assert found("https://▮") == []
    assert found("#▮") == []


def test_elements_can_be_links() -> None:
    known = pages("a", "b")
    assert asked(docs('"tabs": [{ "tab": "A", "href": "▮" }]') + known).labels == ["/a", "/b"]
    anchors = '"pages": [], "global": { "anchors": [{ "anchor": "A", "href": "▮" }] }'
    assert asked(docs(anchors) + known).labels == ["/a", "/b"]


def test_a_redirect_most_likely_leads_to_a_page_of_the_same_name() -> None:
    redirect = '"redirects": [{ "source": "/old/moor", "destination": "▮" }], '
    known = pages("a", "guides/moor", "old/b", "z")
    found = asked(docs('"pages": ["a"]', redirect) + known).labels
    assert found == ["/guides/moor", "/old/b", "/a", "/z"]
    itself = '"redirects": [{ "source": "/a", "destination": "▮" }], '
    assert "/a" not in asked(docs('"pages": ["a"]', itself) + known).labels


def test_a_redirect_is_most_likely_from_an_address_that_links_lead_to_in_vain() -> None:
    redirect = '"redirects": [{ "source": "%s", "destination": "/a" }], '
    known = "--- a.mdx\n[x](/gone) [y](/b#c) [z](./lost)\n--- b.mdx\n[x](/gone)\n"
    known += "![x](/x.png) ![x](/x.png) ![x](/x.png) [z](/v1.2)\n"
    text = docs('"pages": ["a", "b"]', redirect % "▮") + known

    def looked_at(text: str) -> list[str]:
        place = marked(text)
        view = place.view()
        view = replace(view, site=view.site.run_site_rules())
        return asked(place, view=view).labels

    assert looked_at(text) == ["/gone", "/lost", "/v1.2", "/x.png"]
    assert looked_at(text.replace("▮", "/lo▮")) == ["/lost"]
    assert looked_at(text.replace('"redirects": [', '"redirects": [{ "source": "/gone" }, ')) == [
        *("/lost", "/v1.2", "/x.png")
    ]


# Before the first scan


def unscanned(text: str) -> tuple[Marked, View]:
    place = marked(text)
    memory = MemoryFiles(place.files)
    return place, View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))


def test_before_the_first_scan_what_is_known_is_proposed() -> None:
    link = '"navbar": { "links": [{ "label": "A", "href": "▮" }] }, '
    for text, found in (
        (docs('"pages": ["a", "GET /b", "c/index"]', link), ["/a", "/c"]),
        (docs('"groups": [{ "root": "▮", "pages": ["a"] }]'), ["a"]),
        (docs('"pages": ["▮"]'), []),
        (docs('"pages": [▮]'), ["group"]),
        (docs('"openapi": "▮"'), []),
        (docs('"$ref": "▮"'), []),
        (docs('"tabs": [{ "tab": "A", "hidden": ▮ }]'), ["true", "false"]),
    ):
        place, view = unscanned(text)
        answer = asked(place, view=view)
        assert answer.labels == found
        assert answer.is_incomplete
    place, view = unscanned(docs('"tabs": [{ "tab": "A", "▮" }]'))
    assert asked(place, view=view).labels[:2] == ["groups", "pages"]


# Large sites


def with_pages(view: View, count: int) -> View:
    assert view.site.facts is not None
    files = [f"part{at % 50}/folder{at % 700}/page-{at}.mdx" for at in range(count)]
    index = PageIndex.from_files(files, ())
    facts = replace(view.site.facts, pages=index, files=frozenset(files))
    return replace(view, site=view.site.with_facts(facts))


def test_of_many_pages_the_best_few_are_sent_and_the_rest_on_typing() -> None:
    place = marked(docs('"pages": ["part7/folder7/page-7", "▮"]'))
    view = with_pages(place.view(), 25_000)

    answer = asked(place, view=view)

    assert len(answer.labels) == MOST
    assert all(label.startswith("part7/folder7/") for label in answer.labels[:30])
    assert answer.is_incomplete
    typing = marked(docs('"pages": ["page-2499▮"]'))
    found = asked(typing, view=with_pages(typing.view(), 25_000)).labels
    assert "part49/folder599/page-24999" not in answer.labels
    assert "part49/folder499/page-24999" in found


@pytest.mark.parametrize("typed", ["gides/sta", "guides/strt", "gudies/start", "guidesstart"])
def test_a_page_is_found_although_a_letter_is_missing_or_wrong(typed: str) -> None:
    known = ("guides/start", "guides/next", "reference/errors")
    answer = asked(docs(f'"pages": ["{typed}▮"]') + pages(*known))

    assert next(label for label in answer.labels if label != "group") == "guides/start"


def test_what_fits_nearly_is_left_out_if_something_fits() -> None:
    known = ("guides/start", "gides/next")

    assert labels('"pages": ["gides▮"]', *known) == ["gides/next"]


def test_an_editor_that_compares_other_texts_shows_what_differs() -> None:
    deep = "reference/generated/administration/permissions"
    known = ("guides/start", f"{deep}/list", f"{deep}/add")
    able = replace(FULL, filters_texts=True)

    near = asked(docs(f'"pages": ["{deep}/▮"]') + pages(*known), able)
    assert [label for label in near.labels if label != "group"] == ["add", "list"]
    assert near.item("add")["filterText"].startswith(f'"{deep}/add')
    far = asked(docs('"pages": ["▮"]') + pages(*known), able).labels
    assert {"guides/start", "…/administration/permissions/add"} <= {*far}
