"""Migrations of the store, run by Alembic when an older store is opened.

A new one is a module in `versions` with the next number; `tables` describes its result, and a test
compares the two. A released migration is never changed.
"""

NEWEST = "2"
"""The revision that this program requires."""
