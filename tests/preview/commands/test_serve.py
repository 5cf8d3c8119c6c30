"""A preview as a client meets it: over loopback, from the first line to the last."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_preview.commands.listening import open_listening_socket
from mcp_preview.mcp.tools import ANNOTATIONS
from tests.preview.running import Running, eventually, running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, sites: Path) -> Path:
    return Path(
        shutil.copytree(sites / "observatory", tmp_path_factory.mktemp("preview") / "observatory")
    )


@pytest.fixture(scope="module")
def preview(site: Path) -> Iterator[Running]:
    with running(site) as started:
        yield started


@pytest.fixture
def own(tmp_path: Path, sites: Path) -> Path:
    """A site that a test may change."""
    return Path(shutil.copytree(sites / "observatory", tmp_path / "own"))


def test_the_ready_line_says_all_that_is_specified(preview: Running, site: Path) -> None:
    ready = preview.ready

    names = {"url", "mcp", "authed", "page", "pid", "site", "tools", "access", "pages", "indexing"}
    assert set(ready) == names
    assert ready["mcp"] == f"{ready['url']}/mcp"
    assert ready["authed"] is None
    assert ready["url"].startswith("http://127.0.0.1:")
    assert re.fullmatch(r"#secret=[\w-]{43}", ready["page"].removeprefix(f"{ready['url']}/"))
    assert ready["pid"] == preview.process.pid
    assert ready["site"] == str(site)
    assert ready["tools"] == [
        "search_hill_observatory",
        "query_docs_filesystem_hill_observatory",
    ]
    assert ready["pages"] == {
        **{"indexed": 28, "refused": 0, "left_out": 1, "without_page": 0},
        "text": "28 indexed, 1 excluded",
    }


def test_tools_are_listed_without_a_handshake(preview: Running) -> None:
    tools = preview.ask("tools/list")["tools"]

    assert [tool["name"] for tool in tools] == preview.ready["tools"]
    assert list(tools[0]["inputSchema"]["properties"]) == ["query", "language"]
    for tool in tools:
        assert {name: tool["annotations"][name] for name in ANNOTATIONS} == ANNOTATIONS


@pytest.mark.parametrize("revision", ["2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_revision_with_a_handshake_is_spoken(preview: Running, revision: str) -> None:
    result = preview.ask(
        "initialize",
        protocolVersion=revision,
        capabilities={},
        clientInfo={"name": "test", "version": "1"},
    )

    assert result["protocolVersion"] == revision
    assert result["serverInfo"] == {"name": "Hill Observatory", "version": "1.0.0"}
    assert result["capabilities"]["tools"] == {"listChanged": False}
    assert result["capabilities"]["resources"]["listChanged"] is False
    assert "prompts" not in result["capabilities"]
    assert "search_hill_observatory" in result["instructions"]


def test_a_search_finds_a_section_with_its_link(preview: Running) -> None:
    found = preview.search("red light at night", language="en")

    assert any("visit/red-light" in text for text in found[:3])
    first = found[0].splitlines()
    assert first[0].startswith("Title: ")
    assert first[1].startswith(f"Link: {preview.ready['url']}/")
    assert first[2].startswith("Page: ")
    assert first[3].startswith("Content: ")


def test_a_language_keeps_the_others_out(preview: Running) -> None:
    pages = [text.splitlines()[2] for text in preview.search("moon", language="de")]

    assert pages
    assert all(page.startswith("Page: de/") for page in pages)


def test_a_link_of_a_result_leads_to_the_page(preview: Running) -> None:
    link = preview.search("red light", language="en")[0].splitlines()[1].removeprefix("Link: ")

    answer = preview.get(link.removeprefix(preview.ready["url"]).partition("#")[0])

    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/markdown")
    assert preview.get("/visit/none").status == 404


def test_files_are_read(preview: Running) -> None:
    assert preview.run("ls /openapi") == "stars.json\n"
    assert "visit/red-light.mdx" in preview.run("find . -name 'red*'")
    assert preview.run("cat /visit/coat.mdx").startswith("cat: /visit/coat.mdx: No such file")
    assert preview.run("head -1 /sky/moon.mdx").startswith("# ")


def test_a_wrong_call_is_told_in_the_result(preview: Running) -> None:
    name = preview.ready["tools"][0]
    wrong = preview.ask("tools/call", name=name, arguments={"query": "a", "language": "fr"})
    unknown = preview.ask("tools/call", name="search_other", arguments={"query": "a"})

    assert wrong["isError"] is True
    assert (
        wrong["content"][0]["text"]
        == "There is no language `fr`. The valid values are: `en`, `de`."
    )
    assert unknown["error"]["code"] == -32602
    assert unknown["error"]["message"].startswith("Tool search_other not found.")


def test_a_skill_is_a_resource(preview: Running) -> None:
    (skill,) = preview.ask("resources/list")["resources"]
    (content,) = preview.ask("resources/read", uri=skill["uri"])["contents"]
    missing = preview.ask("resources/read", uri="mintlify://skills/other")

    assert skill["uri"] == "mintlify://skills/hill-observatory"
    assert content["mimeType"] == "text/markdown"
    assert content["text"].startswith("---\nname: hill-observatory\n")
    assert missing["error"]["code"] == -32002


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/mcp",
        "/.well-known/mcp.json",
        "/.well-known/mcp/server-card.json",
        "/.well-known/mcp/server-cards.json",
    ],
)
def test_the_discovery_documents_are_served(preview: Running, path: str) -> None:
    answer = preview.get(path)

    assert answer.headers["content-type"] == "application/json"
    assert preview.ready["mcp"] in json.dumps(answer.json())
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("folder", ["", "/.well-known"])
def test_the_lists_of_pages_are_served(preview: Running, folder: str) -> None:
    index, full = (preview.get(f"{folder}/{name}") for name in ("llms.txt", "llms-full.txt"))
    links = [line for line in index.body.decode().splitlines() if line.startswith("- [")]
    paths = [line.partition("](")[2].partition(")")[0] for line in links]

    assert index.headers["content-type"] == "text/plain; charset=utf-8"
    assert not any("/de/" in path for path in paths)
    assert f"Source: {preview.ready['url']}/visit/red-light\n" in full.body.decode()
    for path in paths:
        assert preview.get(path.removeprefix(preview.ready["url"])).status == 200


def test_skills_are_found_without_the_protocol(preview: Running) -> None:
    folders = ("/.well-known/skills", "/.well-known/agent-skills")
    (old,), (new,) = (preview.get(f"{folder}/index.json").json()["skills"] for folder in folders)
    text = preview.get(new["url"]).body

    assert old["name"] == new["name"] == "hill-observatory"
    assert new["digest"] == f"sha256:{hashlib.sha256(text).hexdigest()}"
    assert preview.get("/skill.md").body == text
    assert preview.get(f"{folders[0]}/{old['name']}/skill.md").body == text
    assert preview.get(f"{folders[0]}/other/skill.md").status == 404


def test_several_skills_are_found_by_their_index(own: Path) -> None:
    for name in ("aim", "focus"):
        file = own / ".mintlify" / "skills" / name / "SKILL.md"
        file.parent.mkdir(parents=True)
        file.write_text(f"---\nname: {name}\n---\n", "utf-8")

    with running(own) as preview:
        answer = preview.get("/skill.md")

    assert (answer.status, answer.headers["location"]) == (307, "/.well-known/skills/index.json")


def test_a_page_is_markdown_and_says_where_the_lists_are(preview: Running) -> None:
    client = preview.get("/visit/red-light.md", Accept="text/markdown, */*")
    browser = preview.get("/visit/red-light.md", Accept="text/html,*/*;q=0.8")

    assert client.headers["content-type"] == "text/markdown; charset=utf-8"
    assert browser.headers["content-type"] == "text/plain; charset=utf-8"
    assert client.body == browser.body
    assert client.body.startswith(
        f"> All pages of this documentation: {preview.ready['url']}/llms.txt\n\n# ".encode()
    )
    assert client.headers["x-llms-txt"] == "/llms.txt"
    for link in client.headers["link"].split(", "):
        assert preview.get(link.partition("<")[2].partition(">")[0]).status == 200


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_server_behind_the_login_is_told_to_be_elsewhere(preview: Running, method: str) -> None:
    answer = preview.get("/authed/mcp", method)

    assert answer.status == 404
    assert answer.body == b"Everything on this site is public: its server is at /mcp.\n"


def test_a_page_that_is_left_out_is_shown_to_who_knows_its_address(preview: Running) -> None:
    answer = preview.get("/visit/coat.md")

    assert answer.status == 200
    assert b"# " in answer.body
    assert "/visit/coat" not in preview.get("/llms.txt").body.decode()


def test_the_server_is_called_what_the_site_is_called_now(own: Path) -> None:
    with running(own) as preview:
        docs = json.loads((own / "docs.json").read_text("utf-8"))
        (own / "docs.json").write_text(json.dumps({**docs, "name": "Night Sky"}), "utf-8")
        eventually(lambda: preview.ask("tools/list")["tools"][0]["name"] == "search_night_sky")

        told = preview.ask(
            "initialize",
            protocolVersion="2025-06-18",
            capabilities={},
            clientInfo={"name": "test", "version": "1"},
        )

    assert told["serverInfo"]["name"] == "Night Sky"
    assert "search_night_sky" in told["instructions"]


def test_the_card_has_the_tools_of_the_server(preview: Running) -> None:
    listed = preview.ask("tools/list")["tools"]

    assert preview.get("/.well-known/mcp/server-card.json").json()["tools"] == listed


def test_a_client_that_takes_only_events_gets_an_event(preview: Running) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answer = preview.post(message, Accept="text/event-stream")

    assert answer.headers["content-type"].startswith("text/event-stream")
    (data,) = [line for line in answer.body.decode().splitlines() if line.startswith("data: {")]
    tools = json.loads(data.removeprefix("data: "))["result"]["tools"]
    assert [tool["name"] for tool in tools] == preview.ready["tools"]


def test_a_stream_is_not_offered(preview: Running) -> None:
    assert preview.get("/mcp").status == 405
    assert preview.get("/sse").status == 404
    assert preview.get("/authed/mcp", "POST").status in (404, 405)


def test_behind_a_proxy_its_own_address_is_named(preview: Running) -> None:
    host = {"Host": "127.0.0.1:1"}
    shown = preview.api("site", **host).json()
    proxied = preview.api("site?proxied=true", **host).json()

    assert shown["mcp"] == "http://127.0.0.1:1/mcp"
    assert proxied["mcp"] == preview.ready["mcp"]
    assert all(preview.ready["mcp"] in one["text"] for one in proxied["connect"]["clients"])


@pytest.mark.parametrize("path", ["/", "/mcp", "/.docs-lsp/api/site", "/.well-known/mcp"])
def test_other_hosts_and_pages_are_refused(preview: Running, path: str) -> None:
    assert preview.get(path, Host="evil.example").status == 403
    assert preview.get(path, Origin="http://evil.example").status == 403


def test_the_page_and_what_it_asks_for_are_served(preview: Running) -> None:
    page = preview.get("/")
    site = preview.api("site").json()
    report = preview.api("pages").json()

    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert [tool["name"] for tool in site["tools"]] == preview.ready["tools"]
    assert [one["id"] for one in site["connect"]["menu"]] == ["mcp"]
    assert report["verdicts"] == {"indexed": 28, "leftOut": 1, "other": 2}
    assert site["limits"][0]["scope"] == "requests of one address"


def test_the_page_needs_its_secret(preview: Running) -> None:
    path, header = "/.docs-lsp/api/site", "X-Docs-Lsp-Secret"
    wrong = [{}, {header: ""}, {header: "wrong"}, {header: "\xe9"}, {"Cookie": preview.secret}]
    answers = [preview.get(path, **headers) for headers in wrong]
    unknown = preview.get("/.docs-lsp/api/other")
    asked = preview.get(f"{path}?secret={preview.secret}")

    assert preview.api("site").status == 200
    assert [one.status for one in (*answers, unknown, asked)] == [401] * 7
    assert all("Observatory" not in one.body.decode() for one in answers)
    assert preview.api("other").status == 404
    assert preview.get("/api/site").status == preview.get("/api/pages").status == 404


def test_the_page_without_its_secret_says_how_it_is_opened(preview: Running) -> None:
    page = preview.get("/").body.decode()

    assert '<h1 id="name">Hill Observatory</h1>' in page
    assert f"<code>{preview.ready['mcp']}</code>" in page
    assert "Open it with the full URL that the preview printed" in page
    assert preview.secret not in page
    assert "moon" not in page.lower()


def test_each_start_has_another_secret(preview: Running, site: Path) -> None:
    with running(site) as other:
        given = {"X-Docs-Lsp-Secret": preview.secret}

        assert other.api("site").status == 200
        assert other.get("/.docs-lsp/api/site", **given).status == 401


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--host", "0.0.0.0"], "because the preview listens on 0.0.0.0"),
        (["--trusted-proxy", "127.0.0.1"], "because a proxy forwards requests of others"),
    ],
)
def test_the_page_is_off_where_others_could_reach_it(
    site: Path, options: list[str], why: str
) -> None:
    with running(site, *options) as preview:
        page = preview.get("/")

        assert preview.ready["page"] is None
        assert page.status == 200
        assert why in page.body.decode()
        assert preview.get("/.docs-lsp/api/site").status == 404


def test_people_are_printed_the_whole_address_of_the_page(site: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "mcp_preview", "serve", str(site)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stderr
        lines = [process.stdout.readline().decode() for _ in range(4)]
        process.terminate()
        noted = process.stderr.read().decode()

    assert re.fullmatch(r"  Page        http://127\.0\.0\.1:\d+/#secret=[\w-]{43}\n", lines[3])
    assert "secret" not in noted


MESSAGES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["jsonrpc", "id", "method", "params", "name", "arguments", "uri", "x"]),
            inner | st.sampled_from(["2.0", "tools/call", "tools/list", "resources/read"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(MESSAGES.map(json.dumps).map(str.encode) | st.binary(max_size=60))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_message_breaks_it(preview: Running, message: bytes) -> None:
    answer = preview.post(message)

    assert answer.status < 500
    assert b"Traceback" not in answer.body


# What changes while it runs


def test_a_saved_page_is_found_within_a_second(own: Path) -> None:
    with running(own) as preview:
        assert not any("quokka" in text for text in preview.search("quokka"))

        (own / "sky/moon.mdx").write_text("---\ntitle: Moon\n---\n\nA quokka jumped over it.\n")

        seconds = eventually(lambda: "quokka" in "".join(preview.search("quokka")))
        assert seconds < 1
        assert "quokka" in preview.run("cat /sky/moon.mdx")
        assert preview.api("site").json()["revision"] > 0


def test_pages_come_and_go_with_docs_json_and_the_ignore_file(own: Path) -> None:
    with running(own) as preview:
        (own / "visit/quokka.mdx").write_text("---\ntitle: Quokka\n---\nA quokka.\n")
        text = (own / "docs.json").read_text("utf-8")
        listed = text.replace('"visit/red-light",', '"visit/red-light", "visit/quokka",', 1)
        (own / "docs.json").write_text(listed, "utf-8")
        eventually(lambda: "A quokka." in preview.run("cat /visit/quokka.mdx"))

        with (own / ".mintignore").open("a") as ignore:
            ignore.write("\nvisit/quokka.mdx\n")
        eventually(lambda: "No such file" in preview.run("cat /visit/quokka.mdx"))


def test_a_broken_docs_json_keeps_the_navigation_and_says_so(own: Path) -> None:
    with running(own) as preview:
        text = (own / "docs.json").read_text("utf-8")
        (own / "docs.json").write_text("{ nothing", "utf-8")

        eventually(lambda: bool(preview.api("site").json()["trouble"]))
        site = preview.api("site").json()
        assert site["pages"]["indexed"] == 28
        assert preview.ask("tools/list")["tools"][0]["name"] == preview.ready["tools"][0]

        (own / "docs.json").write_text(text, "utf-8")
        eventually(lambda: not preview.api("site").json()["trouble"])


def test_a_folder_that_moves_takes_its_pages_along(own: Path) -> None:
    with running(own) as preview:
        (own / "sky").rename(own / "heaven")
        eventually(lambda: "No such file" in preview.run("cat /sky/moon.mdx"))
        (own / "heaven").rename(own / "sky")
        eventually(lambda: preview.run("head -1 /sky/moon.mdx").startswith("# "))


def test_unsaved_texts_of_the_editor_count(own: Path) -> None:
    with running(own, "--with-editor") as preview:
        preview.tell(open="sky/moon.mdx", text="---\ntitle: Moon\n---\nA wombat, unsaved.\n")
        eventually(lambda: "wombat" in "".join(preview.search("wombat")))

        preview.tell(nonsense="x")
        preview.tell(close="sky/moon.mdx")
        eventually(lambda: "wombat" not in preview.run("cat /sky/moon.mdx"))


# Beginning and end


def test_it_ends_with_the_editor(own: Path) -> None:
    with running(own, "--with-editor") as preview:
        assert preview.process.stdin
        preview.process.stdin.close()
        assert preview.process.wait(3) == 0


def test_it_ends_where_there_is_no_editor(own: Path) -> None:
    """Nothing comes from a file or from `/dev/null`, not even an end that could be waited for."""
    command = [sys.executable, "-m", "mcp_preview", "serve", str(own), "--with-editor"]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30
    )

    assert (done.returncode, done.stderr) == (0, "")


_PARENT = """
import subprocess, sys
child = subprocess.Popen(
    [sys.executable, "-m", "mcp_preview", "serve", sys.argv[1], "--ready-json", "--with-editor"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
)
print(child.stdout.readline().decode(), flush=True)
child.wait()
"""


def test_it_ends_with_an_editor_that_is_killed(own: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(own)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout
    child = json.loads(parent.stdout.readline())["pid"]
    parent.kill()
    parent.wait()
    parent.stdout.close()

    assert eventually(lambda: not _lives(child), 3) < 3


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that nobody has waited for is dead all the same.
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def said(*options: str) -> tuple[int, str]:
    """The exit code and what stands on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "mcp_preview", *options], capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_a_port_that_is_taken_is_told(own: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, told = said("serve", str(own), "--port", str(port))

    assert code == 2
    assert f": port {port} is in use. Choose another `--port`" in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--port", "99999"), "`--port` must be from 0 to 65535, not 99999."),
        (("--host", "nowhere.invalid"), "is unknown. Choose another `--host`."),
    ],
)
def test_an_address_that_cannot_be_is_told(own: Path, options: list[str], told: str) -> None:
    code, complaint = said("serve", str(own), *options)

    assert code == 2
    assert complaint.endswith(f"{told}\n")


