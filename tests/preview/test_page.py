"""The page at `/` in a real browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from docs_lsp.cache.folder import INSTALL_COMMAND
from mcp_preview.index.page_meaning import MeaningState, describe_ranking
from tests.preview.browsing import Scheme, Tab, browser, tab
from tests.preview.group_sites import write
from tests.preview.running import Running, running

OPTIONS = ["copy", "mcp", "add-mcp", "cursor", "vscode"]
_LISTEN = """() => {
  window.said = [];
  const listen = (all) => window.said.push(...all.map((one) => one.target.textContent));
  new MutationObserver(listen).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, sites: Path) -> Path:
    """A site that offers every way to connect."""
    folder = tmp_path_factory.mktemp("page") / "observatory"
    shutil.copytree(sites / "observatory", folder)
    docs = json.loads((folder / "docs.json").read_text("utf-8"))
    docs["contextual"] = {"options": OPTIONS}
    (folder / "docs.json").write_text(json.dumps(docs), "utf-8")
    return folder


@pytest.fixture(scope="module")
def preview(site: Path) -> Iterator[Running]:
    with running(site) as started:
        yield started


@pytest.fixture
def shown(chromium: Browser, preview: Running) -> Iterator[Tab]:
    """The page; nothing may go wrong in it, and it may ask nobody else."""
    with tab(chromium, preview.ready["page"]) as opened:
        yield opened
    assert opened.complaints == []
    assert opened.elsewhere == []


@pytest.mark.needs("chromium")
def test_it_says_what_a_client_gets(shown: Tab, preview: Running) -> None:
    page = shown.page

    expect(page).to_have_title("Hill Observatory: preview of the search server")
    expect(page.locator("#counts")).to_have_text("Pages: 28 indexed, 1 excluded.")
    expect(page.locator("#url")).to_have_value(preview.ready["mcp"])
    for name in preview.ready["tools"]:
        expect(page.locator("#tools")).to_contain_text(name)
    expect(page.locator("#tools")).to_contain_text("mintlify://skills/hill-observatory")
    expect(page.locator("#meaning")).to_have_text(
        describe_ranking(MeaningState.OFF).replace("`", "")
    )
    expect(page.locator("#meaning code")).to_have_text(INSTALL_COMMAND)


@pytest.mark.needs("chromium")
def test_the_first_screen_says_what_to_do(shown: Tab, preview: Running) -> None:
    page = shown.page
    start = page.locator("#start")

    expect(start.locator("#start-questions button")).to_have_count(3)
    expect(start.locator("#start-connect code")).to_have_text(
        f"claude mcp add --transport http hill-observatory {preview.ready['mcp']}"
    )
    expect(start.locator("#start-connect a.button")).to_have_text(
        ["Connect to Cursor", "Connect to VS Code"]
    )
    expect(start.locator("#start-findings li").first).not_to_have_text("Looking …")
    title = start.locator("#start-questions button").first.text_content()
    start.locator("#start-questions button").first.click()
    expect(page.locator("#hits > li").first).to_contain_text(str(title))
    expect(start).to_be_hidden()


@pytest.mark.needs("chromium")
def test_the_first_screen_begins_with_links_that_lead_nowhere(
    chromium: Browser, tmp_path: Path
) -> None:
    pages = {
        "crew.mdx": "---\ntitle: For the crew\ngroups: [crew]\n---\nNight watch.",
        **{f"{name}.mdx": f"---\ntitle: The {name}\n---\n" for name in ("tides", "boats")},
    }
    navigation = {"pages": [*(name.removesuffix(".mdx") for name in pages), "gone"]}
    pages["docs.json"] = json.dumps({"name": "Quay", "navigation": navigation})
    write(tmp_path, pages)
    with running(tmp_path) as preview, tab(chromium, preview.ready["page"], 390) as opened:
        findings = opened.page.locator("#start-findings li")
        expect(opened.page.locator("#start-questions button")).to_have_text(
            ["The tides", "The boats"]
        )
        expect(findings.first).to_have_text(
            "1 entry of the navigation without a page: a broken link for readers."
        )
        # As it is shown, not as it is written: the space may be lost between two links.
        assert ".mdx and 1 more" in findings.nth(1).inner_text()
        findings.first.get_by_role("link").click()
        expect(opened.page.locator("#verdict")).to_have_value("other")
        assert opened.complaints == []


