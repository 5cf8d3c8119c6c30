"""Plans the move that `docs-lsp move OLD NEW` names, or refuses it, before anything is written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.sites import HERE, require_complete_overview, require_site, require_site_here
from docs_lsp.core.problem import MovedFile
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.discover import SITE_FILE, find_enclosing_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles
from docs_lsp.files.saving import is_same_file
from docs_lsp.settings.settings import SETTINGS_FILE
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.misspelt_pages import LanguageScope
from docs_lsp.site.moves import AddressMap, Move, MovePlan, find_translation_moves, plan_moves
from docs_lsp.site.moves.refusals import find_moves_refusal, find_name_refusal
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_page_extension
from docs_lsp.site.specifications.facts import scan_site

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.site.overview import Overview


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
            site = _require_docs_json_around(old_path) if docs_json is None else docs_json
            return RequestedMove(
                site, old_path, _resolve_target(old_path, _join_path(base, new), new)
            )
    raise UsageFault(_describe_missing(old, (docs_json or require_site_here()).parent))


# The site


def find_site_folder(old: str, path: str | None) -> Path | None:
    """Return the folder of the site that OLD belongs to, or None if that is unclear.

    OLD itself need not exist.
    """
    around = find_enclosing_site(Path.cwd() / old) if path is None else None
    if around is not None:
        return around
    with suppress(UsageFault):
        return require_site(path).parent
    return None


def _require_docs_json_around(path: Path) -> Path:
    """Return the docs.json of the site around a path. Raises `UsageFault` if there is none."""
    root = find_enclosing_site(path)
    if root is None and (path / SITE_FILE).is_file():
        raise UsageFault(
            f"`{path}` is the folder of the site. Nothing in the site refers to it, so move it "
            "like any other folder."
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
    """Return an existing path, with a page's extension if missing, or None. Raises `UsageFault`.

    It is an error if both a page and a folder have the name.
    """
    pages = (path.with_name(path.name + ending) for ending in PAGE_EXTENSIONS) if path.name else ()
    page = next(filter(Path.is_file, pages), None)
    if not os.path.lexists(path):
        return page
    if page and not written.endswith(_SLASHES):
        raise UsageFault(
            f"`{written}` is both a page and a folder. Write `{written}{page.suffix}` to move the "
            f"page, or `{written}/` to move the folder."
        )
    return path


def _describe_missing(old: str, root: Path) -> str:
    near = scan_site(DiskFiles(root)).pages.find_similar_pages(old, 1, LanguageScope())
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


# The plan


class PlannedMove(NamedTuple):
    """A move that can be made."""

    plan: MovePlan
    files: tuple[MovedFile, ...]
    """Each file that moves."""
    draft: Draft
    """The texts that change, by their old paths."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The files and whole folders that move."""
        return self.plan.relocation.moves


def build_move(request: RequestedMove, disk: DiskFiles) -> Move:
    """Return the move as site paths. Raises `UsageFault` if it can never be made."""
    old, new = (_require_site_path(path, disk) for path in (request.old, request.new))
    if old == new:
        raise UsageFault(f"`{old}` is already its path, so there is nothing to move.")
    if old in (request.docs_json.name, SETTINGS_FILE, *IGNORE_FILES):
        raise UsageFault(f"`{old}` must keep its name and folder.")
    if f"{new}/".startswith(f"{old}/"):
        raise UsageFault(f"`{new}` is inside `{old}`. Choose a path outside it.")
    if os.path.lexists(request.new) and not is_same_file(request.old, request.new):
        raise UsageFault(f"`{new}` exists already. Choose another path, or move that one first.")
    known = set(disk.paths())
    if old not in known and not any(path.startswith(f"{old}/") for path in known):
        raise UsageFault(f"`{old}` has no file of the site. Check upper and lower case.")
    return Move(old, new)


def plan_move(
    move: Move, site: Snapshot, disk: DiskFiles, *, moves_translations: bool, adds_redirect: bool
) -> PlannedMove:
    """Plan a move with all changes that follow from it; write nothing. Raises `UsageFault`.

    This is for pages whose new address is not allowed, or if docs.json cannot be read. Raises
    `Conflict` and `FileFault` if files cannot be changed.
    """
    overview = require_complete_overview(site)
    moves = (move, *(find_translation_moves(overview, [move]) if moves_translations else ()))
    made = plan_moves(overview, disk, moves, redirect=adds_redirect)
    _require_allowed_addresses(move, made, overview)
    return PlannedMove(made, made.list_file_moves(disk), Draft(disk).with_changes(made.edits))


def _require_site_path(path: Path, disk: DiskFiles) -> str:
    """Return a path relative to the site. Raises `UsageFault` outside of it or below a link."""
    site_path = disk.to_site_path(str(path))
    if not site_path:
        raise UsageFault(f"`{path}` is outside the site `{disk.root}`.")
    for folder in path.parents:
        if folder.is_symlink() and disk.to_site_path(str(folder)):
            raise UsageFault(f"`{folder}` is a link. Move the files in the folder it points to.")
    return site_path


def _require_allowed_addresses(move: Move, move_plan: MovePlan, overview: Overview) -> None:
    """Raise a `UsageFault` for pages whose new address is not allowed."""
    addresses = AddressMap(overview, move_plan.relocation)
    is_asset = move.old in overview.facts.files and strip_page_extension(move.old) == move.old
    reason = None if is_asset else find_name_refusal(strip_page_extension(move.new))
    reason = reason or find_moves_refusal(addresses)
    if reason:
        raise UsageFault(reason)
