"""Pages that the service makes from specifications: which ones, at which addresses, until when."""
