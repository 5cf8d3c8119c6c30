"""What a docs.json site is: its navigation, pages, specifications, and who may see them."""
