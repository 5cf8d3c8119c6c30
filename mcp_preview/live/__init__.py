"""The served site, kept up to date with its files and the editor's unsaved texts."""
