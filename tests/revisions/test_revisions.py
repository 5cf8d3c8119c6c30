"""Files of a site at another revision, as the disk would have them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.revisions.fault import RevisionFault
from tests.revisions.history import LINK, MODULE, Content, History, opened

NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def test_a_name_leads_to_the_files_of_then(history: History, tmp_path: Path) -> None:
    first = history.commit({"docs.json": "{}", "a/b.mdx": "old"})
    history.commit({"docs.json": "{}", "a/b.mdx": "new", "c.mdx": "c"})
    history.repo.refs[b"refs/tags/v1"] = first
    repository = opened(tmp_path)

    now, then = repository.require_revision("HEAD"), repository.require_revision("HEAD~1")

    assert sorted(repository.open_files(now).paths()) == ["a/b.mdx", "c.mdx", "docs.json"]
    assert repository.open_files(then).read("a/b.mdx") == b"old"
    assert repository.open_files(now).exists("c.mdx")
    assert not repository.open_files(then).exists("c.mdx")
    assert not repository.open_files(now).exists("A/b.mdx")
    assert {info.path: info.size for info in repository.open_files(then).walk()} == {
        "docs.json": 2,
        "a/b.mdx": 3,
    }
    for name in ("v1", "master^", "@~", then.commit, then.commit[:9], "refs/tags/v1"):
        assert repository.require_revision(name) == then


def test_a_site_below_the_root_has_only_its_own_files(history: History, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    history.commit({"secret": "s", "docs/docs.json": "{}", "docs/up": (LINK, b"../secret")})
    repository = opened(tmp_path / "docs")
    files = repository.open_files(repository.require_revision("HEAD"))

    assert list(files.paths()) == ["docs.json"]
    for path in ("up", "../secret", "/docs.json", "", ".."):
        with pytest.raises(FileFault, match="out"):
            files.read(path)


@pytest.mark.parametrize(
    "was",
    [{"a": "a"}, {"docs": "a file"}, {"docs": (LINK, b"site"), "site/docs.json": "{}"}],
    ids=["nothing", "file", "link"],
)
def test_a_folder_that_was_not_there_held_no_files(
    was: dict[str, Content], history: History, tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    history.commit(was)
    repository = opened(tmp_path / "docs")
    files = repository.open_files(repository.require_revision("HEAD"))

    assert not list(files.walk())
    assert not files.exists("docs.json")
    with pytest.raises(FileFault):
        files.read("docs.json")


def test_links_lead_where_they_would_on_the_disk(history: History, tmp_path: Path) -> None:
    links = {
        "to-file": b"a/b.mdx",
        "to-folder": b"a",
        "a/up": b"..",
        "around": b"a/../a/./b.mdx",
        "circle": b"circle",
        "absolute": b"/etc/passwd",
        "out": b"../../x",
        "dangling": b"nowhere",
        "empty-target": b"a/b.mdx/",
    }
    made: dict[str, Content] = {path: (LINK, target) for path, target in links.items()}
    history.commit({"a/b.mdx": "b", "module": (MODULE, b"1" * 40), **made})
    for path, target in links.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).symlink_to(target.decode())
    (tmp_path / "a" / "b.mdx").write_text("b", "utf-8")
    repository = opened(tmp_path)
    files, disk = repository.open_files(repository.require_revision("HEAD")), DiskFiles(tmp_path)

    expected = {"a/b.mdx", "to-file", "to-folder/b.mdx", "around"}
    assert set(files.paths()) - {"empty-target"} == expected
    assert set(disk.paths()) - {"empty-target"} == expected
    for path in (*links, "a/b.mdx", "to-folder/b.mdx", "module"):
        if path != "empty-target":
            assert files.exists(path) == disk.exists(path), path


def test_several_links_to_one_folder_are_followed(history: History, tmp_path: Path) -> None:
    links = {"a": b"shared", "b": b"shared", "c": b"z/one", "d": b"z"}
    pages = ("shared/x.mdx", "z/one/p.mdx")
    made: dict[str, Content] = {path: (LINK, target) for path, target in links.items()}
    history.commit({**dict.fromkeys(pages, "x"), **made})
    for page in pages:
        (tmp_path / page).parent.mkdir(parents=True)
        (tmp_path / page).write_text("x", "utf-8")
    for path, target in links.items():
        (tmp_path / path).symlink_to(target.decode())
    repository = opened(tmp_path)
    files = repository.open_files(repository.require_revision("HEAD"))

    expected = {*pages, "a/x.mdx", "b/x.mdx", "c/p.mdx", "d/one/p.mdx"}
    assert set(files.paths()) == set(DiskFiles(tmp_path).paths()) == expected


def test_names_that_no_disk_could_hold_are_left_out(history: History, tmp_path: Path) -> None:
    tree = history.tree({b"good.mdx": "g", b"\xff": "x", b"..": "x", b".git": "x", b"nul": "n"})
    commit = history.repo[history.commit({})]
    commit.tree = tree
    history.repo.object_store.add_object(commit)
    history.repo.refs[b"refs/heads/odd"] = commit.id
    repository = opened(tmp_path)

    files = repository.open_files(repository.require_revision("odd"))

    assert sorted(files.paths()) == ["good.mdx", "nul"]


def test_where_two_revisions_part(history: History, tmp_path: Path) -> None:
    base = history.commit({"a": "1"})
    ours = history.commit({"a": "2"})
    history.commit({"a": "3"}, [base], "topic")
    history.commit({"a": "4"}, branch="topic")
    history.commit({"z": "4"}, [], "other")
    repository = opened(tmp_path)
    master, topic = repository.require_revision("master"), repository.require_revision("topic")

    assert repository.require_merge_base(master, topic).commit == base.decode()
    assert repository.require_merge_base(topic, topic) == topic
    assert master.commit == ours.decode()
    with pytest.raises(RevisionFault, match="no common ancestor"):
        repository.require_merge_base(master, repository.require_revision("other"))


@pytest.mark.parametrize(
    "name",
    ["nope", "HEAD~9", "HEAD^2", "", "-x", "a..b", "HEAD:a", "@{1}", "^{/x}", "a b", "0" * 40, "~"],
)
def test_a_name_that_leads_nowhere_is_a_sentence(
    history: History, tmp_path: Path, name: str
) -> None:
    history.commit({"a": "1"})

    with pytest.raises(RevisionFault, match=r"\.$"):
        opened(tmp_path).require_revision(name)


@NEEDS_GIT
def test_git_and_we_read_the_same_from_packs_and_work_trees(tmp_path: Path) -> None:
    top, tree = tmp_path / "top", tmp_path / "tree"
    top.mkdir()

    def git(*arguments: str) -> str:
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments]
        done = subprocess.run(command, cwd=top, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    git("init", "-q", "-b", "main")
    for number in range(12):
        lines = (f"line {at} {number if at == 7 else ''}\n" for at in range(300))
        (top / "page.mdx").write_text("".join(lines), "utf-8")
        git("add", ".")
        git("commit", "-qm", "m")
    git("gc", "-q")
    git("tag", "-am", "t", "v1", "HEAD~3")
    git("worktree", "add", "-q", str(tree), "HEAD~5")

    for folder in (top, tree):
        repository = opened(folder)
        for name in ("main", "v1", "HEAD", "main~11"):
            where = top if name != "HEAD" else folder
            wanted = subprocess.run(
                ["git", "show", f"{name}:page.mdx"], cwd=where, check=True, capture_output=True
            ).stdout
            files = repository.open_files(repository.require_revision(name))
            assert files.read("page.mdx") == wanted
            assert [info.size for info in files.walk()] == [len(wanted)]


@NEEDS_GIT
def test_a_shallow_clone_says_what_to_fetch(history: History, tmp_path: Path) -> None:
    base = history.commit({"a": "1"})
    history.commit({"a": "2"})
    history.commit({"a": "3"}, [base], "topic")
    clone = tmp_path / "clone"
    command = ["git", "clone", "-q", "--depth", "1", "--no-single-branch", tmp_path.as_uri()]
    subprocess.run([*command, str(clone)], check=True, capture_output=True)
    repository = opened(clone)

    one, other = repository.require_revision("HEAD"), repository.require_revision("origin/topic")

    assert repository.open_files(one).read("a") == b"2"
    with pytest.raises(RevisionFault, match="git fetch --unshallow"):
        repository.require_merge_base(one, other)
    with pytest.raises(RevisionFault, match="git fetch --unshallow"):
        repository.require_revision("HEAD~1")
