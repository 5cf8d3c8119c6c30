"""The preview settings of a project, the address of the site, and viewers by name."""
