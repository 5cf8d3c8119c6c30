"""The log-in page: the owner chooses a user, and allows the client to search the site or not.

It is for the person who runs the preview, so it asks for no password. It ensures that the choice is
made by someone who sees the page: see `authorization_request`, and the headers of `pages`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from docs_lsp.site.visibility import Viewer
from mcp_preview.oauth.answers import NO_STORE, OAuthFault, collect_parameters, read_form
from mcp_preview.oauth.authorization_parts import MEMBER, AuthorizationParts, build_user_subject
from mcp_preview.oauth.authorization_request import (
    AuthorizationRequest,
    DocumentRequest,
    KnownClient,
    RefusedRequest,
    UntrustedRequest,
    build_redirect,
    require_valid_request,
    save_pending_request,
    take_pending_request,
)
from mcp_preview.oauth.client_documents import (
    fetch_client,
    is_url_client_id,
    require_document_address,
)
from mcp_preview.oauth.metadata import AUTHORIZE, SCOPE
from mcp_preview.oauth.pages import render_page
from mcp_preview.oauth.redirect_policy import parse_redirect
from mcp_preview.oauth.registration import strip_invisible
from mcp_preview.store.records import CodeGrant, create_grant

_SHOWN = 500
"""The number of characters of an address that a page shows."""
_USED = "This log-in page was already used, or has expired. Start again in your client."
_FOREIGN = "This request came from a page of another site."


class LogInChoice(NamedTuple):
    """A user that can be chosen on the log-in page."""

    subject: str
    name: str
    groups: tuple[str, ...]
    pages: int
    """The number of pages that this user finds."""


async def respond_log_in(parts: AuthorizationParts, request: Request) -> Response:
    """Answer an authorization request: with a log-in or refusal page, or by a redirect."""
    # An image or a frame in a web page was not opened by the user.
    if request.headers.get("sec-fetch-dest", "document") != "document":
        return render_refusal_page(_FOREIGN, status=403)
    try:
        given = collect_parameters(request.query_params.multi_items())
        client_id = given.get("client_id", "")
        if is_url_client_id(client_id):
            return await _ask_for_document(
                parts, request, require_document_address(client_id, request), given
            )
        client = await _require_registered_client(parts, client_id)
        return await _show_choices(parts, require_valid_request(parts, request, client, given))
    except OAuthFault as fault:
        return render_refusal_page(fault.description)
    except UntrustedRequest as fault:
        return render_refusal_page(str(fault), given.get("redirect_uri", ""), entry=fault.entry)
    except RefusedRequest as refused:
        return _redirect(refused.redirect)


async def respond_decision(parts: AuthorizationParts, request: Request) -> Response:
    """Answer the form of the page, once: by a redirect to the client, or with another page."""
    base = parts.address.build_base_url(request)
    own = {"sec-fetch-site": "same-origin", "origin": base}
    if any(request.headers.get(name, value) != value for name, value in own.items()):
        return render_refusal_page(_FOREIGN, status=403)
    try:
        form = await read_form(request)
    except OAuthFault as fault:
        return render_refusal_page(fault.description, status=fault.status)
    waiting = await take_pending_request(parts, form.get("transaction", ""))
    if waiting is None:
        return render_refusal_page(_USED)
    is_allowed = form.get("decision") == "allow"
    if isinstance(waiting, DocumentRequest):
        if not is_allowed:
            return render_refusal_page("The document was not read.", waiting.document, status=200)
        return await _continue_with_document(parts, request, waiting)
    if not is_allowed:
        return _redirect_with_answer(parts, request, waiting, {"error": "access_denied"})
    return await _issue_code(parts, request, waiting, form.get("subject", ""))


def render_refusal_page(
    reason: str, address: str = "", status: int = 400, entry: str = ""
) -> Response:
    """Return a page with the reason why a log-in fails, and the missing redirect domain."""
    return render_page(
        "refusal",
        status,
        title="Log-in refused",
        reason=reason,
        address=strip_invisible(address)[:_SHOWN],
        entry=strip_invisible(entry)[:_SHOWN],
    )


async def _issue_code(
    parts: AuthorizationParts, request: Request, waiting: AuthorizationRequest, subject: str
) -> Response:
    """Redirect to the client with a code for the chosen user; refuse a user who is unknown."""
    if subject not in {MEMBER, *(build_user_subject(user.name) for user in parts.users)}:
        return render_refusal_page("No user with this name is configured.")
    grant = create_grant(waiting.client_id, subject, waiting.resource, SCOPE)
    code_grant = CodeGrant(grant, waiting.redirect_uri, waiting.code_challenge)
    code = await parts.run_in_store(lambda store, now: store.issue_code(code_grant, now))
    assert code is not None  # A new grant cannot have been revoked.
    return _redirect_with_answer(parts, request, waiting, {"code": code})


async def _require_registered_client(parts: AuthorizationParts, client_id: str) -> KnownClient:
    """Return a registered client. Raises `UntrustedRequest` if it is unknown or expired."""
    known = await parts.run_in_store(lambda store, now: store.get_registration(client_id, now))
    if known is None:
        raise UntrustedRequest(
            "The client is not registered with this preview, or its registration has expired. "
            "Remove its log-in in the client, so that it registers again."
        )
    return KnownClient(known.client_id, known.name, known.redirect_uris)


async def _ask_for_document(
    parts: AuthorizationParts, request: Request, document: str, given: Mapping[str, str]
) -> Response:
    """Save a request, and return the page that asks whether a document may be read."""
    waiting = DocumentRequest(document, dict(given))
    return render_page(
        "document",
        title=_render_title(parts),
        document=document,
        action=AUTHORIZE,
        transaction=await save_pending_request(parts, waiting),
    )


async def _continue_with_document(
    parts: AuthorizationParts, request: Request, waiting: DocumentRequest
) -> Response:
    """Fetch a document that may be read, and return the log-in page or a refusal."""
    given = waiting.parameters
    try:
        client = await to_thread.run_sync(fetch_client, waiting.document)
        return await _show_choices(parts, require_valid_request(parts, request, client, given))
    except UntrustedRequest as fault:
        return render_refusal_page(str(fault), given.get("redirect_uri", ""), entry=fault.entry)
    except RefusedRequest as refused:
        return _redirect(refused.redirect)


async def _show_choices(parts: AuthorizationParts, waiting: AuthorizationRequest) -> Response:
    """Save a request, and return the log-in page with the users to choose from."""
    target = parse_redirect(waiting.redirect_uri)
    assert target is not None  # The policy has accepted it.
    people = await to_thread.run_sync(lambda: [*_iter_user_choices(parts)])
    return render_page(
        "log-in",
        title=_render_title(parts),
        leads_to=waiting.redirect_uri,
        client=waiting.client_name,
        document=waiting.client_id if is_url_client_id(waiting.client_id) else "",
        resource=waiting.resource,
        target=waiting.redirect_uri,
        target_host=target.entry if not target.is_loopback else "a program on this machine",
        people=people,
        total=len(parts.current_state().pages.indexed),
        action=AUTHORIZE,
        transaction=await save_pending_request(parts, waiting),
    )


def _iter_user_choices(parts: AuthorizationParts) -> Iterator[LogInChoice]:
    """Yield the configured users, and a member without groups, as choices."""
    state = parts.current_state()

    def build_choice(subject: str, name: str, groups: tuple[str, ...]) -> LogInChoice:
        seen = state.restrict_to_viewer(Viewer(frozenset(groups)))
        return LogInChoice(subject, name, groups, len(seen.pages.indexed))

    for user in parts.users:
        yield build_choice(build_user_subject(user.name), user.name, user.groups)
    yield build_choice(MEMBER, "Member without groups", ())


def _render_title(parts: AuthorizationParts) -> str:
    return f"Log in to {parts.current_state().name or 'this site'}"


def _redirect_with_answer(
    parts: AuthorizationParts,
    request: Request,
    waiting: AuthorizationRequest,
    answer: Mapping[str, str],
) -> Response:
    return _redirect(build_redirect(parts, request, waiting.redirect_uri, waiting.state, answer))


def _redirect(address: str) -> Response:
    """Return a redirect that the browser follows with GET and without a referrer."""
    # 303: a browser must not send the form again.
    headers = {**NO_STORE, "Referrer-Policy": "no-referrer"}
    response = RedirectResponse(address, 303, headers)
    response.headers["location"] = address
    return response
