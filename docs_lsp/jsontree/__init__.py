"""A tolerant, position-preserving, incremental syntax tree of JSON text.

From the ground up: `nodes` is the tree, `lines` finds line starts; the package `parser` makes a
tree from bytes and never raises; `document` holds a text and its tree together through edits;
`cursor` finds the containers around an offset; the package `edits` computes the text edits that
change a tree; `typed_token` is the token being typed at a cursor, and `insertion_point` what can be
inserted there.
"""
