"""The end of each command's help, with exit codes and examples; names of commands elsewhere."""

from __future__ import annotations

_EXIT_CODES = {
    "check": (
        "no errors or warnings (or no site of this kind was found)",
        "at least one error or warning (--fail-on and --max-warnings change this)",
        "the command line, docs-lsp.toml or a baseline cannot be understood, the\n"
        "     time limit was exceeded, or docs-lsp itself failed",
    ),
    "convert": (
        "everything was converted",
        "something could not be converted, which is printed; or with --check",
        "nothing was written, for the reason that is printed",
    ),
    "diff": (
        "every address that worked still works, or may work",
        "at least one no longer works",
        "the command line cannot be understood, or a revision or the site cannot be read",
    ),
    "doctor": (
        "no problems were found",
        "something needs fixing, which is printed",
    ),
    "fix": (
        "no errors or warnings remain (or no site of this kind was found)",
        "at least one error or warning remains, or --check, --diff or --dry-run\n"
        "     shows a change",
        "a site could not be fixed, for the reason that is printed",
    ),
    "freeze": (
        "the version is frozen, or would be",
        "with --check: it would be",
        "nothing was changed, for the reason that is printed",
    ),
    "move": (
        "moved; all references are updated",
        "moved, but something remains to be done, which is printed; or with --check",
        "nothing was moved, for the reason that is printed",
    ),
    "new": (
        "the site was created, or would be",
        "with --check: it would be",
        "nothing was written, for the reason that is printed",
    ),
    "sync": (
        "all elements are up to date, or have been updated",
        "with --check, --diff or --dry-run: an element is out of date",
        "nothing was changed, for the reason that is printed",
    ),
    "translations": (
        "the states are printed; with --check: no translation is older than its original",
        "with --check: at least one is",
        "the command line cannot be understood, the site cannot be read, or with\n"
        "     --check the history does not show how old a translation is",
    ),
    "url": (
        "each address works, or may work",
        "at least one is broken (404)",
        "the command line cannot be understood, or there is no site",
    ),
}
"""The meaning of the exit codes of a command, from 0; other commands end with 0, or fail."""

EXAMPLES = {
    "cache": (("docs-lsp cache", "its folder and size"), ("docs-lsp cache clear", "remove it")),
    "check": (
        ("docs-lsp check", "the sites below this folder, or the one around it"),
        ("docs-lsp check guides/start.mdx", "one page"),
        ("docs-lsp check --since main", "only what is new since then"),
        ("docs-lsp check --format sarif > docs.sarif", "for code scanning"),
    ),
    "completions": (
        ("docs-lsp completions bash > ~/.local/share/bash-completion/completions/docs-lsp", ""),
        ("docs-lsp completions fish > ~/.config/fish/completions/docs-lsp.fish", ""),
    ),
    "convert": (
        ("docs-lsp convert", "the mint.json of this folder"),
        ("docs-lsp convert docs --diff", "only show the docs.json"),
    ),
    "diff": (
        ("docs-lsp diff origin/main", "what this branch changes for readers"),
        ("docs-lsp diff v1.0 v2.0 --format markdown", "between two tags, for a comment"),
    ),
    "doctor": (("docs-lsp doctor", "the installation, and the sites below this folder"),),
    "explain": (("docs-lsp explain missing-page", ""),),
    "fix": (
        ("docs-lsp fix", "make the safe fixes"),
        ("docs-lsp fix --diff docs | git apply", "the same, applied as a patch"),
        ("docs-lsp fix --unsafe --select missing-page", "also the likely fixes of one rule"),
    ),
    "freeze": (("docs-lsp freeze v1 --next v2", "the current version is v2 from now on"),),
    "help": (("docs-lsp help check", ""),),
    "manual": (("docs-lsp manual", "the list of its pages"), ("docs-lsp manual ci", "one page")),
    "mcp": (("claude mcp add docs-lsp -- docs-lsp mcp", "for Claude Code"),),
    "move": (
        ("docs-lsp move guides/start begin", "a page"),
        ("docs-lsp move guides manual --dry-run", "only list what would change"),
    ),
    "new": (("docs-lsp new docs --name Harbour", "a site of one page in the folder docs"),),
    "preview": (("docs-lsp preview docs", "serve the MCP server of the site in docs"),),
    "rules": (("docs-lsp rules", ""), ("docs-lsp rules --format json", "for programs")),
    "schema": (
        ("docs-lsp schema > docs.schema.json", "the schema of docs.json"),
        ("docs-lsp schema --report", "the schema of `docs-lsp check --format json`"),
    ),
    "server": (("docs-lsp server --tcp 127.0.0.1:2087 --log server.log", "for one editor"),),
    "sync": (
        ("docs-lsp sync", "update everything"),
        ("docs-lsp sync --check", "fail if something is out of date, in CI"),
    ),
    "translations": (
        ("docs-lsp translations fr", "only one language"),
        ("docs-lsp translations --check", "fail if a translation is older than its original"),
    ),
    "url": (
        ("docs-lsp url /old/start", "one address"),
        ("docs-lsp url --missing - < sitemap.xml", "the broken addresses of a sitemap"),
    ),
}
"""The examples of each command, with what they do."""

FIRST_STEPS = (
    ("docs-lsp check", "find the mistakes of the sites below this folder"),
    ("docs-lsp fix --diff", "show what can be fixed without asking"),
    ("docs-lsp explain missing-page", "why a rule reports something, and how to fix it"),
    ("docs-lsp preview --open", "see what AI clients will find"),
    ("docs-lsp manual", "the pages of the manual"),
)
"""The examples at the end of the help that lists the commands."""

OTHER_NAMES = {
    "analyze": "check",
    "broken-links": "check",
    "create": "new",
    "dev": "preview",
    "init": "new",
    "inspect": "url",
    "lint": "check",
    "lsp": "server",
    "migrate": "convert",
    "mv": "move",
    "openapi-check": "check",
    "rename": "move",
    "repair": "fix",
    "resolve": "url",
    "serve": "preview",
    "start": "preview",
    "test": "check",
    "upgrade": "convert",
    "validate": "check",
    "verify": "check",
    "version": "--version",
}
"""Our names for commands that other programs call otherwise."""


def format_epilog(name: str | None = None) -> str:
    """Return the exit codes and examples of a command; without a name, examples of several."""
    examples = EXAMPLES[name] if name else FIRST_STEPS
    width = max(len(line) for line, _ in examples)
    lines = [f"  {line:{width}}  {about}".rstrip() for line, about in examples]
    codes = [f"  {code}  {about}" for code, about in enumerate(_EXIT_CODES.get(name or "", ()))]
    return "\n".join([*(("exit codes:", *codes, "") if codes else ()), "examples:", *lines, ""])
