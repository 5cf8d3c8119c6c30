"""The table `preview` of docs-lsp.toml and of an editor's settings."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, get_args

from pydantic import AfterValidator, Field, StrictBool, StrictInt, ValidationInfo, WithJsonSchema

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.settings.fields import SettingsTable, build_user_fault, require_text
from docs_lsp.settings.settings import BLOCKED_SCHEMES, Auth

_HOST = r"(?:\[[0-9A-Fa-f:.]+\]|[^\W_](?:[\w-]*\w)?(?:\.[^\W_](?:[\w-]*\w)?)*\.?)"
_BARE = compile_lazily(rf"{_HOST}(?::\d{{1,5}})?")
_URL = compile_lazily(r"([A-Za-z][A-Za-z0-9+.-]*)://([^\s/?#*@\\]+)(?:[/?#][^\s\\]*)?")


def _drop_default(schema: dict[str, Any]) -> None:
    del schema["default"]


def _require_redirect_domain(text: str) -> str:
    """Return the host or URL of a redirect; raise a fault for any other text."""
    if _BARE.fullmatch(text):
        return text
    url = _URL.fullmatch(text)
    if url is None:
        raise build_user_fault(
            f"`{text}` is neither a host nor a URL, so no log-in can redirect there; write a host "
            "such as `chat.example.com`, or a URL with its protocol such as `editor://callback`."
        )
    if url[1].lower() in BLOCKED_SCHEMES:
        raise build_user_fault(
            f"`{text}` has no effect, because log-ins never redirect to `{url[1].lower()}:` "
            "addresses."
        )
    return text


def _require_user_name(name: str, info: ValidationInfo) -> str:
    """Return and record the name of a user; raise a fault if it is blank or recorded already."""
    if not name.strip():
        raise build_user_fault("This user has no name; write one such as `anna`.")
    taken: set[str] = (info.context or {}).get("users", set())
    if name in taken:
        raise build_user_fault(f"Two users are named `{name}`; give this one another name.")
    taken.add(name)
    return name


RedirectDomain: TypeAlias = Annotated[str, AfterValidator(_require_redirect_domain)]
UserName: TypeAlias = Annotated[str, AfterValidator(_require_user_name)]
GroupName: TypeAlias = Annotated[
    str,
    require_text(
        lambda name: name.strip() and name != "*",
        "`{text}` is not the name of a group; write one such as `staff`.",
    ),
]
# TOML has no null, so the schema of the file does not mention it.
AuthOrNothing: TypeAlias = Annotated[
    Auth | None, WithJsonSchema({"enum": list(get_args(Auth)), "type": "string"})
]


class UserTable(SettingsTable):
    """A made-up user who can log in to the preview."""

    name: UserName = Field(description="The name under which the user logs in.")
    groups: tuple[GroupName, ...] = Field(default=(), description="The groups of the user.")


class PreviewTable(SettingsTable):
    """The preview of the site's search server, with its limits."""

    port: StrictInt = Field(
        default=0, ge=0, le=65535, description="The port it listens on; 0 for any free port."
    )
    auth: AuthOrNothing = Field(
        default=None,
        json_schema_extra=_drop_default,
        description="The pages that need a log-in: none (`public`), those that are not `public: "
        "true` (`partial`), or all (`full`). Without it, a site with `groups` or `public: false` "
        "is treated as partial, and pages without either are public.",
    )
    enabled: StrictBool = Field(
        default=False,
        description="Whether the search server is switched on. It only matters if `auth` is "
        "`partial` or `full`; the server of a public site is always on.",
    )
    authenticated: StrictBool = Field(
        default=False, description='Deprecated: `auth = "full"` together with `enabled = true`.'
    )
    redirect_domains: tuple[RedirectDomain, ...] = Field(
        default=(),
        description="Where a log-in can redirect to, besides this machine: hosts, for `https:`, or "
        "URLs with their protocol.",
    )
    users: tuple[UserTable, ...] = Field(
        default=(), description="The users who can log in to the preview, with their groups."
    )
    requests: StrictInt = Field(
        default=5000, ge=1, description="Requests per hour from one address."
    )
    searches: StrictInt = Field(default=10_000, ge=1, description="Searches per hour.")
    commands: StrictInt = Field(
        default=10_000, ge=1, description="Commands per hour in the docs filesystem."
    )
    authed_searches: StrictInt = Field(
        default=5000, ge=1, description="Searches per hour of callers who have logged in."
    )
    authed_commands: StrictInt = Field(
        default=5000,
        ge=1,
        description="Commands per hour in the docs filesystem of callers who have logged in.",
    )
