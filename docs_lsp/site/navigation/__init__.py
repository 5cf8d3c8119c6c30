"""The navigation of docs.json: its elements, what they inherit and list, and its `$ref`s."""
