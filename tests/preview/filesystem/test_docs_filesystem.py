"""The docs filesystem: what commands print, what they cannot do, and that edits reach it."""

from __future__ import annotations

import asyncio
import os
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_preview.filesystem import output_limits
from mcp_preview.filesystem.docs_filesystem import MAX_COMMAND, DocsFilesystem
from mcp_preview.filesystem.file_tree import FileTree

GUIDE = b"# Boats\nThe tide table\nlow water\nhigh water\nslack\nThe Tide again\n"
MOOR = "moor(rope) at the tide\n"
FILES = {
    "/index.mdx": b"# Harbour\nWelcome.\n",
    "/guides/boats.mdx": GUIDE,
    "/guides/deep/moor.mdx": MOOR.encode(),
    "/fr/guides/boats.mdx": "Marée haute, marée basse\n".encode(),
    "/openapi/harbour.json": b'{"paths": {"/boats": {}, "/quays": {}}}',
}


def run(command: str, files: dict[str, bytes] = FILES) -> str:
    return run_in(DocsFilesystem.from_texts(files), command)


def run_in(files: DocsFilesystem, command: str) -> str:
    return asyncio.run(files.run(command)).text


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("ls", "fr\nguides\nindex.mdx\nopenapi\n"),
        ("ls guides", "boats.mdx\ndeep\n"),
        ("ls -R / | grep /", "/:\n/fr:\n/fr/guides:\n/guides:\n/guides/deep:\n/openapi:\n"),
        ("ls -R guides | grep :", "guides:\nguides/deep:\n"),
        ("ls -R nope 2>/dev/null || echo $?", "2\n"),
        ("head -1 /guides/boats.mdx", "# Boats\n"),
        ("cat index.mdx | wc -l", "2\n"),
        ("cat /*.mdx", "# Harbour\nWelcome.\n"),
        ("ls /*/*.mdx", "/guides/boats.mdx\n"),
        ("sed -n '3,4p' guides/boats.mdx", "low water\nhigh water\n"),
        ("awk '{print $1}' /guides/deep/moor.mdx", "moor(rope)\n"),
        ("cat /openapi/harbour.json | jq -c '.paths | keys'", '["/boats","/quays"]\n'),
        ("cd guides && pwd && ls; echo done", "/guides\nboats.mdx\ndeep\ndone\n"),
        ("x=$(head -1 /index.mdx); echo \"$x!\"", "# Harbour!\n"),
        # Of several files the one that is missing does not hide the others.
        (
            "ls index.mdx nope guides/boats.mdx",
            "index.mdx\nguides/boats.mdx\nls: cannot access 'nope': No such file or directory\n",
        ),
        (
            "wc -l nope index.mdx guides/boats.mdx",
            " 2 index.mdx\n 6 guides/boats.mdx\n 8 total\n"
            "wc: /nope: No such file or directory\n",
        ),
        (
            "cut -d ' ' -f 1 index.mdx nope",
            "#\nWelcome.\ncut: /nope: No such file or directory\n",
        ),
        (
            "stat -c %n nope index.mdx",
            "index.mdx\nstat: cannot stat 'nope': No such file or directory\n",
        ),
        (
            "ls nope gone",
            "ls: cannot access 'nope': No such file or directory\n"
            "ls: gone: No such file or directory\n",
        ),
        ("ls nope index.mdx 2>/dev/null || echo $?", "index.mdx\n2\n"),
        ("printf tide | wc -c", "4\n"),
        (
            "curl -s https://example.com || echo $?",
            "6\ncurl: there is no network access here, only the files of the documentation\n",
        ),
        # rg
        ("rg -il 'TIDE' /", "/guides/boats.mdx\n/guides/deep/moor.mdx\n"),
        ("rg tide", f"guides/boats.mdx:The tide table\nguides/deep/moor.mdx:{MOOR}"),
        ("rg -n tide guides/boats.mdx", "2:The tide table\n"),
        ("rg -c -i tide guides", "guides/boats.mdx:2\nguides/deep/moor.mdx:1\n"),
        ("rg -C 1 'high' guides -I", "low water\nhigh water\nslack\n"),
        ("rg -A1 tide guides/boats.mdx", "The tide table\nlow water\n"),
        ("rg -o 'h\\w+ water' -I", "high water\n"),
        ("rg -F 'moor(rope)' -l", "guides/deep/moor.mdx\n"),
        ("rg -w water -m 1 guides", "guides/boats.mdx:low water\n"),
        ("rg -S Tide -I", "The Tide again\n"),
        (r"rg -I '\<water'", "low water\nhigh water\n"),
        ("rg 'moor('", "rg: regex parse error: missing ): moor(\n"),
        ("rg -i MARÉE -l", "fr/guides/boats.mdx\n"),
        ("rg -v water guides/boats.mdx -n | head -1", "1:# Boats\n"),
        ("rg --files -g '*.json'", "openapi/harbour.json\n"),
        ("rg --files -g '!guides/**' -t md", "fr/guides/boats.mdx\nindex.mdx\n"),
        # The globs of rg are those of .gitignore, from where the command runs.
        ("rg --files -g '*.{json,yaml}'", "openapi/harbour.json\n"),
        ("rg --files -g 'guides/*.mdx'", "guides/boats.mdx\n"),
        ("rg --files -g '**/guides/*.mdx'", "fr/guides/boats.mdx\nguides/boats.mdx\n"),
        ("rg --files -g '{fr,guides}/**/boats.*' /", "/fr/guides/boats.mdx\n/guides/boats.mdx\n"),
        ("rg --files guides -g 'guides/*.mdx'", "guides/boats.mdx\n"),
        ("cd guides && rg --files -g '/*.mdx'", "boats.mdx\n"),
        ("cd fr && rg --files /guides -g '/guides/[!b]*/**'", "/guides/deep/moor.mdx\n"),
        ("rg --files -g '!{fr,guides}' -g '*.mdx'", "index.mdx\n"),
        ("rg --files -g '!*.mdx' -g 'index.mdx'", "index.mdx\n"),
        ("rg --files -g '!*.mdx' -g '!deep/'", "openapi/harbour.json\n"),
        ("rg --files -g 'b?ats.[m]dx' guides", "guides/boats.mdx\n"),
        ("rg --files -g '{fr,guides'", ""),
        ("rg --files -g '[z-a]'", ""),
        ("rg --files -g '*.png' || echo $?", "1\n"),
        ("rg --files nope", "rg: nope: No such file or directory (os error 2)\n"),
        ("rg water --files-without-match guides", "guides/deep/moor.mdx\n"),
        ("cat guides/boats.mdx | rg slack", "slack\n"),
        ("rg nothing-like-it", ""),
        ("rg x /nope", "rg: /nope: No such file or directory (os error 2)\n"),
        ("rg '(?=x)'", "rg: regex parse error: invalid perl operator: (?=\n"),
        # grep
        ("grep -rhn tide /guides", f"2:The tide table\n1:{MOOR}"),
        ("grep -r rope / -i", f"/guides/deep/moor.mdx:{MOOR}"),
        ("grep -rl 'low\\|Welcome' .", "./guides/boats.mdx\n./index.mdx\n"),
        ("grep -rlE 'low|Welcome' --include='i*'", "index.mdx\n"),
        ("grep -rh 'moor(rope)' --exclude-dir fr", "moor(rope) at the tide\n"),
        ("grep -c water guides/boats.mdx", "2\n"),
        ("cat guides/boats.mdx | grep -n water", "3:low water\n4:high water\n"),
        ("grep -i tide guides/boats.mdx | tail -1", "The Tide again\n"),
        ("grep -rL tide guides openapi", "openapi/harbour.json\n"),
        (r"grep -rh '\<table\>' guides", "The tide table\n"),
        (r"grep -rh '\<tabl\>' guides", ""),
        ("grep -rhP '(?<!low )water' guides", "high water\n"),
        (r"grep -rhE '(a)[^a]\1' guides", "The Tide again\n"),
        (r"grep -rE '(t)he.*\1' guides", f"guides/deep/moor.mdx:{MOOR}"),
        (r"cat guides/boats.mdx | grep '\(t\).* \1'", "The tide table\n"),
        (r"grep -rF '\1' guides", ""),
        ("grep -r water guides/boats.mdx", "low water\nhigh water\n"),
        ("grep -rH high guides/boats.mdx", "guides/boats.mdx:high water\n"),
        ("cat guides/boats.mdx | grep -H high", "(standard input):high water\n"),
        ("cat guides/boats.mdx | grep -P 'low(?= water)'", "low water\n"),
        # find
        ("find / -name '*.json'", "/openapi/harbour.json\n"),
        ("find . -type d", ".\n./fr\n./fr/guides\n./guides\n./guides/deep\n./openapi\n"),
        ("find guides -maxdepth 1 -type f", "guides/boats.mdx\n"),
        ("find / -iname 'BOATS*' ! -path '/fr/*'", "/guides/boats.mdx\n"),
        ("find / -name '*.json' -o -name 'index*'", "/index.mdx\n/openapi/harbour.json\n"),
        ("find /nope", "find: '/nope': No such file or directory\n"),
        ("find guides -name 'm*' | xargs cat", "moor(rope) at the tide\n"),
        ("head -1 index.mdx | rg -n Harbour -", "1:# Harbour\n"),
        # awk
        ("echo a b | awk '{print $2}'", "b\n"),
        ("awk -v n=2 'NR == n' guides/boats.mdx", "The tide table\n"),
        ("awk '{print $2}' < guides/deep/moor.mdx", "at\n"),
        ("awk '/moor\\(/ {print FNR}' guides/deep/moor.mdx", "1\n"),
        ("awk 'BEGIN { system(\"ls\") }'", "awk: the function system() is not allowed here\n"),
        ("echo x | awk '{ system (\"ls\") }'; echo $?",
         "2\nawk: the function system() is not allowed here\n"),
        ("nothing", "bash: nothing: command not found\n"),
    ],
)  # fmt: skip
def test_a_command_prints(command: str, printed: str) -> None:
    assert run(command) == printed


