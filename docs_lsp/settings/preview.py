"""The table `preview` of docs-lsp.toml and of an editor's settings."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, get_args

from pydantic import (
    AfterValidator,
    Field,
    StrictBool,
    StrictInt,
    ValidationInfo,
    WithJsonSchema,
)

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.settings.fields import SettingsTable, writer_fault
from docs_lsp.settings.settings import BLOCKED_SCHEMES, Auth

_HOST = r"(?:\[[0-9A-Fa-f:.]+\]|[^\W_](?:[\w-]*\w)?(?:\.[^\W_](?:[\w-]*\w)?)*\.?)"
_BARE = compile_lazily(rf"{_HOST}(?::\d{{1,5}})?")
_URL = compile_lazily(r"([A-Za-z][A-Za-z0-9+.-]*)://([^\s/?#*@\\]+)(?:[/?#][^\s\\]*)?")


def _drop_default(schema: dict[str, Any]) -> None:
    del schema["default"]


def _check_redirect_domain(text: str) -> str:
    if _BARE.fullmatch(text):
        return text
    url = _URL.fullmatch(text)
    if url is None:
        raise writer_fault(
            f"`{text}` is neither a host nor a URL, so no log-in may lead there; write a host such "
            "as `chat.example.com`, or a URL with its protocol such as `editor://callback`."
        )
    if url[1].lower() in BLOCKED_SCHEMES:
        raise writer_fault(
            f"`{text}` has no effect, because log-ins never lead to `{url[1].lower()}:` addresses."
        )
    return text


def _check_user_name(name: str, info: ValidationInfo) -> str:
    if not name.strip():
        raise writer_fault("This user has no name; write one such as `anna`.")
    taken: set[str] = (info.context or {}).get("users", set())
    if name in taken:
        raise writer_fault(f"There are two users `{name}`; give this one another name.")
    taken.add(name)
    return name


def _check_group(name: str) -> str:
    if not name.strip() or name == "*":
        raise writer_fault(f"`{name}` is not the name of a group; write one such as `staff`.")
    return name


RedirectDomain: TypeAlias = Annotated[str, AfterValidator(_check_redirect_domain)]
UserName: TypeAlias = Annotated[str, AfterValidator(_check_user_name)]
GroupName: TypeAlias = Annotated[str, AfterValidator(_check_group)]
# TOML has no null, so the schema of the file does not speak of it.
AuthOrNothing: TypeAlias = Annotated[
    Auth | None, WithJsonSchema({"enum": list(get_args(Auth)), "type": "string"})
]


class UserTable(SettingsTable):
    """Somebody who may log in to the preview; made up by the writer."""

    name: UserName = Field(description="The name under which the user logs in.")
    groups: tuple[GroupName, ...] = Field(default=(), description="The groups that the user is in.")


class PreviewTable(SettingsTable):
    """How the preview of the site's search server runs, and how often it may be asked."""

    port: StrictInt = Field(
        default=0, ge=0, le=65535, description="The port it listens on; 0 for any that is free."
    )
    auth: AuthOrNothing = Field(
        default=None,
        json_schema_extra=_drop_default,
        description="Which pages need a log-in: none (`public`), those that are not `public: true` "
        "(`partial`), or all (`full`). Without it, a site with `groups` or `public: false` is "
        "taken for partial, and pages that say nothing are public.",
    )
    enabled: StrictBool = Field(
        default=False,
        description="Whether the search server is switched on. It counts where `auth` is `partial` "
        "or `full`; the server of a public site always is.",
    )
    authenticated: StrictBool = Field(
        default=False,
        description='Deprecated: `auth = "full"` together with `enabled = true`.',
    )
    redirect_domains: tuple[RedirectDomain, ...] = Field(
        default=(),
        description="Where a log-in may lead beside this machine: hosts, for `https:`, or URLs "
        "with their protocol.",
    )
    users: tuple[UserTable, ...] = Field(
        default=(), description="Who may log in to the preview, and in which groups they are."
    )
    requests: StrictInt = Field(
        default=5000, ge=1, description="Requests of one address in an hour."
    )
    searches: StrictInt = Field(default=10_000, ge=1, description="Searches in an hour.")
    commands: StrictInt = Field(
        default=10_000, ge=1, description="Commands in the docs filesystem in an hour."
    )
    authed_searches: StrictInt = Field(
        default=5000, ge=1, description="Searches in an hour of callers who have logged in."
    )
    authed_commands: StrictInt = Field(
        default=5000,
        ge=1,
        description="Commands in the docs filesystem in an hour of callers who have logged in.",
    )
