"""JavaScript in pages: expressions in braces, imports and exports, and files of components.

A library checks it as the service's parser does: ECMAScript 2024, modules, JSX. Without the library
no faults are found. It is imported when it is first needed.
"""
