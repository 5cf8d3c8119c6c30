"""`mcp-preview report`: for each viewer, with questions, and against a revision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docs_lsp.cache.folder import (
    CACHE_VARIABLE,
    INSTALL_COMMAND,
    MEANING_GAIN,
    MODEL_FILE,
    MODEL_NAME,
    TOKENIZER_FILE,
    create_cache_folder,
)
from docs_lsp.cli.output.command_schemas import build_preview_report_schema
from mcp_preview.cli import main
from mcp_preview.index.page_meaning import MeaningState, describe_ranking
from tests.cli.test_json import closed

PAGES = {
    "open": "---\npublic: true\n---\n",
    "plain": "",
    "crew": "---\ngroups: [crew]\n---\n",
}
USERS = '[[preview.users]]\nname = "anna"\ngroups = ["crew"]\n'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    docs = {"name": "Harbour", "navigation": {"pages": list(PAGES)}}
    tmp_path.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    for page, text in PAGES.items():
        tmp_path.joinpath(f"{page}.mdx").write_text(text, "utf-8")
    return tmp_path


def indexed(site: Path, capfd: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert main(["report", str(site), "--format", "json", *options]) == 0
    return [page["path"] for page in json.loads(capfd.readouterr().out)["indexed"]]


@pytest.mark.parametrize(
    ("auth", "viewer", "found"),
    [
        ("", (), ["open", "plain"]),
        ("", ("--as", "credential"), ["open", "plain"]),
        ("", ("--as", "user:anna"), ["open", "plain", "crew"]),
        ('auth = "partial"', (), ["open"]),
        ('auth = "partial"', ("--as", "anonymous"), ["open"]),
        ('auth = "partial"', ("--as", "credential"), ["open", "plain"]),
        ('auth = "partial"', ("--as", "groups:guest"), ["open", "plain"]),
        ('auth = "partial"', ("--as", "groups:guest,crew"), ["open", "plain", "crew"]),
        ('auth = "full"', (), []),
        ('auth = "full"', ("--as", "user:anna"), ["open", "plain", "crew"]),
        ('auth = "public"', (), ["open", "plain", "crew"]),
        ("authenticated = true", (), []),
    ],
)
def test_each_viewer_finds_what_is_meant_for_that_one(
    site: Path,
    capfd: pytest.CaptureFixture[str],
    auth: str,
    viewer: tuple[str, ...],
    found: list[str],
) -> None:
    site.joinpath("docs-lsp.toml").write_text(f"[preview]\n{auth}\n{USERS}", "utf-8")

    assert indexed(site, capfd, *viewer) == found


def test_it_says_what_search_by_meaning_is_worth_and_where_it_is(
    site: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = site / "cache"
    cache.mkdir()
    monkeypatch.setenv(CACHE_VARIABLE, str(cache))
    assert main(["report", str(site)]) == 0
    before = " ".join(capfd.readouterr().out.split())
    model = create_cache_folder("models") / MODEL_NAME
    model.mkdir()
    for name in (MODEL_FILE, TOKENIZER_FILE):
        (model / name).touch()
    assert main(["report", str(site), "--format", "json"]) == 0
    after = json.loads(capfd.readouterr().out)["about"]

    assert f"`{INSTALL_COMMAND}` adds it to the preview. {MEANING_GAIN}." in before
    assert f"In the preview it is on. {MEANING_GAIN}." in after


@pytest.mark.parametrize(
    ("state", "parts"),
    [
        (MeaningState.OFF, ("is off", f"`{INSTALL_COMMAND}` adds it.", MEANING_GAIN)),
        (MeaningState.MAKING, ("is being prepared",)),
        (MeaningState.ON, ("is on",)),
    ],
)
def test_a_preview_says_how_it_ranks(state: MeaningState, parts: tuple[str, ...]) -> None:
    assert all(part in describe_ranking(state) for part in parts)


def test_a_mode_that_is_assumed_is_said_and_the_setting_named(
    site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(site)]) == 0
    text = " ".join(capfd.readouterr().out.split())
    assert main(["report", str(site), "--format", "json", "--as", "groups:crew"]) == 0
    report = json.loads(capfd.readouterr().out)

    assert "`preview.auth` is not set in docs-lsp.toml" in text
    assert "Only readers in `crew` can see it." in text
    assert {**report["access"], "notice": ""} == {
        "mode": "partial",
        "enabled": True,
        "assumed": True,
        "notice": "",
    }
    assert report["access"]["notice"] in text
    assert report["viewer"] == "groups:crew"


@pytest.mark.parametrize("command", ["report", "stdio"])
@pytest.mark.parametrize("viewer", ["user:bert", "bert", "groups"])
def test_a_viewer_that_is_not_configured_ends_with_2(
    site: Path, capfd: pytest.CaptureFixture[str], command: str, viewer: str
) -> None:
    assert main([command, str(site), "--as", viewer]) == 2
    assert f"`{viewer.removeprefix('user:')}`" in capfd.readouterr().err


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_docs_json_that_cannot_be_read_is_no_success(
    site: Path, capfd: pytest.CaptureFixture[str], form: str
) -> None:
    (site / "docs.json").write_text('{"name": "Harbour", "navigation": ', "utf-8")

    assert main(["report", str(site), "--format", form]) == 2
    assert "`docs.json`, line 1: " in capfd.readouterr().err


QUESTIONS = """\
[[question]]
ask = "when does the water rise"
page = "open"