def test_a_folder_without_a_site_is_told(tmp_path: Path) -> None:
    assert said("serve", str(tmp_path)) == (
        2,
        f"mcp-preview: there is no docs.json in or below `{tmp_path}`.\n",
    )
    assert said("report", str(tmp_path / "none"))[0] == 2


def test_several_sites_are_told(sites: Path) -> None:
    code, told = said("serve", str(sites))

    assert code == 2
    assert "name one:" in told


def test_a_storage_that_is_none_is_told(own: Path) -> None:
    code, told = said("serve", str(own), "--limits-storage", "nowhere://")

    assert code == 2
    assert "`nowhere://` cannot store the rate-limit counters" in told


def test_the_limits_of_the_settings_count(own: Path) -> None:
    (own / "docs-lsp.toml").write_text("[preview]\nsearches = 1\n", "utf-8")
    with running(own) as preview:
        preview.search("moon")
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": preview.ready["tools"][0], "arguments": {"query": "moon"}},
        }
        answer = preview.post(message)

    assert answer.status == 429
    assert int(answer.headers["retry-after"]) > 0


def test_the_report_ends_when_nobody_reads_on(own: Path) -> None:
    for number in range(3_000):  # More than a pipe holds.
        (own / f"{'draft-' * 20}{number}.mdx").write_text("", "utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "mcp_preview", "report", str(own), "--all"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()

        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_output_is_read_whatever_the_encoding_of_the_terminal_is(tmp_path: Path) -> None:
    site = tmp_path / "Sternwärte"
    site.mkdir()
    (site / "docs.json").write_text('{"name": "Ä", "navigation": {"pages": ["ä"]}}', "utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "mcp_preview", "report", str(site)]

    text = subprocess.check_output(command, env=environment)
    told = subprocess.check_output([*command, "--format", "json"], env=environment)

    assert b"  \\xe4  (`docs.json`, line 1)\n" in text
    assert json.loads(told)["folder"] == str(site)


def test_the_report_tells_every_page_with_its_reason(own: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mcp_preview", "report", "--all", str(own)],
        capture_output=True,
        text=True,
        check=True,
    )
    as_json = subprocess.run(
        [sys.executable, "-m", "mcp_preview", "report", str(own), "--format", "json"],
        capture_output=True,
        check=True,
    )

    assert done.stdout.startswith("Pages: 28 indexed, 1 excluded.\n")
    assert "Its frontmatter says `hidden: true`." in done.stdout
    assert "\n  visit/coat.mdx\n" in done.stdout
    assert len(json.loads(as_json.stdout)["leftOut"]) == 1


def test_the_same_tools_are_there_over_stdio_and_again_from_what_is_kept(
    own: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"

    first = _over_stdio(own, cache)
    second = _over_stdio(own, cache)

    assert len(first[1]["result"]["tools"]) == 2
    assert "Link: /visit/red-light" in json.dumps(first[2]["result"])
    # A page can be named in the description once the pages have been read.
    assert _without_example(second) == _without_example(first)
    assert len([*cache.glob("indexes/*/kept-*")]) == 1
    assert not [*cache.glob("indexes/*/work-*")]


def _without_example(answers: list[dict[str, Any]]) -> str:
    return re.sub(r"[ ,or]*`head -80 [^`]*`", "", json.dumps(answers))


def _over_stdio(folder: Path, cache: Path) -> list[dict[str, Any]]:
    """What the tools answer over stdio, as soon as they can, with this cache folder."""
    messages: list[dict[str, object]] = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "t", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {"name": "search_hill_observatory", "arguments": {"query": "red light"}},
        },
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_preview", "stdio", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DOCS_LSP_CACHE": str(cache)},
    )
    assert process.stdin and process.stdout
    answers = []
    for message in messages:
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        if "id" in message:
            answers.append(json.loads(process.stdout.readline()))
    ends = time.monotonic() + 20
    # The site is kept a little later than it can be asked.
    while not [*cache.glob("indexes/*/kept-*")] and time.monotonic() < ends:
        time.sleep(0.05)
    process.stdin.close()
    process.stdout.close()
    assert process.wait(10) == 0
    return answers


