"""The HTTP methods of OpenAPI since 3.0, in the order of its specification."""

from __future__ import annotations

HTTP_METHODS = ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE")
