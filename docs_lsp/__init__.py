"""The language server and linter for docs.json. This is where a newcomer starts.

Bytes become a tree, rules find mistakes in the tree, and findings become problems to show.

* `core` knows nothing of docs.json. `text` has lines, columns and encodings; everything else counts
  UTF-8 byte offsets. `problem` is what all checks report: what is wrong, where, and the changes
  that would fix it. `memo` caches what is computed from an object with the object, `forks` share
  work, and `phrases` has the wording that all messages share.
* `files` is the way to the disk: `discover` finds sites, `draft` is the files as they would be
  after changes, `saving` writes all of these or none, and `recovery` undoes what a crash has left
  half done. `cache` is the user's folder for data that can be made again.
* `jsontree` is the tolerant, incremental JSON tree: `parser` recovers from mistakes, `edits` change
  a text, `insertion_point` decides what completion inserts, and with which commas. `formats` reads
  YAML, JSON and TOML with the place of each value. `revisions` has the files of a site at another
  revision of its git repository.
* `mdx` reads a page as the service's parser does: tags, expressions, imports, faults.
* `schema` declares the shape of docs.json once, checks it, and exports it as JSON Schema.
  `openapi_schema` checks OpenAPI documents.
* `settings` is what can be set: `reader` reads it from docs-lsp.toml and the editor, `baseline` has
  the findings that a project has put off.
* `site` is a docs.json and all that belongs to it, in layers that import only those before it:
  `pages`, `ignore` and `visibility` (which files are pages, and who may see them); `mdx` (the
  content of pages); `specifications`; `navigation` (elements, what they inherit and list, `$ref`s);
  `generated_pages`; `site` (a docs.json with all that is known of it), `overview` (a site whose
  files are known) and `navigation_completeness` (whether all entries are known, without which rules
  about all pages are silent); `routes` (what answers an address); `references` (what a string
  names); `summaries` (`counterpart_pages` pairs the pages of languages, `name_index` finds pages by
  a part of their name, `page_counts` counts them by what becomes of them); `moves` (what follows
  when a file moves) and `sync` (lists that keep themselves).
* `rules` holds one module per rule, and in folders the parts that rules share.
* `comparison` finds what changed for readers between two states of a site, `translations` how far
  each language is behind the default one.
* `evaluation` runs the rules: `element_rules` on every keystroke, for the elements that an edit can
  have changed, `site_rules` for the whole site, when the writer rests; `enabled_rules` are those
  that run, `problem_building` makes problems of findings. `snapshot` is a site at one moment,
  `check` reads one from the disk, `earlier` one from a revision. `shared_causes` finds what several
  problems share, and which of them people are shown as one.
* `fixes` makes the fixes of a problem (`offered_fixes`), fixes a site (`fixing_rounds`), and finds
  what that would take from readers; `refactor` makes changes that fix nothing.
* `features` turns answers into the editor's terms, `server` talks to the editor (`responder`
  answers it in threads of its own, beside the `background` work), `cli` to people and programs.
  `api` is the public interface for Python programs.

Everything up to `evaluation.snapshot` is pure: the same input gives the same output, and bad input
gives problems, never an exception. ARCHITECTURE.md follows four events on their way through the
rooms, DECISIONS.md says why things are as they are, and SERVICE.md what the service does, which
everything here rests on.
"""

__version__ = "0.1.0"
