"""What stands in pages: frontmatter, links, anchors, imports, and what a writer is about to
write.
"""
