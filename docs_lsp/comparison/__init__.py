"""Compares two states of a site, such as a revision and the working tree, for readers.

Only the two states count, not the changes between them. Everything is pure: `site_comparison` is
the entry point, `page_states` describes one page, `renamed_files` finds which file became which,
`lost_addresses` finds the links to broken addresses and builds redirects to the current pages.
"""
