"""The preview: a site's search MCP server over its files, as it will be once they are published.

Files become pages with verdicts, pages become an index and a filesystem, and two tools answer from
these. The rooms lie above one another, and each imports only those below it:

* `cli` reads the command line; `commands` are `serve`, `stdio` and `report`, and what they print.
* `commands.app` is the web application: it puts the routes together behind `http.host_check`.
* `web_api` is the page at `/` (`web_page`, with its files in `web`) and the data that it fetches,
  which `page_access` guards. `documents` is what clients and crawlers fetch: `llms`, `discovery`.
* `http` serves requests: `mcp_endpoint` checks messages with the counters of `limits`, `admission`
  decides as which viewer each is answered.
* `oauth` is the authorization server: clients register and get tokens, the writer logs in.
* `report` says what AI clients will not find: `unasked_findings` (`self_search`, `twins`,
  `page_contents`, `costs`), `ranks` for the questions of a file, which `comparison` holds against
  earlier ones, `queries` for a log; `report_text` and `site_report` write it.
* `mcp` is the server: `protocol` speaks MCP, `tools` defines the two tools, `tool_calls` runs them.
* `live` keeps one `ServerState` up to date: `live_site` makes the next one when `disk_watcher` or
  `editor_input` reports a change. It is the owner's; others get what its `restrict_to_viewer`
  gives. `site_loading` reads a site for the first time, a large one with `text_processes`;
  `own_files` is what is served beside pages, `site_states` makes states.
* `index` is the search: `search_index` takes pages in, `query` builds a query, `ranking` ranks,
  `vocabulary` counts the words that the viewer may know of, `meaning_ranking` ranks anew by what
  `page_meaning` knows of sections.
* `filesystem` is the pages as files, behind a shell that knows nothing else.
* `content` reads a site and decides about every page (with `docs_lsp.site`, which decides for the
  language server too): `verdicts` for all of them, `page_maker` for one, `reasons` for those left
  out; `preview_site` is the whole at one moment. `viewer_content` is the one place that leaves
  out what is not for a viewer.
* `settings` has viewers by name, and reads who may see what (`project_settings`).
* `meaning` runs a sentence model in a process of its own, and keeps the vectors of sections.
* `markdown` converts pages and operations of specifications to clean Markdown.
* `store` keeps registered clients, grants and client credentials, in a file or in PostgreSQL.
"""
