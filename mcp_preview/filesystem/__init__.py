"""The docs filesystem: a site's pages as files, and the shell-style commands that read them."""
