"""Readers of YAML, JSON and TOML that also return the places of keys and values."""
