"""Search by meaning: sentences as vectors of a model that runs in a separate process."""
