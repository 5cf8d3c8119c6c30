"""The search server of a documentation site, on this machine: not built yet."""
