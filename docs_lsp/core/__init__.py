"""Building blocks that are independent of docs.json: text positions, URIs, problems, caching."""