def test_what_comes_through_a_pipe_is_no_command() -> None:
    end = "END_OF_WHAT_CAME_THROUGH_THE_PIPE"
    text = f"one\n{end}\necho two\n{end}_\n"
    command = "cat /a.mdx | grep -z -c one"  # Which our own `grep` does not know.

    assert run(command, {"/a.mdx": text.encode()}) == "1\n"


def test_a_tree_is_drawn() -> None:
    assert run("tree / -L 1").startswith("/\n├── fr\n├── guides\n├── index.mdx\n└── openapi\n")


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        (
            "tree / -I 'fr|openapi|*.toml'",
            "/\n├── guides\n│   ├── boats.mdx\n│   └── deep\n│       └── moor.mdx\n"
            "└── index.mdx\n\n2 directories, 3 files\n",
        ),
        (
            "tree -I '*.mdx' -I guides/ --noreport",
            ".\n├── fr\n└── openapi\n    └── harbour.json\n",
        ),
        ("cd guides && tree -L 1 -I 'b*'", ".\n└── deep\n\n1 directory, 0 files\n"),
        ("tree -d -I '[fo]*' .", ".\n└── guides\n    └── deep\n\n2 directories\n"),
        (
            "tree -I x openapi nope index.mdx",
            "openapi\n└── harbour.json\nnope [error opening dir]\nindex.mdx\n"
            "\n0 directories, 1 file\n",
        ),
        ("tree -I x -L 0", "tree: Invalid level, must be greater than 0.\n"),
        ("tree -I x -L y", "tree: Invalid level, must be greater than 0.\n"),
    ],
)
def test_a_drawing_leaves_out_what_fits_one_of_several_patterns(command: str, printed: str) -> None:
    assert run(command) == printed


