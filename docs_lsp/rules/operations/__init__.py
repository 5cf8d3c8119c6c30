"""Shared parts of the rules about endpoints and operations of OpenAPI files."""
