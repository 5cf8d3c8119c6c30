"""What the tables of the settings are built from: their base, and faults in a writer's words."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticCustomError


class SettingsTable(BaseModel):
    """A table that takes the keys that it declares and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def writer_fault(message: str) -> PydanticCustomError:
    """A fault whose message is shown as it is."""
    # Handed over as a value, because pydantic reads braces in a message as a template.
    return PydanticCustomError("writer", "{message}", {"message": message})
