"""The language server and linter for docs.json. This is where a newcomer starts.

What flows through the house: bytes become a tree, the tree is judged, verdicts become problems.

* `text` knows lines, columns and encodings; everything else counts UTF-8 byte offsets. `files`
  and `uris` are the way to the disk, `problem` is what all checks speak in: what is wrong where,
  and the changes that would mend it. `draft` is the files as they would be after such changes,
  `saving` makes them on the disk.
* `jsontree` is the tolerant, incremental JSON tree.
* `schema` declares the shape of docs.json once, checks it, and exports it as JSON Schema.
* `settings` is what can be set, `config` reads it from docs-lsp.toml and the editor, `toml_edit`
  writes into that file. `baseline` is what a project puts off.
* `site` is what a docs.json site is. `nav` is its navigation: elements, what they inherit and
  list, `$ref`s, translations. `mdx` is what stands in pages, `api` the specifications, `routes`
  what answers an address, `going` what a string names, `moves` what follows when a file moves.
  Beside these: which files are pages and which are ignored, who may see a page (`visibility`),
  the names of the search tools, and all of it together at one moment (`facts`, `overview`).
* `rules` holds one file per rule, found by walking the package.
* `evaluation` judges what an edit can have changed and tells what is wrong; `survey` does so for
  rules about the whole site, when nobody types; `snapshot` is a site at one moment; `check` is one
  look at a site from the disk; `fix` makes fixes and applies them; `refactor` is the changes that
  mend nothing. `causes` is what several problems have in common.
* `features` turns answers into the editor's terms, `server` talks to the editor, `cli` to people
  and programs.

Everything up to `snapshot` is pure: the same input gives the same output, and bad input gives
problems, never an exception. DECISIONS.md says why things are as they are, and SERVICE.md what
the service does, which everything here rests on.
"""

__version__ = "0.1.0"
