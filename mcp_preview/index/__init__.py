"""The index of the preview: pages as clean Markdown, cut into sections, and the search in them."""
