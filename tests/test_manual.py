"""The manual: current, free of findings, findable, and reachable from each way to it."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from argparse import Namespace
from pathlib import Path

import pytest
from mcp import Client, MCPError
from mcp_types import ListResourcesResult, ListResourceTemplatesResult, TextResourceContents

import mcp_preview.cli
from docs_lsp.cli import main
from docs_lsp.cli import rules as rules_command
from docs_lsp.cli.arguments import parse_arguments
from docs_lsp.cli.manual_pages import list_groups, list_topics, read_page
from docs_lsp.cli.mcp.agent_server import build_server
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import MANUAL
from tests import manual
from tests.manual import README, ROOT, current

PAGES = [path for pages in list_groups().values() for path in pages]
TEXTS = [README, *(MANUAL / f"{path}.md" for path in PAGES)]
FOUND = 95
"""The share of the questions, in percent, whose page must be among the first three hits."""


def test_what_is_made_from_the_code_is_current() -> None:
    """If this fails, run `python -m tests.manual` and read the diff."""
    stale = [
        file.relative_to(ROOT).as_posix()
        for file, text in current().items()
        if not file.exists() or file.read_text("utf-8") != text
    ]

    assert stale == []


@pytest.mark.parametrize("is_crash", [True, False], ids=["crash", "usage"])
def test_a_command_that_fails_changes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_crash: bool
) -> None:
    def run(arguments: Namespace) -> int:
        if is_crash:
            raise ModuleNotFoundError("No module named 'jsonschema_rs'")
        raise UsageFault("there is no such folder.")

    monkeypatch.setattr(rules_command, "run", run)
    monkeypatch.setattr(manual, "README", tmp_path / "README.md")
    monkeypatch.setattr(manual, "MANUAL", tmp_path)
    text = "# Rules\n\n```console\n$ docs-lsp rules\nold\n```\n"
    (tmp_path / "README.md").write_text(text, "utf-8")

    with pytest.raises(SystemExit, match="`docs-lsp rules` failed, so no file was changed"):
        manual.main()
    assert [file.name for file in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text("utf-8") == text


def test_each_file_is_a_listed_page_in_plain_text() -> None:
    files = {file.relative_to(MANUAL).as_posix() for file in MANUAL.rglob("*") if file.is_file()}

    assert files == {
        *(f"{path}.md" for path in PAGES),
        *("docs.json", "docs-lsp.toml", "questions.toml"),
    }


def test_there_is_a_page_for_each_rule_and_no_topic_twice() -> None:
    assert list_groups()["Rules"] == [f"rules/{name}" for name in sorted(all_rules())]
    assert len(list_topics()) == len(PAGES)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["check", str(MANUAL)], "No problems."),
        (["sync", "--check", "--site", str(MANUAL)], "docs-lsp: 1 element is up to date."),
    ],
)
def test_nothing_is_found_in_it(
    command: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 0
    assert says in "".join(capsys.readouterr())


def test_every_page_and_the_questions_of_new_users_are_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--format", "json", "--fail-under", str(FOUND)]
    code = mcp_preview.cli.main(["report", str(MANUAL), *options])
    report = json.loads(capsys.readouterr().out)

    assert code == 0, report["questions"]
    assert len(report["questions"]["ranks"]) >= 40
    assert len(report["indexed"]) == len(PAGES)
    assert [finding["message"] for finding in report["findings"]] == []


def test_the_commands_in_it_can_be_typed() -> None:
    blocks = [
        block
        for file in TEXTS
        for block in re.findall(r"^```sh\n(.*?)^```", file.read_text("utf-8"), re.M | re.S)
    ]
    # What follows a pipe or a redirection is not ours.
    texts = [re.split(r" [|<>] ", line)[0] for block in blocks for line in block.splitlines()]
    lines = [shlex.split(text, comments=True) for text in texts]
    ours = [line for line in lines if line and line[0] == "docs-lsp"]
    previews = [line for line in lines if line and line[0] == "mcp-preview"]

    assert len(ours) > 40
    assert len(previews) > 5
    for line in ours:
        if line[1] == "help":
            continue  # It prints and ends the program.
        rest = parse_arguments(line[1:])
        if rest.command == "preview":
            previews.append(["mcp-preview", "serve", *rest.rest])
    for line in previews:
        mcp_preview.cli.make_parser().parse_args(line[1:])


def test_the_readme_is_for_two_minutes() -> None:
    text = README.read_text("utf-8")
    links = re.findall(r"\]\((?!https:)([^)#]+)", text)

    assert len(text.splitlines()) <= 200
    assert len(text.encode()) <= 12_000
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_without_a_topic_the_pages_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    printed = capsys.readouterr().out

    assert re.search(r"^  ci +Run it in CI$", printed, re.MULTILINE)
    assert len(printed.splitlines()) < 60


@pytest.mark.parametrize("topic", ["ci", "tasks/ci", "/tasks/ci", "tasks/ci.md"])
def test_a_page_is_printed(topic: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", topic]) == 0
    assert capsys.readouterr().out == read_page("tasks/ci").markdown


@pytest.mark.parametrize(
    ("topic", "remedy"),
    [
        ("basline", "did you mean `baseline`?"),
        ("missing-pages", "did you mean `missing-page`?"),
        ("../../SERVICE", "`docs-lsp manual` lists them."),
    ],
)
def test_a_misspelt_topic_is_refused(
    topic: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["manual", topic]) == 2
    assert capsys.readouterr().err == f"docs-lsp: the manual has no page `{topic}`; {remedy}\n"


def test_an_explanation_names_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", "missing-page"])
    *_, last = capsys.readouterr().out.splitlines()

    assert Path(last.removeprefix("Manual: ")) == MANUAL / "rules/missing-page.md"


def test_agents_read_it_as_resources(tmp_path: Path) -> None:
    async def ask() -> tuple[ListResourcesResult, ListResourceTemplatesResult, str]:
        server = build_server(AgentWorkspace(tmp_path, lambda _: ""))
        async with Client(server) as client:
            listed = await client.list_resources()
            templates = await client.list_resource_templates()
            page = await client.read_resource("docs-lsp://manual/rules/missing-page")
            with pytest.raises(MCPError, match="no resource"):
                await client.read_resource("docs-lsp://manual/../SERVICE")
            (content,) = page.contents
            assert isinstance(content, TextResourceContents)
            return listed, templates, content.text

    listed, templates, text = asyncio.run(ask())

    assert len(listed.resources) == len(PAGES) - len(all_rules())
    assert "docs-lsp://manual/tasks/ci" in {resource.uri for resource in listed.resources}
    assert len(templates.resource_templates) == 1
    assert text == read_page("rules/missing-page").markdown
