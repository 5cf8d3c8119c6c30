"""The language server: the edge between an editor and the checks.

`app` starts it and says which message goes where, `transport` and `protocol` read and write
messages, `handlers` unpack them. `session` is the state: documents, sites, settings; `livesite` is
one of the sites, with what is `known` of its folder and the `pace` of its work. What takes long is
seen to by `disk`, with threads from `schedule`; what is found
goes out by `publish`. `requests` says what is answered to which question, and `answers` has that
done.
"""
