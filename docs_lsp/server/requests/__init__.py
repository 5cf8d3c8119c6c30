"""What is answered to which request, one row per method (`rows`).

Each answer is a plain function of a `Request`, made in a thread by `server.answers`. It loads the
feature that it comes from when it is first asked for, so that the server starts as fast with all of
them as with none.
"""
