"""The preview: a site's search MCP server over its files, as it will be once they are published.

Files become pages with verdicts, pages become an index and a filesystem, and two tools answer from
these. The rooms lie above one another, and each imports only those below it:

* `cli` reads the command line; `commands` are `serve`, `stdio` and `report`, and what they print.
* `http` is the web application: `app` puts its routes together behind `host_check`, `mcp_endpoint`
  checks messages with the counters of `limits`, `admission` says as whom each is answered;
  `discovery`, `text_routes` and `llms` are the documents that clients fetch, `web_page` is the page
  at `/`, whose files lie in `web`, and `web_api`, `viewer_api` and `credential_api` are its data,
  which `page_access` guards.
* `oauth` is the authorization server: clients register and get tokens, the writer logs in.
* `report` says what AI clients will not find: `unasked_findings` (`self_search`, `twins`,
  `page_contents`, `costs`), `ranks` for the questions of a file, which `comparison` holds against
  earlier ones, `queries` for a log; `report_text` and `site_report` write it.
* `mcp` is the server: `protocol` speaks MCP, `tools` defines the two tools, `tool_calls` runs them.
* `live` keeps one `ServerState` up to date: `live_site` makes the next one when `disk_watcher` or
  `editor_input` reports a change. It is the owner's; others get what its `seen_by` gives.
  `site_loading` reads a site for the first time, a large one with `text_processes`; `own_files` is
  what is served beside pages, `site_states` makes states.
* `index` is the search: `search_index` takes pages in, `query` builds a query, `ranking` ranks,
  `vocabulary` counts the words that the viewer may know of, `meaning_ranking` ranks anew by what
  `page_meaning` knows of sections.
* `filesystem` is the pages as files, behind a shell that knows nothing else.
* `content` reads a site and decides about every page (with `docs_lsp.site`, which decides for the
  language server too): `verdicts` for all of them, `page_maker` for one, `reasons` for those left
  out; `preview_site` is the whole at one moment. `viewer_content` is the one place that leaves
  out what is not for a viewer; `viewers` knows these by name, and `project_settings` reads who
  may see what.
* `meaning` runs a sentence model in a process of its own, and keeps the vectors of sections.
* `markdown` converts pages and operations of specifications to clean Markdown.
* `store` keeps registered clients, grants and client credentials, in a file or in PostgreSQL.
* `cache` is the user's folder for what can be made again, for that user's eyes only.
"""
