"""The content of a site: its pages, each indexed or left out with a reason, and its skills."""
