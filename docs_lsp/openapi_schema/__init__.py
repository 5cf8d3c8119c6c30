"""Checks OpenAPI documents against the schemas of their versions."""
