"""Skills of a site: descriptions for AI clients of what the documented product can do.

A site has its own, as `skill.md` in its root or in folders of `.mintlify/skills`; for a site
without any, one is built from its pages, like the service's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from posixpath import basename, dirname

from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.mdx.frontmatter import read_frontmatter
from docs_lsp.site.visibility import EVERYBODY, NOBODY, Audience, parse_groups_audience
from mcp_preview.content.pages import IndexedPage
from mcp_preview.markdown.concealed_text import remove_concealed_text

ROOT_FILE = "skill.md"
FOLDER = ".mintlify/skills/"
MAX_DESCRIPTION = 1024
"""The greatest length of a description in characters (agent skills, `description`)."""
_MAX_NAME = 64
"""The greatest length of a name in characters (agent skills, `name`)."""
_MAX_PAGES = 200


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, as a resource of the server."""

    slug: str
    name: str
    description: str
    text: str
    file: str | None = None  # site path; None for the one that is made
    audience: Audience = EVERYBODY  # who may see it

    @property
    def uri(self) -> str:
        """The URI of the resource."""
        return f"mintlify://skills/{self.slug}"

    @property
    def data(self) -> bytes:
        """The text as it is sent."""
        return self.text.encode("utf-8", "replace")


def read_own_skills(files: Files, known: Iterable[str], site: str) -> tuple[Skill, ...]:
    """Return a site's own skills, sorted by slug, regardless of who may see them.

    `known` are the site paths of its files without ignored ones.
    """
    by_slug: dict[str, Skill] = {}
    for skill in _iter_own_skills(files, known, site):
        by_slug.setdefault(skill.slug, skill)
    return tuple(by_slug[slug] for slug in sorted(by_slug))


def list_skills(
    own: Sequence[Skill], site: str, description: str, pages: Iterable[IndexedPage]
) -> tuple[Skill, ...]:
    """Return the site's own skills, or the default skill built from some pages."""
    return tuple(own) or (_build_default_skill(site, description, pages),)


def is_skill_file(path: str) -> bool:
    """Return whether a file, given by its site path, can be a skill."""
    plain = path.lower()
    return plain == ROOT_FILE or (plain.startswith(FOLDER) and plain.endswith(f"/{ROOT_FILE}"))


def _iter_own_skills(files: Files, known: Iterable[str], site: str) -> Iterator[Skill]:
    """Yield the readable skills of a site, the preferred one of a name first."""
    # Of two with the same name, the one further up is used, and the one in the root first.
    for path in sorted(filter(is_skill_file, known), key=lambda path: (path.count("/"), path)):
        try:
            data = files.read(path)
        except FileFault:
            continue
        yield _parse_skill(path, data, site)


def _parse_skill(path: str, data: bytes, site: str) -> Skill:
    """Return the skill in a file; without a name it is called after its folder or the site.

    It is for agents, so content for others is removed from its text, like that of pages.
    """
    matter = read_frontmatter(data)
    if "groups" in matter.values:
        audience = parse_groups_audience(matter.values["groups"])
    else:
        # The content of an unreadable frontmatter is unknown.
        audience = NOBODY if matter.problem else EVERYBODY
    slug = _make_slug(_get_text(matter.values.get("name")) or basename(dirname(path)) or site)
    return Skill(
        slug,
        slug,
        _get_text(matter.values.get("description"))[:MAX_DESCRIPTION],
        remove_concealed_text(data.decode("utf-8", "replace")),
        path,
        audience,
    )


def _build_default_skill(site: str, description: str, pages: Iterable[IndexedPage]) -> Skill:
    """Return the skill built for a site that has none: its subject, and its first pages."""
    name = _make_slug(site)
    about = description or f"What the documentation of {site or 'this site'} covers."
    listed = "".join(_render_skill_page(page) for page in islice(pages, _MAX_PAGES))
    head = f"---\nname: {name}\ndescription: {_quote_yaml(about[:MAX_DESCRIPTION])}\n---\n\n"
    text = f"{head}# {site or name}\n\n{about}\n\n## Pages\n\n{listed}"
    return Skill(name, name, about[:MAX_DESCRIPTION], text)


def _render_skill_page(page: IndexedPage) -> str:
    description = f": {' '.join(page.description.split())}" if page.description else ""
    return f"- [{page.title}]({page.link}){description}\n"


def _make_slug(name: str) -> str:
    """Return a name in lower case with hyphens, cut to 64 characters; `docs` if empty."""
    words = "".join(sign if sign.isalnum() else " " for sign in name.lower()).split()
    return "-".join(words)[:_MAX_NAME].rstrip("-") or "docs"


def _quote_yaml(text: str) -> str:
    """Return a text in one line and in double quotes, for YAML."""
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _get_text(value: object) -> str:
    """Return a string without spaces around it; empty for other values."""
    return value.strip() if isinstance(value, str) else ""
