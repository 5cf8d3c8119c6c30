"""What commands complain about: in plain words, with a hint for the usual slips."""

from __future__ import annotations

import asyncio

import pytest

from mcp_preview.filesystem.docs_filesystem import DocsFilesystem

FILES = {
    "/en/quick-start.mdx": b"# Start\n",
    "/guides/boats.mdx": b"# Boats in C++\n## Tide\n",
    "/guides/index.mdx": b"x\n",
    "/openapi/h.yaml": b"a: &x\n  k: 1\nb: *x\nc:\n  <<: *x\n  z: 2\n",
    "/large.json": b"{}" * 40,
    "/a.txt": b"x\n",
    "/b.txt": b"x\n",
}
MISSING = "No such file or directory\n"
NO_FILE = "this command cannot read `<(…)` here; use a pipe or a file\n"
LISTED = "/guides/index.mdx\n/guides/boats.mdx\n"


def run(command: str) -> tuple[str, int]:
    printed = asyncio.run(DocsFilesystem.from_texts(FILES).run(command))
    return printed.text, printed.exit_code


@pytest.mark.parametrize(
    ("command", "printed", "code"),
    [
        ("cat /en/quick-start", "Did you mean `/en/quick-start.mdx`?\n", 1),
        ("cat /en/quick-start.MD", "Did you mean `/en/quick-start.mdx`?\n", 1),
        ("head en/quick-start.md", "Did you mean `/en/quick-start.mdx`?\n", 1),
        ("cat /quick-start.mdx", "Did you mean `/en/quick-start.mdx`?\n", 1),
        ("cat /guides/bots.mdx", "Did you mean `/guides/boats.mdx`?\n", 1),
        ("cat /nothing/like/it", MISSING, 1),
        ("cat /EN/Quick-Start.mdx", "Did you mean `/en/quick-start.mdx`?\n", 1),
        ("cat /GUIDES", "Did you mean `/guides/index.mdx`?\n", 1),
        ("sed -n 1,5p /en/quick-start", "Did you mean `/en/quick-start.mdx`?\n", 2),
        ("awk 1 /en/quick-start", "Did you mean `/en/quick-start.mdx`?\n", 2),
        ("md5sum /en/quick-start", "Did you mean `/en/quick-start.mdx`?\n", 1),
        ("yq . /openapi/h.json", "Did you mean `/openapi/h.yaml`?\n", 1),
        ("cat /h.yaml", "Did you mean `/openapi/h.yaml`?\n", 1),
        ("jq . /openapi/h.json", "h.yaml`? It is YAML: use `yq` instead of `jq`.\n", 2),
        ("awk -f <(echo 1) /large.json", "awk: " + NO_FILE, 2),
        ("rg --stats -f <(echo 1) /large.json", "rg: " + NO_FILE, 1),
        ("grep -f none /large.json", "grep: none: " + MISSING, 2),
        ("rg -f none", "rg: none: No such file or directory (os error 2)\n", 2),
        ("jq . /openapi/h.yaml", "The file is YAML: use `yq` instead of `jq`.\n", 5),
        ("jq . /guides/boats.mdx", "column 1\n", 5),
        ("rm -rf /", "rm: /: filesystem is read-only\n", 1),
        ("chown me /large.json", "chown: /large.json: filesystem is read-only\n", 1),
        ("rm -f none", "", 0),
        ("rm none", MISSING, 1),
        ("mv /large.json /x", "mv: cannot move '/large.json': filesystem is read-only\n", 1),
        ("vim x", "bash: vim: command not found\n", 127),
        ("ssh x", "bash: ssh: command not found\n", 127),
        ("ls -Z", "option not available: context\n", 2),
    ],
)
def test_a_complaint_ends_with_a_hint_where_there_is_one(
    command: str, printed: str, code: int
) -> None:
    text, exit_code = run(command)

    assert text.endswith(printed) and exit_code == code
    assert text.count("\n") <= 2


def test_several_slips_get_few_hints() -> None:
    text, _ = run("cat " + " ".join(f"/guides/boat{letter}" for letter in "abcdefgh"))

    assert text.count("Did you mean") == 1


