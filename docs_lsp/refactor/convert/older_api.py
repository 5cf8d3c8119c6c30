"""What a mint.json said of the pages about an API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from docs_lsp.refactor.convert.todays_settings import TodaysSettings, Value

_PLAYGROUNDS = MappingProxyType({"show": "interactive", "simple": "simple", "hide": "none"})
_EXPANDED = MappingProxyType({"all": "all", "topLevel": "closed", "none": "closed"})


def put_api(settings: TodaysSettings, value: Value) -> None:
    """Put the value of the older `api` at the places of today."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        make = _API_MAKERS.get(name)
        if make is not None and isinstance(inner, dict):
            make(settings, inner)
        elif name == "baseUrl":
            settings.put("api.baseUrl", "api.mdx.server", inner)
        elif name == "hidePlayground" and inner is True:
            settings.put("api.hidePlayground", "api.playground.display", "none")
        elif name not in ("hidePlayground", "maintainOrder"):
            settings.put(f"api.{name}", f"api.{name}", inner)


def _put_auth(settings: TodaysSettings, value: Mapping[str, Value]) -> None:
    settings.put_each(
        "api.auth", value, {name: f"api.mdx.auth.{name}" for name in ("method", "name")}
    )


def _put_param_fields(settings: TodaysSettings, value: Mapping[str, Value]) -> None:
    expanded = _EXPANDED.get(str(value.get("expanded")), "closed")
    settings.put("api.paramFields", "api.params.expanded", expanded)


def _put_request(settings: TodaysSettings, value: Mapping[str, Value]) -> None:
    example = value.get("example")
    languages = example.get("languages") if isinstance(example, dict) else None
    if languages:
        settings.put("api.request", "api.examples.languages", languages)


def _put_playground(settings: TodaysSettings, value: Mapping[str, Value]) -> None:
    mode = value.get("mode")
    if mode is not None:
        display = _PLAYGROUNDS.get(str(mode), mode)
        settings.put("api.playground.mode", "api.playground.display", display)
    if "disableProxy" in value:
        proxy = value["disableProxy"] is not True
        settings.put("api.playground.disableProxy", "api.playground.proxy", proxy)
    for name in ("display", "proxy", "credentials"):
        if name in value:
            settings.put(f"api.playground.{name}", f"api.playground.{name}", value[name])


_API_MAKERS: Mapping[str, Callable[[TodaysSettings, Mapping[str, Value]], None]] = {
    "auth": _put_auth,
    "playground": _put_playground,
    "paramFields": _put_param_fields,
    "request": _put_request,
}
