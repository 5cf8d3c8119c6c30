"""`integrations` of docs.json: analytics, chat and consent services."""

from __future__ import annotations

from typing import Final

from docs_lsp.schema.model_parts import FILLED, FLAG, TEXT, URL
from docs_lsp.schema.types import Choice, Form, Property, Record, StringType

_DOMAIN: Final = StringType(form=Form.DOMAIN)


def _define_service(name: str, description: str, *keys: Property) -> Property:
    settings: Record = Record(f"integrations.{name}", *keys)
    return Property(name, settings, description)


INTEGRATIONS: Final = Record(
    "integrations",
    _define_service(
        "adobe",
        "Adobe Analytics.",
        Property("launchUrl", URL, "URL of the Launch script.", required=True),
    ),
    _define_service(
        "amplitude",
        "Amplitude analytics.",
        Property("apiKey", TEXT, "API key of the project.", required=True),
    ),
    _define_service(
        "clarity",
        "Microsoft Clarity session recordings.",
        Property("projectId", TEXT, "ID of the project.", required=True),
    ),
    _define_service(
        "clearbit",
        "Clearbit visitor data.",
        Property("publicApiKey", TEXT, "Public API key.", required=True),
    ),
    _define_service(
        "fathom", "Fathom analytics.", Property("siteId", TEXT, "ID of the site.", required=True)
    ),
    _define_service(
        "frontchat",
        "Front's chat window.",
        Property("snippetId", StringType(min_length=6), "ID of the chat snippet.", required=True),
    ),
    _define_service(
        "ga4",
        "Google Analytics 4.",
        Property(
            "measurementId",
            StringType(prefix="G"),
            "Measurement ID; it starts with `G`.",
            required=True,
        ),
    ),
    _define_service(
        "gtm",
        "Google Tag Manager.",
        Property(
            "tagId",
            StringType(prefix="G"),
            "ID of the container; it starts with `G`.",
            required=True,
        ),
    ),
    _define_service(
        "heap", "Heap analytics.", Property("appId", TEXT, "ID of the app.", required=True)
    ),
    _define_service(
        "hightouch",
        "Hightouch events.",
        Property("writeKey", TEXT, "Write key of the source.", required=True),
        Property("apiHost", TEXT, "Host that receives the events."),
    ),
    _define_service(
        "hotjar",
        "Hotjar heat maps.",
        Property("hjid", TEXT, "ID of the site, as a string.", required=True),
        Property("hjsv", TEXT, "Version of the snippet, as a string.", required=True),
    ),
    _define_service(
        "intercom",
        "Intercom's chat window.",
        Property("appId", StringType(min_length=6), "ID of the workspace.", required=True),
    ),
    _define_service(
        "koala",
        "Koala visitor data.",
        Property("publicApiKey", StringType(min_length=2), "Public API key.", required=True),
    ),
    _define_service(
        "logrocket",
        "LogRocket session recordings.",
        Property("appId", TEXT, "ID of the app.", required=True),
    ),
    _define_service(
        "mixpanel",
        "Mixpanel analytics.",
        Property("projectToken", TEXT, "Token of the project.", required=True),
        Property(
            "region",
            Choice({"us": "United States.", "eu": "European Union.", "in": "India."}),
            "Where the data is stored.",
        ),
    ),
    _define_service(
        "onetrust",
        "OneTrust cookie consent.",
        Property("domainScript", FILLED, "ID of the domain script.", required=True),
        Property("categoryId", FILLED, "Cookie category that analytics belongs to."),
        Property(
            "scriptSource",
            StringType(form=Form.HTTPS_URL),
            "URL of the script, if it is hosted elsewhere.",
        ),
    ),
    _define_service(
        "pirsch",
        "Pirsch analytics.",
        Property("id", TEXT, "Identification code of the site.", required=True),
    ),
    _define_service(
        "posthog",
        "PostHog analytics.",
        Property(
            "apiKey",
            StringType(prefix="phc_"),
            "Key of the project; it starts with `phc_`.",
            required=True,
        ),
        Property("apiHost", URL, "URL of your own instance or proxy."),
        Property("sessionRecording", FLAG, "Whether sessions are recorded."),
    ),
    _define_service(
        "plausible",
        "Plausible analytics.",
        Property("domain", _DOMAIN, "Domain as it is registered there.", required=True),
        Property("server", _DOMAIN, "Host of your own instance."),
    ),
    _define_service(
        "segment",
        "Segment analytics.",
        Property("key", TEXT, "Write key of the source.", required=True),
        Property(
            "cdnUrl",
            StringType(form=Form.SCRIPT_URL),
            "URL that the script is loaded from, if it is your own.",
        ),
    ),
    _define_service(
        "telemetry",
        "The service's own telemetry.",
        Property("enabled", FLAG, "`false` switches it off."),
    ),
    _define_service(
        "cookies",
        "The cookie that records a reader's consent.",
        Property("key", TEXT, "Name of the cookie."),
        Property("value", TEXT, "Value that means consent."),
    ),
    _define_service(
        "transcend",
        "Transcend cookie consent.",
        Property(
            "bundleId",
            StringType(pattern=r"^[a-zA-Z0-9_-]+$"),
            "ID of the consent bundle.",
            required=True,
        ),
        Property(
            "analyticsPurpose",
            StringType(form=Form.NOT_BLANK),
            "Purpose that analytics belongs to.",
        ),
    ),
    strict=True,
)
