"""`mcp-preview credentials`: create, list and delete the client credentials of a site."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.commands.console import print_json
from mcp_preview.store.opening import compute_site_key, open_store
from mcp_preview.store.records import Credential, LabelFault, StoreUnavailable
from mcp_preview.store.store import Store


def run_credentials(arguments: Namespace, folder: Path) -> int:
    """Create, list or delete credentials as the arguments say; return 0. Raises `UsageFault`."""
    site = compute_site_key(folder, arguments.store, _normalize_public_url(arguments.public_url))
    try:
        store = open_store(arguments.store, site)
        try:
            _run_action(store, arguments)
        finally:
            store.close()
    except StoreUnavailable as fault:
        remedy = "" if arguments.store else " Choose another store with `--store URL`."
        raise UsageFault(f"{fault}{remedy}") from None
    return 0


def _normalize_public_url(given: str | None) -> str | None:
    """Return the public address in the form of `serve`, or None. Raises `UsageFault`."""
    if given is None:
        return None
    # Imported late, since it needs the HTTP packages.
    from mcp_preview.settings.site_address import SiteAddress

    return SiteAddress.parse(given).public_url


def _run_action(store: Store, arguments: Namespace) -> None:
    """Run the action of the command line. Raises `UsageFault`."""
    match arguments.action:
        case "create":
            _create_credential(store, arguments.label, arguments.format)
        case "list":
            _print_credentials(store.list_credentials(), arguments.format)
        case _:
            _delete_credential(store, arguments.client_id)


def _create_credential(store: Store, label: str, form: str) -> None:
    """Create and print a credential. Raises `UsageFault` for an invalid label."""
    try:
        made = store.create_credential(label, int(time.time()))
    except LabelFault as fault:
        raise UsageFault(str(fault)) from None
    if form == "json":
        print_json(made._asdict(), indented=True)
        return
    print(f"client_id      {made.client_id}")
    print(f"client_secret  {made.client_secret}")
    print("\nSave the secret now, and keep it like a password: it is not shown again.")


def _print_credentials(credentials: list[Credential], form: str) -> None:
    """Print credentials without their secrets."""
    if form == "json":
        print_json({"credentials": [asdict(each) for each in credentials]}, indented=True)
        return
    if not credentials:
        print("This site has no client credentials.")
    for each in credentials:
        print(f"{each.client_id}  {_format_date(each.created)}  {each.label}")


def _delete_credential(store: Store, client_id: str) -> None:
    """Delete a credential with its tokens, and print that. Raises `UsageFault` if there is none."""
    if not store.delete_credential(client_id):
        raise UsageFault(
            "this site has no such client credential. `mcp-preview credentials list` lists the "
            "existing ones."
        )
    print("Deleted. Its tokens are revoked.")


def _format_date(seconds: int) -> str:
    """Return the date in UTC of seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
