"""`integrations` of docs.json: analytics, chat and consent services."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import FILLED, FLAG, TEXT, URL
from docs_lsp.schema.types import Property, Record, StringType, Type, choice, record


def _key(name: str, type_: Type, description: str) -> Property:
    return Property(name, type_, description, required=True)


def _extra(name: str, type_: Type, description: str) -> Property:
    return Property(name, type_, description)


def _service(name: str, title: str, *keys: Property) -> Property:
    settings: Record = record(f"integrations.{name}", *keys)
    return Property(name, settings, title)


INTEGRATIONS: Final = record(
    "integrations",
    _service(
        "adobe",
        "Adobe Analytics.",
        _key("launchUrl", URL, "URL of the Launch script."),
    ),
    _service(
        "amplitude",
        "Amplitude analytics.",
        _key("apiKey", TEXT, "API key of the project."),
    ),
    _service(
        "clarity",
        "Microsoft Clarity session recordings.",
        _key("projectId", TEXT, "ID of the project."),
    ),
    _service(
        "clearbit",
        "Clearbit visitor data.",
        _key("publicApiKey", TEXT, "Public API key."),
    ),
    _service(
        "fathom",
        "Fathom analytics.",
        _key("siteId", TEXT, "ID of the site."),
    ),
    _service(
        "frontchat",
        "Front's chat window.",
        _key("snippetId", StringType(min_length=6), "ID of the chat snippet."),
    ),
    _service(
        "ga4",
        "Google Analytics 4.",
        _key("measurementId", StringType(prefix="G"), "Measurement ID; it starts with `G`."),
    ),
    _service(
        "gtm",
        "Google Tag Manager.",
        _key("tagId", StringType(prefix="G"), "ID of the container; it starts with `G`."),
    ),
    _service(
        "heap",
        "Heap analytics.",
        _key("appId", TEXT, "ID of the app."),
    ),
    _service(
        "hightouch",
        "Hightouch events.",
        _key("writeKey", TEXT, "Write key of the source."),
        _extra("apiHost", TEXT, "Host that takes the events."),
    ),
    _service(
        "hotjar",
        "Hotjar heat maps.",
        _key("hjid", TEXT, "ID of the site, as a string."),
        _key("hjsv", TEXT, "Version of the snippet, as a string."),
    ),
    _service(
        "intercom",
        "Intercom's chat window.",
        _key("appId", StringType(min_length=6), "ID of the workspace."),
    ),
    _service(
        "koala",
        "Koala visitor data.",
        _key("publicApiKey", StringType(min_length=2), "Public API key."),
    ),
    _service(
        "logrocket",
        "LogRocket session recordings.",
        _key("appId", TEXT, "ID of the app."),
    ),
    _service(
        "mixpanel",
        "Mixpanel analytics.",
        _key("projectToken", TEXT, "Token of the project."),
        _extra(
            "region",
            choice({"us": "United States.", "eu": "European Union.", "in": "India."}),
            "Where the data is stored.",
        ),
    ),
    _service(
        "onetrust",
        "OneTrust cookie consent.",
        _key("domainScript", FILLED, "ID of the domain script."),
        _extra("categoryId", FILLED, "Cookie category that analytics belongs to."),
        _extra("scriptSource", URL, "URL of the script, if it is hosted elsewhere."),
    ),
    _service(
        "pirsch",
        "Pirsch analytics.",
        _key("id", TEXT, "Identification code of the site."),
    ),
    _service(
        "posthog",
        "PostHog analytics.",
        _key("apiKey", StringType(prefix="phc_"), "Key of the project; it starts with `phc_`."),
        _extra("apiHost", URL, "URL of your own instance or proxy."),
        _extra("sessionRecording", FLAG, "Whether sessions are recorded."),
    ),
    _service(
        "plausible",
        "Plausible analytics.",
        _key("domain", TEXT, "Domain as it is registered there."),
        _extra("server", TEXT, "Host of your own instance."),
    ),
    _service(
        "segment",
        "Segment analytics.",
        _key("key", TEXT, "Write key of the source."),
        _extra("cdnUrl", URL, "URL that the script is loaded from, if it is your own."),
    ),
    _service(
        "telemetry",
        "The service's own telemetry.",
        _extra("enabled", FLAG, "`false` switches it off."),
    ),
    _service(
        "cookies",
        "The cookie that records a reader's consent.",
        _extra("key", TEXT, "Name of the cookie."),
        _extra("value", TEXT, "Value that means consent."),
    ),
    _service(
        "transcend",
        "Transcend cookie consent.",
        _key("bundleId", StringType(pattern=r"^[a-zA-Z0-9_-]+$"), "ID of the consent bundle."),
        _extra("analyticsPurpose", FILLED, "Purpose that analytics belongs to."),
    ),
    strict=True,
)
