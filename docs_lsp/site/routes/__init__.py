"""The addresses of a site: what answers them, and where redirects lead."""
