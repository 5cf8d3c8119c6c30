"""A site with mistakes, clients, and ways to ask for code actions and to take them up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from docs_lsp.core.text import Span
from docs_lsp.features._abilities import ActionAbilities as Abilities
from docs_lsp.features._actions_in_range import ActionRequest
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.code_actions import answer_code_actions
from docs_lsp.features.to_lsp import ClientDialect, Json
from docs_lsp.settings.settings import Settings
from tests.features.markers import CURSOR, Marked, marked
from tests.features.workspace_edits import applied

ABLE = Abilities(
    literals=True,
    prefers=True,
    edits=EditAbilities(versions=True, creates=True, renames=True, deletes=True),
)
LAZY = replace(ABLE, resolves=True)
PLAIN = replace(ABLE, edits=EditAbilities())
"""A client that takes edits of files as they are, and nothing else."""

HEAD = '"theme": "mint", "name": "Quay", "colors": { "primary": "#0a7d5c" },\n  '
PAGE = "---\ntitle: Tides\n---\n"
SITE = f"""--- docs.json
{{
  {HEAD}"navigation": {{ "pages": [
    "/moorings/",
    "fees.mdx",
    "tides/",
    "gone",
    "also-gone"
  ] }}
}}
--- moorings.mdx
{PAGE}--- fees.mdx
{PAGE}--- tides.mdx
{PAGE}"""


def at(needle: str, site: str = SITE) -> Marked:
    """A site with the cursor before the first place where a text stands."""
    before, found, after = site.partition(needle)
    assert found
    return marked(f"{before}{CURSOR}{found}{after}")


def question(place: Marked, size: int = 0, *only: str) -> ActionRequest:
    return ActionRequest(place.file, Span(place.offset, place.offset + size), only)


def asked(
    place: Marked,
    size: int = 0,
    *only: str,
    can: Abilities = ABLE,
    settings: Settings | None = None,
    dialect: ClientDialect | None = None,
) -> list[Json]:
    """The actions at the cursor, or for so many bytes from it on."""
    view = place.view(settings)
    return answer_code_actions(view, question(place, size, *only), dialect or ClientDialect(), can)


def titles(actions: list[Json]) -> list[str]:
    return [action["title"] for action in actions]


def named(actions: list[Json], title: str) -> Json:
    (action,) = [action for action in actions if action["title"] == title]
    return action


def after(place: Marked, action: Json) -> dict[str, str]:
    """The files once an action has been taken up."""
    return applied(place.files, action["edit"])


def left(files: Mapping[str, str]) -> list[str]:
    """The rules that find something in some files, in order."""
    found = Marked(files, "docs.json", 0).view().site.get_problems()
    return [problem.rule for problems in found.values() for problem in problems]
