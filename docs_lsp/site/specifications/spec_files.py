"""Find files of a site that look like OpenAPI documents, named in docs.json or not.

The service uses all of them. They are only examined here and not parsed: of JSON the outermost
keys, of YAML the lines that begin with a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.site_files import LARGEST_ASSET, is_written_list, read_written_lists
from docs_lsp.site.specifications.spec_paths import SPEC_EXTENSIONS, TOOL_FILES

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts

MOST_LOOKED_AT = 500
"""Maximum number of files that are examined; a site with more has other data in them."""
LARGEST = 10 << 20
"""Maximum size, in bytes, of a file that is examined."""

_CONTENT = ("paths", "webhooks", "components")
_JSON = compile_lazily(rb'"openapi"\s*:\s*"3\.[012]')
_YAML = compile_lazily(rb"""^(?:\xef\xbb\xbf)?((["']?)openapi\2)[ \t]*:[ \t]+["']?3\.[012]""", re.M)
_YAML_CONTENT = compile_lazily(rb"""^["']?(?:paths|webhooks|components)["']?[ \t]*:""", re.M)


def may_be_spec(file: str) -> bool:
    """Return whether a file may be a specification, going by its name."""
    return file.endswith(SPEC_EXTENSIONS) and file not in TOOL_FILES


def list_possible_specs(facts: SiteFacts) -> tuple[str, ...]:
    """Return the files that may be specifications, going by their names, in order."""
    return tuple(sorted(filter(may_be_spec, facts.files)))


def add_file_survey(facts: SiteFacts, files: Files) -> SiteFacts:
    """Search the files; return facts with OpenAPI files, too large files, llms.txt and sitemap."""
    sizes: dict[str, int] = {}
    lists: list[tuple[str, int]] = []
    large: dict[str, int] = {}
    for info in files.walk():
        if may_be_spec(info.path):
            sizes[info.path] = info.size
        elif info.size > LARGEST_ASSET and info.path in facts.files:
            large[info.path] = info.size
        elif is_written_list(info.path) and info.path in facts.files:
            lists.append((info.path, info.size))
    named_so = sorted(facts.files & sizes.keys())
    small = [file for file in named_so if sizes[file] <= LARGEST][:MOST_LOOKED_AT]
    return replace(
        facts,
        spec_files=dict(_iter_openapi_keys(small, files)),
        knows_all_specs=len(small) == len(named_so),
        large_files=large,
        lists=read_written_lists(lists, files),
    )


def find_openapi_key(data: bytes) -> Span | None:
    """Return the span of the key `openapi` in an OpenAPI 3 document; None for other files."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _find_key_in_json(data) if _JSON.search(data) else None
    match = _YAML.search(data)
    return Span(*match.span(1)) if match and _YAML_CONTENT.search(data) else None


def _find_key_in_json(data: bytes) -> Span | None:
    """Return the span of the key `openapi` in the JSON of a specification, or None."""
    # Few sites have a JSON file with such a key, and nearly all load this module.
    from docs_lsp.formats.json_reader import find_json_entries
    from docs_lsp.formats.places import Paths

    try:
        entries = find_json_entries(data, Paths([("openapi",), *((key,) for key in _CONTENT)]))
    except (ValueError, IndexError, RecursionError):
        return None  # Invalid or incomplete JSON.
    entry = entries.get(("openapi",))
    has_content = any((key,) in entries for key in _CONTENT)
    return entry.key if entry and has_content else None


def _iter_openapi_keys(paths: list[str], files: Files) -> Iterator[tuple[str, Span]]:
    """Yield the files that are OpenAPI documents, with the span of their key `openapi`."""
    for path in paths:
        try:
            key = find_openapi_key(files.read(path))
        except FileFault:
            continue
        if key is not None:
            yield path, key
