"""The store of one site: registrations, grants and client credentials."""

from __future__ import annotations

from threading import Lock

from mcp_preview.store import clients, grants, log_ins
from mcp_preview.store.client_secrets import FailedSecrets, hash_secret, matches_secret_hash
from mcp_preview.store.database import Database
from mcp_preview.store.records import (
    CodeGrant,
    Credential,
    Grant,
    IssuedTokens,
    NewCredential,
    Registration,
    SecretCheck,
    require_valid_label,
)

_BETWEEN_CLEANUPS = 60
"""The seconds between two cleanups."""


class Store:
    """The stored clients, grants and credentials of a site. Several processes can open it.

    Its methods block, can be called from any thread, and raise `StoreUnavailable`. Each one is a
    transaction: its result is durable, whatever happens to the process afterwards.
    """

    def __init__(self, database: Database, site: str) -> None:
        self._database = database
        self._site = site
        self._failed = FailedSecrets()
        self._cleaned: int | None = None
        self._cleaning = Lock()

    def close(self) -> None:
        """Close the connections to the database."""
        self._database.close()

    # Registered clients

    def add_registration(self, registration: Registration, now: int) -> None:
        """Store a client that registered itself; delete the least recently used of too many."""
        self._delete_expired(now)
        with self._database.open_housekeeping_transaction() as connection:
            clients.insert_registration(connection, self._site, registration)

    def get_registration(self, client_id: str, now: int) -> Registration | None:
        """Return the client with this id; None if it is unknown or has expired."""
        with self._database.open_read_transaction() as connection:
            return clients.select_registration(connection, self._site, client_id, now)

    # Log-in pages

    def add_log_in(self, document: str, now: int) -> str:
        """Store a pending log-in for ten minutes and one answer; return its form token."""
        self._delete_expired(now)
        with self._database.open_write_transaction() as connection:
            return log_ins.insert_log_in(connection, self._site, document, now)

    def take_log_in(self, token: str, now: int) -> str | None:
        """Return and delete the pending log-in of a form token; None if there is none."""
        with self._database.open_write_transaction() as connection:
            return log_ins.take_log_in(connection, self._site, token, now)

    # Grants

    def issue_code(self, code_grant: CodeGrant, now: int) -> str | None:
        """Return a code for 60 seconds and one use; None if the grant was revoked."""
        self._delete_expired(now)
        with self._database.open_write_transaction() as connection:
            return grants.insert_code(connection, self._site, code_grant, now)

    def redeem_code(self, code: str, now: int) -> CodeGrant | None:
        """Return the grant of a code, or None if invalid. A second use revokes its tokens."""
        with self._database.open_write_transaction() as connection:
            return grants.redeem_code(connection, self._site, code, now)

    def issue_tokens(self, grant: Grant, now: int, *, access_lifetime: int) -> IssuedTokens | None:
        """Return the first tokens of a grant; None if it was revoked or its credential deleted.

        To be called within a minute after a code was redeemed, since an unused code is then
        deleted.
        """
        self._delete_expired(now)
        with self._database.open_write_transaction() as connection:
            return grants.issue_tokens(connection, self._site, grant, now, access_lifetime)

    def rotate_tokens(
        self, refresh_token: str, now: int, *, client_id: str, access_lifetime: int
    ) -> IssuedTokens | None:
        """Return new tokens for a valid refresh token, or None. A reuse revokes its family."""
        self._delete_expired(now)
        with self._database.open_write_transaction() as connection:
            return grants.rotate_tokens(
                connection, self._site, refresh_token, client_id, now, access_lifetime
            )

    def get_refresh_grant(self, refresh_token: str, now: int) -> Grant | None:
        """Return the grant of a refresh token, used or not, or None.

        Used tokens are accepted as well: only `rotate_tokens` recognises reuse, and must be called.
        """
        with self._database.open_read_transaction() as connection:
            return grants.select_refresh_grant(connection, self._site, refresh_token, now)

    def get_access_grant(self, token: str, now: int) -> Grant | None:
        """Return the grant of an access token that is valid now, or None."""
        with self._database.open_read_transaction() as connection:
            return grants.select_access_grant(connection, self._site, token, now)

    def revoke_token(self, token: str, client_id: str, now: int) -> None:
        """Revoke an access or refresh token of this client, and its whole family."""
        with self._database.open_write_transaction() as connection:
            grants.revoke_token(connection, self._site, token, client_id, now)

    # Client credentials

    def create_credential(self, label: str, now: int) -> NewCredential:
        """Create a client credential; its secret cannot be read again. Raises `LabelFault`."""
        label = require_valid_label(label)
        made = clients.generate_credential()
        secret_hash = hash_secret(made.client_secret)
        with self._database.open_write_transaction() as connection:
            clients.insert_credential(
                connection, self._site, made.client_id, secret_hash, label, now
            )
        return made

    def list_credentials(self) -> list[Credential]:
        """Return all client credentials, the oldest first."""
        with self._database.open_read_transaction() as connection:
            return clients.select_credentials(connection, self._site)

    def delete_credential(self, client_id: str) -> bool:
        """Delete a client credential with its tokens; return False if it does not exist."""
        with self._database.open_housekeeping_transaction() as connection:
            return clients.delete_credential(connection, self._site, client_id)

    def check_secret(self, client_id: str, secret: str, now: int, *, address: str) -> SecretCheck:
        """Compare a client secret, counting a wrong one; the caller has to apply the delay.

        An unknown id takes just as long.
        Waits while two others are compared: call it with a separate capacity limiter of
        `client_secrets.AT_A_TIME`, so that waiting calls do not take all worker threads.
        """
        with self._database.open_read_transaction() as connection:
            secret_hash = clients.select_secret_hash(connection, self._site, client_id)
        delay = self._failed.compute_delay(client_id, address, now)
        is_right = matches_secret_hash(secret_hash, secret)
        if not is_right:
            self._failed.record_failure(client_id, address, now)
        return SecretCheck(is_right, delay)

    def _delete_expired(self, now: int) -> None:
        """Delete what has expired, and the oldest of too many grants; at most once a minute."""
        with self._cleaning:
            if self._cleaned is not None and 0 <= now - self._cleaned < _BETWEEN_CLEANUPS:
                return
            self._cleaned = now
        with self._database.open_housekeeping_transaction() as connection:
            grants.delete_expired_grants(connection, now)
            grants.delete_excess_families(connection)
            clients.delete_expired_registrations(connection, now)
            log_ins.delete_expired_log_ins(connection, now)