[[question]]
ask = "gone"
page = "nowhere"
"""


@pytest.fixture
def asked(site: Path) -> Path:
    """A site with questions, in a repository."""
    pytest.importorskip("dulwich")
    from dulwich.repo import Repo

    site.joinpath("docs-lsp.toml").write_text('[preview]\nauth = "public"\n', "utf-8")
    site.joinpath("open.mdx").write_text("When does the water rise?\n", "utf-8")
    site.joinpath("questions.toml").write_text(QUESTIONS, "utf-8")
    make: Any = Repo.init
    make(str(site)).close()
    commit_all(site)
    return site


def commit_all(site: Path) -> None:
    """Commit the files of a repository as they are."""
    from dulwich.repo import Repo

    opened: Any = Repo
    with opened(str(site)) as repo:
        work: Any = repo.get_worktree()
        work.stage([path.name for path in site.iterdir() if path.is_file()])
        work.commit(b"m", author=b"a <a@b>", committer=b"a <a@b>")


def printed(
    site: Path, capfd: pytest.CaptureFixture[str], *options: str, code: int = 0
) -> dict[str, Any]:
    assert main(["report", str(site), "--format", "json", *options]) == code
    report: dict[str, Any] = json.loads(capfd.readouterr().out)
    return report


@pytest.mark.parametrize("options", [(), ("--questions-only",)])
def test_the_report_has_the_shape_of_its_schema(
    asked: Path, capfd: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    asked.joinpath("hidden.mdx").write_text("---\nhidden: true\nnoindex: true\n---\n\nA", "utf-8")
    asked.joinpath("searches.txt").write_text("harbour\nquagga\n", "utf-8")
    baseline = str(asked / "ranks.json")
    printed(asked, capfd, "--write-baseline", baseline)
    searches = str(asked / "searches.txt")

    report = printed(asked, capfd, "--queries", searches, "--baseline", baseline, *options)

    schema = closed(build_preview_report_schema())
    jsonschema.Draft202012Validator(schema).validate(report)


def test_questions_beside_docs_json_are_asked(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    questions = printed(asked, capfd)["questions"]

    assert [(one["rank"], one["line"]) for one in questions["ranks"]] == [(1, 1), (None, 5)]
    assert questions["ranks"][1]["trouble"] == "The page `nowhere` does not exist."
    assert questions["found"] == 50
    assert [one["word"] for one in questions["unknownWords"]] == ["gone"]
    assert main(["report", str(asked)]) == 0
    text = capfd.readouterr().out
    assert (
        "questions.toml: of 2 questions, 1 (50 %) have their page among the first 3 hits." in text
    )
    assert all(len(line) <= 100 for line in text.splitlines())


CREW_QUESTIONS = """
[[question]]
ask = "crew"
page = "crew"

