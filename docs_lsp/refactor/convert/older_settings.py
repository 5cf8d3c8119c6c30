"""The settings of a mint.json, all but its navigation, under the keys of today."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType

from docs_lsp.refactor.convert.older_api import put_api
from docs_lsp.refactor.convert.todays_settings import TodaysSettings, Value
from docs_lsp.schema.model import DOCS, type_of
from docs_lsp.schema.model_legacy import LEGACY
from docs_lsp.schema.shape import fits

_USUAL_THEME = "mint"
_CODE = MappingProxyType({"dark": "dark", "auto": "system", "system": "system"})
_BARE_INTEGRATIONS = MappingProxyType({"intercom": "appId", "frontchat": "snippetId"})
"""Integrations that were a mere string, and the key that it stands under today."""


def convert_settings(old: Mapping[str, Value], notes: list[str]) -> dict[str, Value]:
    """The settings in today's form; a note for each thing that has none."""
    docs: dict[str, Value] = {}
    settings = TodaysSettings(docs, notes)
    for key, value in old.items():
        make = _MAKERS.get(key)
        if make is not None:
            make(settings, value)
        elif key == "$schema":
            continue
        elif key in DOCS.properties and key not in LEGACY:
            settings.put(key, key, value)
        else:
            settings.note_dropped(key)
    docs.setdefault("theme", _USUAL_THEME)
    return docs


def _put_theme(settings: TodaysSettings, value: Value) -> None:
    wanted = type_of("theme")
    is_known = wanted is not None and fits(wanted, json.dumps(value))
    settings.docs["theme"] = value if is_known else _USUAL_THEME
    if not is_known:
        settings.notes.append(
            f"The theme `{value}` is not there any more: it is `{_USUAL_THEME}` for now."
        )


def _put_colors(settings: TodaysSettings, value: Value) -> None:
    places = {name: f"colors.{name}" for name in ("primary", "light", "dark")}
    settings.put_each("colors", value, {**places, "background": "background.color"})


def _put_logo(settings: TodaysSettings, value: Value) -> None:
    settings.put("logo", "logo", value)


def _put_links(settings: TodaysSettings, value: Value) -> None:
    links = (
        [_convert_link(one) for one in value if isinstance(one, dict)]
        if isinstance(value, list)
        else []
    )
    if links:
        settings.put("topbarLinks", "navbar.links", links)


def _put_button(settings: TodaysSettings, value: Value) -> None:
    link = _convert_link(value) if isinstance(value, dict) else {}
    settings.put("topbarCtaButton", "navbar.primary", {"type": "button", **link})


def _convert_link(old: Mapping[str, Value]) -> dict[str, Value]:
    link: dict[str, Value] = {}
    if old.get("type") in ("github", "discord"):
        link["type"] = old["type"]
    label = old.get("name") or old.get("label")
    if label:
        link["label"] = label
    link["href"] = old.get("url") or old.get("href")
    return link


def _put_socials(settings: TodaysSettings, value: Value) -> None:
    if isinstance(value, list):
        value = {
            one["type"]: one.get("url") for one in value if isinstance(one, dict) and "type" in one
        }
    for name, url in value.items() if isinstance(value, dict) else ():
        wanted = type_of("footer.socials")
        address = f"https://{url[7:]}" if isinstance(url, str) and url[:7] == "http://" else url
        if wanted is not None and fits(wanted, json.dumps({name: address})):
            footer = settings.docs.setdefault("footer", {})
            assert isinstance(footer, dict)
            footer.setdefault("socials", {})[name] = address
        else:
            settings.notes.append(
                f"The link to `{name}` in the footer was not kept: {_explain_rejection(name, url)}."
            )


def _explain_rejection(name: str, url: Value) -> str:
    wanted = type_of("footer.socials")
    if wanted is not None and not fits(wanted, json.dumps({name: "https://example.com"})):
        return "docs.json knows no such network"
    return f"`{url}` is no `https:` address" if url else "it leads nowhere"


def _put_footer(settings: TodaysSettings, value: Value) -> None:
    if not isinstance(value, dict):
        settings.put("footer", "footer", value)
        return
    _put_socials(settings, value.get("socials"))
    columns = []
    for column in value.get("links") or ():
        if isinstance(column, dict):
            items = column.get("links") or column.get("items") or []
            header = column.get("title") or column.get("header")
            links = [_convert_link(item) for item in items if isinstance(item, dict)]
            columns.append({**({"header": header} if header else {}), "items": links})
    if columns:
        settings.put("footer.links", "footer.links", columns)


def _put_analytics(settings: TodaysSettings, value: Value) -> None:
    for name, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, str) and name in _BARE_INTEGRATIONS:
            inner = {_BARE_INTEGRATIONS[name]: inner}
        settings.put(f"integrations.{name}", f"integrations.{name}", inner)


def _put_appearance(settings: TodaysSettings, value: Value) -> None:
    settings.put_each(
        "modeToggle", value, {"default": "appearance.default", "isHidden": "appearance.strict"}
    )


def _put_background(settings: TodaysSettings, value: Value) -> None:
    places = {name: f"background.{name}" for name in ("image", "decoration", "color")}
    settings.put_each("background", value, {**places, "style": "background.decoration"})


def _put_fonts(settings: TodaysSettings, value: Value) -> None:
    settings.put("font", "fonts", _convert_font(value))


def _convert_font(value: Value) -> Value:
    if not isinstance(value, dict):
        return value
    if "headings" in value or "body" in value:
        parts = {"heading": value.get("headings"), "body": value.get("body")}
        return {name: _convert_font(part) for name, part in parts.items() if part}
    names = {"url": "source"}
    return {names.get(name, name): inner for name, inner in value.items()}


def _put_seo(settings: TodaysSettings, value: Value) -> None:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name != "indexHiddenPages":
                settings.put(f"seo.{name}", f"seo.{name}", inner)
            elif inner is True:
                settings.put("seo.indexHiddenPages", "seo.indexing", "all")


def _put_code_block(settings: TodaysSettings, value: Value) -> None:
    mode = value.get("mode") if isinstance(value, dict) else value
    settings.put("codeBlock", "styling.codeblocks", _CODE.get(str(mode), mode))


def _make_putter(place: str) -> Callable[[TodaysSettings, Value], None]:
    def make(settings: TodaysSettings, value: Value) -> None:
        settings.put(place, place, value)

    return make


_MAKERS: Mapping[str, Callable[[TodaysSettings, Value], None]] = {
    "theme": _put_theme,
    "colors": _put_colors,
    "logo": _put_logo,
    "topbarLinks": _put_links,
    "topbarCtaButton": _put_button,
    "footerSocials": _put_socials,
    "footer": _put_footer,
    "analytics": _put_analytics,
    "integrations": _put_analytics,
    "modeToggle": _put_appearance,
    "background": _put_background,
    "backgroundImage": _make_putter("background.image"),
    "font": _put_fonts,
    "openapi": _make_putter("api.openapi"),
    "api": put_api,
    "seo": _put_seo,
    "metadata": _make_putter("seo.metatags"),
    "codeBlock": _put_code_block,
    "eyebrow": _make_putter("styling.eyebrows"),
    "eyebrows": _make_putter("styling.eyebrows"),
}
"""What becomes of each older key, and of those of today that held something else."""
