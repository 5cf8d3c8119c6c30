"""Runs the rules over a site and turns their findings into problems."""
