"""OpenAPI and AsyncAPI files, their operations, and how docs.json and pages name them."""
