"""A large site's files: the shell gets texts when it needs them, and no command can tell."""

from __future__ import annotations

import asyncio
import re

import pytest
from bashkit import Bash
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_preview.filesystem import docs_filesystem, needed_files
from mcp_preview.filesystem.docs_filesystem import DocsFilesystem
from mcp_preview.filesystem.file_tree import LargeFileTree
from mcp_preview.filesystem.needed_files import find_needed_files
from tests.preview.filesystem.test_docs_filesystem import FILES, GUIDE

BOATS, MOOR, INDEX = "/guides/boats.mdx", "/guides/deep/moor.mdx", "/index.mdx"
ALL = "all"
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d|1\d{9}")
COMMANDS = st.sampled_from(
    [
        *("cat", "head -1", "tail -n 1", "wc -c", "sed -n 2p", "sed 'r /index.mdx'", "awk 'NR==1'"),
        *("ls", "ls -l", "ls -lR", "stat -c %s", "rg tide", "rg --json tide", "grep tide", "cd"),
        *("grep -rl tide", "grep -rP '(?<!x)tide'", "find", "find -size +0", "sort", "cut -c1-3"),
        *("awk '{getline l < \"/index.mdx\"; print l}'", "jq -c .", "[ -s", "xargs cat", "tree"),
    ]
)
PLACES = st.sampled_from(
    [
        *("", INDEX, BOATS, "guides", "/guides/*.mdx", "*", "*/*/*", "'/guides/b'oats.mdx", "nope"),
        *("{index,x}.mdx", "guides/../index.mdx", "boats.mdx", "$F", '"$(echo /index.mdx)"', "/"),
        *("~/x", "< /index.mdx", "<<< x", "-", "/openapi/harbour.json", "gu?des/[a-c]*"),
    ]
)
JOINS = st.sampled_from(
    [" | ", " && ", "; ", "; F=/index.mdx; ", " | while read f; do cat $f; done; "]
)
SCRIPTS = st.lists(st.tuples(COMMANDS, PLACES, PLACES, JOINS), min_size=1, max_size=3).map(
    lambda parts: "".join(f"{name} {one} {two}{join}" for name, one, two, join in parts) + "true"
)


def printed(filesystem: DocsFilesystem, script: str) -> tuple[str, int]:
    output = asyncio.run(filesystem.run(script))
    return _TIME.sub("TIME", output.text), output.exit_code


@given(SCRIPTS)
@settings(max_examples=150, deadline=None)
def test_no_command_can_tell(script: str) -> None:
    large = DocsFilesystem.from_texts(FILES, is_large=True)

    assert printed(large, script) == printed(DocsFilesystem.from_texts(FILES), script)


@pytest.mark.parametrize(
    ("script", "needed"),
    [
        ("rg -c tide /", ()),
        ("grep -rn tide / | head -5", ()),
        ("find / -name '*.mdx' | wc -l", ()),
        ("tree / -L 2; ls -R guides", ()),
        ("python3 index.mdx; curl http://localhost/", ()),
        ("ls -la /", (INDEX,)),
        ("cat /guides/boats.mdx | sed -n '2,3p'", (BOATS,)),
        ("cd guides && head -80 boats.mdx", (BOATS,)),
        ("wc -l /guides/*", (BOATS,)),
        ("sort < index.mdx", (INDEX,)),
        ("awk '{print $1}' guides/deep/moor.mdx", (MOOR,)),
        ("jq -c '.paths | keys' /openapi/harbour.json", ("/openapi/harbour.json",)),
        # What cannot be told.
        ("cat $x", ALL),
        ("find / -name '*.mdx' | xargs cat", ALL),
        ("sed -n 'r /index.mdx' /guides/boats.mdx", ALL),
        ("awk 'BEGIN { while ((getline l < \"/index.mdx\") > 0) print l }'", ALL),
        ("echo ${x:-$(cat /index.mdx)}", ALL),
        ("[[ -s /index.mdx ]] && echo", ALL),
        ("diff /index.mdx /guides/boats.mdx", ALL),
        ("f() { cat /index.mdx; }; f", ALL),
        ("HOME=/guides; cat ~/boats.mdx", ALL),
        ('for f in /*; do cat "$f"; done', ALL),
        ("echo 'no end", ALL),
    ],
)
def test_what_a_command_may_read(script: str, needed: tuple[str, ...] | str) -> None:
    found = find_needed_files(script, Bash(), LargeFileTree.from_texts(FILES))

    assert (ALL if found.are_all else tuple(sorted(found.paths))) == needed


@pytest.mark.parametrize("name", needed_files._NOT_THERE)
def test_what_the_shell_does_not_have_reads_nothing(name: str) -> None:
    told, _ = printed(DocsFilesystem.from_texts(FILES), f"{name} index.mdx")

    assert told.startswith(f"bash: {name}: command not found")


def test_a_search_leaves_no_text_behind() -> None:
    tree = LargeFileTree.from_texts(FILES)
    filesystem = DocsFilesystem(tree)

    printed(filesystem, "rg tide /; grep -rn tide / | head -2; find / -type f | wc -l; tree")
    assert tree.loaded_size == 0
    printed(filesystem, "cat /guides/boats.mdx | head -2")
    assert tree.loaded_size == len(GUIDE)


def test_what_the_shell_left_to_itself_reads_is_there() -> None:
    filesystem = DocsFilesystem.from_texts(FILES, is_large=True)

    assert printed(filesystem, "grep -c tide /guides/boats.mdx")[0] == "1\n"
    assert printed(filesystem, "find / -size +0 -name 'i*'")[0] == "/index.mdx\n"


def test_texts_are_given_back_when_no_command_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_filesystem, "REST", 0.05)
    monkeypatch.setattr(docs_filesystem, "_MOST_CACHED", 0)
    tree = LargeFileTree.from_texts(FILES)
    filesystem = DocsFilesystem(tree)

    async def read_and_rest() -> tuple[int, int]:
        await filesystem.run("cat /guides/boats.mdx")
        before = tree.loaded_size
        for _ in range(100):
            await asyncio.sleep(0.02)
            if not tree.loaded_size:
                break
        return before, tree.loaded_size

    assert asyncio.run(read_and_rest()) == (len(GUIDE), 0)
    assert printed(filesystem, "cat /index.mdx")[0] == "# Harbour\nWelcome.\n"


def test_nothing_is_given_back_while_a_command_runs() -> None:
    tree = LargeFileTree.from_texts(FILES)
    tree.load_texts([BOATS])

    with tree.hold_texts():
        tree.release_texts()
        assert tree.loaded_size == len(GUIDE)
    tree.release_texts()
    assert tree.loaded_size == 0


def test_an_edit_reaches_what_the_shell_has_and_what_it_has_not() -> None:
    tree = LargeFileTree.from_texts(FILES)
    filesystem = DocsFilesystem(tree)
    look = "cat /index.mdx /guides/boats.mdx; rg -c tide"

    printed(filesystem, "cat /index.mdx")
    filesystem.update_files({INDEX: b"tide\n", BOATS: b"a tide\n", "/new.mdx": b"tide\n"}, [MOOR])

    assert printed(filesystem, look)[0] == (
        "tide\na tide\nguides/boats.mdx:1\nindex.mdx:1\nnew.mdx:1\n"
    )
    tree.load_all_texts()
    filesystem.update_files({"/later.mdx": b"low\n"}, [INDEX])
    assert printed(filesystem, "cat /later.mdx $x; ls")[0].startswith("low\nfr\n")
