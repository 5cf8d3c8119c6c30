"""`awk` over text that is not ASCII, at which the shell's own breaks down."""

from __future__ import annotations

import asyncio
import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mcp_preview.filesystem.docs_filesystem import DocsFilesystem
from mcp_preview.filesystem.panic_text import drop_panic_text

TEXTS = st.lists(st.text("-+ aé✅日😀1", max_size=8), min_size=1, max_size=6).map("\n".join)


def run(command: str, text: str) -> str:
    return asyncio.run(
        DocsFilesystem.from_texts({"/a.mdx": f"{text}\n".encode()}).run(command)
    ).text


@given(TEXTS)
@example("- ✅ a")
@example("--é\n+-日😀")
@settings(max_examples=60)
def test_lines_and_fields_are_printed_as_they_are(text: str) -> None:
    lines = text.split("\n")
    fields = "\n".join(line.split(" ")[-1] for line in lines)

    assert run("awk '{print $0}' /a.mdx", text) == f"{text}\n"
    assert run("cat /a.mdx | awk -F'[ ]' '{print $NF}'", text) == f"{fields}\n"


def test_more_characters_than_can_be_renamed_are_printed_too() -> None:
    text = "\n".join(f"- {chr(0x65E5 + number)}" for number in range(90))

    assert run("awk '{print $0}' /a.mdx", text) == f"{text}\n"


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("/- ✅/ {print $2, length($2)}", "✅ 1"),
        ('$2 == "✅" && NR < 3 {print FILENAME, FNR}', "/a.mdx 2"),
        ("{n += $1} END {print n, NR}", "2 3"),
        ('{gsub(/✅/, "é-✅")} NR == 2', "- é-✅ done"),
    ],
)
def test_a_program_sees_the_text_as_it_is(program: str, printed: str) -> None:
    assert run(f"awk '{program}' /a.mdx", "-1 é\n- ✅ done\n3 ✅") == f"{printed}\n"


@pytest.mark.parametrize(
    "command",
    [
        """awk 'BEGIN {while ((getline line < "/en/a.mdx") > 0) print line}'""",
        """cd en; awk -v f=a 'BEGIN {while ((getline < (f ".mdx")) > 0) print}'""",
        """echo /en/a.mdx | awk '{while ((getline line < $1) > 0) print line}'""",
        """awk 'BEGIN {while (("cat /en/a.mdx" | getline line) > 0) print line}'""",
        """awk '{getline line < "/en/deep/b.mdx"; print line}' /en/a.mdx""",
    ],
)
def test_a_program_may_read_files_by_itself(command: str) -> None:
    text = "- ✅ a\n".encode()
    for is_large in (False, True):
        filesystem = DocsFilesystem.from_texts(
            {"/en/a.mdx": text, "/en/deep/b.mdx": text}, is_large=is_large
        )

        assert asyncio.run(filesystem.run(command)).text == "- ✅ a\n"


def test_files_too_large_to_be_renamed_together_get_a_message() -> None:
    files = {"/a.mdx": "- ✅ a\n".encode(), "/b.mdx": b"x" * 8_000_000}
    command = """awk 'BEGIN {while (("cat /a.mdx" | getline line) > 0) print line}'"""
    done = asyncio.run(DocsFilesystem.from_texts(files).run(command))

    assert (done.exit_code, done.text.startswith("awk: the shell cannot run")) == (2, True)


@pytest.mark.parametrize(
    "program",
    [
        "/file system \\(v2\\)/",
        '{print "file system (v2)"}',
        "$0 ~ /^(file )system \\(/ # system(x)",
        "function ecosystem(x) {print x} {ecosystem($0)}",
    ],
)
def test_a_program_may_name_what_it_may_not_call(program: str) -> None:
    assert run(f"awk '{program}' /a.mdx", "file system (v2)") == "file system (v2)\n"


