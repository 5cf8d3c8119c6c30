"""The content of pages: frontmatter, links, anchors, imports, and completion at a cursor."""