def test_an_answer_does_not_wait_for_the_client_to_acknowledge_its_head() -> None:
    with open_listening_socket("127.0.0.1", 0) as listening:
        client = socket.create_connection(listening.getsockname())
        accepted, _ = listening.accept()
        with client, accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    ("docs", "expected"),
    [
        ("", "`docs.json`, line 1: The file is empty"),
        ('{"navigation": {"pages": ["a"', "`docs.json`, line 1: The file ends too early"),
        ("[]", "`docs.json` must contain an object"),
    ],
)
@pytest.mark.parametrize("options", [["--ready-json"], []])
def test_a_broken_docs_json_is_reported_on_standard_error(
    tmp_path: Path, docs: str, expected: str, options: list[str]
) -> None:
    tmp_path.joinpath("docs.json").write_text(docs, "utf-8")
    tmp_path.joinpath("a.mdx").write_text("A.\n", "utf-8")
    command = [sys.executable, "-m", "mcp_preview", "serve", str(tmp_path), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        told = process.stderr.readline().decode()
        process.terminate()
        printed = process.stdout.read().decode()

    assert told.startswith(f"mcp-preview: {expected}")
    assert "docs.json`" not in printed
    if options:
        assert printed.count("\n") == 1 and "pages" in json.loads(printed)
