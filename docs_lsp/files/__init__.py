"""Files of a site: reading, listing, finding, and writing changes back."""
