"""The language server: the interface between an editor and the checks.

* `main` starts it; `lifetime` notices that its editor has gone. `log` and `tracing` record what
  happens.
* `transport` reads and writes bytes, `protocol` messages. `offered_methods` lists the methods and
  the function in `handlers` or `requests` for each; `responder` runs requests in threads.
* `session` is the state of one client: `buffers`, `editor_settings`, and the sites. An `open_site`
  has its open files (in `buffers`), its `site_settings` and the `disk_state` of its folder;
  `site_edits` applies what the user types, and `site_reader` decides when it is read again.
  `disk_changes` reports files that change outside the editor, `repository_polls` new commits.
* `background` does slow work with `threads`, after the pauses of `debounce`; `idle` is what it does
  when the user pauses. `waiting_times` has the seconds of each pause, limit and interval.
  `garbage_collection` keeps the cost of its garbage small.
* `publishing` sends diagnostics, from `reports`. `client_requests` sends requests to the client,
  whose capabilities are in `client_capabilities`; `json_server` says what another server answers.
* `previews` starts and stops previews, each a `preview_process`.

`threads` says which thread may touch what.
"""
