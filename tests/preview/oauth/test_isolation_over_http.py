"""Over HTTP, at every address and from every tool: what is not for a viewer might as well not be.

A question that names something of others is answered as one that names what never was; an answer to
any other question has no word of it. And whatever is meant for the viewer is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx2
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.visibility import ANONYMOUS, CREDENTIAL, Viewer
from mcp_preview.live.live_site import LiveSite
from mcp_preview.store.records import build_credential_subject, create_grant
from tests.preview.group_sites import UNSET, VIEWERS, MadePage, MadeSite, made_sites, write
from tests.preview.oauth.served import BOTH, ServedSite, Visitor, serving

USERS = tuple(
    PreviewUser(f"user{number}", tuple(sorted(viewer.groups)))
    for number, viewer in enumerate(VIEWERS)
    if viewer.groups is not None and not viewer.is_credential
)
ADDRESSES = (
    *("/llms.txt", "/llms-full.txt", "/.well-known/llms.txt", "/.well-known/llms-full.txt"),
    *("/skill.md", "/.well-known/skills/index.json", "/.well-known/agent-skills/index.json"),
    *("/.well-known/mcp", "/.well-known/mcp.json", "/.well-known/mcp/server-card.json"),
    *("/.well-known/mcp/server-cards.json", "/", "/index", "/sitemap.xml", "/robots.txt"),
    *("/api.json", "/api.yaml", "/openapi/api.json", "/guides", "/guides.md", "/docs.json"),
    *("/.docs-lsp/api/pages", "/.docs-lsp/api/site", "/.docs-lsp/api/calls", "/nothing.md"),
    "/.well-known/oauth-protected-resource/authed/mcp",
)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"Accept": "text/html"},
    {"If-None-Match": "*", "If-Modified-Since": "Wed, 21 Oct 2099 07:28:00 GMT"},
    {"Range": "bytes=0-9"},
)
METHODS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tools/list", {}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("prompts/list", {}),
    ("resources/read", {"uri": "mintlify://skills/none"}),
    ("completion/complete", {"ref": {"type": "ref/resource", "uri": "x"}, "argument": {}}),
    ("tools/call", {"name": "none", "arguments": {}}),
)
QUERIES = ("harbour", "mooring ebb", "operation", "title", "answer", "b", "*", "groups a b c")
COMMANDS = (
    *("ls -laR /", "tree /", "find /", "find / -type d", "du -a / | sort", "rg '' /", "cat /*"),
    *("grep -r . /", "cat /guides/* /guides/deep/* /private/*", "rg -l . / | wc -l", "ls /none"),
    *("cat /openapi/*", "jq . /openapi/api.json", "wc /*.mdx", "echo /*/*", "stat /*", "cat none"),
    *("ls /private", "for f in /guides/*; do echo $f; done", "rg --files /", "history; env; pwd"),
)


# A smaller site that fails is not worth the minutes that it takes to find one over HTTP.
TO_THE_POINT = (Phase.explicit, Phase.generate)


class Asking:
    """A viewer who asks over HTTP."""

    def __init__(self, visitor: Visitor, viewer: Viewer) -> None:
        mode = visitor.served.state.access.mode
        # Without anything to log in for, everybody is anonymous.
        token = None if mode is AccessMode.PUBLIC else _token(visitor, viewer, "/authed/mcp")
        self.mode = mode
        self.endpoint = "/mcp" if token is None else "/authed/mcp"
        self.http = httpx2.Client(base_url=visitor.served.url, timeout=20, verify=False)
        if token is not None:
            self.http.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, method: str = "GET", **headers: str) -> str:
        """All that an address answers, its headers included."""
        return _whole(self.http.request(method, path, headers=headers))

    def send(self, method: str, endpoint: str = "", **params: Any) -> str:
        """All that an MCP endpoint answers."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return _whole(self.http.post(endpoint or self.endpoint, json=message, headers=BOTH))

    def search(self, query: str, endpoint: str = "") -> str:
        name = "search_harbour"
        return self.send("tools/call", endpoint, name=name, arguments={"query": query})

    def run(self, command: str, endpoint: str = "") -> str:
        name = "query_docs_filesystem_harbour"
        return self.send("tools/call", endpoint, name=name, arguments={"command": command})


