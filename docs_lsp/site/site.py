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
    """The site as it was, for whoever asks what has changed for readers since."""

    revision: str
    """Which state that is, for people."""
    site: Site


class StaleTranslation(NamedTuple):
    """A translation that has not followed its original, as the newest commit has both."""

    original: str
    """The file of the original."""
    commits: int
    """How many have changed it since; 0 where only the stamp of the translation tells."""
    since: str
    """The newest commit that was followed, as people are shown it; empty where it is not known."""
    is_least: bool
    """Whether there may be more of them, because older ones are not known."""
    content: bytes
    """The name that git gives to what the translation holds at that commit."""
    names: tuple[str, ...]
    """The path of the original at the commit that was followed, if it was another one, and its path
    of now; from the root of the repository."""


@dataclass(frozen=True, eq=False)
class Site(Memo):
    """A site at one moment, which never changes.

    What is kept here must not lead back to it: both would stay in memory for good.
    """

    name: str
    """The file name of docs.json."""
    parts: Parts
    """Docs.json and every file that a `$ref` names, by site path; a text says why a file cannot be
    read."""
    settings: Settings
    facts: SiteFacts | None = None
    """What the disk says; None before it was read, and checks of files stay silent."""
    contents: Mapping[str, PageContent] | None = None
    """What stands in the pages, by file; None before they were read."""
    earlier: EarlierSite | None = None
    """What the site is compared with; None unless somebody wants that."""
    stale_translations: Mapping[str, StaleTranslation] | None = None
    """Those by their files; None unless somebody wants to know of them."""
    _made: dict[object, object] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def context(self) -> Context:
        """The context of the whole docs.json."""
        return Context(self.settings, self.facts)

    @cached_property
    def navigator(self) -> Navigator:
        """Finds single things in docs.json without a walk through all of it."""
        return Navigator(self.parts, self.name, self.context)

    @cached_property
    def objects(self) -> tuple[Placed, ...]:
        """Every object of docs.json that the format knows, in the order of the text; on a large
        site this takes too long for somebody who types."""
        return self.navigator.walk()

    @cached_property
    def navigation(self) -> Navigation:
        """The elements of the navigation, and what they list."""
        return Navigation.from_objects(self.objects)

    @cached_property
    def is_ours(self) -> bool:
        """Whether docs.json is one of the service, and not another tool's: that has keys, and none
        of them is ours, or it names another schema, or is a list."""
        part = self.parts[self.name]
        if isinstance(part, Document) and isinstance(part.tree.root, Array):
            return not (part.tree.root.clean and part.tree.root.items)
        root = self._root
        if root is None or not root.by_key or not root.clean:
            return True
        return _is_service_docs(root) is True

    def may_become_ours(self, typed: str) -> bool:
        """Whether docs.json is one of the service, or may be once more of it is written; `typed`
        is a key that stands for what is typed now."""
        root = self._root
        if root is None:
            return isinstance(self.parts[self.name], Document)
        shown = _is_service_docs(root)
        return root.by_key.keys() - {typed} <= DOCS.properties.keys() if shown is None else shown

    @property
    def _root(self) -> Object | None:
        """The object of docs.json itself."""
        part = self.parts[self.name]
        root = part.tree.root if isinstance(part, Document) else None
        return root if isinstance(root, Object) else None


def _is_service_docs(root: Object) -> bool | None:
    """Whether the keys of a docs.json show that it is one of the service; None where nothing shows
    either that or the contrary."""
    keys = root.by_key
    schema = root.get("$schema")
    url = schema.value if isinstance(schema, String) else ""
    if "theme" in keys or "$ref" in keys or "mintlify" in url:
        return True
    if "://" in url:
        return False
    return True if "navigation" in keys else None


def icon_library(parts: Parts, name: str) -> str:
    """The library that docs.json, the part called `name`, chooses for the icons of the site.

    Empty where that cannot be read: `icons` is of another shape, or stands in another file.
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
