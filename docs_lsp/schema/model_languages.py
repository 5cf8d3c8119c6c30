"""The language codes that the service accepts, and suggestions for other ones."""

from __future__ import annotations

from typing import Final

LANGUAGE_NAMES: Final[dict[str, str]] = {
    "en": "English",
    "cn": "Chinese (simplified)",
    "zh": "Chinese",
    "zh-Hans": "Chinese (simplified script)",
    "zh-Hant": "Chinese (traditional script)",
    "zh-CN": "Chinese (mainland China)",
    "zh-TW": "Chinese (Taiwan)",
    "es": "Spanish",
    "fr": "French",
    "fr-CA": "French (Canada)",
    "fr-ca": "French (Canada)",
    "ja": "Japanese",
    "jp": "Japanese",
    "ja-jp": "Japanese (Japan)",
    "ja-JP": "Japanese (Japan)",
    "pt": "Portuguese",
    "pt-BR": "Portuguese (Brazil)",
    "de": "German",
    "ko": "Korean",
    "it": "Italian",
    "ru": "Russian",
    "ro": "Romanian",
    "cs": "Czech",
    "id": "Indonesian",
    "ar": "Arabic",
    "tr": "Turkish",
    "hi": "Hindi",
    "sv": "Swedish",
    "no": "Norwegian",
    "da": "Danish",
    "lv": "Latvian",
    "nl": "Dutch",
    "uk": "Ukrainian",
    "vi": "Vietnamese",
    "pl": "Polish",
    "uz": "Uzbek",
    "he": "Hebrew",
    "ca": "Catalan",
    "fi": "Finnish",
    "hu": "Hungarian",
}
"""Every language code that the service accepts, with its English name."""

DOCUMENTED_LANGUAGES: Final = frozenset(LANGUAGE_NAMES) - {
    "zh",
    "zh-Hans",
    "zh-CN",
    "zh-TW",
    "fr-CA",
    "fr-ca",
    "ja",
    "ja-jp",
    "ja-JP",
    "pt",
}
"""Codes that the documentation of the format lists; the others are accepted all the same."""

MISNAMED_LANGUAGES: Final[dict[str, tuple[str, ...]]] = {
    "ua": ("uk",),
    "kr": ("ko",),
    "kp": ("ko",),
    "iw": ("he",),
    "il": ("he",),
    "dk": ("da",),
    "cz": ("cs",),
    "se": ("sv",),
    "vn": ("vi",),
    "in": ("hi", "id"),
    "nb": ("no",),
    "nn": ("no",),
    "br": ("pt-BR",),
    "pt-pt": ("pt", "pt-BR"),
    "tw": ("zh-Hant", "zh-TW"),
    "hk": ("zh-Hant",),
    "zh-hk": ("zh-Hant", "zh-TW"),
    "zh-mo": ("zh-Hant", "zh-TW"),
    "zh-sg": ("zh-Hans", "zh"),
    "gb": ("en",),
    "us": ("en",),
    "at": ("de",),
    "mx": ("es",),
    "sp": ("es",),
    "sa": ("ar",),
}
"""Country codes and old codes that are mistaken for language codes; in lower case."""


def suggest_languages(code: str) -> tuple[str, ...]:
    """Return the accepted codes that a code or language name most likely means, best first."""
    plain = _normalise_code(code)
    base = plain.split("-")[0]
    codes = [known for known in LANGUAGE_NAMES if known.lower() == plain]
    codes += MISNAMED_LANGUAGES.get(plain, ())
    codes += [known for known in LANGUAGE_NAMES if known.lower().split("-")[0] == base]
    codes += MISNAMED_LANGUAGES.get(base, ())
    codes += [known for known, name in LANGUAGE_NAMES.items() if name.lower() == plain]
    return tuple(dict.fromkeys(codes))


def is_code_variant(code: str, known: str) -> bool:
    """Return whether a code equals an accepted one but for case, spaces and `_` for `-`."""
    return _normalise_code(code) == known.lower()


def _normalise_code(code: str) -> str:
    return code.strip().replace("_", "-").lower()
