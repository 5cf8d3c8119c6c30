"""What answers beside pages: redirects of docs.json, sitemap.xml and robots.txt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.files.files import MemoryFiles
from mcp_preview.content.preview_site import load_site
from mcp_preview.content.published_redirects import PublishedRedirect, PublishedRedirects
from mcp_preview.documents.page_lists import render_sitemap
from tests.preview.running import Running, running
from tests.preview.small import page_of

REDIRECTS = [
    {"source": "/old", "destination": "/guides/new"},
    {"source": "/soon", "destination": "/guides/new#how", "permanent": False},
    {"source": "/was/:slug*", "destination": "/guides/:slug*"},
    {"source": "/away", "destination": "https://elsewhere.example/x"},
    {"source": "/guides/moved", "destination": "/guides/new"},
    {"source": "/staff", "destination": "/secret"},
    {"source": "/hush", "destination": "/guides/hidden"},
    {"source": "/hush-too", "destination": "/quiet/secret"},
    {"source": "/staff-too", "destination": "/secre%74.md?from=old"},
    {"source": "/odd/:slug", "destination": "/guides/:slug"},
    {"source": "/up/:slug*", "destination": "/:slug*"},
    {"source": "/v1-*", "destination": "/guides/*"},
    {"source": "/plain", "destination": "guides/new"},
    {"source": "/guides/new/:path*", "destination": "/guides/new"},
    {"source": "/secret/:path*", "destination": "/secret"},
    {"source": "/gone/:path*", "destination": "/guides/new"},
]
PAGES = {
    "guides/new": "",
    "guides/moved": "",
    "guides/quiet": "noindex: true",
    "guides/unsearched": "searchable: false",
    "guides/hidden": "hidden: true",
    "quiet/secret": 'groups: ["crew"]\nhidden: true',
    "secret": 'groups: ["crew"]',
}


def write(folder: Path, **more: str) -> Path:
    docs = {
        "theme": "mint",
        "name": "Harbour",
        "colors": {"primary": "#000000"},
        "redirects": REDIRECTS,
        "navigation": {"pages": list(PAGES)},
    }
    folder.mkdir(parents=True)
    (folder / "docs.json").write_text(json.dumps(docs), "utf-8")
    for name, field in PAGES.items():
        file = folder / f"{name}.mdx"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"---\ntitle: {name}\n{field}\n---\n\nText.\n", "utf-8")
    for name, text in more.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = {"docs-lsp_toml": '[site]\nbase = "/help"\n'}
    with running(write(tmp_path_factory.mktemp("redirects") / "site", **settings)) as started:
        yield started


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [
        ("/old", 308, "/guides/new"),
        ("/old/", 308, "/guides/new"),
        ("/old.md", 308, "/guides/new.md"),
        ("/soon", 307, "/guides/new#how"),
        ("/was/new", 308, "/guides/new"),
        ("/away", 308, "https://elsewhere.example/x"),
        ("/guides/moved", 308, "/guides/new"),
        ("/up/a/b", 308, "/a/b"),
        ("/up/is-it%3F?x=1", 308, "/is-it%3F"),
        ("/up/50%25", 308, "/50%25"),
        ("/up//elsewhere.example/b", 308, "/elsewhere.example/b"),
        ("/v1-new", 308, "/guides/new"),
        ("/v1-new.md", 308, "/guides/new.md"),
        ("/plain", 308, "/guides/new"),
        ("/hush", 308, "/guides/hidden"),
        ("/guides/new/more", 308, "/guides/new"),
        # Whether `/gone/:path*` matches the folder itself is not known; no page is there.
        ("/gone", 308, "/guides/new"),
        # The site is published below `/help`.
        ("/help", 307, "/"),
        ("/help/guides/new.md", 307, "/guides/new.md"),
        ("/help/llms.txt", 307, "/llms.txt"),
        ("/help//elsewhere.example/b", 307, "/elsewhere.example/b"),
    ],
)
def test_an_address_that_docs_json_redirects(
    preview: Running, path: str, status: int, location: str
) -> None:
    answer = preview.get(path)

    assert (answer.status, answer.headers["location"]) == (status, location)


@pytest.mark.parametrize("path", ["/guides/new", "/guides/new.md"])
def test_a_page_is_shown_if_perhaps_no_redirect_is_there(preview: Running, path: str) -> None:
    assert preview.get(path).status == 200
    assert preview.get("/secret").status == 404


@pytest.mark.parametrize("path", ["/guides/hidden", "/guides/hidden.md", "/guides/quiet.md"])
def test_a_page_that_is_on_no_list_is_shown_to_who_knows_its_address(
    preview: Running, path: str
) -> None:
    answer = preview.get(path)

    assert answer.status == 200
    assert answer.body.decode().endswith(f"# {path.strip('/').removesuffix('.md')}\n\nText.\n")
    assert "hidden" not in preview.get("/llms.txt").body.decode()
    assert "hidden" not in preview.get("/sitemap.xml").body.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/staff",
        "/staff.md",
        "/staff-too",
        "/odd/new",
        "/nowhere",
        "/hush-too",
        "/quiet/secret",
        "/quiet/secret.md",
    ],
)
def test_a_redirect_that_is_not_followed_answers_as_nothing_does(
    preview: Running, path: str
) -> None:
    answer = preview.get(path)

    assert (answer.status, answer.body) == (404, b"This page does not exist.\n")


def test_the_sitemap_has_what_search_engines_are_to_know(preview: Running) -> None:
    answer = preview.get("/sitemap.xml")
    url = preview.ready["url"]

    assert answer.headers["content-type"].startswith("application/xml")
    pages = ("guides/new", "guides/moved", "guides/unsearched")
    for page in pages:
        assert f"<loc>{url}/{page}</loc>" in answer.body.decode()
    assert answer.body.count(b"<loc>") == len(pages)


def test_the_sitemap_ends_addresses_as_the_site_does(tmp_path: Path) -> None:
    folder = write(tmp_path / "slashes")
    docs = json.loads((folder / "docs.json").read_text("utf-8"))
    (folder / "index.mdx").write_text("Home", "utf-8")
    docs["navigation"]["pages"].append("index")
    (folder / "docs.json").write_text(json.dumps({**docs, "seo": {"trailingSlash": True}}), "utf-8")
    with running(folder) as started:
        text, url = started.get("/sitemap.xml").body.decode(), started.ready["url"]

        assert f"<loc>{url}/guides/new/</loc>" in text
        assert f"<loc>{url}/</loc>" in text


def test_the_sitemap_has_addresses_of_ascii_alone() -> None:
    pages = [page_of("führer/ü&b 50%"), page_of("港/a~b"), page_of("plain/a'b@c")]

    text = render_sitemap(pages, "https://harbour.example")

    assert re.findall("<loc>(.*)</loc>", text) == [
        "https://harbour.example/f%C3%BChrer/%C3%BC&amp;b%2050%25",
        "https://harbour.example/%E6%B8%AF/a~b",
        "https://harbour.example/plain/a'b@c",
    ]


@pytest.mark.parametrize("accept", ["text/markdown", "text/plain, text/markdown;q=0.9"])
def test_the_first_page_is_a_text_for_those_who_ask_for_one(tmp_path: Path, accept: str) -> None:
    folder = write(tmp_path / "home")
    (folder / "index.mdx").write_text("---\ntitle: Home\n---\n\nWelcome.\n", "utf-8")
    docs = json.loads((folder / "docs.json").read_text("utf-8"))
    docs["navigation"]["pages"].append("index")
    (folder / "docs.json").write_text(json.dumps(docs), "utf-8")
    with running(folder) as started:
        text = started.get("/", Accept=accept)
        assert text.headers["content-type"] == "text/markdown; charset=utf-8"
        assert text.body == started.get("/index.md").body
        assert text.body.decode().endswith("# Home\n\nWelcome.\n")
        for other in ("*/*", "text/html,text/markdown"):
            page = started.get("/", Accept=other)
            assert page.headers["content-type"].startswith("text/html"), other
            assert page.headers["vary"] == "Accept"


def test_what_is_asked_for_by_head_is_the_same_without_its_text(preview: Running) -> None:
    for path in ("/guides/new.md", "/llms.txt", "/sitemap.xml", "/_llms/guides.md"):
        whole, head = preview.get(path), preview.get(path, "HEAD")
        assert (head.status, head.body) == (200, b"")
        for name in ("content-type", "content-length", "link", "x-llms-txt"):
            assert head.headers[name] == whole.headers[name], (path, name)


def test_robots_are_let_in_and_shown_the_sitemap(preview: Running) -> None:
    text = preview.get("/robots.txt").body.decode()

    assert "Allow: /\n" in text and "ai-train=yes" in text
    assert text.endswith(f"Sitemap: {preview.ready['url']}/sitemap.xml\n")


def test_the_pages_below_a_folder_have_a_list(preview: Running) -> None:
    answer = preview.get("/_llms/guides.md")
    url = preview.ready["url"]

    assert (answer.status, answer.headers["content-type"]) == (200, "text/markdown; charset=utf-8")
    assert answer.body.decode().startswith("# Harbour: guides\n\n## Docs\n\n- [")
    assert f"({url}/guides/new.md)" in answer.body.decode()
    for path in ("/_llms/secret.md", "/_llms/guides", "/_llms/none.md", "/_llms/.md"):
        assert preview.get(path).status == 404, path


def test_files_of_the_site_come_first(tmp_path: Path) -> None:
    folder = write(tmp_path / "own", robots_txt="User-agent: x\n", sitemap_xml="<urlset/>")
    (folder / "guides" / "llms.txt").write_text("# Guides\n", "utf-8")
    with running(folder) as started:
        assert started.get("/guides/llms.txt").body == b"# Guides\n"
        assert started.get("/robots.txt").body == b"User-agent: x\n"
        assert started.get("/sitemap.xml").body == b"<urlset/>"


def test_a_redirect_is_permanent_unless_it_says_otherwise() -> None:
    docs = {"redirects": REDIRECTS, "navigation": {"pages": []}}
    overview = load_site(MemoryFiles({"docs.json": json.dumps(docs)})).overview
    redirects = PublishedRedirects.from_overview(overview)

    assert redirects.find_redirect("/old") == PublishedRedirect("/guides/new", is_permanent=True)
    assert redirects.find_redirect("/soon") == PublishedRedirect(
        "/guides/new#how", is_permanent=False
    )
    assert redirects.find_redirect("/nowhere") is None
