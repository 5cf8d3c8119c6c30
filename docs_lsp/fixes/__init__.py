"""Computes and applies fixes for problems, and predicts their effects on readers."""
