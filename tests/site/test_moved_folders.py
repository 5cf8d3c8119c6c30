"""Which folders have moved, as the dead addresses of a site show it."""

from __future__ import annotations

from pathlib import Path

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.settings.settings import Settings
from docs_lsp.site.routes.moved_folders import MovedFolder, find_moved_folders
from tests.site.moving import files_in, overview_of


def found(pages: str, *dead: str, more: str = "") -> tuple[MovedFolder, ...]:
    """The moves in a site of some pages, in which some addresses are dead."""
    return find_moved_folders(dead, overview_of(files_in(text_of(pages, more))))


def text_of(pages: str, more: str = "") -> str:
    listed = ", ".join(f'"{page}"' for page in pages.split())
    files = "".join(f"--- {page}.mdx\nText\n" for page in pages.split())
    return f'--- docs.json\n{{ "navigation": {{ "pages": [{listed}] }}{more} }}\n{files}'


def one(pages: str, *dead: str, more: str = "") -> MovedFolder:
    (folder,) = found(pages, *dead, more=more)
    return folder


def written(folder: MovedFolder) -> list[str]:
    return [f"{one.source} -> {one.destination}" for one in folder.redirects]


PAGES = "index port/fees port/tides port/deep/charts"
DEAD = ("/quay/fees", "/quay/tides", "/quay/deep/charts")


def test_a_folder_that_moved_is_found() -> None:
    folder = one(PAGES, *DEAD)

    assert (folder.old, folder.new, folder.addresses) == ("/quay", "/port", frozenset(DEAD))
    assert folder.is_whole and folder.is_sure
    assert written(folder) == ["/quay/:slug* -> /port/:slug*"]
    assert folder.map_address("/quay/deep/charts") == "/port/deep/charts"


def test_addresses_are_compared_as_the_service_does() -> None:
    assert one("index my-port/fees my-port/tides", "/quay/fees/", "/quay/tides/index").is_whole


def test_one_page_is_not_a_folder() -> None:
    assert found(PAGES, "/quay/fees", "/pier/tides") == ()


def test_two_pages_may_be_a_coincidence() -> None:
    assert not one(PAGES, "/quay/fees", "/quay/tides").is_sure


def test_of_two_places_nobody_knows_the_right_one() -> None:
    assert found(f"{PAGES} old/fees old/tides", *DEAD) == ()
    assert one(f"{PAGES} old/fees", *DEAD).new == "/port"


def test_copies_in_another_version_are_no_other_place() -> None:
    copies = "v1/port/fees v1/port/tides v1/port/deep/charts"

    assert one(f"{PAGES} {copies}", *DEAD).new == "/port"
    assert one(f"index {copies}", *DEAD).new == "/v1/port"
    assert found(f"index {copies} {copies.replace('v1', 'v2')}", *DEAD) == ()


def test_a_page_that_did_not_come_along_forbids_one_redirect_for_all() -> None:
    folder = one(PAGES, *DEAD, "/quay/gone")

    assert folder.addresses == frozenset(DEAD)
    assert not folder.is_whole


def test_a_page_that_stayed_forbids_one_redirect_for_all() -> None:
    assert not one(f"{PAGES} quay/lights", *DEAD).is_whole
    assert not one(f"{PAGES} quay", *DEAD).is_whole
    assert not one(f"{PAGES} quay/index", *DEAD).is_whole


def test_a_file_that_stayed_forbids_it_too() -> None:
    text = "--- docs.json\n{}\n--- quay/chart.png\nA\n"
    pages = "".join(f"--- {page}.mdx\nText\n" for page in PAGES.split())
    (folder,) = find_moved_folders(DEAD, overview_of(files_in(text + pages)))

    assert not folder.is_whole


def redirect(source: str, destination: str = "/index") -> str:
    item = f'{{ "source": "{source}", "destination": "{destination}" }}'
    return f', "redirects": [{item}]'


def test_earlier_redirects_from_the_folder_stay_as_they_are() -> None:
    assert one(PAGES, *DEAD, more=redirect("/quay/lights")).is_whole
    assert one(PAGES, *DEAD, more=redirect("/quay/lights/:slug*")).is_whole
    assert one(PAGES, *DEAD, more=redirect("/quay")).is_whole


