"""What is fuzzed: each target takes any bytes and raises where something is wrong.

A target is wrong if it raises, and also where its answer breaks a law: places lie in their text, an
edit gives what reading anew gives, what comes out can be read again.
"""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import FileFault, MemoryFiles
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix
from docs_lsp.formats.yaml_reader import read_yaml
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import to_python
from docs_lsp.mdx.javascript.jsx_file import parse_jsx_file
from docs_lsp.mdx.reading import find_faults, parse_page
from docs_lsp.rules import all_rules
from docs_lsp.server.transport import MessageFramer
from docs_lsp.settings.reader import load_project_settings
from docs_lsp.settings.settings import Settings
from docs_lsp.site.ignore import IgnorePatterns
from docs_lsp.site.mdx.frontmatter import read_frontmatter
from docs_lsp.site.routes.redirects import Redirect, RedirectIndex
from docs_lsp.site.specifications.openapi import parse_spec
from mcp_preview.filesystem.docs_filesystem import DocsFilesystem
from mcp_preview.markdown.concealed_text import remove_concealed_text
from mcp_preview.markdown.includes import Includes
from mcp_preview.markdown.page_markdown import convert_page_to_markdown
from tests.preview.oauth.served import BOTH, Visitor, serving
from tests.server.wire import Wire

Target = Callable[[bytes], None]
_DOCS = '{"theme": "mint", "name": "a", "colors": {"primary": "#123456"}, "navigation": %s}'
_PAGES = b'{"pages": ["a", "b"]}'
_PATHS = ("/mcp", "/authed/mcp", "/authed/mcp/oauth/token", "/authed/mcp/oauth/register")
_MARK = b"\n--- "
"""Before the name of each further file of a site."""


def _lies_in(span: Span, data: bytes) -> None:
    assert 0 <= span.start <= span.end <= len(data), (span, len(data))


def json_tree(data: bytes) -> None:
    """The tolerant tree: an edit gives what reading anew gives."""
    whole = Document.from_text(data)
    for start, fault in whole.iter_faults():
        _lies_in(Span(start + fault.start, start + fault.start), whole.text.data)
    middle = len(whole.text.data) // 2
    left, right = whole.text.data[:middle], whole.text.data[middle:]
    edited = Document.from_text(left).replace_bytes(len(left), len(left), right)
    assert to_python(edited.tree.root) == to_python(whole.tree.root)


def page(data: bytes) -> None:
    """A page: everything found in it lies in it, and its repaired text is no worse."""
    read = parse_page(data)
    for tag in read.tags:
        _lies_in(tag.span, data)
    for fault in find_faults(data):
        _lies_in(fault.span, data)
    read_frontmatter(data)


def script(data: bytes) -> None:
    """A file of components, which a page may import."""
    for typescript in (False, True):
        read = parse_jsx_file(data, typescript)
        spans = [one.span for one in read.imports] + [one.span for one in read.exports]
        for span in (*spans, read.fault.span) if read.fault else spans:
            _lies_in(span, data)


def yaml(data: bytes) -> None:
    """A block of YAML, as frontmatter and specifications have them."""
    read_yaml(data)
    read_frontmatter(b"---\n" + data + b"\n---\n")


def specification(data: bytes) -> None:
    """An OpenAPI document, in JSON or YAML."""
    for name in ("a.json", "a.yaml"):
        spec = parse_spec(data, name)
        for violation in spec.violations:
            _lies_in(violation.span, data)
        assert isinstance(spec.block_faults, tuple)


def settings(data: bytes) -> None:
    """A docs-lsp.toml."""
    _, faults = load_project_settings(data, all_rules())
    for fault in faults:
        _lies_in(fault.span, data)


def ignore_file(data: bytes) -> None:
    """A file of ignore patterns."""
    ignore = IgnorePatterns.from_texts({".mintignore": data.decode("utf-8", "replace")})
    for path in ("a.mdx", "b/c.mdx", "drafts/x/y.md"):
        ignore.describe_excluding_pattern(path)


def redirects(data: bytes) -> None:
    """Redirects, one in a line, followed to their ends."""
    lines = data.decode("utf-8", "replace").splitlines()[:50]
    pairs = [line.split(" ", 1) for line in lines if " " in line]
    found = RedirectIndex(Redirect(one, other, at) for at, (one, other) in enumerate(pairs))
    for one, other in pairs:
        found.find_match(one)
        found.find_match(other)


def site(data: bytes) -> None:
    """A whole site: docs.json, then files, each below a line with its name."""
    files = _files(data)
    found = evaluate_whole_site(Path("/site"), files, Settings())
    for file, problems in found.get_problems().items():
        for problem in problems:
            _lies_in(problem.span, _text(files, file))


def fixes(data: bytes) -> None:
    """A whole site after all its fixes: they come to an end, and the result can be read."""
    files = _files(data)

    def read(draft: Any) -> Any:
        return evaluate_whole_site(Path("/site"), draft, Settings())

    apply_fixes_repeatedly(read, files, is_preferred_fix)


def _files(data: bytes) -> MemoryFiles:
    first, *others = data.split(_MARK)
    files: dict[str, bytes | str] = {"a.mdx": "# A\n", "b.mdx": "[a](/a)\n"}
    for other in others[:6]:
        name, _, text = other.partition(b"\n")
        path = name.decode("utf-8", "replace").strip()[:60]
        if path and not path.startswith("/") and ".." not in path and "\0" not in path:
            files[path] = text
    docs = first if first.lstrip().startswith(b"{") else (_DOCS % _PAGES.decode()).encode()
    return MemoryFiles({**files, "docs.json": docs})


