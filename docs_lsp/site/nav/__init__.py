"""The navigation of docs.json: its elements, what they inherit, what they list, and the files
it is spread over.
"""
