"""Conversion of MDX pages and of operations of a specification to clean Markdown."""
