"""A file is too large and is dropped.

Why it matters
--------------
The service accepts no image, video or other file of more than 20 MB (20 times 1,048,576 bytes). It
drops it silently, and the build succeeds. If a page shows the file or links to it, readers get a
gap; a file that nothing uses can only be requested by its URL, which is a 404.

Of a page, docs-lsp reads the first 2 MB. Information says so, because mistakes and anchors after
that are not known.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
![The harbour](⟦/harbour.png⟧)
--- harbour.png
«»21 MB
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
![The harbour](/harbour.png)
--- harbour.png
20 MB
```

Fix
---
Make the file smaller, or host it elsewhere and link to its URL. A file that readers should not get
can be excluded with a line in `.mintignore`.

Source: SERVICE.md, large-files
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span, encode_text
from docs_lsp.files.files import unpack_version
from docs_lsp.jsontree.document import Document
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension, url_to_path
from docs_lsp.site.routes.link_paths import parse_link_path

_NAME = "oversized-asset"
_MB = 1 << 20
_SHOWN = 20
_NAMED = "It is used here"


@site_rule(_NAME, Severity.ERROR, reads=PageTextNeed.TEXT)
def oversized_asset(overview: Overview) -> Iterator[Problem]:
    """Report each file that the service drops for its size, and each page checked only in part."""
    yield from _report_long_pages(overview)
    large = _find_large_assets(overview)
    if not large:
        return
    uses = _find_uses(overview, large)
    for file, size in sorted(large.items()):
        places = uses[file]
        severity = Severity.ERROR if places else Severity.INFORMATION
        message = _render_message(size, len(places))
        yield Problem(_NAME, file, Span(0, 0), message, severity, tuple(places[:_SHOWN]))


def _report_long_pages(overview: Overview) -> Iterator[Problem]:
    """Report each page of which only the beginning is read."""
    for file, content in (overview.contents or {}).items():
        size = unpack_version(content.version)[0]
        if size > MOST_READ:
            message = (
                f"This page has {_round_up_to_mb(size):.1f} MB, and only the first "
                f"{MOST_READ // _MB} are checked. Divide it into several pages."
            )
            yield Problem(_NAME, file, Span(0, 0), message, Severity.INFORMATION)


def _find_large_assets(overview: Overview) -> Mapping[str, int]:
    """Map large files to their sizes, without pages and files in dot folders."""
    return {
        file: size
        for file, size in overview.facts.large_files.items()
        if strip_page_extension(file) == file and "/." not in f"/{file}"
    }


def _render_message(size: int, uses: int) -> str:
    fault = f"This file is too large ({_round_up_to_mb(size):.1f} MB, at most 20) and is dropped"
    if not uses:
        return f"{fault}. Make it smaller, or exclude it with a line in `.mintignore`."
    what = "1 place that uses it shows" if uses == 1 else f"{uses} places that use it show"
    return f"{fault}: the {what} nothing. Make it smaller, or link to it elsewhere by its URL."


def _round_up_to_mb(size: int) -> float:
    """Return a size in tenths of a MB, rounded up: 20.0 MB would not be too much."""
    return -(-size * 10 // _MB) / 10


def _find_uses(overview: Overview, large: Mapping[str, int]) -> Mapping[str, list[RelatedPlace]]:
    """Return the places that name large files: in docs.json first, then in pages and snippets."""
    uses_by_file: dict[str, list[RelatedPlace]] = {file: [] for file in large}
    for name, part in overview.parts.items():
        data = part.text.data if isinstance(part, Document) else b""
        for file in large:
            uses_by_file[file] += (
                RelatedPlace(name, span, _NAMED) for span in _iter_spans_in_json(data, file)
            )
    pieces = [
        encode_text(piece) for file in large for piece in _list_spellings(posixpath.basename(file))
    ]
    for page, content in sorted((overview.contents or {}).items()):
        if any(map(content.has_in_link_targets, pieces)):
            for link in content.links:
                target = parse_link_path(link.target, page)
                path = url_to_path(target.path) if target else ""
                if path in uses_by_file:
                    uses_by_file[path].append(RelatedPlace(page, link.span, _NAMED))
    return uses_by_file


def _iter_spans_in_json(data: bytes, file: str) -> Iterator[Span]:
    """Yield the spans of the strings of a JSON file that name a file."""
    for text in dict.fromkeys(
        f"{slash}{spelling}" for spelling in _list_spellings(file) for slash in ("", "/")
    ):
        piece = encode_text(f'"{text}"')
        at = data.find(piece)
        while at >= 0:
            yield Span(at + 1, at + len(piece) - 1)
            at = data.find(piece, at + 1)


def _list_spellings(name: str) -> tuple[str, str]:
    """Return a name unchanged and percent-encoded, as a link may have to write it."""
    return name, quote(name)
