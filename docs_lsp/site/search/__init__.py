"""Search for pages and endpoints of a site by a part of their name."""