@pytest.mark.parametrize("options", ["", "-L 1", "-L 2", "-d", "-d -L 2", "-a", "--noreport"])
def test_a_drawing_that_leaves_nothing_out_is_that_of_the_shell(options: str) -> None:
    files = {**FILES, "/.well/known.txt": b"", "/guides/.deep": b"", "/a-b/c": b"", "/a/b": b""}

    assert run(f"tree {options} -I nothing /", files) == run(f"tree {options} /", files)


@pytest.mark.parametrize(
    "command",
    [
        "cat /etc/passwd",
        "cat ../../../../etc/passwd",
        "cat /proc/self/environ",
        "ls /dev /home /tmp /bin",
        "cat ~/.ssh/id_rsa",
        "python3 -c 'print(1)'",
        "curl http://127.0.0.1",
        "echo $(cat /etc/hosts)x > /dev/null; cat /etc/hosts",
    ],
)
def test_there_is_nothing_but_the_site(command: str) -> None:
    told = run(command)

    assert "root:" not in told and "localhost" not in told
    assert any(word in told for word in ("No such file", "not found", "network access"))


@pytest.mark.parametrize(
    "command",
    [
        "echo x > /new",
        "touch /a",
        "rm -rf /",
        "rm /index.mdx",
        "mv /index.mdx /b",
        "sed -i s/a/b/ /index.mdx",
        "mkdir /a",
    ],
)
def test_nothing_can_be_written(command: str) -> None:
    filesystem = DocsFilesystem.from_texts(FILES)

    asyncio.run(filesystem.run(command))
    after = asyncio.run(filesystem.run("cat /index.mdx; ls"))

    assert after.text == "# Harbour\nWelcome.\nfr\nguides\nindex.mdx\nopenapi\n"


