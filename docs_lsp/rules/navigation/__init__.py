"""Shared parts of the rules about elements of the navigation and their entries."""
