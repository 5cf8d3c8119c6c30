"""The docs filesystem: the pages of a site as files, and the shell commands that read them."""
