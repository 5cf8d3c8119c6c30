"""What is left to a JSON language server that looks after the same files.

Most editors let one look after every JSON file, and ask both. What each of them says, such as where
a list can be folded, is not needed twice. It cannot be asked whether one is there: the writer says
so, or the editor is known to bring one along.

Not left to it: the outline, since ours has titles where it has numbers; colours, since it knows
them only from a schema that marks them, and the service's does not; completion and hover, since it
knows neither pages nor endpoints. Faults of the JSON itself are left to it only where the writer
says that it is there (`Settings.severity`): it has no fixes for them.
"""

from __future__ import annotations

from docs_lsp.server.client_capabilities import VS_CODE
from docs_lsp.settings import Settings

FOLDING = "textDocument/foldingRange"
SELECTION = "textDocument/selectionRange"
SHARED = frozenset((FOLDING, SELECTION))
"""The methods that every JSON server answers just as well."""

# The names by which editors introduce themselves that have a JSON server built in.
_WITH_JSON_SERVER = (*VS_CODE, "zed")


def features_beside_json_server(settings: Settings, client_name: str) -> frozenset[str]:
    """Which of the methods that a JSON server answers too are to be answered all the same."""
    return frozenset() if has_json_server(settings, client_name) else SHARED


def has_json_server(settings: Settings, client_name: str) -> bool:
    """Whether a JSON server surely looks after docs.json too; `client_name` is what the client
    calls itself."""
    if settings.json_server == "auto":
        return client_name.strip().lower().startswith(_WITH_JSON_SERVER)
    return settings.json_server == "present"


def shows_schema(settings: Settings, *, is_said: bool) -> bool:
    """Whether a JSON server surely shows what the schema says that docs.json names.

    That there is one does not mean so: VS Code asks no address that its user does not trust, and
    then shows nothing. So the client has to say it, with each request.
    """
    return is_said if settings.json_server == "auto" else settings.json_server == "present"
