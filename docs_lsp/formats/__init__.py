"""Readers of YAML, JSON and TOML that know where each key and value stands."""