[[question]]
ask = "the crew"
page = "crew"
as = "anonymous"
"""


@pytest.mark.parametrize(
    ("options", "viewers", "ranks"),
    [
        ((), ["anonymous", "anonymous"], [None, None]),
        (("--as", "groups:crew"), ["groups:crew", "anonymous"], [1, None]),
    ],
)
def test_questions_are_asked_as_the_viewer_of_the_report(
    asked: Path,
    capfd: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    viewers: list[str],
    ranks: list[int | None],
) -> None:
    (asked / "docs-lsp.toml").unlink()
    (asked / "questions.toml").write_text(CREW_QUESTIONS, "utf-8")

    found = printed(asked, capfd, *options)["questions"]["ranks"]

    assert [one["as"] for one in found] == viewers
    assert [one["rank"] for one in found] == ranks


def test_the_viewer_of_the_report_holds_on_both_sides_of_a_comparison(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (asked / "docs-lsp.toml").unlink()
    (asked / "questions.toml").write_text(CREW_QUESTIONS, "utf-8")
    commit_all(asked)
    kept = str(asked / "ranks.json")
    printed(asked, capfd, "--as", "groups:crew", "--write-baseline", kept)
    moved = (asked / "crew.mdx").rename(asked / "sailors.mdx")
    docs = json.loads((asked / "docs.json").read_text("utf-8"))
    docs["navigation"]["pages"] = ["open", "plain", moved.stem]
    (asked / "docs.json").write_text(json.dumps(docs), "utf-8")
    both = ("--baseline", kept, "--against", "HEAD")

    as_crew = printed(asked, capfd, "--as", "groups:crew", *both)["questions"]["comparisons"]
    as_nobody = printed(asked, capfd, *both)["questions"]["comparisons"]

    assert [(one["compared"], one["lost"]) for one in as_crew] == [(2, 1), (2, 1)]
    assert [(one["compared"], one["lost"]) for one in as_nobody] == [(1, 0), (2, 0)]


@pytest.mark.parametrize(("wanted", "code"), [("50", 0), ("50.1", 1), ("0", 0)])
def test_too_few_found_is_1(
    asked: Path, capfd: pytest.CaptureFixture[str], wanted: str, code: int
) -> None:
    printed(asked, capfd, "--fail-under", wanted, code=code)


def test_a_loss_is_told_against_a_file_and_a_revision(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ranks = asked / "ranks.json"
    printed(asked, capfd, "--write-baseline", str(ranks))
    both = ("--baseline", str(ranks), "--against", "HEAD")
    same = printed(asked, capfd, *both, "--fail-on-loss")["questions"]["comparisons"]
    assert [(one["compared"], one["changes"]) for one in same] == [(2, []), (2, [])]

    (asked / "open.mdx").write_text("---\nnoindex: true\n---\n", "utf-8")
    (asked / "docs.json").write_text(
        json.dumps({"name": "Harbour", "navigation": {"pages": ["open", "plain", "new"]}}), "utf-8"
    )
    (asked / "new.mdx").write_text("New.", "utf-8")

    lost = printed(asked, capfd, *both, "--fail-on-loss", code=1)["questions"]["comparisons"]
    assert [one["lost"] for one in lost] == [1, 1]
    assert lost[1]["pagesEntered"] == ["new"]
    assert sorted(lost[1]["pagesLeft"]) == ["crew", "open"]
    assert main(["report", str(asked), *both]) == 0
    assert "lost: 1 -> not in 10  when does the water rise" in capfd.readouterr().out


def test_two_revisions_are_compared_whatever_the_files_are_now(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (asked / "open.mdx").write_text("Nothing of it.\n", "utf-8")
    commit_all(asked)
    for name in ("open.mdx", "questions.toml"):
        (asked / name).write_text("", "utf-8")
    both = ("--against", "HEAD~1", "--at", "HEAD", "--exact", "--questions-only")

    report = printed(asked, capfd, *both)

    (comparison,) = report["questions"]["comparisons"]
    assert [(one["question"], one["before"], one["now"]) for one in comparison["changes"]] == [
        ("when does the water rise", 1, None)
    ]
    assert comparison["changes"][0]["why"] == "Nothing else is found either."
    assert (report["findings"], report["costs"], "indexed" in report) == (None, None, False)
    assert main(["report", str(asked), *both]) == 0
    text = capfd.readouterr().out
    assert text.startswith("questions.toml: of 2 questions, 0 (0 %) have their page")
    assert "pages are indexed" not in text


def test_the_site_at_a_revision_is_reported_on(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (asked / "docs.json").write_text("{}", "utf-8")

    assert indexed(asked, capfd, "--at", "HEAD") == ["open", "plain", "crew"]


def test_queries_of_a_log_are_looked_at(asked: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = asked / "log.csv"
    log.write_text("query,count\nwater,2\nxyzzy,5\n", "utf-8")

    queries = printed(asked, capfd, "--queries", str(log))["queries"]

    assert queries == {
        "searches": 7,
        "queries": 2,
        "nothingFound": [{"text": "xyzzy", "times": 5}],
        "unknownWords": [{"word": "xyzzy", "times": 5, "example": "xyzzy"}],
    }
    assert main(["report", str(asked), "--queries", str(log)]) == 0
    assert "Of 7 searches (2 different ones), 5 find nothing." in capfd.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--against", "nope"], "The revision `nope`"),
        (["--at", "nope"], "The revision `nope`"),
        (["--questions", "missing.toml"], "`missing.toml` cannot be read"),
        (["--baseline", "missing.json"], "`missing.json` cannot be read"),
        (["--queries", "missing.csv"], "`missing.csv` cannot be read"),
        (["--questions", "{site}/docs.json"], "names no page for any question"),
        (["--baseline", "{site}/docs.json"], "contains no ranks"),
        (["--write-baseline", "{site}/no/ranks.json"], "cannot be written"),
    ],
)
def test_what_is_named_and_not_to_be_had_ends_with_2(
    asked: Path, capfd: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    given = [option.format(site=asked) for option in options]

    assert main(["report", str(asked), *given]) == 2
    assert said in capfd.readouterr().err


def test_a_mistake_in_the_questions_ends_with_2_and_its_line(
    asked: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (asked / "questions.toml").write_text('\n[[question]]\nask = "a"\n', "utf-8")

    assert main(["report", str(asked)]) == 2
    assert "questions.toml, line 2: A question needs a `page`" in capfd.readouterr().err


@pytest.mark.parametrize(
    "option", ["--fail-on-loss", "--fail-under=5", "--against=HEAD", "--questions-only"]
)
def test_without_questions_there_is_nothing_to_compare(
    site: Path, capfd: pytest.CaptureFixture[str], option: str
) -> None:
    assert main(["report", str(site), option]) == 2
    assert "needs questions, and there are none" in capfd.readouterr().err


def test_many_places_of_one_cause_are_cut_unless_all_are_wanted(
    site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for at in range(20):
        site.joinpath(f"x{at}.mdx").write_text("x", "utf-8")

    main(["report", str(site)])
    assert "… and 8 more (`--all` prints them)" in capfd.readouterr().out
    main(["report", str(site), "--all"])
    assert "--all" not in capfd.readouterr().out


def test_a_link_out_of_the_site_is_not_read_for_questions(
    site: Path, tmp_path_factory: pytest.TempPathFactory, capfd: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret"
    secret.write_text("secret", "utf-8")
    site.joinpath("questions.toml").symlink_to(secret)

    report = printed(site, capfd)

    assert report["questions"] is None


def test_copies_are_counted_and_twins_named(site: Path, capfd: pytest.CaptureFixture[str]) -> None:
    docs = {
        "name": "Harbour",
        "navigation": {
            "languages": [
                {"language": "en", "pages": ["a", "b"]},
                {"language": "fr", "pages": ["fr/a"]},
            ]
        },
    }
    site.joinpath("docs.json").write_text(json.dumps(docs), "utf-8")
    site.joinpath("fr").mkdir()
    for page in ("a", "b", "fr/a"):
        text = "---\ntitle: Tides\n---\n" + ("" if page == "b" else "## Nothing\n")
        site.joinpath(f"{page}.mdx").write_text(text, "utf-8")

    assert main(["report", str(site)]) == 0

    lines = capfd.readouterr().out.splitlines()
    assert '  a (and 1 copy): "Nothing"' in lines
    assert any(line in lines for line in ('  a, b: "Tides"', '  b, a: "Tides"'))
