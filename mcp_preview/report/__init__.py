"""The report for the owner of a site: what AI clients will not find, and how questions do."""
