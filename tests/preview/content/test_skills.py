"""The skills of a site, and who sees which."""

from __future__ import annotations

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.site.specifications.facts import scan_site
from mcp_preview.content.skills import list_skills, read_own_skills

FOLDER = ".mintlify/skills"


def seen(files: dict[str, str]) -> list[str]:
    """The slugs of the skills that everybody may see."""
    memory = MemoryFiles(files)
    own = read_own_skills(memory, scan_site(memory).files, "Harbour")
    every = list_skills(own, "Harbour", "", ())
    return [skill.slug for skill in every if skill.audience.public]


def test_a_site_without_a_skill_gets_one() -> None:
    assert seen({"index.mdx": ""}) == ["harbour"]


def test_a_site_has_its_own_ones() -> None:
    files = {"skill.md": "---\nname: tides\n---\n", f"{FOLDER}/moor/SKILL.md": "Moor"}

    assert seen(files) == ["moor", "tides"]


def test_a_skill_is_called_as_it_says_or_as_its_folder() -> None:
    files = {
        f"{FOLDER}/a/SKILL.md": "---\nname: Tide Tables\n---\n",
        f"{FOLDER}/moor/SKILL.md": "Moor",
        f"{FOLDER}/moor/rope/SKILL.md": "Rope",
    }

    assert seen(files) == ["moor", "rope", "tide-tables"]


def test_of_two_skills_with_one_name_the_outer_one_counts() -> None:
    files = {
        f"{FOLDER}/a/SKILL.md": "---\nname: tides\n---\nInner",
        "SKILL.md": "---\nname: tides\n---\nOuter",
    }
    memory = MemoryFiles(files)

    (skill,) = read_own_skills(memory, scan_site(memory).files, "Harbour")

    assert skill.file == "SKILL.md"


@pytest.mark.parametrize("groups", ["[crew]", "crew", "[]", "3", "{includes: [crew]}"])
def test_what_names_groups_is_not_for_everybody(groups: str) -> None:
    assert seen({"skill.md": f"---\nname: tides\ngroups: {groups}\n---\n"}) == []


def test_what_is_ignored_is_no_skill() -> None:
    files = {
        "skill.md": "---\nname: tides\n---\n",
        f"{FOLDER}/moor/SKILL.md": "Moor",
        ".mintignore": f"{FOLDER}/moor\n",
    }

    assert seen(files) == ["tides"]
