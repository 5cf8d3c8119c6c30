"""A tolerant, position-preserving, incremental tree of a JSON text.

`nodes` is the tree, `parser` makes one from bytes and never raises, with a `frame` for each
container that is open: `earlier` is what it takes over from the parse before, `ends`, `commas`,
`rubbish` and `quotes` are what it may meet beside plain JSON. `document` keeps a text and
its tree together through edits, `pointer` and `cursor` find a way through it.
"""
