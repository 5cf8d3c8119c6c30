"""The base of the tables of the settings, and faults with messages for the user."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticCustomError


class SettingsTable(BaseModel):
    """A table that accepts only the keys that it declares."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def build_user_fault(message: str) -> PydanticCustomError:
    """Return a validation error whose message is shown as it is."""
    # Passed as a value, because pydantic reads braces in a message as a template.
    return PydanticCustomError("writer", "{message}", {"message": message})