def test_the_environment_is_empty() -> None:
    told = run("env; export; set")

    assert not any(value in told for value in os.environ.values() if len(value) > 12)


@pytest.mark.parametrize(
    "command",
    [
        "while true; do :; done",
        "yes",
        "seq 1 100000000 | tail -1",
        "rg '(a+)+$' /",
        "grep -rE '(a*)*b' /",
        "find / -name '" + "*a" * 200 + "'",
        "rg -g '" + "*a" * 200 + "' x",
        "cat " + "/index.mdx " * 5000,
        "echo a" + " | cat" * 10_000,
        "echo " + "$(" * 5000,
        "f() { f; }; f",
        "x=a; while true; do x=$x$x; done",
        "printf '%0999999999d' 1",
        "cat /index.mdx" * 4000,
    ],
)
def test_what_never_ends_is_ended(command: str) -> None:
    begun = time.monotonic()
    output = asyncio.run(
        DocsFilesystem.from_texts(FILES | {"/a.mdx": b"a" * 50_000 + b"b"}).run(command)
    )

    assert time.monotonic() - begun < 20
    assert len(output.text) < 5_000_000


def test_a_long_command_is_refused() -> None:
    assert "at most" in run("x" * (MAX_COMMAND + 1))


def test_a_null_byte_is_refused() -> None:
    assert run("cat /index.mdx\0/etc/passwd") == "bash: a command cannot contain a null byte\n"


def test_one_call_leaves_nothing_for_the_next() -> None:
    filesystem = DocsFilesystem.from_texts(FILES)

    asyncio.run(filesystem.run("cd guides; x=1; alias ls=rm"))

    assert (
        asyncio.run(filesystem.run('echo "$x"; pwd; ls /guides')).text == "\n/\nboats.mdx\ndeep\n"
    )


def test_calls_at_the_same_time_do_not_meet() -> None:
    filesystem = DocsFilesystem.from_texts(FILES)

    async def many() -> list[str]:
        commands = (f"cd guides; x={number}; rg -l tide; echo $x" for number in range(20))
        return [one.text for one in await asyncio.gather(*map(filesystem.run, commands))]

    told = asyncio.run(many())

    assert told == [f"boats.mdx\ndeep/moor.mdx\n{number}\n" for number in range(20)]


def test_an_edit_reaches_it() -> None:
    filesystem = DocsFilesystem.from_texts(FILES)

    filesystem.update_files(
        {"/guides/new/a.mdx": b"tide\n", "/index.mdx": b"x\n"}, ["/fr/guides/boats.mdx"]
    )

    assert asyncio.run(filesystem.run("ls; cat /index.mdx guides/new/a.mdx; rg -l tide")).text == (
        "guides\nindex.mdx\nopenapi\nx\ntide\n"
        "guides/boats.mdx\nguides/deep/moor.mdx\nguides/new/a.mdx\n"
    )


NAMES = st.sampled_from(["/a.mdx", "/b/a.mdx", "/b/c/a.mdx", "/b/c/d.mdx", "/e/f.mdx", "/b.mdx"])


@given(st.lists(st.tuples(st.booleans(), NAMES), max_size=12))
@settings(max_examples=60)
def test_after_any_edits_it_is_as_made_anew(edits: list[tuple[bool, str]]) -> None:
    files: dict[str, bytes] = {}
    filesystem = DocsFilesystem.from_texts(files)
    for number, (writes, path) in enumerate(edits):
        if writes:
            files[path] = f"{number}\n".encode()
            filesystem.update_files({path: files[path]})
        else:
            files.pop(path, None)
            filesystem.update_files({}, [path])

    look = "find / | sort; rg '' /; ls -R /"
    assert asyncio.run(filesystem.run(look)).text == run(look, files)


