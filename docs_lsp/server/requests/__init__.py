"""The answers to requests, one function per method (listed in `server.methods`).

Each is a plain function of a `Request`, called in a thread by `server.responder`. It loads the
feature that it comes from when it is first asked for, so that the server starts as fast with all of
them as with none.
"""
