"""Conversion to clean Markdown: pages in MDX, and operations of a specification."""
