"""Finds the files of a site that link to some addresses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_END = compile_lazily(r"[/.#?]")
"""A character that can follow the last word of an address in a link."""


def find_linking_files(lost: Collection[str], overview: Overview) -> Mapping[str, tuple[str, ...]]:
    """Return the files with links to some addresses, by address; not for the root."""
    wanted = frozenset(lost)
    names = {next(filter(None, _END.split(one.rpartition("/")[2])), "") for one in wanted} - {""}
    # Few pages have such a word in any target, and splitting all targets is slower.
    words = (re.escape(name.encode("utf-8", "replace")) for name in sorted(names))
    named = re.compile(b"|".join(words))
    answers = get_path_resolver(overview)
    files_by_address: dict[str, set[str]] = defaultdict(set)
    for file, content in (overview.contents or {}).items() if names else ():
        for target in content.link_targets if named.search(content.body.targets) else ():
            if names.isdisjoint(_END.split(target)):
                continue
            link = parse_link_path(answers.split_link(target)[1], file)
            address = normalise_url_path(link.path) if link and link.path else ""
            if address in wanted:
                files_by_address[address].add(file)
    return {address: tuple(sorted(files)) for address, files in files_by_address.items()}
