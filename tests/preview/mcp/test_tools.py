"""The tools as clients see them, what is wrong with arguments, and what a call gives."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.content.pages import SitePages
from mcp_preview.content.skills import Skill
from mcp_preview.filesystem.docs_filesystem import DocsFilesystem
from mcp_preview.filesystem.output_limits import MAX_CALL_OUTPUT, limit_output
from mcp_preview.filesystem.virtual_files import render_page_file
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.call_log import MOST_CALLS, CallLog
from mcp_preview.mcp.results import (
    NOTHING_FOUND,
    ToolResult,
    build_command_result,
    build_search_result,
)
from mcp_preview.mcp.tool_calls import ToolCalls, UnknownTool, describe_argument_faults
from mcp_preview.mcp.tools import build_tool_definitions
from tests.preview.made import FLOOD, SITE, Search, Section, site
from tests.preview.small import page_of

TWO = site(versions=("v2", "v1"), languages=("en", "fr"))


def call(name: str, arguments: dict[str, Any], state: ServerState = SITE) -> ToolResult:
    return asyncio.run(ToolCalls(lambda: state, CallLog()).call_tool(name, arguments, "http://x"))


def test_the_tools_are_named_after_the_site() -> None:
    search, filesystem = build_tool_definitions(SITE)

    assert search["name"] == "search_harbour_docs"
    assert filesystem["name"] == "query_docs_filesystem_harbour_docs"
    assert [one["name"] for one in build_tool_definitions(site(name=""))] == [
        "search_docs",
        "query_docs_filesystem_docs",
    ]


@pytest.mark.parametrize("tool", build_tool_definitions(TWO), ids=["search", "filesystem"])
def test_a_tool_has_all_that_the_specification_names(tool: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
    hints = {name: value for name, value in tool["annotations"].items() if name.endswith("Hint")}

    assert tool["title"] and tool["description"]
    assert tool["inputSchema"]["additionalProperties"] is False
    assert hints == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }


@pytest.mark.parametrize(
    ("versions", "languages", "names"),
    [
        ((), (), ["query"]),
        (("v1",), ("en",), ["query"]),
        (("v1", "v2"), (), ["query", "version"]),
        ((), ("en", "fr"), ["query", "language"]),
    ],
)
def test_filters_are_offered_only_where_there_is_a_choice(
    versions: tuple[str, ...], languages: tuple[str, ...], names: list[str]
) -> None:
    schema = build_tool_definitions(site(versions=versions, languages=languages))[0]["inputSchema"]

    assert list(schema["properties"]) == names
    assert schema["required"] == ["query"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "The argument `query` is missing. The arguments are: `query`, `version`, `language`."),
        ({"query": 5}, "`query` must be a text."),
        ({"query": None}, "`query` must be a text."),
        ({"query": "x", "language": 5}, "`language` must be a text."),
        (
            {"query": "x", "language": None},
            "`language` must be a text. Omit it instead of passing null.",
        ),
        (
            {"query": "a", "language": "de"},
            "There is no language `de`. The valid values are: `en`, `fr`.",
        ),
        (
            {"query": "a", "version": "v9"},
            "There is no version `v9`. The valid values are: `v2`, `v1`.",
        ),
        (
            {"query": "a", "limit": 3},
            "There is no argument `limit`. The arguments are: `query`, `version`, `language`.",
        ),
    ],
)
def test_wrong_arguments_are_told_with_the_right_ones(arguments: dict[str, Any], said: str) -> None:
    answer = call("search_harbour_docs", arguments, TWO)

    assert answer == ToolResult((said,), is_error=True)


def test_right_arguments_have_no_faults() -> None:
    assert (
        describe_argument_faults(
            {"query": "a", "version": "v1", "language": "fr"}, build_tool_definitions(TWO)[0]
        )
        == ()
    )


@given(
    st.dictionaries(
        st.sampled_from(("query", "version", "language", "page")),
        st.sampled_from(("a", "v1", "fr", "", 1, None, True, ["v1"])),
    )
)
def test_arguments_have_faults_where_the_schema_has_them(arguments: dict[str, Any]) -> None:
    tool = build_tool_definitions(TWO)[0]
    is_valid = jsonschema.Draft202012Validator(tool["inputSchema"]).is_valid(arguments)

    assert (describe_argument_faults(arguments, tool) == ()) is is_valid


def test_a_section_is_told_line_by_line() -> None:
    answer = call("search_harbour_docs", {"query": "a", "language": "fr"}, TWO)

    assert answer.texts == (
        "Title: Boats\nLink: http://x/boats#mooring\nPage: boats\nContent: a fr None",
    )


def test_the_same_elsewhere_stands_in_a_line_of_its_own() -> None:
    boats = Section("Boats", "/boats", "boats", "Afloat.", ("/fr/boats", "/gcp#boats"), 34)

    assert build_search_result([boats], "http://x").texts == (
        "Title: Boats\nLink: http://x/boats\nPage: boats\n"
        "Also: http://x/fr/boats, http://x/gcp#boats, 34 other versions\nContent: Afloat.",
    )


def test_a_line_of_copies_ends() -> None:
    boats = Section("Boats", "/boats", "boats", "Afloat.", tuple(f"/{n}" for n in range(99)), 1)
    (text,) = build_search_result([boats], "").texts

    assert "/11, 87 more, 1 other version\nContent: Afloat." in text and "/12" not in text


def test_long_texts_end_at_their_share_and_no_hit_is_without_text() -> None:
    also = tuple(f"/{number}/{'long-name/' * 20}" for number in range(12))
    long = Section("Log", "/log#all", "log", FLOOD, also)
    short = Section("Boats", "/boats", "boats", "Afloat.")
    answer = build_search_result([long, short, long], "http://x")

    assert answer.size <= MAX_CALL_OUTPUT
    assert answer.texts[1].endswith("Content: Afloat.")
    for text in (answer.texts[0], answer.texts[2]):
        assert text.startswith("Title: Log\nLink: http://x/log#all\n")
        assert text.endswith(
            "text\n\n[Only a part of the section is shown. Read it with "
            "`sed -n '3,10002p' /log.mdx`.]"
        )
        assert text.count("line of text") > 400


def test_long_addresses_do_not_take_the_place_of_the_text() -> None:
    also = tuple(f"/{number}/{'long-name/' * 24}" for number in range(12))
    long = Section("Log", "/log#all", "log", FLOOD, also)
    answer = build_search_result([long] * 10, "http://x")

    assert answer.size <= MAX_CALL_OUTPUT
    for text in answer.texts:
        assert "long-name/, 11 more\nContent: " in text
        assert text.count("line of text") > 100


def test_a_page_with_a_blank_in_its_name_can_be_read_whole() -> None:
    long = Section("Log", "/the%20log", "the log", FLOOD)

    assert build_search_result([long], "").texts[0].endswith("p' '/the log.mdx'`.]")


LINE = "A boat is on the sea.\n\n"


@pytest.mark.parametrize("about", ["", "All about\nboats."])
@pytest.mark.parametrize(
    ("before", "inside"),
    [
        ("", LINE * 200),
        (f"{LINE}## Other\n\n{LINE * 1_000}\n", LINE * 200),
        (f"{LINE}## Other\n\n{LINE * 1_000}\n", LINE * 3_000),
        ("", LINE * 3_000),
    ],
)
@pytest.mark.parametrize("heading", ["## Moor\n\n", ""])
def test_the_named_command_prints_what_was_found(
    heading: str, before: str, inside: str, about: str
) -> None:
    text = f"{before}{heading}{inside}Tie the zebra rope.\n{LINE * 9}\n## Last\n\n{LINE * 900}"
    page = page_of("log", text, description=about)
    index = SearchIndex()
    index.rebuild([page])
    hit, *_ = index.search("zebra rope")
    (answer,) = build_search_result([hit], "").texts
    command = re.search(r"Read it with `(.+)`\.\]$", answer)
    assert command
    shell = DocsFilesystem.from_texts({"/log.mdx": render_page_file(page)})
    printed = build_command_result(asyncio.run(shell.run(command[1]))).texts[0]

    assert "Tie the zebra rope." in printed
    if len(inside) < MAX_CALL_OUTPUT and heading and before:
        assert printed == text[len(before) : text.index("\n## Last")].rstrip() + "\n"


def test_to_find_nothing_is_no_error() -> None:
    assert call("search_harbour_docs", {"query": "nothing"}) == ToolResult(
        (NOTHING_FOUND,), is_empty=True
    )


def test_a_command_without_output_says_so() -> None:
    assert call("query_docs_filesystem_harbour_docs", {"command": "silent"}) == ToolResult(
        ("(no output, exit code 1)",), is_empty=True
    )


def test_the_example_is_a_page_of_the_site() -> None:
    pages = SitePages({"the log": page_of("the log", of_default=False), "tides": page_of("tides")})

    assert "`head -80 /tides.mdx`" in build_tool_definitions(site(pages=pages))[1]["description"]
    assert "head -80" not in build_tool_definitions(SITE)[1]["description"]


def test_skills_are_named_even_before_they_are_known() -> None:
    skill = Skill("tides", "Tides", "When to sail.", "# Tides\n")

    description = build_tool_definitions(SITE)[1]["description"]
    assert "skills, if there are any, are under `/openapi/` and `/skills/`" in description
    assert build_tool_definitions(site(skills=(skill,)))[1]["description"] == description


def test_a_command_gives_its_output() -> None:
    assert call("query_docs_filesystem_harbour_docs", {"command": "ls"}).texts == ("$ ls\n",)


def test_a_long_output_is_cut_with_a_note_how_to_get_the_rest() -> None:
    (text,) = call("query_docs_filesystem_harbour_docs", {"command": "flood"}).texts

    assert len(text.encode()) <= MAX_CALL_OUTPUT
    assert "line of text\n\n[Only the first part of 130,000 bytes is shown." in text


@pytest.mark.parametrize(
    "text", ["é" * MAX_CALL_OUTPUT, "a" * (MAX_CALL_OUTPUT + 1), "\n" * MAX_CALL_OUTPUT * 2]
)
def test_what_is_cut_is_within_the_limit_and_still_text(text: str) -> None:
    assert len(limit_output(text).encode()) <= MAX_CALL_OUTPUT
    assert "�" not in limit_output(text)


def test_what_fits_is_not_cut() -> None:
    assert limit_output("a" * MAX_CALL_OUTPUT) == "a" * MAX_CALL_OUTPUT


def test_an_unknown_tool_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownTool, match=r"Tool search not found\. The tools are: `search_har"):
        call("search", {"query": "a"})


def test_what_breaks_inside_stays_inside() -> None:
    answer = call("search_harbour_docs", {"query": "break"})

    assert answer.is_error
    assert "secret" not in answer.texts[0]


def test_calls_are_noted_newest_first() -> None:
    call_log = CallLog()
    calls = ToolCalls(lambda: SITE, call_log)

    asyncio.run(calls.call_tool("search_harbour_docs", {"query": "x" * 9000}, "", "a client"))
    asyncio.run(calls.call_tool("search_harbour_docs", {"wrong": 1}, ""))

    second, first = call_log.list_calls()
    assert (first.number, first.tool, first.client) == (1, "search_harbour_docs", "a client")
    assert len(first.arguments["query"]) < 600
    assert (first.items, first.is_error, second.is_error) == (1, False, True)
    assert first.size > 0 and first.milliseconds >= 0


def test_only_the_last_calls_are_kept() -> None:
    call_log = CallLog()
    for _ in range(MOST_CALLS + 5):
        call_log.add_call(
            at=0, tool="t", arguments={}, milliseconds=0, size=0, items=0, is_error=False
        )

    assert len(call_log.list_calls()) == MOST_CALLS
    assert call_log.list_calls()[0].number == MOST_CALLS + 5


@pytest.mark.parametrize(("query", "is_on_the_loop"), [("moor a boat", True), ("long", False)])
def test_a_search_that_takes_long_does_not_hold_up_others(
    query: str, is_on_the_loop: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[int] = []
    find = Search.search

    def search(self: Search, query: str, **filters: Any) -> Any:
        searched.append(threading.get_ident())
        return find(self, query, **filters)

    monkeypatch.setattr(Search, "search", search)
    call("search_harbour_docs", {"query": query})

    assert [one == threading.get_ident() for one in searched] == [is_on_the_loop]
