"""The language server: the edge between an editor and the checks.

* `main` starts it; `lifetime` notices that its editor has gone. `log` and `tracing` write down
  what happens.
* `transport` reads and writes bytes, `protocol` messages. `methods` lists the methods, and which
  function in `handlers` or `requests` each has; `responder` runs requests in threads.
* `session` is the state of one client: `buffers`, `editor_settings`, and the sites (`open_site`,
  with the `disk_state` of its folder). `watch` reports files that change outside the editor.
* `background` does slow work with `threads`, after the pauses in `debounce`; `idle` is what it does
  when the writer rests. `garbage_collection` keeps what that leaves behind small.
* `publishing` sends diagnostics, from `reports`. `client_requests` asks the client, whose abilities
  are in `client_capabilities`.
* `previews` starts and stops previews, each a `preview_process`.

`threads` says which thread may touch what.
"""
