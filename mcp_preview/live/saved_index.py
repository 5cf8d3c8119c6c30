"""The data of a site saved between two starts: its pages, their texts and their index.

It is used only by the very same program, and only as far as the files have not changed. Unreadable
data is ignored.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import orjson

import docs_lsp
import mcp_preview
from docs_lsp import __version__
from docs_lsp.files.walk import Walk
from docs_lsp.settings.settings import Settings
from docs_lsp.site.visibility import Audience
from mcp_preview.content.navigation_facts import NavigationFacts
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.stored_text import StoredText, TextFile, TextPlace
from mcp_preview.content.verdicts import ReusableTexts, SiteVerdicts
from mcp_preview.index.ranking import PageKind
from mcp_preview.index.search_index import IndexContent

MANIFEST = "site.json"
TEXTS = "texts"
_RACY = 2_000_000_000
"""The time in nanoseconds within which a second change of a file may be unnoticeable."""

Signature: TypeAlias = tuple[int, int, int, int]
"""Size, modification time, change time and inode of a file."""


class SavedIndex(NamedTuple):
    """A site as saved by an earlier start."""

    name: str
    description: str
    versions: tuple[str, ...]
    languages: tuple[str, ...]
    is_open: bool
    """Whether the whole site is public."""
    variables: Mapping[str, str]
    made: int
    """The time of saving in nanoseconds since the epoch; the files were read later than that."""
    files: Mapping[str, Signature]
    texts: Mapping[str, StoredText]
    """The texts of pages with a file, by page."""
    sources: Mapping[str, str]
    """The file of each of these pages."""
    reads: Mapping[str, frozenset[str]]
    """The other files used for a text, by page."""
    content: IndexContent

    def is_current(self, now: Mapping[str, Signature]) -> bool:
        """Return whether these files are the saved ones, and none has changed by its signature."""
        return now.keys() == self.files.keys() and all(map(self._is_same, now, now.values()))

    def select_reusable_texts(
        self, now: Mapping[str, Signature], facts: NavigationFacts
    ) -> ReusableTexts | None:
        """Return a look-up of saved texts that are still valid; None if none is.

        `now` are the current files, and `facts` are those of the current docs.json.
        """
        if dict(facts.variables) != dict(self.variables):
            return None

        def is_same(file: str) -> bool:
            """Return whether a file is there and certainly unchanged."""
            signature = now.get(file)
            return signature is not None and self._is_same(file, signature)

        def find_reusable_text(page: str, file: str) -> StoredText | None:
            """Return the saved text of a page, or None if a file of it may have changed."""
            # Of `a.mdx` and `a.md`, which is the page can change although neither file does.
            if self.sources.get(page) != file:
                return None
            files = (file, *self.reads.get(page, ()))
            text = self.texts.get(page) if all(map(is_same, files)) else None
            return text if text is not None and text.is_intact else None

        return find_reusable_text, SiteVerdicts({}, reads=self.reads)

    def _is_same(self, file: str, signature: Signature) -> bool:
        """Return whether a file is certainly unchanged; False if it had just changed when saved."""
        is_settled = max(signature[1], signature[2]) < self.made - _RACY
        return is_settled and self.files.get(file) == signature


def compute_signatures(folder: Path) -> dict[str, Signature]:
    """Return the signature of each file of a site, which changes when the file does."""
    by_path = {}
    for path, entry in Walk(os.path.realpath(folder)).iter_files():
        try:
            # Creating a `Path` for each file would double the time.
            status = os.stat(entry.path)  # noqa: PTH116
        except OSError:
            continue
        by_path[path] = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
    return by_path


def compute_program_key(settings: Settings) -> str:
    """Return a key that is equal for starts that produce the same from the same files."""
    digest = blake2b(digest_size=16)
    digest.update(repr((__version__, version("tantivy"), settings.preview)).encode())
    # The version does not change while the program is being developed.
    for package in (docs_lsp, mcp_preview):
        for path in sorted(Path(package.__path__[0]).rglob("*.py")):
            status = path.stat()
            digest.update(repr((path.name, status.st_size, status.st_mtime_ns)).encode())
    return digest.hexdigest()


def read_saved_index(folder: Path, key: str) -> SavedIndex | None:
    """Return the index saved in a folder, or None if it cannot be used."""
    try:
        manifest = orjson.loads((folder / MANIFEST).read_bytes())
        if manifest["key"] != key:
            return None
        return _decode_saved_index(manifest, TextFile(folder / TEXTS))
    except (OSError, ValueError, TypeError, KeyError, IndexError):
        return None


def write_saved_index(folder: Path, key: str, site: SavedIndex) -> None:
    """Write an index but its texts, which must be in its file of texts. Raises `OSError`."""
    audiences = list(site.content.audiences)
    numbers = {audience: number for number, audience in enumerate(audiences)}
    content = {
        **{name: getattr(site, name) for name in _PLAIN},
        "key": key,
        "texts": [
            [page, site.sources[page], [*site.reads.get(page, ())], _encode_place(text)]
            for page, text in site.texts.items()
        ],
        "next": site.content.next_number,
        "deleted": site.content.deleted,
        "audiences": audiences,
        "counts": [[*kind, count] for kind, count in site.content.counts.items()],
        "pages": [
            [number, *_encode_page(page, numbers)] for number, page in site.content.pages.items()
        ],
    }
    path = folder / MANIFEST
    path.unlink(missing_ok=True)  # It may be a saved file, which must not be written to.
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(orjson.dumps(content, default=list))


_PLAIN = (
    *("name", "description", "versions", "languages", "is_open", "variables"),
    *("made", "files"),
)
_FIELDS = tuple(field.name for field in fields(IndexedPage))


def _encode_place(text: StoredText) -> list[Any]:
    """Return the place of a text in its file in a form for JSON."""
    place = text.place
    assert place is not None
    return [place.start, place.length, place.digest.hex(), place.is_blank]


def _encode_page(page: IndexedPage, numbers: Mapping[Audience, int]) -> Iterator[Any]:
    """Yield the values of a page in a form for JSON, its audience as a number."""
    for name in _FIELDS:
        value = getattr(page, name)
        if isinstance(value, StoredText):
            yield _encode_place(value)
        else:
            yield numbers[value] if isinstance(value, Audience) else value


def _decode_saved_index(manifest: Mapping[str, Any], texts: TextFile) -> SavedIndex:
    """Return the data in a manifest. Raises ValueError, TypeError, KeyError or IndexError."""
    audiences = [_decode_audience(*each) for each in manifest["audiences"]]
    pages = {
        each[0]: IndexedPage(
            **dict(zip(_FIELDS, _decode_values(each[1:], texts, audiences), strict=True))
        )
        for each in manifest["pages"]
    }
    counts = {
        PageKind(language, analyzer, _decode_audience(*audience), of_default): count
        for language, analyzer, audience, of_default, count in manifest["counts"]
    }
    plain = {name: manifest[name] for name in _PLAIN}
    return SavedIndex(
        **{
            **plain,
            "versions": tuple(manifest["versions"]),
            "languages": tuple(manifest["languages"]),
            "files": {file: tuple(signature) for file, signature in manifest["files"].items()},
        },
        texts={page: _decode_text(place, texts) for page, _, _, place in manifest["texts"]},
        sources={page: file for page, file, _, _ in manifest["texts"]},
        reads={page: frozenset(reads) for page, _, reads, _ in manifest["texts"] if reads},
        content=IndexContent(
            pages, manifest["next"], manifest["deleted"], tuple(audiences), counts
        ),
    )


def _decode_values(
    given: Sequence[Any], texts: TextFile, audiences: Sequence[Audience]
) -> Iterator[Any]:
    """Yield the values of a page that `_encode_page` has encoded."""
    for name, value in zip(_FIELDS, given, strict=True):
        if name == "text":
            yield _decode_text(value, texts)
        elif name == "audience":
            yield audiences[value]
        else:
            yield tuple(value) if isinstance(value, list) else value


def _decode_text(place: Sequence[Any], texts: TextFile) -> StoredText:
    start, length, digest, is_blank = place
    return StoredText("", texts, TextPlace(start, length, bytes.fromhex(digest), is_blank))


def _decode_audience(public: bool, groups: list[str] | None, barred: list[str]) -> Audience:
    return Audience(public, None if groups is None else tuple(groups), tuple(barred))
