"""`docs-lsp url`: what it says of addresses, and the lists that it reads."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.cli import main, url
from docs_lsp.cli.url import count_addresses

DOCS = {
    "theme": "mint",
    "name": "Quay",
    "colors": {"primary": "#0d9373"},
    "navigation": {
        "languages": [
            {
                "language": "en",
                "versions": [
                    {
                        "version": "v2",
                        "groups": [{"group": "Guides", "pages": ["index", "guides/berths"]}],
                    }
                ],
            },
            {
                "language": "fr",
                "groups": [{"group": "API", "openapi": "api.json", "pages": ["GET /boats"]}],
            },
        ]
    },
    "redirects": [
        {"source": "/old/:slug*", "destination": "/older/:slug*"},
        {"source": "/older/:slug*", "destination": "/guides/:slug*"},
        {"source": "/shop", "destination": "https://shop.example.com/"},
        {"source": "/round", "destination": "/about"},
        {"source": "/about", "destination": "/round"},
        {"source": "/notes/:path*", "destination": "/notes"},
        {"source": "/api-reference/list-boats/:path*", "destination": "/api-reference/list-boats"},
    ],
}
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Boats", "version": "1"},
    "paths": {"/boats": {"get": {"summary": "List boats", "responses": {}}}},
}
FILES = {
    "docs.json": json.dumps(DOCS, indent=2),
    "api.json": json.dumps(SPEC),
    "index.mdx": "---\ntitle: Welcome\n---\nHello.\n",
    "guides/berths.mdx": "---\ntitle: Berths\ngroups: [crew]\n---\n## Prices\n\nTen.\n",
    "notes.mdx": "---\ntitle: Notes\n---\nNobody lists this.\n",
    "pictures/quay.svg": "<svg/>",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *addresses: str) -> list[dict[str, Any]]:
    main(["url", "--format", "json", *addresses])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["addresses"]
    return found


def test_a_page_behind_two_redirects(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["url", "https://docs.example.com/old/berths?from=mail#prices"]) == 0
    out = capsys.readouterr().out
    lines = [line.strip() for line in out.splitlines()]
    assert lines[0] == "https://docs.example.com/old/berths?from=mail#prices"
    assert [line.split()[:4] for line in lines[1:3]] == [
        ["redirect", "/old/:slug*", "->", "/older/:slug*"],
        ["redirect", "/older/:slug*", "->", "/guides/:slug*"],
    ]
    assert lines[3:] == [
        "page      guides/berths.mdx   Berths",
        "address   /guides/berths",
        lines[5],
        "language  en",
        "version   v2",
        "seen by   Only readers in `crew` can see it.",
        "search    found: The navigation lists it.",
    ]
    assert lines[5].startswith("listed    Guides   docs.json:")


def test_places_are_those_of_the_text(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = told(capsys, "/old/berths")
    lines = FILES["docs.json"].splitlines()
    for redirect in found["redirects"]:
        line = lines[redirect["line"] - 1]
        assert line[redirect["column"] - 1 :].startswith(redirect["source"] + '"')
    (listing,) = found["listings"]
    assert lines[listing["line"] - 1][listing["column"] - 1 :].startswith("guides/berths")
    assert listing["trail"] == ["Guides"]
    assert (found["languages"], found["versions"]) == (["en"], ["v2"])
    assert (found["public"], found["groups"]) == (False, ["crew"])


@pytest.mark.parametrize(
    ("address", "outcome", "path", "target"),
    [
        ("/", "page", "/", None),
        ("guides/berths", "page", "/guides/berths", None),
        ("/notes/", "page", "/notes", None),
        ("/pictures/quay.svg", "file", "/pictures/quay.svg", "pictures/quay.svg"),
        ("/api-reference/list-boats", "generated page", "/api-reference/list-boats", None),
        ("/shop", "another site", "https://shop.example.com/", None),
        ("/round", "redirect loop", "/round", None),
        ("/mcp", "the service itself", "/mcp", None),
        ("/llms.txt", "the service itself", "/llms.txt", None),
        ("/guides/boats", "nothing", "/guides/boats", None),
        ("/old/boats", "nothing", "/guides/boats", None),
        ("http://[", "nothing", "/http://[", None),
    ],
)
def test_what_answers(
    site: Path,
    capsys: pytest.CaptureFixture[str],
    address: str,
    outcome: str,
    path: str,
    target: str | None,
) -> None:
    (found,) = told(capsys, address)
    assert (found["outcome"], found["path"]) == (outcome, path)
    if target:
        assert found["target"] == target


@pytest.mark.parametrize(
    ("address", "outcome"),
    [("/notes", "page"), ("/api-reference/list-boats", "generated page")],
)
def test_a_page_stays_if_perhaps_no_redirect_matches_it(
    site: Path, capsys: pytest.CaptureFixture[str], address: str, outcome: str
) -> None:
    own, below = told(capsys, address, f"{address}/x")
    assert (own["outcome"], own["path"], own["certain"]) == (outcome, address, False)
    assert (own["redirects"], len(below["redirects"])) == ([], 1)
    assert (below["outcome"], below["path"]) == (outcome, address)
    assert main(["url", address, "--site", str(site / "docs.json")]) == 0
    out = capsys.readouterr().out
    assert f"Whether the redirect from {address}/:path* matches {address} is not certain." in out


def test_an_anchor_that_is_not_there(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there, gone = told(capsys, "/guides/berths#prices", "/guides/berths#fees")
    assert (there["missingAnchor"], gone["missingAnchor"]) == (None, "fees")


def test_what_was_meant_by_an_address(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["url", "/guides/berth", "--site", str(site / "docs.json")]) == 1
    out = capsys.readouterr().out
    assert "/guides/berth is not a page, file or redirect of this site (404)." in out
    assert "near      /guides/berths" in out


def test_a_list_gives_a_table(
    site: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = (
        '1.2.3.4 - - [01/Jan/2026] "GET /guides/berth HTTP/1.1" 404 12\n'
        '1.2.3.4 - - [01/Jan/2026] "GET /guides/berth HTTP/1.1" 404 12\n'
        '1.2.3.4 - - [01/Jan/2026] "GET /old/berths HTTP/2" 404 12\n'
        '1.2.3.4 - - [01/Jan/2026] "GET /notes HTTP/1.1" 200 12\n'
        '1.2.3.4 - - [01/Jan/2026] "POST /x HTTP/1.1" 404 12\n'
    )
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(log.encode())))
    assert main(["url", "-"]) == 1
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["answer", "count", "address", "leads", "to"],
        ["nothing", "2", "/guides/berth", "did", "you", "mean", "/guides/berths?"],
        ["page", "1", "/old/berths", "guides/berths.mdx"],
    ]


def test_only_the_addresses_that_nothing_answers(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["url", "--missing", "--format", "table", "/notes", "/gone"]) == 1
    assert "/notes" not in capsys.readouterr().out
    assert main(["url", "--missing", "/notes"]) == 0


def test_an_empty_list_is_told(
    site: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    assert main(["url", "-"]) == 2
    assert "the list on standard input has no address" in capsys.readouterr().err


def test_addresses_and_a_list_are_read_together(
    site: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"/notes\n/notes\n")))
    main(["url", "/guides/berths", "-", "--format", "json"])
    addresses = json.loads(capsys.readouterr().out)["addresses"]

    assert [(each["address"], each["count"]) for each in addresses] == [
        ("/guides/berths", 1),
        ("/notes", 2),
    ]


def test_a_docs_json_of_another_tool_is_refused(
    sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["url", "/a", "--site", str(sites / "other-tool")]) == 2
    assert "docs.json` belongs to another tool." in capsys.readouterr().err


def test_faults_in_the_settings_are_printed_and_the_address_is_explained(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / "docs-lsp.toml").write_text("[check]\nnothing = 1\n")
    assert main(["url", "/notes"]) == 0
    out, err = capsys.readouterr()

    assert "notes.mdx" in out
    assert err.startswith("docs-lsp: docs-lsp.toml:2:1 ")


def test_an_interrupted_change_is_undone_first(
    site: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    recovered: list[Path] = []
    monkeypatch.setattr(url, "recover_site", recovered.append)
    main(["url", "/notes"])

    assert recovered == [site]


@pytest.mark.parametrize(("color", "is_coloured"), [("always", True), ("never", False)])
def test_colours_are_as_wanted(
    site: Path, color: str, is_coloured: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["url", "/notes", "--color", color])
    assert ("\x1b[" in capsys.readouterr().out) is is_coloured


def test_signs_that_drive_a_terminal_are_written_out(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["url", "/\x1b[31mred"])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "addresses"),
    [
        (
            b'<?xml version="1.0"?><urlset><url><loc> https://x.y/a?b=1&amp;c </loc></url>'
            b"<url><loc><![CDATA[https://x.y/d]]></loc></url></urlset>",
            {"https://x.y/a?b=1&c": 1, "https://x.y/d": 1},
        ),
        (b"/a\n\n/b\r\n/a\n# no address\n", {"/a": 2, "/b": 1}),
        (b'\xef\xbb\xbfpage,views\n"/a",12\n/b;3\n', {"/a": 1, "/b": 1}),
        (b"guides/start\nquickstart\n", {"guides/start": 1, "quickstart": 1}),
        (b"\xff\xfe\x00<loc", {}),
    ],
)
def test_lists(data: bytes, addresses: dict[str, int]) -> None:
    assert count_addresses(data) == addresses


BELOW = [f"https://www.harbour.example/help/page-{number}" for number in range(5)]


def test_a_list_shows_where_the_site_is_published(
    site: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        (site / f"page-{number}.mdx").write_text("# A\n")
    data = "\n".join([*BELOW, "https://www.harbour.example/help/gone"]).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["url", "--format", "json", "-"]) == 1
    out, err = capsys.readouterr()
    outcomes = {one["path"]: one["outcome"] for one in json.loads(out)["addresses"]}

    assert outcomes == {**{f"/page-{number}": "page" for number in range(5)}, "/gone": "nothing"}
    assert err == (
        "docs-lsp: the site seems to be published at `https://www.harbour.example/help`, "
        "because of these addresses. If it is not, set `base` below `[site]` in docs-lsp.toml.\n"
    )
    (site / "docs-lsp.toml").write_text('[site]\nbase = "/help"\n')
    assert told(capsys, "/help/page-1#x")[0]["path"] == "/page-1"
    assert main(["url", BELOW[1]]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("group", "reason"),
    [
        (
            {"group": "B", "openapi": "api.json", "pages": ["GET /gone"]},
            "`GET /gone` is not in `api.json`",
        ),
        ({"group": "B", "openapi": "b.json"}, "`b.json` is missing or invalid"),
    ],
)
def test_what_stops_the_generation_of_all_pages(
    site: Path, capsys: pytest.CaptureFixture[str], group: dict[str, Any], reason: str
) -> None:
    groups = [{"group": "API", "openapi": "api.json"}, group]
    docs = {**DOCS, "navigation": {"groups": groups}, "redirects": []}
    (site / "docs.json").write_text(json.dumps(docs), "utf-8")

    address = "/api-reference/list-boats"
    assert main(["url", address, "--site", str(site / "docs.json")]) == 1
    out = capsys.readouterr().out
    assert f"the service generates no pages at all, because {reason}." in out
    (other,) = told(capsys, "/api-reference/listboats")
    assert other["outcome"] == "unknown"


def test_a_page_of_an_operation_that_has_a_generated_one_too(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, operation in (("boats", "GET /boats"), ("crew", "GET /crew")):
        (site / f"{name}.mdx").write_text(f"---\ntitle: A\nopenapi: {operation}\n---\n")
    boats, crew = (each["search"]["why"] for each in told(capsys, "/boats", "/crew"))
    assert boats == (
        "The navigation does not list it, and the service generates another page of its "
        "operation, `/api-reference/list-boats`. Delete it, or list it instead of that page."
    )
    assert crew.endswith("List it to have it found.")