WORDS = st.sampled_from(
    [
        *("rg", "grep", "find", "cat", "|", "&&", ";", "-r", "-i", "-C", "3", "-name", "*", "$("),
        *(")", "'", '"', "/", "..", "tide", "<", ">", "<<<", "{", "}", "-e", "--", "\\", "\n"),
        *("-", "!", "-exec", "é"),
    ]
)


@given(st.lists(WORDS, max_size=10).map(" ".join) | st.text(max_size=40))
@settings(max_examples=150)
def test_no_command_breaks_it(command: str) -> None:
    output = asyncio.run(DocsFilesystem.from_texts(FILES).run(command))

    assert "Traceback" not in output.text and "panicked" not in output.text
    # A line of the host's list of users; a message may repeat the command.
    assert ":0:0:" not in output.text.replace(command, "")


def test_a_large_folder_is_divided() -> None:
    files = {f"/api/{number % 7}/p{number}.mdx": b"x\n" for number in range(9_500)}
    filesystem = DocsFilesystem.from_texts(files)

    assert asyncio.run(
        filesystem.run("ls /api | wc -l; rg -l x | wc -l; cat /api/3/p3.mdx")
    ).text == ("7\n9500\nx\n")


@pytest.mark.parametrize(
    "path",
    [
        f"/guides/{'a' * 300}.mdx",
        f"/{'a' * 300}/tides.mdx",
        "/" + "a/" * 200 + "tides.mdx",
        "/" + "abcdefgh/" * 90 + "a" * 4000,
        "/gui\u200bdes/tides.mdx",
        "/guides/ti\ndes.mdx",
    ],
    ids=["long name", "long folder", "deep", "long path", "unseen sign", "line end"],
)
def test_a_name_that_the_shell_refuses_costs_that_file_alone(path: str) -> None:
    tree = FileTree.from_texts({path: b"x\n", "/guides/other.mdx": b"tide\n"})

    assert len(tree.left_out) == 1
    assert run_in(DocsFilesystem(tree), "find / -type f; rg tide /") == (
        "/guides/other.mdx\n/guides/other.mdx:tide\n"
    )


def test_of_a_file_that_is_too_large_the_beginning_is_shown() -> None:
    files = DocsFilesystem.from_texts(
        {"/openapi/large.json": b"x\n" * 10_000_000, "/a.mdx": b"tide\n"}
    )

    assert run_in(files, "head -1 /openapi/large.json") == "x\n"
    assert run_in(files, "tail -1 /openapi/large.json").startswith(
        "[Only the first 9,900,000 of 20"
    )


def test_a_folder_that_weighs_too_much_is_divided() -> None:
    heavy = {f"/{name}/{number}/a.mdx": b"x" * 5_000_000 for name in "ab" for number in range(21)}
    files = DocsFilesystem.from_texts(heavy)

    assert run_in(files, "find / -type f | wc -l").strip() == "42"
    assert run_in(files, "cat /a/20/a.mdx | wc -c").strip() == "5000000"


@pytest.mark.parametrize("command", ["rg -I tide | wc -l", "grep -rh tide | wc -l"])
def test_what_is_counted_is_all_there(command: str) -> None:
    lines = 120_000

    assert run(command, {"/a.mdx": b"low tide\n" * lines, "/b.mdx": b"tide\n"}) == f"{lines + 1}\n"


@pytest.mark.parametrize(
    ("command", "name"),
    [("rg -I tide", "rg"), ("grep -rh tide", "grep"), ("find -exec cat {} +", "find")],
)
def test_what_is_not_all_there_says_so(command: str, name: str) -> None:
    files = {f"/{letter}.mdx": b"tide " * 500_000 + b"\n" for letter in "abcdefg"}

    told = run(f"{command} | wc -l", files)

    assert f"\n{name}: the output ends after " in told


def test_a_command_that_is_stopped_gives_what_it_has_printed() -> None:
    printed = run("cat /index.mdx; while true; do :; done; echo never")

    assert printed.startswith("# Harbour\nWelcome.\n")
    assert "limit exceeded" in printed and "never" not in printed


@pytest.mark.parametrize("command", ["history", "fc -l"])
def test_a_call_has_no_history(command: str) -> None:
    assert run(command) == ""


@pytest.mark.parametrize("command", ["rg --files", "rg water", "find /", "tree -I x"])
def test_a_walk_that_takes_too_long_ends(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr(output_limits, "SECONDS", -1.0)

    assert "this takes too long; search" in run(command)
