"""Migrations of the store, run by Alembic whenever an older store is opened.

A new one is a module in `versions` with the next number; `tables` says what it leaves, and a test
compares the two. No migration is changed once it was released.
"""

NEWEST = "2"
"""The revision that this program works with."""
