"""The language server: the edge between an editor and the checks.

`main` starts it, `methods` lists what is answered, `transport` and `protocol` read and write
messages, `handlers` unpack them. `session` is the state: documents, sites, settings; `open_site` is
one of the sites, with the `disk_state` of its folder and the `debounce` of its work. What takes
long is done by `background`, with `threads`; what is found goes out by `publishing`. `requests`
holds an answer for each method, and `answers` has it made.
"""
