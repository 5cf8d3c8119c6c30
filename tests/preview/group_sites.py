"""Random sites with pages for some readers only, and what each viewer is to see of them.

Who may see what is decided here a second time, in the plainest way. A site can also be written as
it would be if nothing existed but what one viewer may see: the two must look alike to that viewer.
Every page, skill and operation has words that stand nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from docs_lsp.settings.settings import Auth, PreviewSettings, Settings
from docs_lsp.site.visibility import ANONYMOUS, CREDENTIAL, Viewer

UNSET = object()
"""Stands for a field that is not written."""
GROUPS: tuple[object, ...] = (
    *(UNSET, UNSET, UNSET, ["a"], ["b", "a"], ["c"], ["*"], "b", [], None, 3, [{"include": ["a"]}]),
    *([{"includes": ["b"]}, {"excludes": ["a"]}], ["a", {"excludes": ["b"]}]),
    *([{"excludes": ["a"]}], [{"includes": ["b"]}], [{"includes": ["*"], "excludes": ["c"]}]),
)
PUBLIC: tuple[object, ...] = (UNSET, UNSET, True, False)
VIEWERS = (
    ANONYMOUS,
    CREDENTIAL,
    *(Viewer(frozenset(groups)) for groups in ("", "a", "bc", "abc")),
)
SHOWN = ('for="agents"', "for='signed-out'", "for={'agents'}")
"""Attributes of `Visibility` with which an agent gets its content, whoever asks."""
CONCEALED = (
    *('for="humans"', 'for="signed-in"', "for={{groups: ['a']}}", "for={{groups: 'a'}}"),
    *("for={{groups: []}}", 'for="agent"', "for={audience}", "for", ""),
)
"""Those with which nobody gets it through an agent, members of the group included."""
_WORDS = ("mooring", "ebb", "harbour", "pilot", "buoy")


@dataclass(frozen=True, eq=False)
class MadePage:
    """A page, or a skill, with words of its own."""

    mark: str
    folder: str = ""
    groups: object = UNSET
    public: object = UNSET
    flags: Mapping[str, object] = field(default_factory=dict)
    visible: str | None = None
    """The attributes of a `Visibility` block at the end of the page."""

    @property
    def path(self) -> str:
        return f"{self.folder}page{self.mark}"

    def text(self, *, is_pruned: bool = False) -> str:
        said = {
            "title": f"Title{self.mark} of all",
            "description": f"About{self.mark}.",
            **self.flags,
        }
        for name, value in (("groups", self.groups), ("public", self.public)):
            if value is not UNSET and not is_pruned:
                said[name] = value
        words = " ".join(_WORDS[: 1 + len(self.mark) % len(_WORDS)])
        body = f"body{self.mark} {words}\n\n## Heading{self.mark}\n\nmore{self.mark}\n"
        if self.visible is not None:
            block = f"\n\n### Inner{self.mark}\n\nseen{self.mark} word\n\n"
            body += f"\n{conceal(block, self.visible, is_pruned=is_pruned)}\n"
        return f"---\n{yaml.safe_dump(said)}---\n{body}"


def conceal(content: str, visible: str, *, is_pruned: bool) -> str:
    """Content in a `Visibility` tag; or what is left of it for an agent, without the tag."""
    if not is_pruned:
        return f"<Visibility {visible}>{content}</Visibility>"
    return content if visible in SHOWN else ""


@dataclass(frozen=True, eq=False)
class MadeOperation:
    """An operation with a schema of its own."""

    mark: str
    groups: object = UNSET
    path_groups: object = UNSET
    is_hidden: bool = False
    is_excluded: bool = False
    visible: str | None = None
    """The attributes of `Visibility` in its description, its schema and the content above it."""

    def content(self, word: str, *, is_pruned: bool) -> str:
        """A text with a block for some readers."""
        if self.visible is None:
            return f"{word}{self.mark}"
        block = f"\n\n### Inner{self.mark}\n\nseen{self.mark} {word}\n\n"
        block = conceal(block, self.visible, is_pruned=is_pruned)
        return f"{word}{self.mark}\n\n{block}\n\nend{self.mark}"

    def description(self, word: str, *, is_pruned: bool) -> str:
        """The same after a sentence with a part for some readers."""
        part = conceal(f"seen{self.mark} {word}", self.visible or "", is_pruned=is_pruned)
        return f"Ebb {part} and flow.\n\n{self.content(word, is_pruned=is_pruned)}"

    def item(self, *, is_pruned: bool) -> dict[str, Any]:
        schema = {"$ref": f"#/components/schemas/Schema{self.mark}"}
        content = {"application/json": {"schema": schema}}
        operation: dict[str, Any] = {
            "summary": f"Operation{self.mark}",
            "tags": [f"tag{self.mark}"],
            "operationId": f"id{self.mark}",
            "description": self.description("told", is_pruned=is_pruned),
            "x-mint": {"content": self.content("above", is_pruned=is_pruned)},
            "responses": {"200": {"description": f"answer{self.mark}", "content": content}},
        }
        item = {"get": operation}
        if not is_pruned:
            if self.groups is not UNSET:
                operation["x-mint"]["groups"] = self.groups
            if self.path_groups is not UNSET:
                item["x-mint"] = {"groups": self.path_groups}
            operation |= {"x-hidden": True} if self.is_hidden else {}
            operation |= {"x-excluded": True} if self.is_excluded else {}
        return item


@dataclass(frozen=True)
class MadeSite:
    """A site: groups of the navigation with what they say of `public`, and what stands in them."""

    auth: Auth | None
    top_level: object
    groups: tuple[tuple[object, tuple[MadePage, ...]], ...]
    unlisted: tuple[MadePage, ...]
    skills: tuple[MadePage, ...]
    operations: tuple[MadeOperation, ...]
    is_yaml: bool
    index_all: bool

    @property
    def settings(self) -> Settings:
        return Settings(preview=PreviewSettings(auth=self.auth, enabled=True))

    @property
    def pages(self) -> tuple[MadePage, ...]:
        listed = (page for _, pages in self.groups for page in pages)
        return tuple(dict.fromkeys((*listed, *self.unlisted), None))

    # Who may see what

    def sees_page(self, page: MadePage, viewer: Viewer) -> bool:
        chains = [mark for mark, pages in self.groups if page in pages]
        return self._sees(viewer, page.groups, page.public, chains)

    def sees_skill(self, skill: MadePage, viewer: Viewer) -> bool:
        if self.auth == "full" and viewer.groups is None:
            return False
        return self.auth == "public" or skill.groups is UNSET or _is_in(viewer, skill.groups)

    def sees_operation(self, one: MadeOperation, viewer: Viewer) -> bool:
        return not one.is_hidden and self.may_know_operation(one, viewer)

    def may_know_operation(self, one: MadeOperation, viewer: Viewer) -> bool:
        """Whether a viewer may see the page of an operation at its address."""
        if one.is_excluded:
            return False
        given = [each for each in (one.path_groups, one.groups) if each is not UNSET]
        merged = [name for each in given for name in (each if isinstance(each, list) else [each])]
        # A string alone is no list, and admits nobody.
        groups = merged if len(given) > 1 else given[0] if given else UNSET
        # All operations are generated at the first group; a hidden one is in no group.
        return self._sees(viewer, groups, UNSET, [] if one.is_hidden else [self.groups[0][0]])

    def _sees(self, viewer: Viewer, groups: object, public: object, marks: list[object]) -> bool:
        if self.auth == "public":
            return True
        if groups is not UNSET:
            return _is_in(viewer, groups)
        default = self.top_level if self.top_level is not UNSET else self.auth is None
        listed = [default if mark is UNSET else mark for mark in marks] or [default]
        is_public = all(listed) if public is UNSET else public
        return viewer.groups is not None or (bool(is_public) and self.auth != "full")

    # The site as files

    def files(self, viewer: Viewer | None = None) -> dict[str, str]:
        """The files of the site; for a viewer as if there was only what that one may see."""
        is_pruned = viewer is not None
        pages = [one for one in self.pages if viewer is None or self.sees_page(one, viewer)]
        skills = [one for one in self.skills if viewer is None or self.sees_skill(one, viewer)]
        operations = [
            one for one in self.operations if viewer is None or self.sees_operation(one, viewer)
        ]
        made = {f"{one.path}.mdx": one.text(is_pruned=is_pruned) for one in pages}
        for one in skills:
            name = f".mintlify/skills/skill{one.mark}/SKILL.md"
            skill = MadePage(one.mark, groups=one.groups, visible=one.visible)
            made[name] = skill.text(is_pruned=is_pruned)
        if operations:
            made[self.spec_file] = self._spec(operations, is_pruned=is_pruned)
        made["docs.json"] = self._docs(pages, is_pruned=is_pruned, has_spec=bool(operations))
        return made

    @property
    def spec_file(self) -> str:
        return "api.yaml" if self.is_yaml else "api.json"

    def _spec(self, operations: list[MadeOperation], *, is_pruned: bool) -> str:
        schemas = {
            f"Schema{one.mark}": {
                "type": "object",
                "properties": {
                    "berth": {"description": one.description("shape", is_pruned=is_pruned)}
                },
            }
            for one in operations
        }
        spec = {
            "openapi": "3.1.0",
            "info": {"title": "Harbour", "version": "1"},
            "tags": [{"name": f"tag{one.mark}"} for one in operations],
            "paths": {f"/op{one.mark}": one.item(is_pruned=is_pruned) for one in operations},
            "components": {"schemas": schemas},
        }
        return yaml.safe_dump(spec) if self.is_yaml else json.dumps(spec, indent=2)

    def _docs(self, pages: list[MadePage], *, is_pruned: bool, has_spec: bool) -> str:
        groups: list[dict[str, Any]] = []
        for number, (mark, listed) in enumerate(self.groups):
            paths = [one.path for one in listed if one in pages]
            group: dict[str, Any] = {"group": f"Group {number}", "pages": paths}
            if mark is not UNSET and not is_pruned:
                group["public"] = mark
            if number == 0 and has_spec:
                group["openapi"] = self.spec_file
            groups.append(group)
        docs: dict[str, Any] = {"name": "Harbour", "navigation": {"groups": groups}}
        if self.top_level is not UNSET and not is_pruned:
            docs["public"] = self.top_level
        if self.index_all:
            docs["seo"] = {"indexing": "all"}
        return json.dumps(docs)


def _is_in(viewer: Viewer, groups: object) -> bool:
    """Whether a viewer may see what a `groups` field restricts."""
    if viewer.groups is None or viewer.is_credential:
        return False
    given = groups if isinstance(groups, list) else [groups] if isinstance(groups, dict) else []
    if not any(isinstance(each, dict) for each in given):
        return any(each == "*" or each in viewer.groups for each in given)
    included: set[str] = set()
    barred: set[str] = set()
    for each in given:
        if not isinstance(each, dict) or set(each) - {"includes", "excludes"}:
            return False
        included |= set(each.get("includes", []))
        barred |= set(each.get("excludes", []))
    is_for_all = not included or "*" in included
    return not viewer.groups & barred and (is_for_all or bool(viewer.groups & included))


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files into a folder that is there already."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


_FLAGS = st.sampled_from(
    [{}, {}, {}, {}, {"hidden": True}, {"noindex": True}, {"searchable": False}]
)
# Letters that make no two marks alike: no slip of one leads to another.
_MARKS = ("qqqqq", "wwwwww", "zzzzzzz", "kkkkkkkk", "xxxxxxxxx", "jjjjjjjjjj", "vvvvv", "uuuuuu")


@st.composite
def made_sites(draw: st.DrawFn) -> MadeSite:
    """Random small sites."""
    marks = iter(draw(st.permutations(_MARKS)))
    of_groups, of_public = st.sampled_from(GROUPS), st.sampled_from(PUBLIC)
    of_visibility = st.sampled_from((None, *SHOWN, *CONCEALED))
    pages = [
        MadePage(
            next(marks),
            draw(st.sampled_from(("", "guides/", "guides/deep/", "private/"))),
            draw(of_groups),
            draw(of_public),
            draw(_FLAGS),
            draw(of_visibility),
        )
        for _ in range(draw(st.integers(1, 5)))
    ]
    listed = [
        (draw(of_public), tuple(draw(st.lists(st.sampled_from(pages), unique=True))))
        for _ in range(draw(st.integers(1, 3)))
    ]
    in_some = {page for _, some in listed for page in some}
    operations = [
        MadeOperation(
            f"o{mark}",
            draw(of_groups),
            draw(st.sampled_from((UNSET, UNSET, UNSET, ["a"], []))),
            draw(st.integers(0, 5)) == 0,
            draw(st.integers(0, 5)) == 0,
            draw(of_visibility),
        )
        for mark in _MARKS[: draw(st.integers(0, 3))]
    ]
    # A site that has skills has one for everybody: without any, one is made of the pages.
    more = [
        MadePage(f"s{mark}", groups=draw(of_groups), visible=draw(of_visibility))
        for mark in _MARKS[: draw(st.integers(0, 2))]
    ]
    skills = [MadePage("sall", visible=draw(of_visibility)), *more] if more else []
    return MadeSite(
        draw(st.sampled_from((None, None, "partial", "partial", "full", "public"))),
        draw(of_public),
        tuple(listed),
        tuple(page for page in pages if page not in in_some),
        tuple(skills),
        tuple(operations),
        draw(st.booleans()),
        # With all of the site in the index, pages of hidden operations are there as well.
        draw(st.booleans()) and not any(one.is_hidden for one in operations),
    )
