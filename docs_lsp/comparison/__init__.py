"""Two states of a site, such as a revision and the working tree, and what readers notice between.

Only the two ends count, and not what happened on the way. All of it is pure: `site_comparison` is
the door, `page_states` what is noticed of
one page, `renamed_files` finds which file became which, `mending_redirects` makes the redirects
that bring readers of old addresses to where the pages are now.
"""
