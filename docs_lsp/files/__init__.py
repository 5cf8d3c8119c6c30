"""The files of a site: reading, listing, finding, and saving changes."""
