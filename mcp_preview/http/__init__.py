"""The web application: routes, checks of requests, and the documents that clients fetch."""