@pytest.mark.parametrize(
    "command",
    [
        "awk '{n = 4 / 2; system (\"ls\")}' /a.mdx",
        "gawk -F: -v x=1 'BEGIN {system(\"ls\")}'",
        "command awk -e '/x/ {system(\"ls\")}' /a.mdx",
        "echo 1 | xargs awk --csv 'BEGIN {system(\"ls\")}'",
    ],
)
def test_a_call_of_system_is_refused(command: str) -> None:
    assert run(command, "x") == "awk: the function system() is not allowed here\n"


def test_other_files_of_the_folder_are_there_as_well() -> None:
    files = {"/en/a.mdx": "- ✅ a\n".encode(), "/en/b.mdx": b"b\n", "/c.mdx": b"c\n"}
    filesystem = DocsFilesystem.from_texts(files)
    printed = asyncio.run(filesystem.run("cd en; awk '{print FILENAME, $NF}' a.mdx b.mdx ../c.mdx"))

    assert printed.text == "a.mdx a\nb.mdx b\n../c.mdx c\n"


COMMANDS = (
    *("sort", "sort -n", "uniq -c", "cut -c 2-3", "cut -d- -f2", "rev", "fold -w 3", "tac", "nl"),
    *("tr a b", "sed 's/./x/2'", "head -c 4", "tail -c 3", "wc -m", "paste - -", "column -t"),
    *("grep -o .", "rg -o .", "jq -R .", "yq .", "awk '{print substr($0, 2, 2)}'", "xargs echo"),
    *('while read x; do echo "${x:1:2} ${#x} ${x%?} ${x^^}"; printf \'%.2s|%5s\' "$x" "$x"; done',),
)


@pytest.mark.parametrize("command", COMMANDS)
@given(text=TEXTS)
@settings(max_examples=10)
def test_no_command_breaks_down_at_text_that_is_not_ascii(command: str, text: str) -> None:
    printed = run(f"cat /a.mdx | {command}", text)

    assert "unexpectedly" not in printed and "cannot be run" not in printed
    assert "cannot run" not in printed


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ('{gsub(/x /, "")} NR == 2', "- ✅ done\n"),
        ('NR == 3 {made = "- " $2; print made + 1}', "1\n"),
        ('NR == 4 {made = "- " $2; print made + 1}', "awk: the shell cannot run this program"),
    ],
)
def test_a_panic_is_worked_around_or_told_without_its_text(
    program: str, printed: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(f"awk '{program}' /a.mdx", "-1 é\n- x ✅ done\n3 ✅\n4 日").startswith(printed)
    assert capfd.readouterr().err == ""


def test_other_texts_on_standard_error_are_kept(capfd: pytest.CaptureFixture[str]) -> None:
    panic = (
        b"\nthread 'tokio-rt-worker' (7) panicked at crates/value.rs:118:39:\nnot a boundary\n"
        b"stack backtrace:\n   0: core::panicking\n             at value.rs:1\n"
        b"note: Some details are omitted, run with `RUST_BACKTRACE=full`.\n"
    )
    with drop_panic_text(), drop_panic_text():
        for text in (b"one\n", panic, panic, b"two\n"):
            os.write(2, text)

    assert capfd.readouterr().err == "one\ntwo\n"


def test_a_text_on_standard_error_waits_for_one_caller_alone(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with drop_panic_text():
        with drop_panic_text():
            os.write(2, b"one\n")
        assert capfd.readouterr().err == "one\n"
        os.write(2, b"two\n")

    assert capfd.readouterr().err == "two\n"


def test_standard_error_that_cannot_be_written_to_does_not_stop_a_command() -> None:
    reading, writing = os.pipe()
    real = os.dup(2)
    os.close(reading)
    os.dup2(writing, 2)
    try:
        with drop_panic_text():
            os.write(2, b"one\n")
        with pytest.raises(BrokenPipeError):
            os.write(2, b"two\n")
    finally:
        os.dup2(real, 2)
        os.close(real)
        os.close(writing)
