"""Parses pages as the service's MDX parser does: bytes in; tags, expressions and faults out."""
