"""The folder for cached data on disk, and the values saved in it."""
