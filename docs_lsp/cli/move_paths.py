"""The site, the file or folder in it, and the new path that `docs-lsp move OLD NEW` names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.sites import HERE, require_site, require_site_here
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import SITE_FILE, find_enclosing_site
from docs_lsp.files.files import DiskFiles
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.specifications.facts import scan_site

_SLASHES = ("/", os.sep)


class RequestedMove(NamedTuple):
    """A requested move: paths on the disk."""

    docs_json: Path
    old: Path
    """An existing file or folder."""
    new: Path


def resolve_move_paths(old: str, new: str, path: str | None) -> RequestedMove:
    """Return the paths that OLD, NEW and PATH name. Raises `UsageFault` if that is unclear.

    OLD is relative to the working folder or the site's, and NEW to the folder that OLD was found
    in.
    """
    docs_json = None if path is None else require_site(path)
    for base in _iter_base_folders(old, docs_json):
        old_path = _find_existing_path(_join_path(base, old), old)
        if old_path is not None:
            site = _require_site_around(old_path) if docs_json is None else docs_json
            return RequestedMove(
                site, old_path, _resolve_target(old_path, _join_path(base, new), new)
            )
    raise UsageFault(_describe_missing(old, (docs_json or require_site_here()).parent))


# The site


def find_site_around(old: str, path: str | None) -> Path | None:
    """Return the folder of the site that OLD belongs to, or None if that is unclear.

    OLD itself need not exist.
    """
    around = find_enclosing_site(Path.cwd() / old) if path is None else None
    if around is not None:
        return around
    with suppress(UsageFault):
        return require_site(path).parent
    return None


def _require_site_around(path: Path) -> Path:
    """Return the docs.json of the site around a path. Raises `UsageFault` if there is none."""
    root = find_enclosing_site(path)
    if root is None and (path / SITE_FILE).is_file():
        raise UsageFault(
            f"`{path}` is the folder of the site. Nothing in a site names it, so move it as any "
            "other folder."
        )
    if root is None:
        raise UsageFault(
            f"`{display_path(path, HERE)}` is not in a site: no folder around it has a docs.json."
        )
    return root / SITE_FILE


# What moves


def _iter_base_folders(old: str, docs_json: Path | None) -> Iterator[Path]:
    """Yield the folders that OLD may be relative to, the likeliest first.

    Raises `UsageFault` in place of the last one if the site is unclear.
    """
    if Path(old).anchor:
        yield Path(Path(old).anchor)
    if docs_json is not None:
        yield docs_json.parent
    yield Path.cwd()
    if docs_json is None:
        yield require_site_here().parent


def _join_path(base: Path, written: str) -> Path:
    """Return a path relative to a folder; a leading slash is ignored, as in a page's address."""
    path = Path(written)
    return Path(os.path.normpath(base / path.relative_to(path.anchor)))


def _find_existing_path(path: Path, written: str) -> Path | None:
    """Return the file or folder at a path, which may lack the extension of a page, or None.

    Raises `UsageFault` if both a page and a folder have the name.
    """
    pages = (path.with_name(path.name + ending) for ending in PAGE_EXTENSIONS) if path.name else ()
    page = next((one for one in pages if one.is_file()), None)
    if not os.path.lexists(path):
        return page
    if page and not written.endswith(_SLASHES):
        raise UsageFault(
            f"`{written}` is a page and a folder. Write `{written}{page.suffix}` to move the page, "
            f"or `{written}/` to move the folder."
        )
    return path


def _describe_missing(old: str, root: Path) -> str:
    near = scan_site(DiskFiles(root)).pages.find_similar_pages(old, 1)
    hint = f" Did you mean `{near[0]}`?" if near else ""
    return f"there is no page, file or folder `{old}` in the site of `{root}`.{hint}"


# Where to


def _resolve_target(old: Path, path: Path, written: str) -> Path:
    """Return the new path: in a folder, or with the page's extension. Raises `UsageFault`."""
    if written.endswith((*_SLASHES, "/.")) or written in (".", ".."):
        return path / old.name
    is_page = old.suffix in PAGE_EXTENSIONS and old.is_file()
    if path.is_dir() and not (old.is_dir() and path.samefile(old)):
        page = f", or `{written}{old.suffix}` for a page of this name" if is_page else ""
        raise UsageFault(
            f"`{written}` is a folder. Write `{written}/` to move `{old.name}` into it{page}."
        )
    if is_page and path.suffix not in PAGE_EXTENSIONS:
        return path.with_name(path.name + old.suffix)
    return path
