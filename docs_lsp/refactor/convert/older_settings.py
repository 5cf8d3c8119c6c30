"""Converts the settings of a mint.json, all but its navigation, to the current keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from docs_lsp.refactor.convert.current_settings import CurrentSettings, Value, is_valid_at
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.model_legacy import LEGACY

_USUAL_THEME = "mint"
_THEMES = MappingProxyType({"quill": "willow", "venus": "palm", "prism": "mint"})
"""Older themes, with the current theme that looks like each."""
_LAYOUTS = MappingProxyType({"sidenav": "maple", "solidSidenav": "willow"})
"""Older layouts that have become themes."""
_CODE = MappingProxyType({"dark": "dark", "auto": "system", "system": "system"})
_BARE_INTEGRATIONS = MappingProxyType({"intercom": "appId", "frontchat": "snippetId"})
"""Integrations that were a plain string, with the key that now holds it."""
_PLAYGROUNDS = MappingProxyType({"show": "interactive", "simple": "simple", "hide": "none"})
_EXPANDED = MappingProxyType({"all": "all", "none": "closed"})
_AUTH = MappingProxyType({name: f"api.mdx.auth.{name}" for name in ("method", "name")})
_PARTLY = ("topLevel", "topLevelOneOfs")
_MOVED = MappingProxyType({"backgroundImage": "background.image", "openapi": "api.openapi"})
"""Older keys with the places of their values."""
_MEMBERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "colors": {
            **{name: f"colors.{name}" for name in ("primary", "light", "dark")},
            "background": "background.color",
        },
        "modeToggle": {"default": "appearance.default", "isHidden": "appearance.strict"},
        "background": {
            **{name: f"background.{name}" for name in ("image", "decoration", "color")},
            "style": "background.decoration",
        },
    }
)
"""Keys of objects with the places of their members."""


def convert_settings(old: Mapping[str, Value], notes: list[str]) -> dict[str, Value]:
    """Convert the settings to the current format; adds a note for each one that is dropped."""
    docs: dict[str, Value] = {}
    settings = CurrentSettings(docs, notes)
    _put_theme(settings, old)
    # A value under a current key takes precedence over one under an older key.
    for key in sorted(old, key=lambda key: key in LEGACY):
        value = old[key]
        make = _MAKERS.get(key)
        if make is not None:
            make(settings, value)
        elif key in _MOVED:
            settings.put_valid_parts(key, _MOVED[key], value)
        elif key in _MEMBERS:
            settings.put_members(key, value, _MEMBERS[key])
        elif key in ("$schema", "theme", "layout"):
            continue
        elif key in DOCS.properties and key not in LEGACY:
            settings.put_valid_parts(key, key, value)
        else:
            settings.note_dropped_key(key)
    return docs


def _put_theme(settings: CurrentSettings, old: Mapping[str, Value]) -> None:
    """Put the theme, converted from an older layout or theme if not valid; notes each loss."""
    theme, layout = old.get("theme"), str(old.get("layout"))
    if is_valid_at("theme", theme):
        settings.docs["theme"] = theme
    else:
        settings.docs["theme"] = today = (
            _LAYOUTS.get(layout) or _THEMES.get(str(theme)) or _USUAL_THEME
        )
        if theme is not None and _THEMES.get(str(theme)) != today:
            settings.notes.append(
                f"The theme `{theme}` no longer exists; it is replaced by `{today}`."
            )
        if layout in _LAYOUTS:
            return
    if "layout" in old:
        settings.note_dropped_key("layout")


def _put_links(settings: CurrentSettings, value: Value) -> None:
    """Put the links of `topbarLinks` under `navbar.links`."""
    entries = value if isinstance(value, list) else [value]
    links = [_convert_link(settings, "topbarLinks", entry) for entry in entries]
    settings.put_valid_items("topbarLinks", "navbar.links", links)


def _put_button(settings: CurrentSettings, value: Value) -> None:
    """Put `topbarCtaButton` under `navbar.primary`."""
    link = _convert_link(settings, "topbarCtaButton", value)
    settings.put_value("topbarCtaButton", "navbar.primary", {"type": "button", **link})


def _convert_link(settings: CurrentSettings, key: str, old: Value) -> dict[str, Value]:
    """Convert a link, with a note for each dropped key; empty if it is not an object."""
    if not isinstance(old, dict):
        return {}
    for name in sorted(old.keys() - {"type", "name", "label", "url", "href"}):
        settings.note_dropped_key(f"{key}.{name}")
    kind, label = old.get("type"), old.get("name") or old.get("label")
    is_badge = kind in ("github", "discord")
    if kind not in (None, "link", "button") and not is_badge:
        settings.note_dropped_key(f"{key}.type")
    return {
        **({"type": kind} if is_badge else {}),
        **({"label": label} if label else {}),
        "href": old.get("url") or old.get("href"),
    }


def _put_socials(settings: CurrentSettings, value: Value) -> None:
    """Put profiles under `footer.socials`, with `https:` for `http:`; notes each loss."""
    if isinstance(value, list):
        value = {str(one.get("type")): one.get("url") for one in value if isinstance(one, dict)}
    for name, url in value.items() if isinstance(value, dict) else ():
        address = f"https://{url[7:]}" if isinstance(url, str) and url[:7] == "http://" else url
        if is_valid_at("footer.socials", {name: address}):
            footer = settings.docs.setdefault("footer", {})
            assert isinstance(footer, dict)
            if footer.setdefault("socials", {}).setdefault(name, address) != address:
                settings.notes.append(
                    f"`{address}` was dropped: `footer.socials.{name}` is set already."
                )
        else:
            settings.notes.append(
                f"The link to `{name}` in the footer was dropped: "
                f"{_explain_dropped_social(name, url)}."
            )


def _explain_dropped_social(name: str, url: Value) -> str:
    if not is_valid_at("footer.socials", {name: "https://example.com"}):
        return "docs.json does not support this network"
    return f"`{url}` is not an `https:` URL" if url else "it has no URL"


def _put_footer(settings: CurrentSettings, value: Value) -> None:
    """Put the profiles and the columns of `footer`; notes its other keys as lost."""
    if not isinstance(value, dict):
        settings.put_value("footer", "footer", value)
        return
    _put_socials(settings, value.get("socials"))
    for key in sorted(value.keys() - {"socials", "links"}):
        settings.note_dropped_key(f"footer.{key}")
    entries = value.get("links") or []
    columns = [
        _convert_footer_column(settings, entry)
        for entry in (entries if isinstance(entries, list) else [entries])
    ]
    settings.put_valid_items("footer.links", "footer.links", columns)


def _convert_footer_column(settings: CurrentSettings, old: Value) -> dict[str, Value]:
    """Return a column of the footer, and note the loss of its other keys; empty if invalid."""
    if not isinstance(old, dict):
        return {}
    for key in sorted(old.keys() - {"title", "header", "links", "items"}):
        settings.note_dropped_key(f"footer.links.{key}")
    header = old.get("title") or old.get("header")
    items = old.get("links") or old.get("items") or []
    links = [
        _convert_link(settings, "footer.links", item)
        for item in (items if isinstance(items, list) else [items])
    ]
    return {**({"header": header} if header else {}), "items": links}


def _put_analytics(settings: CurrentSettings, value: Value) -> None:
    """Put each member of an object under `integrations`."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, str) and name in _BARE_INTEGRATIONS:
            inner = {_BARE_INTEGRATIONS[name]: inner}
        settings.put_valid_parts(f"integrations.{name}", f"integrations.{name}", inner)


