"""The store of one site: registrations, grants and client credentials."""

from __future__ import annotations

from threading import Lock

from mcp_preview.store import credentials, grants, log_ins, registrations
from mcp_preview.store.database import Database
from mcp_preview.store.failed_secrets import FailedSecrets
from mcp_preview.store.records import (
    CodeGrant,
    Credential,
    Grant,
    IssuedTokens,
    NewCredential,
    Registration,
    RotatedTokens,
    SecretCheck,
    check_label,
)
from mcp_preview.store.secret_hashes import hash_secret, is_secret_of

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

    def register(self, registration: Registration, now: int) -> None:
        """Store a client that registered itself; delete the oldest unused one if there are many."""
        self._clean_up(now)
        with self._database.keep_house() as connection:
            registrations.add(connection, self._site, registration)

    def registration(self, client_id: str, now: int) -> Registration | None:
        """Return the client with this id; None if it is unknown or has expired."""
        with self._database.read() as connection:
            return registrations.find(connection, self._site, client_id, now)

    # Log-in pages

    def add_log_in(self, document: str, now: int) -> str:
        """Store a pending log-in for ten minutes and one answer; return its form token."""
        self._clean_up(now)
        with self._database.write() as connection:
            return log_ins.add(connection, self._site, document, now)

    def take_log_in(self, token: str, now: int) -> str | None:
        """Return and delete the pending log-in of a form token; None if there is none."""
        with self._database.write() as connection:
            return log_ins.take(connection, self._site, token, now)

    # Grants

    def add_code(self, code_grant: CodeGrant, now: int) -> str | None:
        """Return a code for 60 seconds and one use; None if the grant was revoked."""
        self._clean_up(now)
        with self._database.write() as connection:
            return grants.add_code(connection, self._site, code_grant, now)

    def redeem_code(self, code: str, now: int) -> CodeGrant | None:
        """Return the grant of a code, once. The second time revokes the tokens that it led to."""
        with self._database.write() as connection:
            return grants.redeem_code(connection, self._site, code, now)

    def issue(self, grant: Grant, now: int, *, access_lifetime: int) -> IssuedTokens | None:
        """Return the first tokens of a grant; None if it was revoked or its credential deleted.

        To be called within a minute after a code was redeemed, since an unused code is then
        deleted.
        """
        self._clean_up(now)
        with self._database.write() as connection:
            return grants.issue(connection, self._site, grant, now, access_lifetime)

    def rotate(
        self, refresh_token: str, now: int, *, client_id: str, access_lifetime: int
    ) -> RotatedTokens | None:
        """Return tokens that replace a refresh token, once. The second time revokes all of them."""
        self._clean_up(now)
        with self._database.write() as connection:
            return grants.rotate(
                connection, self._site, refresh_token, client_id, now, access_lifetime
            )

    def grant_of(self, refresh_token: str, now: int) -> Grant | None:
        """Return the grant of a refresh token, used or not, or None.

        Used tokens are accepted as well: only `rotate` recognises reuse, and must be called.
        """
        with self._database.read() as connection:
            return grants.grant_of(connection, self._site, refresh_token, now)

    def access(self, token: str, now: int) -> Grant | None:
        """Return the grant of an access token that is valid now, or None."""
        with self._database.read() as connection:
            return grants.access(connection, self._site, token, now)

    def revoke(self, token: str, client_id: str, now: int) -> None:
        """Revoke an access or refresh token of this client, and its whole family."""
        with self._database.write() as connection:
            grants.revoke(connection, self._site, token, client_id, now)

    # Client credentials

    def create_credential(self, label: str, now: int) -> NewCredential:
        """Create a client credential; its secret cannot be read again. Raises `LabelFault`."""
        label = check_label(label)
        made = credentials.new_credential()
        secret_hash = hash_secret(made.client_secret)
        with self._database.write() as connection:
            credentials.add(connection, self._site, made.client_id, secret_hash, label, now)
        return made

    def credentials(self) -> list[Credential]:
        """Return all client credentials, the oldest first."""
        with self._database.read() as connection:
            return credentials.all_of(connection, self._site)

    def delete_credential(self, client_id: str) -> bool:
        """Delete a client credential with its tokens; return False if it does not exist."""
        with self._database.keep_house() as connection:
            return credentials.drop(connection, self._site, client_id)

    def check_secret(self, client_id: str, secret: str, now: int, *, address: str) -> SecretCheck:
        """Compare a client secret. An unknown id takes as long as a wrong secret.

        Waits while two others are compared: call it with a separate capacity limiter of
        `secret_hashes.AT_A_TIME`, so that waiting calls do not take all worker threads.
        """
        with self._database.read() as connection:
            secret_hash = credentials.secret_hash(connection, self._site, client_id)
        delay = self._failed.delay(client_id, address, now)
        is_right = is_secret_of(secret_hash, secret)
        if not is_right:
            self._failed.note(client_id, address, now)
        return SecretCheck(is_right, delay)

    def _clean_up(self, now: int) -> None:
        """Delete everything that has expired, at most once a minute."""
        with self._cleaning:
            if self._cleaned is not None and 0 <= now - self._cleaned < _BETWEEN_CLEANUPS:
                return
            self._cleaned = now
        with self._database.keep_house() as connection:
            grants.drop_expired(connection, now)
            grants.drop_excess(connection)
            registrations.drop_expired(connection, now)
            log_ins.drop_expired(connection, now)
