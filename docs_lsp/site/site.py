"""A docs.json and everything that is known of its site at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.memo import Memo
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.schema.icon_names import DEFAULT_LIBRARY
from docs_lsp.schema.model import DOCS
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.inheritance import Context
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.navigator import Navigator
from docs_lsp.site.navigation.refs import Parts
from docs_lsp.site.navigation.walk import Placed

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts


class EarlierSite(NamedTuple):
    """An earlier state of the site, for comparisons."""

    revision: str
    """The name of that state, for messages."""
    site: Site


class StaleTranslation(NamedTuple):
    """A translation that is behind its original, in the newest commit."""

    original: str
    """The file of the original."""
    commits: int
    """The number of commits to the original since; 0 if only a stamp shows the difference."""
    since: str
    """The newest commit that the translation includes, abbreviated; empty if unknown."""
    is_least: bool
    """Whether `commits` is a minimum, because older commits are not known."""
    content: bytes
    """The git object name of the translation's content in the newest commit."""
    names: tuple[str, ...]
    """The paths of the original at that commit (if different) and now.

    They are relative to the root of the repository.
    """


@dataclass(frozen=True, eq=False)
class Site(Memo):
    """A site at one moment, which never changes.

    Values cached here must not refer back to the site: both would stay in memory for good.
    """

    name: str
    """The file name of docs.json."""
    parts: Parts
    """docs.json and the files that `$ref`s name, by site path.

    A string says why a file cannot be read.
    """
    settings: Settings
    facts: SiteFacts | None = None
    """The files on disk; None before they were read, and then checks of files report nothing."""
    contents: Mapping[str, PageContent] | None = None
    """The content of the pages, by file; None before they were read."""
    earlier: EarlierSite | None = None
    """The state that the site is compared with; None without a comparison."""
    stale_translations: Mapping[str, StaleTranslation] | None = None
    """Stale translations by their files; None if they were not asked for."""
    _made: dict[object, object] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def context(self) -> Context:
        """The context of the whole docs.json."""
        return Context(self.settings, self.facts)

    @cached_property
    def navigator(self) -> Navigator:
        """A navigator that finds single objects without a walk through all of docs.json."""
        return Navigator(self.parts, self.name, self.context)

    @cached_property
    def whole(self) -> Placed | None:
        """The object of docs.json, found without a walk; None if docs.json is not an object."""
        return self.navigator.root_object

    @cached_property
    def seo(self) -> Placed | None:
        """The object `seo`, found without a walk through docs.json; None if there is none."""
        return self.navigator.find_child_object(self.whole, "seo") if self.whole else None

    @cached_property
    def objects(self) -> tuple[Placed, ...]:
        """Every object of docs.json that the format knows, in the order of the text.

        On a large site this takes too long to be done while someone types.
        """
        return self.navigator.list_objects()

    @cached_property
    def navigation(self) -> Navigation:
        """The elements of the navigation, and what they list."""
        return Navigation.from_objects(self.objects)

    @cached_property
    def is_service_site(self) -> bool:
        """Whether docs.json belongs to the service, not another tool; True if empty or unreadable.

        A docs.json of another tool has keys but none of the service's, or names another schema, or
        is an array.
        """
        part = self.parts[self.name]
        if isinstance(part, Document) and isinstance(part.tree.root, Array):
            return not (part.tree.root.clean and part.tree.root.items)
        root = self.root_object
        if root is None or not root.by_key or not root.clean:
            return True
        return _detect_service_docs(root) is True

    def can_become_service_site(self, typed: str) -> bool:
        """Return whether docs.json belongs to the service, or may do so when it is completed.

        `typed` is the placeholder key at the cursor.
        """
        root = self.root_object
        if root is None:
            return isinstance(self.parts[self.name], Document)
        shown = _detect_service_docs(root)
        return root.by_key.keys() - {typed} <= DOCS.properties.keys() if shown is None else shown

    @property
    def root_object(self) -> Object | None:
        """The object of docs.json itself; None if that is unreadable or no object."""
        document = self.find_document(self.name)
        root = document.tree.root if document else None
        return root if isinstance(root, Object) else None

    def find_document(self, file: str) -> Document | None:
        """Return docs.json or a file that a `$ref` names; None if it is neither, or unreadable."""
        part = self.parts.get(file)
        return part if isinstance(part, Document) else None


def _detect_service_docs(root: Object) -> bool | None:
    """Return whether a docs.json belongs to the service; None if its keys do not show it."""
    keys = root.by_key
    schema = root.get("$schema")
    url = schema.value if isinstance(schema, String) else ""
    if "theme" in keys or "$ref" in keys or "mintlify" in url:
        return True
    if "://" in url:
        return False
    return True if "navigation" in keys else None


def find_icon_library(parts: Parts, name: str) -> str:
    """Return the icon library that docs.json chooses, or the default one; empty if unknown.

    `name` is the key of docs.json in `parts`. The library is unknown if `icons` has another type
    or is in another file.
    """
    part = parts[name]
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(root, Object) or "$ref" in root.by_key:
        return ""
    if "icons" not in root.by_key:
        return DEFAULT_LIBRARY
    icons = root.get("icons")
    library = icons.get("library") if isinstance(icons, Object) else None
    return library.value if isinstance(library, String) else ""
