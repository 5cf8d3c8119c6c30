"""Reads a site at another revision from the object store of its git repository only.

No program is started, no remote is contacted, nothing is written and nothing is checked out. The
repository is as untrusted as the site: nothing outside of it is read, and the size of its content
is checked before it is unpacked. `repository` is the entry point: a name becomes a commit, a commit
becomes `Files`. `git_folder` finds the repository, `bounded_objects` reads its objects, `commits`
names and compares them, `commit_files` are the files of a site in a commit, and `history` has the
changes of each commit.
"""
