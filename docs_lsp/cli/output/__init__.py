"""The formats in which findings are written: one module for each."""
