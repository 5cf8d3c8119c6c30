"""Specifications: how docs.json names them and their endpoints, how they are read, and the
pages made from them.
"""
