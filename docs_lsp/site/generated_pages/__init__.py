"""Pages that the service generates from specifications, and their addresses."""
