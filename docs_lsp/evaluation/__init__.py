"""Runs the rules over a site and makes problems of their findings."""
