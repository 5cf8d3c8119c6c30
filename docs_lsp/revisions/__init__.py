"""A site at another revision, from the object store of the git repository around it, and only that.

No program is started, no remote is asked, nothing is written and nothing is checked out. The
repository is as little trusted as the site: nothing outside of it is read, and what it holds is
bounded before it is unpacked. `repository` is the door: a name becomes a commit, a commit becomes
`Files`. `git_folder` finds the repository, `bounded_objects` reads its objects, `commits` names and
compares them, `commit_files` are the files of a site in one of them, and `history` is what each
has changed.
"""
