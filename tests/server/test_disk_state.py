"""What is known of a site's folder: nothing that is touched is ever forgotten."""

from __future__ import annotations

from docs_lsp.files.files import MemoryFiles
from docs_lsp.server.disk_state import DiskState

FILES = MemoryFiles({"docs.json": "{}", "a.mdx": "# A\n", "b.mdx": "# B\n"})


def scanned(state: DiskState) -> None:
    state.apply_scan(state.build_scanner(FILES)(None, lambda: False))


def test_a_file_is_scanned_once_for_each_touch() -> None:
    state = DiskState()
    scanned(state)

    state.record_change("a.mdx")
    assert state.needs_scan()
    scanned(state)
    assert not state.needs_scan()


def test_what_is_touched_while_it_is_scanned_is_scanned_again() -> None:
    state = DiskState()
    scanned(state)
    state.record_change("a.mdx")
    scan = state.build_scanner(FILES)

    state.record_change("a.mdx")
    state.apply_scan(scan(None, lambda: False))

    assert state.needs_scan()
    scanned(state)
    assert not state.needs_scan()
