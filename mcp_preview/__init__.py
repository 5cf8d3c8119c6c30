"""The preview: a site's search MCP server over its files, as it will be once they are published.

What flows through it: files become pages with verdicts, pages become an index and a filesystem,
and two tools answer from these.

* `site` and `index` read a site, decide about every page (with `docs_lsp.site`, which decides for
  the language server too), make clean Markdown of it, cut it into sections and search in them.
* `filesystem` is the pages as files, behind a shell that knows nothing else; `files` says which.
* `served` is all that is served at one moment; `live` makes the next one when `watch` or `editor`
  tells of a change.
* `tools`, `arguments`, `calls`, `results` and `record` are a call from its schema to its text.
* `protocol` speaks MCP; `discovery`, `skills` and `llms` are what else a client reads, which
  `agents` serves; `connect` is how it gets there.
* `app` puts the routes together: `doorkeeper` before all of them, `gate` with its `limits` and
  `envelope` before the protocol, `api` and `web` for the page. `serve`, `stdio` and `report` are
  the commands of `cli`; `told` is what whoever starts it gets to read, by way of `output`.
"""
