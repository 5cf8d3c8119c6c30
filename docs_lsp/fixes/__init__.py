"""Fixes for problems, and their effects on readers."""
