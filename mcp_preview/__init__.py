"""The preview: the search MCP server of a site over its files, as it will be once published.

Files become pages with verdicts, pages become an index and a filesystem, and two tools use these.
The packages are layers, and each imports only those below it:

* `cli` reads the command line; `commands` are `serve`, `stdio` and `report`, and what they print.
* `commands.app` is the web application, which joins the routes behind `http.header_checks`.
* `web_api` is the page at `/` (`web_page`, with its files in `web`) and the data that it fetches,
  which `page_access` guards. `documents` are fetched by clients and crawlers: `page_lists`,
  `discovery`.
* `http` serves requests: `mcp_endpoint` checks messages with the counters of `limits`, `admission`
  determines the viewer of each, and `streamable_http` passes them to the server.
* `oauth` is the authorization server: clients register and get tokens, the owner logs in.
* `report` lists what AI clients do not find: `site_findings` (`self_search`, `alike_pages`,
  `page_contents`), `question_ranks` for the questions of a file, which `comparison`
  compares with earlier ones, `queries` for a log; `report_text` and `site_report` write it.
* `mcp` is the server: `protocol` speaks MCP, `tools` defines the two tools, `tool_calls` runs them,
  `results` writes what they answer.
* `live` updates one `ServerState`: `live_site` makes the next one when `disk_watcher` or
  `editor_input` reports a change. It is that of the owner, restricted for others by
  `restrict_to_viewer`. `site_loading` reads a site for the first time, a large one with
  `text_workers`; `own_files` are the files served besides pages, `viewer_states` builds the states
  of viewers.
* `index` is the search: `search_index` adds pages, `query` builds a query, `ranking` ranks,
  `vocabulary` counts the words that the viewer can see, `meaning_ranking` changes the ranking by
  the meaning of sections from `page_meaning`.
* `filesystem` has the pages as files, behind a shell without any other access; `output_limits`
  decides where output is cut.
* `content` reads a site and decides about every page: `verdicts` for all of them, `page_building`
  for one, `reasons` for those left out; `docs_lsp.site.visibility` decides what is hidden and from
  whom, for the language server too. `preview_site` is the whole site at one moment,
  with its `previous_navigation` while docs.json is broken.
  `viewer_content` is the only place that removes content which a viewer must not see. What agents
  get for no viewer is removed as texts are made: `markdown.page_markdown` removes it from pages,
  `markdown.concealed_text` from skills, and `agent_documents` from specifications.
* `settings` has viewers by name, and reads the settings for access (`project_settings`).
* `meaning` runs a sentence model in a separate process, and stores the vectors of sections.
* `markdown` converts pages and operations of specifications to clean Markdown; `page_constructs`
  finds what the service removes, such as unknown components.
* `store` has registered clients, grants and client credentials, in a file or in PostgreSQL.
"""
