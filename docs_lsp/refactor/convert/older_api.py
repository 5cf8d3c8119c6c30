"""Converts the `api` settings of a mint.json."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from docs_lsp.refactor.convert.current_settings import CurrentSettings, Value

_PLAYGROUNDS = MappingProxyType({"show": "interactive", "simple": "simple", "hide": "none"})
_EXPANDED = MappingProxyType({"all": "all", "none": "closed"})
_AUTH = MappingProxyType({name: f"api.mdx.auth.{name}" for name in ("method", "name")})
_PARTLY = ("topLevel", "topLevelOneOfs")


def put_api(settings: CurrentSettings, value: Value) -> None:
    """Convert the older `api` value and put the results into the settings."""
    if not isinstance(value, dict):
        settings.put_value("api", "api", value)
        return
    for name, inner in value.items():
        make = _API_MAKERS.get(name)
        if make is not None and isinstance(inner, dict):
            make(settings, inner)
        elif name == "auth" and isinstance(inner, dict):
            settings.put_members("api.auth", inner, _AUTH)
        elif name == "baseUrl":
            settings.put_value("api.baseUrl", "api.mdx.server", inner)
        elif name == "hidePlayground" and isinstance(inner, bool):
            if inner:
                settings.put_value("api.hidePlayground", "api.playground.display", "none")
        else:
            settings.put_valid_parts(f"api.{name}", f"api.{name}", inner)


def _put_param_fields(settings: CurrentSettings, value: Mapping[str, Value]) -> None:
    for name, inner in value.items():
        if name == "expanded":
            expanded = "closed" if inner in _PARTLY else _EXPANDED.get(str(inner), inner)
            settings.put_value("api.paramFields.expanded", "api.params.expanded", expanded)
            if inner in _PARTLY:
                settings.notes.append(
                    f"`{inner}` of `api.paramFields.expanded` was replaced by `closed`: docs.json "
                    "only has `all` and `closed`."
                )
        else:
            settings.put_valid_parts(f"api.paramFields.{name}", f"api.params.{name}", inner)


def _put_request(settings: CurrentSettings, value: Mapping[str, Value]) -> None:
    for name, inner in value.items():
        if name == "example" and isinstance(inner, dict):
            places = {"languages": "api.examples.languages"}
            settings.put_members("api.request.example", inner, places)
        else:
            settings.note_dropped_key(f"api.request.{name}")


def _put_playground(settings: CurrentSettings, value: Mapping[str, Value]) -> None:
    for name, inner in value.items():
        if name == "mode":
            display = _PLAYGROUNDS.get(str(inner), inner)
            settings.put_value("api.playground.mode", "api.playground.display", display)
        elif name == "disableProxy" and isinstance(inner, bool):
            settings.put_value("api.playground.disableProxy", "api.playground.proxy", not inner)
        else:
            settings.put_value(f"api.playground.{name}", f"api.playground.{name}", inner)


_API_MAKERS: Mapping[str, Callable[[CurrentSettings, Mapping[str, Value]], None]] = {
    "playground": _put_playground,
    "paramFields": _put_param_fields,
    "request": _put_request,
}
