"""The shape of docs.json: declared once, checked, and exported as a JSON Schema."""
