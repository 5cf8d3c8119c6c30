"""The content of a site: its pages, each indexed or excluded with a reason, and its skills."""
