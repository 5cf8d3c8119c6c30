"""How the pages of each language stand to those of the default one.

`page_pairs` says which page is a translation of which, `page_shapes` how two texts compare,
`language_links` which links leave the language, `stamps` what a page's own fields say, and
`following` which changes of the original came after the translation was last touched. `past` asks
both about the pages of a site. `translation_states` puts it together for people who ask,
`following_head` keeps what is known for an editor. Only `following` looks at commits.
"""
