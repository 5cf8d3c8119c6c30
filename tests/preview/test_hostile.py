"""Commands, messages and sites that are meant to do harm: all is bounded, and the server lives."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.preview.running import Running, eventually, running

SECRET = "the-secret-of-another-folder"
SECONDS = 15
"""More than the five that a command may take, for a machine that is busy."""
_LETTERS = "abcdefghijk"
# Nine times nine times nine: 10 lines that would be 3 thousand million strings.
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in itertools.pairwise(_LETTERS)
)
DEEP = "[" * 200_000
SPEC = "openapi: 3.0.0\ninfo: {title: Bomb, version: '1'}\n"


def expanding_spec(depth: int = 30, width: int = 12) -> str:
    """A specification whose schemas, written out, would have `width ** depth` properties."""
    reference = "#/components/schemas/S"
    schemas: dict[str, object] = {
        f"S{level}": {
            "type": "object",
            "properties": {f"p{one}": {"$ref": f"{reference}{level + 1}"} for one in range(width)},
        }
        for level in range(depth)
    }
    schemas[f"S{depth}"] = {"$ref": f"{reference}0"}
    content = {"application/json": {"schema": {"$ref": f"{reference}0"}}}
    operation = {
        "summary": "Expanding",
        "responses": {"200": {"description": "ok", "content": content}},
    }
    spec = {
        "openapi": "3.0.0",
        "info": {"title": "Expanding", "version": "1"},
        "paths": {"/expanding": {"get": operation}},
        "components": {"schemas": schemas},
    }
    return json.dumps(spec)


# A page that is still indexed, and what a command finds in it.
BODIES = {
    "nested": "<Card>" * 100_000 + "\nstill here\n",
    "signs": "*_`[" * 200_000 + "\nstill here\n",
    "braces": "{" * 300_000 + "\nstill here\n",
    "quotes": ">" * 100_000 + "\nstill here\n",
    "headings": "# a\n" * 50_000 + "\nstill here\n",
}
# A page that is left out, with the reason that the writer reads.
MATTERS = {
    "bomb": (BOMB, "too large"),
    "cycle": ("keywords: &k [*k]\n", "names no anchor"),
    "deep": (f"keywords: {DEEP}\n", "nested more than"),
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, sites: Path) -> Iterator[Running]:
    """A site that holds all of it."""
    folder = tmp_path_factory.mktemp("hostile")
    outside = folder / "outside"
    outside.mkdir()
    (outside / "secret.mdx").write_text(f"---\ntitle: Secret\n---\n\n{SECRET}\n", "utf-8")
    site = Path(shutil.copytree(sites / "observatory", folder / "site"))
    for name, body in BODIES.items():
        (site / f"visit/{name}.mdx").write_text(f"---\ntitle: {name}\n---\n\n{body}", "utf-8")
    for name, (matter, _) in MATTERS.items():
        (site / f"visit/{name}.mdx").write_text(f"---\ntitle: {name}\n{matter}---\n\nText.\n")
    (site / "visit/null.mdx").write_text("---\ntitle: Nu\0ll\n---\n\nA n\0ull.\n", "utf-8")
    if sys.platform != "win32":
        os.mkfifo(site / "visit/pipe.mdx")  # Whoever opens it waits for ever.
    (site / "visit/folder.mdx").mkdir()
    (site / "visit/large.mdx").write_text("---\ntitle: Large\n---\n\n" + "large page " * 3_000_000)
    (site / "bomb.yaml").write_text(f"{SPEC}{BOMB}paths: *k\n", "utf-8")
    (site / "deep.yaml").write_text(f"{SPEC}paths: {DEEP}\n", "utf-8")
    (site / "expanding.json").write_text(expanding_spec(), "utf-8")
    expanding = "---\nopenapi: expanding.json GET /expanding\n---\n"
    (site / "expanding.mdx").write_text(expanding, "utf-8")
    _link_out_of(site, outside)
    docs = json.loads((site / "docs.json").read_text("utf-8"))
    docs["seo"] = {"indexing": "all"}
    specs = ["bomb.yaml", "deep.yaml", "expanding.json"]
    docs["navigation"]["languages"][0]["tabs"] += [
        {"tab": spec, "openapi": spec, "groups": [{"group": spec, "pages": []}]} for spec in specs
    ]
    (site / "docs.json").write_text(json.dumps(docs), "utf-8")
    with running(site) as started:
        yield started


def _link_out_of(site: Path, outside: Path) -> None:
    """A page, a folder, a snippet, a skill and a specification that lie elsewhere."""
    secret = outside / "secret.mdx"
    (site / "visit/linked.mdx").symlink_to(secret)
    (site / "elsewhere").symlink_to(outside)
    (site / "itself").symlink_to(".")
    (site / "snippets/linked.mdx").symlink_to(secret)
    (site / "linked.json").symlink_to(secret)
    skills = site / ".mintlify/skills/linked"
    skills.mkdir(parents=True)
    (skills / "SKILL.md").symlink_to(secret)
    climbing = os.path.relpath(secret, site / "visit")
    (site / "visit/importing.mdx").write_text(
        f"import A from '/snippets/linked.mdx'\nimport B from '{climbing}'\n"
        f"import C from '{secret}'\n\nstill here <A /> <B /> <C />\n",
        "utf-8",
    )


REFUSED = ("nested", "braces")
"""Pages that the service's parser refuses: of these the title is left."""


