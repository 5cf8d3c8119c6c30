"""Issues, rotates and revokes without end, and prints what is done; a test kills it meanwhile.

`begin X` stands before anything that ends X, since whether it is done then is not known until
`end X`. What `valid KIND X` prints is done.
"""

from __future__ import annotations

import sys

from mcp_preview.store.opening import open_store
from mcp_preview.store.records import build_credential_subject
from mcp_preview.store.store import Store
from tests.preview.store.stores import NOW, added, granted, issued, rotated


def work(store: Store) -> None:
    say("ready")
    while True:
        kept = issued(store, granted())
        say("valid access", kept.access_token)
        say("valid refresh", kept.refresh_token)
        revoke(store)
        rotate(store)
        redeem(store)
        delete(store)


def revoke(store: Store) -> None:
    tokens = issued(store, granted())
    say("valid access", tokens.access_token)
    say("begin", tokens.access_token)
    store.revoke_token(tokens.refresh_token, "client", NOW)
    say("end", tokens.access_token)


def rotate(store: Store) -> None:
    tokens = issued(store, granted())
    say("valid refresh", tokens.refresh_token)
    say("begin", tokens.refresh_token)
    newer = rotated(store, tokens.refresh_token)
    assert newer
    say("end", tokens.refresh_token)
    say("valid refresh", newer.refresh_token)
    say("valid access", newer.access_token)


def redeem(store: Store) -> None:
    code = added(store, granted())
    say("valid code", code)
    say("begin", code)
    store.redeem_code(code, NOW)
    say("end", code)


def delete(store: Store) -> None:
    made = store.create_credential("a", NOW)
    say("valid credential", made.client_id)
    tokens = issued(store, granted(made.client_id, build_credential_subject(made.client_id)))
    say("valid access", tokens.access_token)
    say("begin", made.client_id)
    say("begin", tokens.access_token)
    store.delete_credential(made.client_id)
    say("end", made.client_id)
    say("end", tokens.access_token)


def say(what: str, which: str = "") -> None:
    print(what, which, flush=True)


if __name__ == "__main__":
    work(open_store(*sys.argv[1:]))
