"""A tolerant, position-preserving, incremental tree of a JSON text.

`nodes` is the tree, `parser` makes one from bytes and never raises, `document` keeps a text and
its tree together through edits, `pointer` and `cursor` find a way through it.
"""