@pytest.mark.parametrize("name", BODIES)
def test_a_page_that_is_hard_to_read_is_read(hostile: Running, name: str) -> None:
    wanted = f"# {name}" if name in REFUSED else "still here"

    assert wanted in hostile.run(f"tail -c 20 /visit/{name}.mdx")


@pytest.mark.parametrize("name", MATTERS)
def test_a_page_that_cannot_be_read_is_left_out(hostile: Running, name: str) -> None:
    rows = hostile.api("pages?verdict=leftOut").json()["rows"]
    left = {page["path"]: page for page in rows}

    assert MATTERS[name][1] in left[f"visit/{name}"]["reason"]


def test_a_page_that_is_too_long_is_found_and_shown_in_part(hostile: Running) -> None:
    (found,) = (text for text in hostile.search("large page") if "Page: visit/large" in text)

    assert len(found.encode()) <= 30 * 1024
    assert len(hostile.run("cat /visit/large.mdx").encode()) <= 30 * 1024


def test_a_schema_is_shown_in_part(hostile: Running) -> None:
    assert "/expanding.mdx" in hostile.run("find / -iname '*expanding*'")
    assert 0 < int(hostile.run("wc -c /expanding.mdx").split()[0]) < 1_000_000


def test_nothing_of_another_folder_is_shown(hostile: Running) -> None:
    assert hostile.run(f"rg -l {SECRET} /; grep -rl {SECRET} /") == "(no output, exit code 1)"
    assert not any(SECRET in text for text in hostile.search(SECRET))
    assert "still here" in hostile.run("cat /visit/importing.mdx")
    skills = hostile.ask("resources/list")["resources"]
    for skill in skills:
        assert SECRET not in hostile.ask("resources/read", uri=skill["uri"])["contents"][0]["text"]
    for path in ("/visit/linked.md", "/elsewhere/secret.md", "/..%2foutside/secret.mdx"):
        assert hostile.get(path).status == 404


COMMANDS = {
    "64 kB": ("echo " + "a" * 70_000, "at most 65,536 characters"),
    "pipes": ("cat /sky/moon.mdx" + " | cat" * 10_000, ""),
    "null byte": ("cat /sky/moon.mdx\0/etc/passwd", "cannot contain a null byte"),
    "host file": ("cat /etc/passwd", "No such file"),
    "climbing": ("cat ../../../../../../etc/passwd", "No such file"),
    "catastrophic": ("rg '(a+)+$' /visit/signs.mdx; rg '(.*)*x' /visit; echo over", "over"),
    "catastrophic grep": ("grep -cE '(a|aa)+$' /visit/signs.mdx; echo over", "over"),
    "endless": ("while true; do :; done; echo never", ""),
    "bomb": ("f() { f | f & }; f", ""),
    "output": ("cat /visit/*.mdx /visit/*.mdx /visit/*.mdx", "Read less at once"),
    "braces": ("echo {1..100000000}", ""),
    "nested": ("(" * 20_000, ""),
    "substitution": ("$(" * 20_000, ""),
    "doubling": ("a=x; for i in $(seq 60); do a=$a$a; done; echo ${#a}", ""),
    "sed": ("sed -E 's/(a*)*b/x/' /visit/signs.mdx | wc -l", ""),
    "awk": ("awk 'BEGIN { while (1) {} }'", ""),
    "jq": ("echo 1 | jq '[range(1e9)] | length'", ""),
    "system": ("awk 'BEGIN { system(\"cat /etc/passwd; env\") }'; echo over", "over"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_bounded(hostile: Running, name: str) -> None:
    command, said = COMMANDS[name]
    begun = time.monotonic()
    told = hostile.run(command)

    assert time.monotonic() - begun < SECONDS
    assert said in told
    assert "root:" not in told and "PATH=" not in told
    assert len(told.encode()) <= 30 * 1024
    assert hostile.run("head -1 /sky/moon.mdx").startswith("# ")


@pytest.mark.parametrize(
    "query",
    ["a" * 500_000, "a " * 200_000, '"' * 100_000, "(" * 100_000, "a\0b", "title:* AND NOT [", "*"],
    ids=lambda query: query[:6],
)
def test_a_query_is_bounded(hostile: Running, query: str) -> None:
    begun = time.monotonic()

    assert hostile.search(query)
    assert time.monotonic() - begun < SECONDS


def test_a_long_message_is_refused(hostile: Running) -> None:
    params = {"name": hostile.ready["tools"][1], "arguments": {"command": "x" * 1_100_000}}
    answer = hostile.post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})

    assert answer.status == 413
    assert b"1 MB" in answer.body


