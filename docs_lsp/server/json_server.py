"""The requests that are left to a JSON language server running beside this one.

Most editors have a JSON language server for every JSON file, and ask both servers. Folding and
selection ranges, which every JSON server returns just as well, are needed once. Our server cannot
ask whether another one is there: the user sets it (`jsonServer`), or the editor is known to have
one.

Not left to the other server: the outline, since ours has titles where it has numbers; colours,
since it knows them only from a schema that marks them, and the service's does not; completion and
hover, since it knows neither pages nor endpoints. JSON syntax errors are left to it only if the
user says that it is there (`Settings.get_severity`): it has no fixes for them.
"""

from __future__ import annotations

from docs_lsp.server.client_capabilities import VS_CODE
from docs_lsp.settings.settings import Settings

_WITH_JSON_SERVER = (*VS_CODE, "zed")
"""The names of editors that have a JSON server built in."""


def has_json_server(settings: Settings, client_name: str) -> bool:
    """Return whether settings and client show that a JSON server certainly handles docs.json."""
    if settings.json_server == "auto":
        return client_name.strip().lower().startswith(_WITH_JSON_SERVER)
    return settings.json_server == "present"


def is_schema_shown_by_client(settings: Settings, *, is_reported: bool) -> bool:
    """Return whether a JSON server certainly shows the schema that docs.json names.

    That there is such a server is not enough: VS Code requests no address that its user does not
    trust, and then shows nothing. So the client has to report it with each request.
    """
    return is_reported if settings.json_server == "auto" else settings.json_server == "present"
