"""The search index: pages cut into sections, and the search and ranking of these."""
