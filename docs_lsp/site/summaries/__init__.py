"""Answers about a whole site: where a page is listed, what is indexed, what is translated."""
