"""Opens the store of a site when it is first needed, which most (public) sites never do."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.store.records import StoreUnavailable

if TYPE_CHECKING:
    from mcp_preview.store.store import Store


class StoreOnDemand:
    """Opens and returns the store of one site. Safe in any thread."""

    def __init__(self, url: str | None, folder: Path, public_url: str) -> None:
        """Use a store at a URL, or the user's own."""
        self._url = url
        self._folder = folder
        self._public_url = public_url
        self._store: Store | None = None
        self._lock = Lock()

    def __call__(self) -> Store:
        """Return the store, opened by the first call. Raises `UsageFault` if its URL fails."""
        with self._lock:
            if self._store is None:
                self._store = self._open_store()
            return self._store

    def _open_store(self) -> Store:
        """Open the store at the URL, or the user's, or one in memory. Raises `UsageFault`."""
        from mcp_preview.store.opening import compute_site_key, open_store_or_memory

        site = compute_site_key(self._folder, self._url, self._public_url or None)
        try:
            store, notice = open_store_or_memory(self._url, site)
        except StoreUnavailable as fault:
            raise UsageFault(str(fault)) from None
        if notice:
            print(f"mcp-preview: {notice}", file=sys.stderr)
        return store