def _put_fonts(settings: CurrentSettings, value: Value) -> None:
    """Put `font` under `fonts`, with today's keys."""
    if isinstance(value, dict) and ("headings" in value or "body" in value):
        for name, part in value.items():
            today = "heading" if name == "headings" else name
            settings.put_valid_parts(f"font.{name}", f"fonts.{today}", _rename_font_url(part))
    else:
        settings.put_valid_parts("font", "fonts", _rename_font_url(value))


def _rename_font_url(value: Value) -> Value:
    """Rename `url` to `source` in a font object; any other value stays as it is."""
    if not isinstance(value, dict):
        return value
    return {("source" if name == "url" else name): inner for name, inner in value.items()}


def _put_seo(settings: CurrentSettings, value: Value) -> None:
    """Put the members of `seo`, with `indexHiddenPages` as `indexing`."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        if name == "indexHiddenPages" and isinstance(inner, bool):
            settings.put_value(
                "seo.indexHiddenPages", "seo.indexing", "all" if inner else "navigable"
            )
        else:
            settings.put_valid_parts(f"seo.{name}", f"seo.{name}", inner)
    if not isinstance(value, dict):
        settings.put_value("seo", "seo", value)


def _put_code_block(settings: CurrentSettings, value: Value) -> None:
    """Put the mode of `codeBlock` under `styling.codeblocks`; notes its other keys as lost."""
    if not isinstance(value, dict):
        value = {"mode": value}
    for name, inner in value.items():
        if name == "mode":
            settings.put_value("codeBlock", "styling.codeblocks", _CODE.get(str(inner), inner))
        else:
            settings.note_dropped_key(f"codeBlock.{name}")


def _put_eyebrow(settings: CurrentSettings, value: Value) -> None:
    """Put the display of `eyebrow` under `styling.eyebrows`."""
    if isinstance(value, dict):
        settings.put_members("eyebrow", value, {"display": "styling.eyebrows"})
    else:
        settings.put_value("eyebrow", "styling.eyebrows", value)


def _put_metadata(settings: CurrentSettings, value: Value) -> None:
    """Put `metadata` as it is if it is valid, or else under `seo.metatags`."""
    place = "metadata" if is_valid_at("metadata", value) else "seo.metatags"
    settings.put_valid_parts("metadata", place, value)


def _put_api(settings: CurrentSettings, value: Value) -> None:
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
    """Put the members of `api.paramFields` under `api.params`; notes a changed value."""
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
    """Put the languages of `api.request.example` under `api.examples`; notes other keys as lost."""
    for name, inner in value.items():
        if name == "example" and isinstance(inner, dict):
            places = {"languages": "api.examples.languages"}
            settings.put_members("api.request.example", inner, places)
        else:
            settings.note_dropped_key(f"api.request.{name}")


def _put_playground(settings: CurrentSettings, value: Mapping[str, Value]) -> None:
    """Put the members of `api.playground`, with today's keys and values."""
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
_MAKERS: Mapping[str, Callable[[CurrentSettings, Value], None]] = {
    "topbarLinks": _put_links,
    "topbarCtaButton": _put_button,
    "footerSocials": _put_socials,
    "footer": _put_footer,
    "analytics": _put_analytics,
    "integrations": _put_analytics,
    "font": _put_fonts,
    "api": _put_api,
    "seo": _put_seo,
    "metadata": _put_metadata,
    "codeBlock": _put_code_block,
    "eyebrow": _put_eyebrow,
    "eyebrows": _put_eyebrow,
}
"""Converters by key: of older keys, and of current keys whose values have changed."""