def _text(files: MemoryFiles, file: str) -> bytes:
    try:
        return files.read(file)
    except FileFault:
        return b""


def messages(data: bytes) -> None:
    """Bytes that an editor sends: the server answers or leaves them, and goes on."""
    asyncio.run(_sent(data))


async def _sent(data: bytes) -> None:
    wire = Wire()
    wire.initialize({"general": {"positionEncodings": ["utf-8"]}})
    for piece in data.split(b"\n\n"):
        wire.server.protocol.receive_bytes(b"Content-Length: %d\r\n\r\n" % len(piece) + piece)
    MessageFramer().add_bytes(
        data
    )  # By itself: a wrong length costs the next message, as it should.
    answer = await asyncio.wait_for(wire.ask("shutdown", None, "last"), 20)
    assert "result" in answer, answer


def markdown(data: bytes) -> None:
    """A page as an AI client reads it."""
    convert_page_to_markdown(data, "a.mdx", Includes({"/a.mdx": data, "a.mdx": data}.get))
    remove_concealed_text(data.decode("utf-8", "replace"))


def shell(data: bytes) -> None:
    """A command of a client in the docs filesystem."""
    asyncio.run(_filesystem().run(data.decode("utf-8", "replace")))


@cache
def _filesystem() -> DocsFilesystem:
    return DocsFilesystem.from_texts({"/a.mdx": b"# A\n\nText of a.\n", "/b/c.mdx": b"# C\n"})


def requests(data: bytes) -> None:
    """A request to the preview: its first line says where it goes, the rest is its body."""
    line, _, body = data.partition(b"\n")
    path = line.decode("utf-8", "replace").strip()
    target = path if path.startswith("/") else _PATHS[len(line) % len(_PATHS)]
    address = "/" + quote(target.lstrip("/"), safe="/?&=%:")
    kind = "application/json" if body[:1] in (b"{", b"[") else "application/x-www-form-urlencoded"
    answer = _visitor().http.post(address, content=body, headers={**BOTH, "Content-Type": kind})
    assert answer.status_code < 500, (address, answer.status_code, answer.text[:200])


@cache
def _visitor() -> Visitor:
    """A client of a preview that ends with the process."""
    running = serving()
    visitor = running.__enter__()
    atexit.register(running.__exit__, None, None, None)
    return visitor


TARGETS: Mapping[str, Target] = {
    one.__name__: one
    for one in (
        *(
            json_tree,
            page,
            script,
            yaml,
            specification,
            settings,
            ignore_file,
            redirects,
            site,
            fixes,
        ),
        *(messages, markdown, shell, requests),
    )
}
SEEDS: Mapping[str, tuple[bytes, ...]] = {
    "json_tree": (b'{"a": [1, {"b": "c"}], // x\n "d": tru}', b"[1 2,,]", b'{"a": "\\ud83d'),
    "page": (b"---\ntitle: A\n---\n\n# A {1}\n\n<Note a={b}>x</Note>\n", b"import a from '/b'\n<5"),
    "script": (
        b"import A from './a'\nexport const B = () => <A b={1}>{c}</A>;\n",
        b"export {a as b",
    ),
    "yaml": (b"a: &x [1, *x]\nb: |\n  c\n", b"? {a: b}\n: !!python/object:x {}\n"),
    "specification": (
        b'{"openapi": "3.1.0", "info": {"title": "a"}, "paths": {"/a": {"get": {}}}}',
        b"openapi: 3.0.0\npaths:\n  /a:\n    get: {x-mint: {href: /a}}\n",
    ),
    "settings": (b"[rules]\ndead-link = 'off'\n[preview]\nauth = 'partial'\n", b"a = [[b]]\n[a.b"),
    "ignore_file": (b"drafts/\n!drafts/x\n*.md\n[a-\n**/x\n\\#a\n",),
    "redirects": (b"/a/:x* /b/:x*\n/b/* /a\n/c /c/\n",),
    "site": (
        b'{"navigation": {"pages": ["a"], "$ref": "b.json"}, "redirects": [{"source": "/x"}]}\n'
        b"--- b.json\n" + b'{"groups": [{"group": "g", "pages": ["GET /a"]}]}',
        b"{\n--- a.mdx\n---\ntitle: [\n---\n<A>{b}\n",
    ),
    "fixes": (
        b'{"theme": "mint",, "navigation": {"pages": ["a", "a", "zz", "/b/"]}, "redirects": ['
        b'{"source": "/b", "destination": "/a/"}]}\n--- c.mdx\n<5 <br> <!-- a -->\n',
    ),
    "messages": (
        b'{"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"textDocument": '
        b'{"uri": "file:///a/docs.json"}, "position": {"line": -1, "character": 9e99}}}\n\n'
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": '
        b'"file:///a/docs.json", "languageId": "json", "version": 1, "text": "{"}}}',
        b"Content-Length: 3\r\n\r\n[]\r\nContent-Length: x\r\n\r\n",
    ),
    "markdown": (b"<Tabs><Tab title='a'>x</Tab>\n\n{/* a */}\n| a |\n|--|\n", b"<A {...b}>{`${"),
    "shell": (b"rg -n a / | head -3; cat < /a.mdx", b"jq . <(echo '{}') && find / -name '*'"),
    "requests": (
        b'/mcp\n{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
        b"/authed/mcp/oauth/token\ngrant_type=authorization_code&code=a",
    ),
}
"""Texts to begin with, by target."""
LONGEST = 256 << 10
"""How many bytes an input has at most."""


def repeat(seed: bytes, size: int = LONGEST) -> bytes:
    """A long text to begin with: a seed again and again, cut off at a size."""
    return (seed * (size // len(seed) + 1))[:size]
