"""Shared parts of the rules about links, redirects and addresses."""
