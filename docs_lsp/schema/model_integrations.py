"""`integrations` of docs.json: analytics, chat and consent services."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import FILLED, FLAG, TEXT, URL
from docs_lsp.schema.types import Form, Property, Record, StringType, Type, choice, record

_DOMAIN: Final = StringType(form=Form.DOMAIN)


def _define_required_key(name: str, type_: Type, description: str) -> Property:
    return Property(name, type_, description, required=True)


def _define_optional_key(name: str, type_: Type, description: str) -> Property:
    return Property(name, type_, description)


def _define_service(name: str, description: str, *keys: Property) -> Property:
    settings: Record = record(f"integrations.{name}", *keys)
    return Property(name, settings, description)


INTEGRATIONS: Final = record(
    "integrations",
    _define_service(
        "adobe",
        "Adobe Analytics.",
        _define_required_key("launchUrl", URL, "URL of the Launch script."),
    ),
    _define_service(
        "amplitude",
        "Amplitude analytics.",
        _define_required_key("apiKey", TEXT, "API key of the project."),
    ),
    _define_service(
        "clarity",
        "Microsoft Clarity session recordings.",
        _define_required_key("projectId", TEXT, "ID of the project."),
    ),
    _define_service(
        "clearbit",
        "Clearbit visitor data.",
        _define_required_key("publicApiKey", TEXT, "Public API key."),
    ),
    _define_service(
        "fathom", "Fathom analytics.", _define_required_key("siteId", TEXT, "ID of the site.")
    ),
    _define_service(
        "frontchat",
        "Front's chat window.",
        _define_required_key("snippetId", StringType(min_length=6), "ID of the chat snippet."),
    ),
    _define_service(
        "ga4",
        "Google Analytics 4.",
        _define_required_key(
            "measurementId", StringType(prefix="G"), "Measurement ID; it starts with `G`."
        ),
    ),
    _define_service(
        "gtm",
        "Google Tag Manager.",
        _define_required_key(
            "tagId", StringType(prefix="G"), "ID of the container; it starts with `G`."
        ),
    ),
    _define_service(
        "heap", "Heap analytics.", _define_required_key("appId", TEXT, "ID of the app.")
    ),
    _define_service(
        "hightouch",
        "Hightouch events.",
        _define_required_key("writeKey", TEXT, "Write key of the source."),
        _define_optional_key("apiHost", TEXT, "Host that takes the events."),
    ),
    _define_service(
        "hotjar",
        "Hotjar heat maps.",
        _define_required_key("hjid", TEXT, "ID of the site, as a string."),
        _define_required_key("hjsv", TEXT, "Version of the snippet, as a string."),
    ),
    _define_service(
        "intercom",
        "Intercom's chat window.",
        _define_required_key("appId", StringType(min_length=6), "ID of the workspace."),
    ),
    _define_service(
        "koala",
        "Koala visitor data.",
        _define_required_key("publicApiKey", StringType(min_length=2), "Public API key."),
    ),
    _define_service(
        "logrocket",
        "LogRocket session recordings.",
        _define_required_key("appId", TEXT, "ID of the app."),
    ),
    _define_service(
        "mixpanel",
        "Mixpanel analytics.",
        _define_required_key("projectToken", TEXT, "Token of the project."),
        _define_optional_key(
            "region",
            choice({"us": "United States.", "eu": "European Union.", "in": "India."}),
            "Where the data is stored.",
        ),
    ),
    _define_service(
        "onetrust",
        "OneTrust cookie consent.",
        _define_required_key("domainScript", FILLED, "ID of the domain script."),
        _define_optional_key("categoryId", FILLED, "Cookie category that analytics belongs to."),
        _define_optional_key(
            "scriptSource",
            StringType(form=Form.HTTPS_URL),
            "URL of the script, if it is hosted elsewhere.",
        ),
    ),
    _define_service(
        "pirsch",
        "Pirsch analytics.",
        _define_required_key("id", TEXT, "Identification code of the site."),
    ),
    _define_service(
        "posthog",
        "PostHog analytics.",
        _define_required_key(
            "apiKey", StringType(prefix="phc_"), "Key of the project; it starts with `phc_`."
        ),
        _define_optional_key("apiHost", URL, "URL of your own instance or proxy."),
        _define_optional_key("sessionRecording", FLAG, "Whether sessions are recorded."),
    ),
    _define_service(
        "plausible",
        "Plausible analytics.",
        _define_required_key("domain", _DOMAIN, "Domain as it is registered there."),
        _define_optional_key("server", _DOMAIN, "Host of your own instance."),
    ),
    _define_service(
        "segment",
        "Segment analytics.",
        _define_required_key("key", TEXT, "Write key of the source."),
        _define_optional_key(
            "cdnUrl",
            StringType(form=Form.SCRIPT_URL),
            "URL that the script is loaded from, if it is your own.",
        ),
    ),
    _define_service(
        "telemetry",
        "The service's own telemetry.",
        _define_optional_key("enabled", FLAG, "`false` switches it off."),
    ),
    _define_service(
        "cookies",
        "The cookie that records a reader's consent.",
        _define_optional_key("key", TEXT, "Name of the cookie."),
        _define_optional_key("value", TEXT, "Value that means consent."),
    ),
    _define_service(
        "transcend",
        "Transcend cookie consent.",
        _define_required_key(
            "bundleId", StringType(pattern=r"^[a-zA-Z0-9_-]+$"), "ID of the consent bundle."
        ),
        _define_optional_key(
            "analyticsPurpose",
            StringType(form=Form.NOT_BLANK),
            "Purpose that analytics belongs to.",
        ),
    ),
    strict=True,
)
