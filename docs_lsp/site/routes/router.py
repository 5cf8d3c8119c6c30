"""What answers a link within the site: a page, a redirect, a file, the service itself, or nothing.

Nothing answers only where that is sure. The service makes pages whose addresses it does not
document, a site may be spread over several repositories or lie below a path of its domain, and
some links lead to what only the live service knows. All that is `UNKNOWN`, and checks are silent.
So are they about paths that the project says others answer, with `elsewhere` in its settings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.core.text import fold_case
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.site.generated_pages.page_addresses import Generated
from docs_lsp.site.overview import is_navigation_complete
from docs_lsp.site.pages import PAGE_EXTENSIONS, Never, PageFile, strip_extension, url_of
from docs_lsp.site.routes.link_paths import LinkPath
from docs_lsp.site.routes.redirects import (
    ANY,
    Match,
    Redirect,
    Redirects,
    literal_of,
    normalise_path,
)
from docs_lsp.site.routes.reserved import may_be_served

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts

# Sites that do not have a domain to themselves are mostly served below this folder.
_USUAL_PATH = "docs"


class LinkStatus(Enum):
    """Whether something answers."""

    ANSWERED = auto()
    DEAD = auto()
    UNKNOWN = auto()


class Answer(NamedTuple):
    """What answers a path."""

    status: LinkStatus
    page: PageFile | None = None
    """The page there, whether a redirect keeps readers from it or not."""
    redirect: Match | None = None
    here: str = ""
    """The address on this site of what is there without the first folder, which the site lacks:
    only where the site is published below such a folder, that is what answers."""


class Answers:
    """Everything that answers on one site."""

    def __init__(
        self,
        facts: SiteFacts,
        redirects: Redirects,
        generated: Generated,
        languages: Collection[str] = (),
        is_complete: bool = True,
        elsewhere: Iterable[str] = (),
        published: str = "",
    ) -> None:
        """Take what a site consists of; it is not `whole` if parts of it are not known. At and
        below the paths that are `elsewhere` others answer, and the site itself answers at and below
        the path where it is `published`."""
        self.redirects = redirects
        self._facts = facts
        self._generated = generated
        self._languages = tuple(languages)
        self._whole = is_complete
        self._elsewhere = tuple(f"{normalise_path(path).rstrip('/')}/" for path in elsewhere)
        self.published = published
        """The path that the site is published below; empty for the root of its domain."""
        self._by_url = _index_by_url(facts.pages.by_path)
        self._folders = frozenset(_folders_of(self._by_url))
        self._folded = frozenset(map(fold_case, self._by_url)) - self._by_url.keys()
        """The addresses without their case that are none of the site otherwise."""
        self._known: dict[str, Answer] = {}

    @classmethod
    def from_overview(cls, overview: Overview) -> Answers:
        """Gather all that answers on a site."""
        elements = [placed.element for placed in overview.objects]
        languages = (
            element.text("language") for element in elements if element.record.name == "language"
        )
        return cls(
            overview.facts,
            Redirects(redirect for _, redirect in redirects_in(overview.objects)),
            Generated.from_elements(elements, overview.facts),
            [language for language in languages if language],
            is_navigation_complete(overview),
            overview.settings.elsewhere,
            _find_published_path(overview.objects),
        )

    def answer_link(self, target: LinkPath) -> Answer:
        """What answers a link: the best that can be said of any place it may mean."""
        best = self.answer_at(target.path)
        for path in target.others:
            if best.status is LinkStatus.ANSWERED:
                break
            other = self.answer_at(path)
            if other.status is not LinkStatus.DEAD:
                best = other
        return best

    def answer_at(self, path: str) -> Answer:
        """What answers a path, which may be written in any way that the service understands."""
        try:
            return self._known[path]
        except KeyError:
            answer = self._known[path] = self._find(path)
            return answer

    def may_begin(self, start: str) -> bool:
        """Whether some address may begin with this, which is decoded and has its first `/`."""
        rest = self._path_below_base(start)
        if self._begins(start) or (rest is not None and self._begins(f"/{rest}")):
            return True
        if self._generated.may_begin(start[1:]):
            return True
        # Whatever may answer there: any name will do.
        return self.answer_at(f"{start}{ANY}").status is not LinkStatus.DEAD

    def is_free(self, folder: str) -> bool:
        """Whether nothing that answers, or may answer, is below a folder, but for what redirects
        from there do."""
        start = f"{folder}/"
        first = start[1:].partition("/")[0]
        if first == _USUAL_PATH and first not in self._first_folders:
            return False
        own = f"{self.published}/"
        if self.published and (own.startswith(start) or start.startswith(own)):
            return False
        written = (start, *(f"/{language}{start}" for language in self._languages))
        if any(self._holds(one.casefold()) for one in written):
            return False
        if self._generated.may_begin(start[1:]):
            return False
        return self.answer_at(f"{start}{ANY}").status is LinkStatus.DEAD

    def is_surely_gone(self, path: str) -> bool:
        """Whether surely nothing answers a path that a page of this site did answer. Unlike
        `answer_at`, it does not ask what else a link to that path may mean."""
        url = normalise_path(path)
        if self.answer_at(url).status is LinkStatus.DEAD:
            return True
        is_there = self.answer_at(url).redirect is not None or url in self._by_url or url == "/"
        return not (is_there or self._is_served(url) or self._may_answer(url))

    def is_folder_surely_gone(self, folder: str) -> bool:
        """Whether surely nothing answers below a folder that pages of this site were in, and no
        redirect is for what is there."""
        start = f"{folder}/"
        if not self._whole or f"{self.published}/".startswith(start):
            return False
        if self._begins(start) or self._holds(start.casefold()):
            return False
        return not (self._generated.may_begin(start[1:]) or self.redirects.match(start + ANY))

    def _holds(self, start: str) -> bool:
        place = bisect_left(self._held, start)
        return place < len(self._held) and self._held[place].startswith(start)

    @cached_property
    def _held(self) -> list[str]:
        """All that an address may begin with but for redirects, in small letters and sorted."""
        files = (f"/{file}".casefold() for file in self._facts.files)
        elsewhere = (path.casefold() for path in self._elsewhere)
        return sorted({*map(fold_case, self._by_url), *files, *elsewhere})

    def _begins(self, start: str) -> bool:
        place = bisect_left(self._starts, start)
        return place < len(self._starts) and self._starts[place].startswith(start)

    @cached_property
    def _starts(self) -> list[str]:
        """All that an address may begin with, sorted."""
        files = (f"/{file}" for file in self._facts.files)
        sources = (literal_of(redirect.source) for redirect in self.redirects.all)
        return sorted({*self._by_url, *files, *sources, *self._elsewhere})

    def is_in_generated_folder(self, path: str) -> bool:
        """Whether a path is that of a folder that the service makes pages in, or lies below one."""
        return self._generated.is_in_folder(normalise_path(path)[1:])

    def may_be_outside(self, path: str) -> bool:
        """Whether a path looks as much like one of another site on the domain as like one of this
        site: a single name, where all pages but the first one lie in folders."""
        return "/" not in normalise_path(path)[1:] and self._lies_in_folders

    @cached_property
    def _lies_in_folders(self) -> bool:
        return all("/" in page.page or page.page == "index" for page in self._facts.pages)

    def _find(self, path: str) -> Answer:
        url = normalise_path(path)
        path_there = self._by_url.get(url)
        page = None if path_there is None else self._facts.pages.find(path_there)
        redirect = self.redirects.match(url)
        if redirect is not None:
            # The service asks the redirects first; without one that fits for sure, nobody knows.
            sure = redirect.certain or page is not None
            return Answer(LinkStatus.ANSWERED if sure else LinkStatus.UNKNOWN, page, redirect)
        if page is not None or url == "/" or self._is_served(path):
            return Answer(LinkStatus.ANSWERED, page)
        if self._is_doubtful(url) or self._is_published(url):
            return Answer(LinkStatus.UNKNOWN)
        here = self._drop_first_folder(url)
        return Answer(LinkStatus.DEAD if here is None else LinkStatus.UNKNOWN, here=here or "")

    def _is_served(self, path: str) -> bool:
        file = unquote(path).strip("/")
        if file.endswith(".md") and f"/{file[:-3]}" in self._by_url:
            return True  # The page as Markdown.
        return file in self._facts.files and not file.endswith(PAGE_EXTENSIONS)

    def _is_doubtful(self, url: str) -> bool:
        """Whether something may answer that is not known here, or be meant in some language."""
        if self._may_answer(url):
            return True
        return any(f"/{language}{url}" in self._by_url for language in self._languages)

    def _may_answer(self, url: str) -> bool:
        """Whether something may answer that is not known here."""
        return (
            not self._whole
            or may_be_served(url)
            or url in self._folders
            or (lower := url.casefold()) in self._folded
            or lower in self._by_url
            or self._generated.may_have(url[1:])
            or self._has_page_file(url[1:])
            or f"{url}/".startswith(self._elsewhere)
        )

    def _has_page_file(self, page: str) -> bool:
        """Whether it is a page by its file name, or a file that some page imports."""
        if page.endswith(PAGE_EXTENSIONS) and f"/{page.rpartition('.')[0]}" in self._by_url:
            return True
        return self._facts.pages.non_page_reason(page) is Never.IMPORTED

    def _is_published(self, url: str) -> bool:
        """Whether something may be there once the path is taken off that the site is published
        below."""
        below = url.removeprefix(self.published)
        if not self.published or below == url or below[:1] not in ("", "/"):
            return False
        return self.answer_at(below or "/").status is not LinkStatus.DEAD

    def _drop_first_folder(self, url: str) -> str | None:
        """The address of what is there without a folder that the site does not have: empty where
        nobody can say which, None where nothing is."""
        rest = self._path_below_base(url)
        if rest is None:
            return None
        page = f"/{strip_extension(rest)}"
        if rest and page not in self._by_url and rest not in self._facts.files:
            return None
        if not rest or url.split("/")[1] in self._languages:
            return ""
        return page if page in self._by_url else f"/{rest}"

    def _path_below_base(self, url: str) -> str | None:
        """What is left of an address without a folder that the site does not have; None where the
        site has it, or it cannot be one below which the site is served."""
        if self.published and f"{url}/".startswith(f"{self.published}/"):
            return url[len(self.published) + 1 :]
        first, _, rest = url[1:].partition("/")
        if first in self._first_folders or not (rest or first == _USUAL_PATH):
            return None
        return rest

    @cached_property
    def _first_folders(self) -> frozenset[str]:
        files = (file.partition("/") for file in self._facts.files)
        return frozenset(first for first, slash, _ in files if slash)


def redirects_in(objects: Iterable[Placed]) -> Iterator[tuple[Placed, Redirect]]:
    """The redirects among all objects of docs.json that say from where to where, in order."""
    order = 0
    for placed in objects:
        if placed.element.record.name == "redirect":
            source, destination = placed.element.text("source"), placed.element.text("destination")
            if source is not None and destination is not None:
                yield placed, Redirect(source, destination, order)
                order += 1


def _index_by_url(pages: Iterable[str]) -> dict[str, str]:
    """Page paths by their address; of `a` and `a/index`, the first."""
    pages_by_url: dict[str, str] = {}
    for page in pages:
        url = url_of(page)
        if url not in pages_by_url or not page.endswith("index"):
            pages_by_url[url] = page
    return pages_by_url


def _folders_of(urls: Iterable[str]) -> Iterator[str]:
    """Every folder that some address lies in, the root left out."""
    seen: set[str] = {""}
    for url in urls:
        folder = url.rpartition("/")[0]
        while folder not in seen:
            seen.add(folder)
            yield folder
            folder = folder.rpartition("/")[0]


def answers_of(overview: Overview) -> Answers:
    """Everything that answers on a site, gathered once for each overview."""
    return overview.cached(Answers.from_overview)


def _find_published_path(objects: Iterable[Placed]) -> str:
    """The path of the canonical address, with its first slash and none at its end; empty where
    there is none."""
    for placed in objects:
        if placed.element.record.name == "seo":
            tags = placed.element.inline_value("metatags")
            address = tags.get("canonical") if isinstance(tags, Object) else None
            return _path_of(address.value) if isinstance(address, String) else ""
    return ""


def _path_of(address: str) -> str:
    try:
        url = urlsplit(address.strip())
    except ValueError:
        return ""
    return url.path.rstrip("/") if url.scheme in ("http", "https") else ""
