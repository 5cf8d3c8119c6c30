"""Building blocks that know nothing of docs.json: text positions, URIs, problems, caching."""