@pytest.mark.needs("chromium")
@pytest.mark.parametrize(
    ("files", "first", "examples"),
    [
        ({"docs.json": "{"}, "docs.json", []),
        ({"docs.json": '{"name": "Quay", "navigation": {"pages": []}}'}, "No page is indexed", []),
        (
            {
                "docs.json": '{"name": "Quay", "navigation": {"pages": ["tides", "sea"]}}',
                "tides.mdx": "---\ntitle: Tides\n---\nHigh water and low water.",
                "sea.mdx": "---\ntitle: [Sea\n---\nSalt.",
            },
            "These pages cannot be read",
            ["Tides"],
        ),
    ],
)
def test_the_first_screen_of_a_small_or_broken_site(
    chromium: Browser, tmp_path: Path, files: dict[str, str], first: str, examples: list[str]
) -> None:
    write(tmp_path, files)
    with running(tmp_path) as preview, tab(chromium, preview.ready["page"]) as opened:
        start = opened.page.locator("#start")
        expect(start.locator("#start-findings li").first).to_contain_text(first)
        expect(start.locator("#start-questions button")).to_have_text(examples)
        title = start.get_by_role("heading", name="Try a title of the site")
        expect(title).to_have_count(1 if examples else 0)
        assert opened.complaints == []


@pytest.mark.needs("chromium")
def test_a_hit_names_the_pages_that_say_the_same(chromium: Browser, tmp_path: Path) -> None:
    text = "Open the gate of the lock, let the water in, wait for the lamp, leave by the far end."
    pages = {f"{name}.mdx": f"---\ntitle: Pass {name}\n---\n{text}" for name in ("north", "south")}
    navigation = {"pages": [name.removesuffix(".mdx") for name in pages]}
    write(tmp_path, {**pages, "docs.json": json.dumps({"name": "Q", "navigation": navigation})})
    with running(tmp_path) as preview, tab(chromium, preview.ready["page"]) as opened:
        opened.page.fill("#query", "gate of the lock")
        opened.page.press("#query", "Enter")
        cards = opened.page.locator("#hits > li")
        expect(cards).to_have_count(1)
        expect(cards).to_contain_text("Also: /south")
        assert opened.complaints == []


@pytest.mark.needs("chromium")
def test_the_first_screen_shows_the_three_worst_findings(chromium: Browser, tmp_path: Path) -> None:
    pages = {
        "empty.mdx": "---\ntitle: Empty hold\n---\n",
        "open.mdx": "<Card>",
        "bad.mdx": "---\ntitle: [Sea\n---\nSalt.",
        "heading.mdx": "# Bare\n\n# Text\n\nThe tides of the day.",
    }
    listed = [*(name.removesuffix(".mdx") for name in pages), "gone"]
    docs = json.dumps({"name": "Quay", "navigation": {"pages": listed}})
    write(tmp_path, {**pages, "docs.json": docs})
    with running(tmp_path) as preview, tab(chromium, preview.ready["page"]) as opened:
        findings = opened.page.locator("#start-findings li")
        expect(findings).to_have_count(3)
        expect(findings.nth(0)).to_contain_text("1 entry of the navigation without a page")
        expect(findings.nth(1)).to_contain_text("cannot be read")
        expect(findings.nth(2)).to_contain_text("rejects these pages")
        expect(opened.page.locator("#start-more")).to_have_text("2 more in the report")
        assert opened.complaints == []


@pytest.mark.needs("chromium")
@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("mintlify://skills/hill-observatory", "name: hill-observatory"),
        ("/llms.txt", "## Docs"),
        ("/llms-full.txt", "Source: http://"),
    ],
)
def test_it_leads_to_what_a_client_reads_besides(shown: Tab, link: str, text: str) -> None:
    shown.show("connect")
    shown.page.locator("#tools").get_by_role("link", name=link, exact=True).click()

    expect(shown.page.locator("pre")).to_contain_text(text)


@pytest.mark.needs("chromium")
def test_a_search_shows_what_a_client_reads(shown: Tab) -> None:
    page = shown.page
    page.get_by_label("Language").select_option("de")
    page.get_by_role("searchbox", name="Search").fill("rotes Licht")
    page.get_by_role("button", name="Search", exact=True).click()

    expect(page.locator("#answer pre").first).to_contain_text("Page: de/visit/red-light")
    expect(page.locator("#cost")).to_contain_text("bytes")
    expect(page.locator("#call-rows tr").first).to_contain_text('"language":"de"')
    expect(page.locator("#call-rows tr").first).to_contain_text("this page")


