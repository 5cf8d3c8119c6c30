"""The report for the owner of a site: what AI clients do not find, and the ranks of questions."""
