"""The addresses of a site: how they resolve, and where redirects lead."""