@pytest.mark.needs("chromium")
def test_a_search_shows_where_each_page_stands_and_why(shown: Tab, site: Path) -> None:
    page = shown.page
    page.get_by_role("searchbox", name="Search").fill("red light")
    page.keyboard.press("Enter")
    card = page.locator("#hits li.card").first

    expect(card.locator(".rank")).to_have_text("1")
    expect(card.get_by_role("heading")).to_have_text("Red light")
    expect(card.locator(".excerpt mark").first).to_have_text("light")
    expect(card).to_contain_text("Also: /de/visit/red-light")
    link = card.get_by_role("link", name="visit/red-light.mdx")
    assert (link.get_attribute("data-file") or "").endswith("visit/red-light.mdx")
    card.get_by_text("Why it is here").click()
    expect(card.locator(".reasons li").first).to_have_text("red light in its title")


@pytest.mark.needs("chromium")
def test_the_same_query_otherwise_stands_beside_it(shown: Tab) -> None:
    page = shown.page
    page.locator("#query").fill("blinds everybody")
    page.keyboard.press("Enter")
    choice = page.get_by_role("button", name="in de")
    choice.click()

    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#here-title")).to_have_text("In every language")
    expect(page.locator("#beside-title")).to_have_text("In de")
    expect(page.locator("#difference")).to_contain_text("only on the left")
    expect(page.locator("#hits .differs", has_text="only here").first).to_be_visible()
    page.get_by_role("button", name="Close the second column").click()
    expect(page.locator("#beside")).to_be_hidden()
    expect(page.locator("#hits .differs")).to_have_count(0)
    expect(page.locator("#query")).to_be_focused()


@pytest.mark.needs("chromium")
def test_each_part_has_an_address_of_its_own(shown: Tab) -> None:
    page, current = shown.page, shown.page.locator("#views a[aria-current=page]")
    expect(current).to_have_text("Search")
    for part in ("files", "questions", "report", "pages", "viewers", "calls", "connect"):
        shown.show(part)
        assert page.url.endswith(f"/#{part}")
        expect(current).to_have_attribute("href", f"#{part}")
        expect(page.locator(".view:visible")).to_have_count(1)
        assert not shown.is_too_wide()
    page.go_back()
    expect(page.get_by_role("heading", name="Recent calls")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator("#query")).to_be_focused()


@pytest.mark.needs("chromium")
def test_it_looks_for_what_clients_will_not_find(shown: Tab) -> None:
    page = shown.page
    shown.show("report")

    expect(page.locator("#findings-count")).to_contain_text("the preview ranks only by words")
    expect(page.get_by_role("button", name="Look again")).to_be_enabled()
    assert not shown.is_too_wide()


@pytest.mark.needs("chromium")
def test_words_are_marked_whole(shown: Tab) -> None:
    marks = shown.page.evaluate(
        """async () => {
          const { marked } = await import("./.docs-lsp/page/dom.js");
          const words = ["do", "c++", "rank", "\u691c\u7d22"];
          return marked("Do documents rank c++ rankings? \u5168\u691c\u7d22.", words)
            .filter((part) => part.nodeName === "MARK")
            .map((part) => part.textContent);
        }"""
    )
    assert marks == ["Do", "rank", "c++", "rankings", "\u691c\u7d22"]


@pytest.mark.needs("chromium")
def test_the_arrow_keys_go_through_what_is_found(shown: Tab) -> None:
    page = shown.page
    page.locator("#query").fill("visit")
    page.keyboard.press("Enter")
    links = page.locator("#hits h4 a")
    expect(links.nth(1)).to_be_visible()

    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#query")).to_be_focused()