@pytest.mark.parametrize(
    "command",
    ["help", "bash --version", "rg --help", "yq --help", "ls -Z", "node x", "uname -a", "fc", "zz"],
)
def test_the_library_says_nothing_of_itself(command: str) -> None:
    text, _ = run(command)

    assert not any(word in text.lower() for word in ("bashkit", "sandbox", "features ="))


@pytest.mark.parametrize(
    ("command", "printed", "code"),
    [
        ("rg -U '^## '", "guides/boats.mdx:## Tide\n", 0),
        (r"rg -U 'C\+\+\n##' -I", "# Boats in C++\n## Tide\n", 0),
        ("rg 'C++' -I", "# Boats in C++\n", 0),
        ("rg '[+]+' -I -o", "++\n", 0),
        ("rg -g '*.json' Tide /guides/boats.mdx", "## Tide\n", 0),
        ("rg -g '*.json' Tide /guides", "", 1),
        ("grep -c nothing -r /guides", "/guides/boats.mdx:0\n/guides/index.mdx:0\n", 1),
        ("cat /guides/boats.mdx | grep -c nothing", "0\n", 1),
        ("grep -c Tide -r /guides/boats.mdx", "1\n", 0),
        ("ls -S / | head -1", "large.json\n", 0),
        ("ls -Sr /guides", "index.mdx\nboats.mdx\n", 0),
        ("ls -lS /guides | sed 's/.* //'", "boats.mdx\nindex.mdx\n", 0),
        ("ls -S /en /openapi", "/en:\nquick-start.mdx\n\n/openapi:\nh.yaml\n", 0),
        ("ls -S /guides /large.json", "/large.json\n\n/guides:\nboats.mdx\nindex.mdx\n", 0),
        ("ls -S b.txt a.txt large.json", "large.json\na.txt\nb.txt\n", 0),
        ("ls -Sr a.txt b.txt large.json", "b.txt\na.txt\nlarge.json\n", 0),
        ("ls -SR / | head -8 | tail -2", "openapi\n\n", 0),
        ("ls -lSR /guides | sed 's/.* //'", "/guides:\nboats.mdx\nindex.mdx\n", 0),
        ("ls -l /guides/index.mdx /guides/boats.mdx | sed 's/.* //'", LISTED, 0),
        ("ls -S /guides nope", "boats.mdx\nindex.mdx\nls: cannot access 'nope': " + MISSING, 2),
        ("ls -S nope", "ls: cannot access 'nope': " + MISSING, 2),
        ("yq .b.k /openapi/h.yaml", "1\n", 0),
        ("cat /openapi/h.yaml | yq -o json -I 0 .c", '{"k":1,"z":2}\n', 0),
        ("grep -f <(echo Tide) /guides/boats.mdx", "## Tide\n", 0),
        ("grep -if <(echo TIDE) /guides/boats.mdx", "## Tide\n", 0),
        ("grep -i --file=<(echo TIDE) /guides/boats.mdx", "## Tide\n", 0),
        ("echo Tide | grep -f - /guides/boats.mdx", "## Tide\n", 0),
        ("echo Tide | grep -rhf- /guides", "## Tide\n", 0),
        ("echo Tide | grep -f -", "", 1),
        ("echo Tide | rg -f - -I", "## Tide\n", 0),
        ("rg -If <(echo Tide)", "## Tide\n", 0),
        ("echo '## Tide' | grep -f /guides/boats.mdx", "## Tide\n", 0),
        ("grep -f <(true) /guides/boats.mdx", "", 1),
        ("grep -vf /dev/null /guides/index.mdx", "x\n", 0),
        ("grep -e Boats -f <(echo Tide) -c /guides/boats.mdx", "2\n", 0),
        ("grep -rhf <(printf 'Tide\\nBoats') /guides", "# Boats in C++\n## Tide\n", 0),
    ],
)
def test_a_command_does_what_it_does_elsewhere(command: str, printed: str, code: int) -> None:
    assert run(command) == (printed, code)