def test_an_earlier_redirect_that_may_take_all_forbids_another() -> None:
    assert not one(PAGES, *DEAD, more=redirect("/quay/:name")).is_whole
    assert found(PAGES, *DEAD, more=redirect("/:slug*", "https://example.com/:slug*")) == ()


def test_a_page_that_readers_do_not_get_to_is_not_a_new_place() -> None:
    left = ("/quay/tides", "/quay/deep/charts")
    folder = one(PAGES, *DEAD, more=redirect("/port/fees"))

    assert folder.addresses == frozenset(left)


def test_a_language_moves_within_itself() -> None:
    text = """--- docs.json
{ "navigation": { "languages": [{ "language": "en", "pages": ["index"] }, { "language": "fr" }] } }
"""
    names = ("fees", "tides", "charts")
    pages = "".join(
        f"--- {folder}/{name}.mdx\nA\n" for folder in ("port", "fr/port") for name in names
    )
    dead = [f"{folder}/{name}" for folder in ("/quay", "/fr/quay") for name in names]
    moves = find_moved_folders(dead, overview_of(files_in(text + pages)))

    assert {(move.old, move.new) for move in moves} == {
        ("/quay", "/port"),
        ("/fr/quay", "/fr/port"),
    }
    assert all(move.is_whole and move.is_sure for move in moves)


def test_pages_may_move_to_the_root_but_nothing_moves_from_it() -> None:
    folder = one("fees tides charts", "/quay/fees", "/quay/tides", "/quay/charts")

    assert written(folder) == ["/quay/:slug* -> /:slug*"]
    assert found("port/fees port/tides port/charts", "/fees", "/tides", "/charts") == ()


def test_a_wrong_relative_link_is_not_surely_a_move() -> None:
    dead = ("/port/port/fees", "/port/port/tides", "/port/port/deep/charts")
    folder = one(PAGES, *dead)

    assert (folder.old, folder.new) == ("/port/port", "/port")
    assert not folder.is_sure


def test_each_address_is_in_one_move_and_the_largest_comes_first() -> None:
    pages = "a/x/1one a/x/2two a/x/3three b/4four b/5five"
    dead = ("/old/x/1one", "/old/x/2two", "/old/x/3three", "/old/4four", "/old/5five")
    moves = found(pages, *dead)
    addresses = [address for move in moves for address in move.addresses]

    assert (moves[0].old, moves[0].new) == ("/old/x", "/a/x")
    assert sorted(addresses) == sorted(dead)


def test_a_name_that_many_pages_have_says_nothing_by_itself() -> None:
    pages = " ".join(f"part{number}/overview" for number in range(40))
    assert found(pages, "/old/overview", "/older/overview") == ()


def test_the_folder_itself_gets_a_redirect_where_something_leads_to_it() -> None:
    both = ["/quay -> /port", "/quay/:slug* -> /port/:slug*"]

    assert written(one(f"{PAGES} port", *DEAD, "/quay")) == both
    assert not one(PAGES, *DEAD, "/quay").is_whole


def test_what_may_answer_in_the_folder_forbids_one_redirect_for_all() -> None:
    languages = """--- docs.json
{ "navigation": { "languages": [{ "language": "en", "pages": ["index"] }, { "language": "fr" }] } }
--- fr/quay/lights.mdx
A
"""
    pages = "".join(f"--- {page}.mdx\nText\n" for page in PAGES.split())
    (folder,) = find_moved_folders(DEAD, overview_of(files_in(languages + pages)))

    assert not folder.is_whole
    assert not one(f"{PAGES} Quay/lights", *DEAD).is_whole
    assert not one(PAGES, "/docs/quay/fees", "/docs/quay/tides").is_whole


def test_what_others_answer_is_not_taken() -> None:
    settings = Settings(elsewhere=("/quay/lights/",))
    site = evaluate_whole_site(Path("/site"), files_in(text_of(PAGES)), settings)
    overview = site.get_overview()
    assert overview is not None
    (folder,) = find_moved_folders(DEAD, overview)

    assert not folder.is_whole
