"""Summaries of a site: where a page is listed, what is indexed, what is translated."""
