"""A docs.json site: its navigation, pages, specifications, and who may see them."""