@pytest.mark.needs("chromium")
def test_what_is_found_follows_an_edit(chromium: Browser, tmp_path: Path, site: Path) -> None:
    own = Path(shutil.copytree(site, tmp_path / "own"))
    with running(own) as preview, tab(chromium, preview.ready["page"]) as shown:
        page = shown.page
        page.locator("#query").fill("zanzibar")
        page.keyboard.press("Enter")
        expect(page.locator("#cost")).to_contain_text("Nothing found")
        expect(page.locator("#printed pre")).to_contain_text("Nothing was found")
        (own / "sky/moon.mdx").write_text("---\ntitle: Moon\n---\n\nZanzibar.\n", "utf-8")

        expect(page.locator("#hits .card")).to_contain_text("new here since the edit")
        expect(page.locator("#cost")).to_have_text("1 section since the edit")
        expect(page.locator("#printed pre")).to_have_count(0)
        assert shown.complaints == []


@pytest.mark.needs("chromium")
def test_what_finds_nothing_is_marked_among_the_calls(shown: Tab) -> None:
    page = shown.page
    page.get_by_role("searchbox", name="Search").fill("zeppelin")
    page.keyboard.press("Enter")

    expect(page.locator("#call-rows tr").first).to_contain_text("found nothing")
    expect(page.locator("#calls-empty")).to_contain_text("found nothing")
    expect(page.locator("#hits")).to_be_hidden()


@pytest.mark.needs("chromium")
def test_a_page_of_the_tree_is_read_as_an_agent_reads_it(shown: Tab) -> None:
    page = shown.page
    shown.show("files")
    page.locator("#tree-top summary", has_text="visit/").first.click()
    page.locator("#tree-top").get_by_role("button", name="red-light.mdx", exact=True).click()

    expect(page.locator("#text-body")).to_contain_text("White light")
    expect(page.locator("#text-cost")).to_contain_text("tokens")


@pytest.mark.needs("chromium")
def test_saved_questions_show_their_rank_before_the_edit(
    chromium: Browser, tmp_path: Path, site: Path
) -> None:
    own = Path(shutil.copytree(site, tmp_path / "asked"))
    questions = '[[question]]\nask = "{}"\npage = "{}"\n'
    (own / "questions.toml").write_text(
        questions.format("When is the red light used?", "visit/red-light")
        + questions.format("Where do I hang my coat?", "visit/coat"),
        "utf-8",
    )
    with running(own) as preview, tab(chromium, preview.ready["page"]) as shown:
        page, rows = shown.page, shown.page.locator("#question-rows tr")
        shown.show("questions")
        expect(page.locator("#questions-found")).to_contain_text("1 of 2 questions")
        expect(rows.nth(0).locator(".number")).to_have_text(["1", "same"])
        expect(rows.nth(1)).to_contain_text("is not indexed")

        (own / "visit/red-light.mdx").write_text("---\nnoindex: true\n---\n", "utf-8")
        expect(rows.nth(0).locator(".number")).to_have_text(["none", "1 ▼ worse"])
        (own / "questions.toml").write_text("[[question]]\nask = 3\n", "utf-8")
        expect(page.locator("#questions-fault")).to_contain_text("line 1: ask must be a string.")
        assert shown.complaints == []


@pytest.mark.needs("chromium")
def test_a_command_shows_what_a_client_reads(shown: Tab) -> None:
    page = shown.page
    shown.show("files")
    page.get_by_label("Command", exact=True).fill("ls /openapi && ls /nowhere")
    page.get_by_role("button", name="Run").click()

    expect(page.locator("#output pre")).to_contain_text("stars.json")
    expect(page.locator("#output pre")).to_contain_text("No such file")


@pytest.mark.needs("chromium")
def test_a_mistake_is_told(shown: Tab) -> None:
    page = shown.page
    shown.show("files")
    page.get_by_label("Command", exact=True).fill("x" * 1_100_000)
    page.get_by_role("button", name="Run").click()

    expect(page.locator("#output pre.error")).to_have_text("A message may have at most 1 MB.")
    # The browser notes such an answer down by itself.
    assert all("413" in complaint for complaint in shown.complaints)
    shown.complaints.clear()


@pytest.mark.needs("chromium")
def test_pages_are_filtered_by_verdict_and_word(shown: Tab) -> None:
    page = shown.page
    rows = page.locator("#rows tr")
    shown.show("pages")

    expect(rows).to_have_count(31)
    page.get_by_label("Verdict").select_option("Other")
    expect(rows).to_have_count(2)
    page.get_by_label("Verdict").select_option("Excluded")
    expect(rows).to_have_count(1)
    expect(page.locator("#matches")).to_have_text("1 of 31 pages, entries and other files")
    page.get_by_label("Find", exact=True).fill("coat HIDDEN")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Its frontmatter says hidden: true.")
    page.get_by_label("Find", exact=True).fill("no such page")
    expect(page.locator("#matches")).to_have_text("0 of 31 pages, entries and other files")


