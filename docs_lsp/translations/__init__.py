"""Compares the pages of each language with those of the default language.

`page_pairs` finds which page is a translation of which, `page_shapes` compares two texts,
`language_links` finds links that leave the language, `stamps` reads the page's own fields, and
`following` finds which changes of the original came after the last change of the translation.
`past` applies both to the pages of a site. `translation_states` combines everything for commands,
`following_head` caches it for an editor. Only `following` looks at commits.
"""