class Thing(NamedTuple):
    """A page, a skill or an operation, by its mark and what stands before that in its path."""

    mark: str
    folder: str = ""


def _whole(answer: httpx2.Response) -> str:
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return f"{answer.status_code} {headers} {answer.text}"


def _token(visitor: Visitor, viewer: Viewer, path: str) -> str | None:
    if viewer == ANONYMOUS:
        return None
    if viewer == CREDENTIAL:
        made = visitor.store.create_credential("tests", visitor.served.now)
        client_id, subject = made.client_id, build_credential_subject(made.client_id)
    else:
        client_id = "client"
        named = (one.name for one in USERS if frozenset(one.groups) == viewer.groups)
        subject = f"user:{next(named)}"
    grant = create_grant(client_id, subject, path, "mcp:search")
    tokens = visitor.store.issue_tokens(grant, visitor.served.now, access_lifetime=3_600)
    assert tokens
    return tokens.access_token


@contextmanager
def asked(site: MadeSite, viewer: Viewer) -> Iterator[Asking]:
    """A site that is served, and a viewer who asks it."""
    with TemporaryDirectory() as folder:
        live = LiveSite.from_folder(write(Path(folder), site.files()), site.settings)
        with serving(ServedSite(state=live.state), users=USERS) as visitor:
            asking = Asking(visitor, viewer)
            yield asking
            asking.http.close()


def questions_about_all(asking: Asking) -> Iterator[str]:
    """Answers to questions that name nothing of the site."""
    for path in ADDRESSES:
        for headers in HEADERS:
            yield asking.get(path, **headers)
        yield asking.get(path, "HEAD")
        yield asking.get(path, "OPTIONS")
    # At both endpoints, whether the viewer may ask there or not.
    for endpoint in ("/mcp", "/authed/mcp"):
        for method, params in METHODS:
            yield asking.send(method, endpoint, **params)
        for query in QUERIES:
            yield asking.search(query, endpoint)
        for command in COMMANDS:
            yield asking.run(command, endpoint)


def questions_about(asking: Asking, thing: Thing) -> Iterator[str]:
    """Answers to questions that name something."""
    mark, path = thing.mark, f"{thing.folder}page{thing.mark}"
    for address in (path, f"{path}.md", f"{path}.mdx", f"{path}/index", f"{path}/x"):
        for headers in HEADERS[:2]:
            yield asking.get(f"/{address}", **headers)
        yield asking.get(f"/{address}", "HEAD")
    for slug in (mark, f"skill{mark}"):
        for folder in ("skills", "agent-skills"):
            yield asking.get(f"/.well-known/{folder}/{slug}/SKILL.md")
        yield asking.get(f"/api-reference/{slug}.md")
        yield asking.send("resources/read", uri=f"mintlify://skills/{slug}")
        yield asking.send("resources/subscribe", uri=f"mintlify://skills/{slug}")
        yield asking.run(f"ls -R /skills/{slug}; cat /skills/{slug}/SKILL.md")
    for word in ("body", "title", "heading", "about", "more", "operation", "answer", "shape", ""):
        yield asking.search(f"{word}{mark}")
    yield asking.search(f"bod{mark}")
    yield asking.run(
        f"cat /{path}.mdx; ls /{path}*; test -e /{path}.mdx; echo $?; head -1 /{path}.md; "
        f"rg {mark} /; grep -rc {mark} / | sort; find / -iname '*{mark}*'; cd /{path}; stat /{path}"
    )
    yield asking.run(
        f"rg -c 'operation{mark}|shape{mark}|tag{mark}' /; cat /api-reference/*{mark}*"
    )