@pytest.mark.parametrize("body", [b"[" * 900_000, b'{"a":' * 150_000, b"\xff" * 1000, b""])
def test_a_message_that_is_none_is_refused(hostile: Running, body: bytes) -> None:
    assert 400 <= hostile.post(body).status < 500


PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}


@pytest.mark.parametrize(
    ("message", "identity", "told"),
    [
        ([PING], None, "one message at a time"),
        ([], None, "one message at a time"),
        (5, None, "must be an object"),
        (None, None, "must be an object"),
        ({}, None, '"jsonrpc": "2.0"'),
        ({**PING, "jsonrpc": "1.0"}, 7, '"jsonrpc": "2.0"'),
        ({"jsonrpc": "2.0", "id": "a"}, "a", "`method`"),
        ({**PING, "method": 5}, 7, "`method`"),
        ({**PING, "params": [1]}, 7, "`params`"),
        ({**PING, "id": None}, None, "`id`"),
        ({**PING, "id": True}, None, "`id`"),
        ({**PING, "id": 1.5}, None, "`id`"),
    ],
)
def test_what_is_json_and_no_message_is_told_in_plain_words(
    hostile: Running, message: object, identity: str | int | None, told: str
) -> None:
    answer = hostile.post(message)
    said = answer.json()

    assert answer.status == 400
    assert (said["jsonrpc"], said["id"], said["error"]["code"]) == ("2.0", identity, -32600)
    assert told in said["error"]["message"]


def test_an_answer_that_nobody_asked_for_is_dropped(hostile: Running) -> None:
    assert hostile.post({"jsonrpc": "2.0", "id": 7, "result": {}}).status == 202


def test_hard_commands_at_once_leave_room_for_others(hostile: Running) -> None:
    with ThreadPoolExecutor(8) as pool:
        hard = [pool.submit(hostile.run, "while true; do :; done") for _ in range(8)]
        begun = time.monotonic()
        assert hostile.ask("tools/list")["tools"]
        assert time.monotonic() - begun < SECONDS
        assert all(isinstance(one.result(), str) for one in hard)


def test_the_server_is_no_larger_for_it(hostile: Running) -> None:
    """Runs last: what all of the above has taken at most."""
    status = Path(f"/proc/{hostile.process.pid}/status")
    if not status.exists():
        pytest.skip("needs /proc")
    peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))

    assert int(peak.split()[1]) < 800 * 1024


@pytest.mark.parametrize(
    "docs",
    [DEEP, '{"navigation":' * 100_000, '{"name": "' + "x" * 3_000_000 + '"}', "\0", "", "[]"],
    ids=["deep", "deep objects", "long name", "null byte", "empty", "list"],
)
def test_any_docs_json_is_served_and_mended(tmp_path: Path, sites: Path, docs: str) -> None:
    site = Path(shutil.copytree(sites / "observatory", tmp_path / "site"))
    good = (site / "docs.json").read_text("utf-8")
    (site / "docs.json").write_text(docs, "utf-8")
    with running(site) as preview:
        assert len(preview.ask("tools/list")["tools"]) == 2
        assert preview.get("/").status == 200

        (site / "docs.json").write_text(good, "utf-8")
        eventually(lambda: preview.api("site").json()["pages"]["indexed"] == 28, SECONDS)
