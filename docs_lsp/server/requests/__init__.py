"""The answers to requests, one function per method (listed in `server.offered_methods`).

Each is a plain function of a `Request`, called in a thread by `server.responder`. It imports its
feature when it is first called, so that the features do not slow down the server's start.
"""
