"""OpenAPI and AsyncAPI files of a site, their operations, and how docs.json and pages name them."""
