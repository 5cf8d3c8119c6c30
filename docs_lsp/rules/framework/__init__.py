"""Shared foundation of all rules: definition, explanation, and helpers for fixes."""
