"""Compares the pages of each language with those of the default language.

`page_pairs` lists pages with their translations (`site.summaries.counterpart_pages` decides which
page corresponds to which), `page_shapes` compares two texts, `language_links` finds links that
leave the language, and `missed_commits` finds the commits that changed the original after the last
change of the translation. With these and the page's own fields `stale_translations` decides which
translations are stale. `translation_states` combines everything for commands.
"""
