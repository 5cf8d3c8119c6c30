"""JavaScript in pages: what stands in braces, imports and exports, and files of components.

A library judges it, as the service's parser does: ECMAScript 2024, modules, JSX. Where it is
missing, nothing is found wrong. It is imported with the first question that needs it.
"""
