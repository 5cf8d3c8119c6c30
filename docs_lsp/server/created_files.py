"""Gives a page that is created in the editor its title, and offers to list it.

LSP applies the answer to `workspace/willCreateFiles` before there is a file, so it cannot write
anything in it. Both are therefore done afterwards, and only for a page that is created alone: who
copies a folder or checks out a branch does not start writing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from lsprotocol.types import MessageType

from docs_lsp.server import waiting_times
from docs_lsp.server.client_requests import ClientRequests
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.session import Session
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_page_extension

LATER = "Not now"


def build_creation_options() -> types.FileOperationRegistrationOptions:
    """Return the files whose creation the client is to report."""
    pattern = types.FileOperationPattern(
        glob="**/*.{md,mdx}", matches=types.FileOperationPatternKind.File
    )
    return types.FileOperationRegistrationOptions(
        filters=[types.FileOperationFilter(pattern=pattern, scheme="file")]
    )


def handle_created_files(
    session: Session, requests: ClientRequests, created: Sequence[Path]
) -> None:
    """Handle created files; if just one is a page, write its title and offer to list it."""
    pages = [path for path in created if path.suffix in PAGE_EXTENSIONS]
    session.handle_file_changes(created)
    if len(pages) == 1:
        requests.start_task(_start_page(session, requests, pages[0]))


async def _start_page(session: Session, requests: ClientRequests, path: Path) -> None:
    """Write the title of a new empty page; if that succeeds, ask whether to list it."""
    await asyncio.sleep(waiting_times.CREATED_GRACE)
    for open_site in list(session.sites.values()):
        file = open_site.files.site_path_of(path)
        if file is not None and await _wait_until_known(open_site, file):
            if await _write_title(session, requests, open_site, file):
                await _offer_listing(session, requests, open_site, file)
            return


async def _wait_until_known(open_site: OpenSite, file: str) -> bool:
    """Wait for a limited time until a scan has seen a page; return whether one has."""
    for _ in range(waiting_times.CREATED_POLLS):
        view = open_site.build_view()
        if view and view.site.facts and strip_page_extension(file) in view.site.facts.pages:
            return True
        await asyncio.sleep(waiting_times.CREATED_POLL)
    return False


async def _write_title(
    session: Session, requests: ClientRequests, open_site: OpenSite, file: str
) -> bool:
    """Write the title of an empty page, and return whether the client has done so."""
    from docs_lsp.features.file_operations import build_title_edit

    view, client = open_site.build_view(), session.client
    if view is None:
        return False
    edit = await asyncio.to_thread(
        build_title_edit, view, file, client.dialect.encoding, client.actions.edits
    )
    return edit is not None and await requests.apply_edit("Title of the page", edit)


async def _offer_listing(
    session: Session, requests: ClientRequests, open_site: OpenSite, file: str
) -> None:
    """Ask whether to list a page, and list it if the user wants that."""
    from docs_lsp.features._workspace_edit import build_workspace_edit
    from docs_lsp.features.file_operations import find_listing_fix

    view = open_site.build_view()
    fix = await asyncio.to_thread(find_listing_fix, view, file) if view else None
    if fix is None:
        return
    question = f"`{file}` is not in the navigation yet."
    if await requests.show_choice(MessageType.Info, question, (fix.title, LATER)) != fix.title:
        return
    view = open_site.build_view()  # It may have changed while the question was open.
    fix = await asyncio.to_thread(find_listing_fix, view, file) if view else None
    if view is not None and fix is not None:
        client = session.client
        encoding, abilities = client.dialect.encoding, client.actions.edits
        if (edit := build_workspace_edit(fix.changes, view, encoding, abilities)) is not None:
            await requests.apply_edit(fix.title, edit)
