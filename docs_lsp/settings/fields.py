"""The base of the tables of the settings, and faults with messages for the user."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic_core import PydanticCustomError


class SettingsTable(BaseModel):
    """A table that accepts only the keys that it declares."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def build_user_fault(message: str) -> PydanticCustomError:
    """Return a validation error whose message is shown as it is."""
    # Passed as a value, because pydantic reads braces in a message as a template.
    return PydanticCustomError("writer", "{message}", {"message": message})


def require_text(is_valid: Callable[[str], object], message: str) -> AfterValidator:
    """Return a validator of strings that raises a fault with `message`, its `{text}` replaced."""

    def require(text: str) -> str:
        if not is_valid(text):
            raise build_user_fault(message.replace("{text}", text))
        return text

    return AfterValidator(require)
