"""A tolerant, position-preserving, incremental syntax tree of JSON text.

From the ground up: `nodes` is the tree, `lines` finds line starts; the package `parser` makes a
tree from bytes and never raises; `document` holds a text and its tree together through edits;
`cursor` finds the containers around an offset, and the token being typed there; the package `edits`
computes the text edits that change a tree, and `insertion_point` what can be inserted at a cursor.
"""