def _things(site: MadeSite) -> Iterator[tuple[Thing, Any]]:
    """Everything with the test of who sees it."""
    for page in site.pages:
        yield Thing(page.mark, page.folder), lambda who, one=page: site.sees_page(one, who)
    for skill in site.skills:
        yield Thing(skill.mark), lambda who, one=skill: site.sees_skill(one, who)
    for operation in site.operations:
        if operation.is_hidden:
            continue  # Its page is for who may see it; `seo.indexing: all` brings it to the search.
        yield Thing(operation.mark), lambda who, one=operation: site.sees_operation(one, who)


def _ghost(mark: str) -> str:
    """A mark of nothing, as long as that of something."""
    return mark[:-5] + "ggggg"


@settings(max_examples=3, derandomize=True, phases=TO_THE_POINT)
@given(site=made_sites(), viewer=st.sampled_from(VIEWERS))
def test_what_is_for_others_might_as_well_not_be(site: MadeSite, viewer: Viewer) -> None:
    with asked(site, viewer) as asking:
        things = list(_things(site))
        # The marks of a page and of a skill may differ by one letter, which a search forgives.
        seen = {thing.mark[-5:] for thing, sees in things if sees(viewer)}
        unseen = [thing for thing, _ in things if thing.mark[-5:] not in seen]
        answers = list(questions_about_all(asking))
        for thing in unseen:
            assert not [answer for answer in answers if thing.mark in answer.lower()]
            ghost = Thing(_ghost(thing.mark), thing.folder)
            pairs = zip(questions_about(asking, thing), questions_about(asking, ghost), strict=True)
            for answer, answer_of_ghost in pairs:
                assert answer.replace(thing.mark, ghost.mark) == answer_of_ghost


@settings(max_examples=3, derandomize=True, phases=TO_THE_POINT)
@given(site=made_sites(), viewer=st.sampled_from(VIEWERS))
def test_what_is_for_a_viewer_is_there(site: MadeSite, viewer: Viewer) -> None:
    with asked(site, viewer) as asking:
        if asking.mode is AccessMode.FULL and viewer == ANONYMOUS:
            assert asking.send("tools/list").startswith("401")
            return
        lists = [asking.get(f"/{name}") for name in ("llms.txt", "llms-full.txt")]
        listed = asking.run("find /")
        for page in filter(lambda one: _is_plain(site, one), site.pages):
            if not site.sees_page(page, viewer):
                continue
            address = f"/{page.path}"
            for answer in (asking.get(address), asking.get(f"{address}.md")):
                assert answer.startswith("200") and f"body{page.mark}" in answer
            assert all(address in one for one in lists)
            assert f"{address}.mdx" in listed
            assert f"more{page.mark}" in asking.run(f"cat {address}.mdx")
            assert f"Page: {page.path}" in asking.search(f"body{page.mark}")
        uris = asking.send("resources/list")
        for skill in site.skills:
            if site.sees_skill(skill, viewer):
                assert f"skill{skill.mark}" in uris
                answer = asking.get(f"/.well-known/agent-skills/skill{skill.mark}/SKILL.md")
                assert answer.startswith("200") and f"body{skill.mark}" in answer
        served_spec = asking.get(f"/{site.spec_file}")
        for operation in site.operations:
            if site.sees_operation(operation, viewer):
                assert f"id{operation.mark}" in served_spec


def _is_plain(site: MadeSite, page: MadePage) -> bool:
    """Whether the navigation lists a page, and nothing takes it out of the index."""
    return not page.flags and any(page in listed for _, listed in site.groups)


def test_a_token_of_one_endpoint_shows_nothing_more_at_the_other() -> None:
    pages = (MadePage("qqqqq", groups=["a"]), MadePage("wwwww", public=True))
    site = MadeSite("partial", UNSET, ((UNSET, pages),), (), (), (), False, False)
    with asked(site, Viewer(frozenset("a"))) as asking:
        assert "qqqqq" in asking.run("ls /", "/authed/mcp")
        assert "qqqqq" not in asking.run("ls /", "/mcp") and "wwwww" in asking.run("ls /", "/mcp")
