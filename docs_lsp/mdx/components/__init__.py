"""The components of pages that the service knows, declared once as data, and what pages do with
them that readers do not see.

`component` says what is known of one; `callouts`, `cards`, `containers` and `code_and_fields`
declare them, and `catalogue` joins them. How common each is was counted on 32 real sites.
"""
