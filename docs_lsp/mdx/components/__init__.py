"""The service's components, declared as data, and the faults of pages that use them.

`component` defines the types; `cards`, `containers` and `code_and_fields` declare the components,
and `catalogue` joins them. How common each is was counted on 32 real sites.
"""