@pytest.mark.needs("chromium")
def test_the_counts_lead_to_their_pages(shown: Tab) -> None:
    shown.page.get_by_role("link", name="1 excluded").click()

    expect(shown.page.locator("#rows tr")).to_have_count(1)
    expect(shown.page.get_by_role("heading", name="Pages")).to_be_in_viewport()
    shown.page.get_by_role("link", name="28 indexed").click()
    expect(shown.page.locator("#rows tr")).to_have_count(28)


@pytest.mark.needs("chromium")
def test_a_verdict_leads_to_its_file_and_line(shown: Tab, site: Path) -> None:
    page = shown.page
    shown.show("pages")
    page.get_by_label("Find", exact=True).fill("coat")
    expect(page.locator("#rows tr")).to_have_count(1)
    link = page.locator("#rows td:last-child a")

    expect(link).to_have_attribute("href", f"vscode://file{site}/visit/coat.mdx:3")
    page.get_by_label("Open in").select_option("cursor")
    expect(link).to_have_attribute("href", f"cursor://file{site}/visit/coat.mdx:3")


@pytest.mark.needs("chromium")
def test_a_client_is_connected_in_every_way_that_the_site_offers(
    shown: Tab, preview: Running
) -> None:
    page, url = shown.page, preview.ready["mcp"]
    shown.show("connect")

    for name, text in (
        ("Copy MCP server URL", url),
        ("Copy MCP install command", f"npx add-mcp {url}"),
        ("Copy URL", url),
    ):
        button = page.get_by_role("button", name=name, exact=True)
        # It says so for a moment, in which nobody may happen to look.
        page.evaluate(_LISTEN)
        button.click()
        page.wait_for_function("() => window.said.includes('Copied')")
        assert page.evaluate("() => navigator.clipboard.readText()") == text
        expect(button).to_be_visible()
    for name, start in (("Cursor", "cursor://"), ("VS Code", "vscode:mcp/install?")):
        link = page.get_by_role("link", name=f"Connect to {name}")
        assert (link.get_attribute("href") or "").startswith(start)
    page.get_by_text("Settings for clients").click()
    expect(page.locator("#clients")).to_contain_text("claude mcp add --transport http")


@pytest.mark.needs("chromium")
def test_the_keyboard_is_enough(shown: Tab) -> None:
    keyboard = shown.page.keyboard

    keyboard.press("Tab")
    assert shown.focused() == "Skip to the content"
    shown.tab_to("query")
    keyboard.type("moon")
    keyboard.press("Enter")
    expect(shown.page.locator("#answer pre").first).to_contain_text("Page: sky/moon")
    _go(shown, "Files")
    shown.tab_to("line")
    keyboard.press("Enter")
    expect(shown.page.locator("#output pre")).to_have_count(1)
    _go(shown, "Pages 28")
    shown.tab_to("filter")
    keyboard.type("coat")
    expect(shown.page.locator("#rows tr")).to_have_count(1)
    shown.tab_to("visit/coat.mdx:3")


