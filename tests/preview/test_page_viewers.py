"""The page of a site that is not open to everybody, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.preview.browsing import Scheme, Tab, browser, tab
from tests.preview.club import write_club
from tests.preview.running import Running, running

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_club(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def preview(club: Path) -> Iterator[Running]:
    with running(club) as started:
        yield started


@pytest.fixture
def shown(chromium: Browser, preview: Running) -> Iterator[Tab]:
    with tab(chromium, preview.ready["page"]) as opened:
        opened.show("viewers")
        yield opened
    assert opened.complaints == []
    assert opened.elsewhere == []


def seen(tab: Tab, page: str) -> Locator:
    """The cells of a page in the table of who sees it."""
    return tab.page.locator("#seen-rows tr", has_text=page).locator("td")


def test_it_says_how_the_site_is_open_and_how_many_pages_each_viewer_sees(shown: Tab) -> None:
    page = shown.page

    expect(page.locator("#access")).to_have_text("Some pages are public; the others need a log-in.")
    expect(page.locator("#notice")).to_contain_text("preview.auth is not set in docs-lsp.toml")
    expect(page.locator("#choices li")).to_have_text(
        [
            "Anonymous1 of 5 pages",
            "Client credential2 of 5 pages",
            "anna crew4 of 5 pages",
            "ben press2 of 5 pages",
        ]
    )


def test_pages_stand_beside_viewers_with_the_reasons(shown: Tab) -> None:
    expect(seen(shown, "log-book")).to_have_text(
        [
            "Noneeds a log-in",
            "Noa client credential is in no group",
            "Yesin crew",
            "Noonly for crew",
        ]
    )
    expect(shown.page.locator("#seen-rows tr")).to_have_count(3)
    shown.page.get_by_label("only where they differ").uncheck()
    expect(shown.page.locator("#seen-rows tr")).to_have_count(5)
    shown.page.get_by_label("Which pages").fill("welcome")
    expect(shown.page.locator("#seen-rows tr")).to_have_count(1)


def test_viewers_are_chosen_made_up_and_removed(shown: Tab) -> None:
    page = shown.page
    page.get_by_role("checkbox", name="Client credential").uncheck()
    expect(seen(shown, "log-book")).to_have_count(3)
    page.get_by_label("A member of").fill("press, crew")
    page.get_by_label("A member of").press("Enter")

    expect(page.locator("#choices")).to_contain_text("In crew, press3 of 5 pages")
    expect(seen(shown, "stories").last).to_have_text("Nonot for press")
    page.get_by_role("button", name="Remove: In crew, press").click()
    expect(seen(shown, "log-book")).to_have_count(3)
    assert shown.focused() == "groups"


def test_one_search_is_made_as_each_viewer(shown: Tab) -> None:
    page = shown.page
    page.get_by_label("Search as each").fill("boats")
    page.get_by_role("button", name="Compare").click()
    anonymous = page.get_by_role("region", name="Anonymous")

    expect(anonymous).to_contain_text("1 section of 1 page")
    expect(page.get_by_role("region", name="anna")).to_contain_text("4 sections of 4 pages")
    page.get_by_role("checkbox", name="Anonymous").uncheck()
    expect(anonymous).to_have_count(0)


def test_the_keyboard_is_enough(shown: Tab) -> None:
    keyboard = shown.page.keyboard
    shown.tab_to("as-credential")
    keyboard.press("Space")
    expect(seen(shown, "log-book")).to_have_count(3)
    shown.tab_to("as-query")
    keyboard.type("boats")
    keyboard.press("Enter")
    expect(shown.page.locator("#found-count")).to_have_text(
        "Anonymous finds 1, anna finds 4, ben finds 2."
    )
    shown.tab_to("Log book")
    keyboard.press("Enter")
    expect(shown.page.get_by_role("dialog")).to_be_visible()


def test_a_page_that_is_not_public_is_read_in_a_window(shown: Tab) -> None:
    page = shown.page
    shown.show("pages")
    page.locator("#rows").get_by_role("button", name="Log book").click()

    expect(page.get_by_role("dialog")).to_contain_text("The boats of Log book.")
    expect(page.locator("#rows")).to_contain_text("Only readers in crew can see it.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert shown.focused() == "Log book"


def test_it_knows_the_address_for_those_who_log_in(shown: Tab, preview: Running) -> None:
    page = shown.page
    shown.show("connect")

    expect(page.get_by_label("With a log-in")).to_have_value(f"{preview.ready['url']}/authed/mcp")
    expect(page.get_by_label("Without a log-in")).to_have_value(preview.ready["mcp"])
    page.get_by_text("Clients that send a token").click()
    expect(page.locator("#header-clients")).to_contain_text("Authorization: Bearer $DOCS_TOKEN")


def test_the_tools_are_called_as_the_viewer_that_is_chosen(shown: Tab) -> None:
    page = shown.page
    shown.show("files")
    command = page.get_by_label("Command", exact=True)
    answers = {
        "anna": "The boats of Log book.",
        "Anonymous": "No such file",
        "ben": "No such file",
    }
    for viewer, answer in answers.items():
        page.get_by_label("As", exact=True).select_option(label=viewer)
        command.fill("ls / && cat /log-book.mdx")
        command.press("Enter")

        expect(page.locator("#output pre")).to_contain_text(answer)
    expect(page.locator("#call-rows tr").first).to_contain_text("this page, as user:ben")


def test_a_credential_is_created_and_deleted(shown: Tab) -> None:
    page = shown.page
    shown.show("connect")
    page.get_by_label("Label", exact=True).fill("Nightly build")
    page.get_by_role("button", name="Create").click()
    secret = page.get_by_label("Client secret", exact=True)

    expect(secret).to_have_value(re.compile(r"\S{20,}"))
    expect(page.get_by_role("region", name="Command")).to_contain_text(
        f"client_secret={secret.input_value()}"
    )
    page.get_by_role("button", name="Copy: Client secret").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == secret.input_value()
    page.get_by_role("button", name="Done").click()
    expect(secret).to_have_count(0)

    page.get_by_role("button", name="Delete: Nightly build").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Its tokens stop working immediately, and this cannot be undone."
    )
    assert shown.focused() == "Keep it"
    page.get_by_role("button", name="Keep it").click()
    assert shown.focused() == "Delete"
    page.get_by_role("button", name="Delete: Nightly build").click()
    page.get_by_role("button", name="Delete permanently").click()
    expect(page.get_by_text("There are none yet.")).to_be_visible()


def test_it_follows_an_edit_of_groups(chromium: Browser, tmp_path: Path) -> None:
    own = write_club(tmp_path / "own")
    with running(own) as preview, tab(chromium, preview.ready["page"]) as shown:
        shown.show("viewers")
        shown.page.get_by_role("checkbox", name="ben").focus()
        text = (own / "log-book.mdx").read_text("utf-8").replace("crew", "press")
        (own / "log-book.mdx").write_text(text, "utf-8")

        expect(seen(shown, "log-book").last).to_have_text("Yesin press")
        assert shown.focused() == "as-user:ben"
        assert shown.complaints == []


def test_nobody_gets_anything_of_a_closed_site_without_a_log_in(
    chromium: Browser, tmp_path: Path
) -> None:
    closed = write_club(tmp_path / "closed", '[preview]\nauth = "full"\nenabled = true\n')
    with running(closed) as preview, tab(chromium, preview.ready["page"]) as shown:
        page = shown.page
        expect(page.locator("#access")).to_have_text("Every page needs a log-in.")
        expect(page.locator("#public")).to_be_hidden()
        expect(page.get_by_label("As", exact=True)).to_have_value("credential")
        page.get_by_role("searchbox", name="Search", exact=True).fill("boats")
        page.keyboard.press("Enter")
        expect(page.locator("#answer pre").first).to_contain_text("Page: ")
        page.get_by_label("As", exact=True).select_option("anonymous")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator("#printed pre.error")).to_be_visible()
        # The browser notes such an answer down by itself.
        assert all("401" in complaint for complaint in shown.complaints)


def test_a_site_that_is_open_to_everybody_compares_nobody(chromium: Browser, sites: Path) -> None:
    with running(sites / "plain") as preview, tab(chromium, preview.ready["page"]) as shown:
        expect(shown.page.locator("#access")).to_contain_text("Every indexed page is public")
        expect(shown.page.locator("#viewing")).to_be_hidden()
        expect(shown.page.locator("#authed")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 800, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_everywhere(
    chromium: Browser, preview: Running, width: int, scheme: Scheme
) -> None:
    with tab(chromium, preview.ready["page"], width, scheme) as shown:
        shown.show("viewers")
        shown.page.get_by_label("Search as each").fill("boats")
        shown.page.get_by_label("Search as each").press("Enter")
        shown.page.locator("#found section").first.wait_for()
        for part in ("viewers", "search", "connect"):
            shown.show(part)
            if part == "connect":
                shown.page.get_by_text("Clients that send a token").click()
            assert not shown.is_too_wide()
            assert shown.faint() == []
        assert shown.complaints == []


def test_the_tree_is_that_of_whom_the_tools_are_called_as(shown: Tab) -> None:
    shown.show("files")
    tree = shown.page.locator("#tree-top")
    expect(tree.locator("> li")).to_have_count(1)
    expect(tree).not_to_contain_text("log-book")

    shown.page.locator("#as").select_option("user:anna")
    expect(tree).to_contain_text("log-book")