def _go(shown: Tab, link: str) -> None:
    """Go to a part of the page by the keyboard."""
    shown.page.locator(".skip").focus()
    shown.tab_to(link)
    shown.page.keyboard.press("Enter")


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("width", [320, 390, 800, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_everywhere(
    chromium: Browser, preview: Running, width: int, scheme: Scheme
) -> None:
    with tab(chromium, preview.ready["page"], width, scheme) as shown:
        shown.page.locator("#query").fill("moon planets")
        shown.page.locator("#query").press("Enter")
        shown.page.get_by_role("button", name="in de").click()
        shown.page.wait_for_selector("#beside-hits li")
        _is_readable(shown)
        for part in ("files", "questions", "report", "pages", "viewers", "calls", "connect"):
            shown.show(part)
            if part == "connect":
                shown.page.get_by_text("Settings for clients").click()
            _is_readable(shown)
        assert shown.complaints == []


def _is_readable(shown: Tab) -> None:
    assert not shown.is_too_wide()
    assert shown.faint() == []


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("width", [390, 1280])
def test_long_names_stay_within_it(chromium: Browser, tmp_path: Path, width: int) -> None:
    word = "Donaudampfschifffahrtsgesellschaft" * 6
    pages = {
        "a.mdx": f"---\ntitle: {word}\n---\n\n## {word}\n\nmoon {word}\n",
        f"{'d' * 200}.mdx": "moon",
    }
    for name, text in pages.items():
        (tmp_path / name).write_text(text, "utf-8")
    questions = '[[question]]\nask = "moon"\npage = "gone"\n'
    (tmp_path / "questions.toml").write_text(questions, "utf-8")
    navigation = {"groups": [{"group": word, "pages": ["a", "d" * 200]}]}
    docs = {"name": word, "theme": "mint", "colors": {"primary": "#111111"}}
    (tmp_path / "docs.json").write_text(json.dumps({**docs, "navigation": navigation}), "utf-8")
    with running(tmp_path) as preview, tab(chromium, preview.ready["page"], width) as shown:
        shown.page.locator("#query").fill("moon")
        shown.page.locator("#query").press("Enter")
        expect(shown.page.locator("#hits .card")).to_have_count(2)
        assert not shown.is_too_wide()
        for part in ("files", "questions", "report", "pages", "viewers", "calls", "connect"):
            shown.show(part)
            assert not shown.is_too_wide()

        shown.show("report")
        tools = shown.page.locator("#finding-list > li", has_text="tool names of")
        expect(tools.get_by_role("link", name="docs.json")).to_have_count(2)

        shown.show("questions")
        expect(shown.page.locator("#question-rows tr")).to_have_count(1)
        is_seen = "document.querySelector('#questions thead').getBoundingClientRect().width > 1"
        assert shown.page.evaluate(is_seen) is (width > 640)


@pytest.mark.needs("chromium")
def test_the_open_part_is_not_covered_when_it_is_asked_for_again(
    chromium: Browser, preview: Running
) -> None:
    with tab(chromium, preview.ready["page"], 390) as shown:
        shown.show("pages")
        expect(shown.page.locator("#rows tr").first).to_be_visible()
        shown.page.locator("#views").get_by_role("link", name="Pages").click()
        bar = "document.querySelector('nav').getBoundingClientRect().bottom"
        title = "document.querySelector('#pages-title').getBoundingClientRect().top"
        shown.page.wait_for_timeout(500)
        assert shown.page.evaluate(f"{title} >= {bar}")


@pytest.mark.needs("chromium")
def test_it_follows_an_edit_and_leaves_the_reader_alone(
    chromium: Browser, tmp_path: Path, site: Path
) -> None:
    own = Path(shutil.copytree(site, tmp_path / "own"))
    with running(own) as preview, tab(chromium, preview.ready["page"]) as shown:
        page = shown.page
        shown.show("pages")
        page.get_by_label("Find", exact=True).fill("moon")
        expect(page.locator("#rows tr")).to_have_count(2)
        page.locator("#rows td:last-child a").first.focus()
        (own / "sky/moon.mdx").write_text("---\ntitle: Full moon\nnoindex: true\n---\n", "utf-8")

        expect(page.locator("#counts")).to_have_text("Pages: 27 indexed, 2 excluded.")
        expect(page.locator("#rows tr", has_text="Excluded")).to_contain_text("sky/moon")
        expect(page.get_by_label("Find", exact=True)).to_have_value("moon")

        docs = (own / "docs.json").read_text("utf-8")
        (own / "docs.json").write_text("{", "utf-8")
        expect(page.get_by_role("alert")).to_contain_text("The preview uses the last navigation")
        (own / "docs.json").write_text(docs, "utf-8")
        expect(page.locator("#trouble")).to_be_hidden()
        assert shown.complaints == []


@pytest.mark.needs("chromium")
def test_the_focus_stays_where_it_was_when_pages_change(
    chromium: Browser, tmp_path: Path, site: Path
) -> None:
    own = Path(shutil.copytree(site, tmp_path / "own"))
    with running(own) as preview, tab(chromium, preview.ready["page"]) as shown:
        shown.show("pages")
        link = shown.page.get_by_role("link", name="visit/domes.mdx", exact=True)
        link.first.focus()
        title = "<img src=x onerror=alert(1)> moon"
        (own / "sky/moon.mdx").write_text(f"---\ntitle: {title}\n---\n\nRound.\n", "utf-8")

        expect(shown.page.get_by_role("link", name=title)).to_be_visible()
        assert shown.focused() == "visit/domes.mdx"
        assert shown.complaints == []


@pytest.mark.needs("chromium")
def test_what_an_edit_leaves_as_it_is_stays_unsaid_and_open(
    chromium: Browser, tmp_path: Path, site: Path
) -> None:
    own = Path(shutil.copytree(site, tmp_path / "own"))
    with running(own) as preview, tab(chromium, preview.ready["page"]) as shown:
        shown.show("pages")
        expect(shown.page.locator("#rows tr")).to_have_count(31)
        shown.page.evaluate(
            """() => {
              window.changed = [];
              const watch = new MutationObserver((all) => {
                window.changed.push(...all.map((one) => one.target.id));
              });
              for (const one of document.querySelectorAll("[role=status], [role=alert], select"))
                watch.observe(one, { childList: true, characterData: true, subtree: true });
            }"""
        )
        (own / "sky/moon.mdx").write_text("---\ntitle: Half moon\n---\n\nRound.\n", "utf-8")

        expect(shown.page.get_by_role("link", name="Half moon")).to_be_visible()
        assert shown.page.evaluate("window.changed") == []


@pytest.mark.needs("chromium")
def test_the_focus_goes_on_in_the_list_when_all_of_it_is_shown(
    chromium: Browser, tmp_path: Path, site: Path
) -> None:
    own = Path(shutil.copytree(site, tmp_path / "own"))
    for number in range(80):
        (own / f"draft-{number:02}.mdx").write_text("Not yet.\n", "utf-8")
    with running(own) as preview, tab(chromium, preview.ready["page"]) as shown:
        shown.show("pages")
        more = shown.page.get_by_role("button", name="Show more")
        more.focus()
        shown.page.keyboard.press("Enter")

        expect(more).to_be_hidden()
        expect(shown.page.locator("#rows tr:nth-child(101) a")).to_be_focused()


@pytest.mark.needs("chromium")
def test_it_says_so_when_the_preview_has_gone(chromium: Browser, site: Path) -> None:
    with running(site) as preview:
        port = preview.ready["url"].rpartition(":")[2]
        with tab(chromium, preview.ready["page"]) as shown:
            preview.process.terminate()
            preview.process.wait(10)
            page = shown.page
            expect(page.get_by_role("alert")).to_contain_text("is not running")
            with running(site, "--port", port) as again:
                expect(page.get_by_role("heading", name="This page is locked")).to_be_visible()
                expect(page.locator("#opened")).to_be_hidden()
                page.goto(again.ready["page"])
                expect(page.locator("#counts")).to_contain_text("28 indexed")


@pytest.mark.needs("chromium")
def test_it_shows_nothing_without_its_secret(chromium: Browser, preview: Running) -> None:
    page = chromium.new_page()
    for address in ("", "/#secret=wrong"):
        page.goto(f"{preview.ready['url']}{address}")

        expect(page.get_by_role("heading", name="This page is locked")).to_be_visible()
        expect(page.get_by_text(preview.ready["mcp"])).to_be_visible()
        expect(page.locator("#opened")).to_be_hidden()
        assert "moon" not in page.content().lower()


@pytest.mark.needs("chromium")
def test_its_address_loses_the_secret_and_it_can_be_loaded_anew(
    shown: Tab, preview: Running
) -> None:
    assert shown.page.url == f"{preview.ready['url']}/"
    shown.page.reload()
    expect(shown.page.locator("#counts")).to_contain_text("28 indexed")
    assert shown.page.context.cookies() == []


@pytest.mark.needs("chromium")
def test_an_address_that_an_editor_has_encoded_opens_it(
    chromium: Browser, preview: Running
) -> None:
    base, secret = preview.ready["page"].split("#")
    encoded = secret.replace("=", "%3D")
    with tab(chromium, f"{base}#{encoded}%26show%3Dlimits") as shown:
        expect(shown.page.get_by_role("heading", name="Limits")).to_be_in_viewport()


@pytest.mark.needs("chromium")
def test_a_section_of_it_can_be_named(chromium: Browser, preview: Running) -> None:
    with tab(chromium, f"{preview.ready['page']}&show=limits") as shown:
        expect(shown.page.get_by_role("heading", name="Limits")).to_be_in_viewport()
