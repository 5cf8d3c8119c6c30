"""Where the service puts the pages that it makes: as its build does, to the letter."""

from __future__ import annotations

import pytest

from docs_lsp.site.generated_pages.generation import (
    iter_generated_addresses,
    make_operation_address,
)
from docs_lsp.site.specifications.endpoints import WEBHOOK
from docs_lsp.site.specifications.openapi import Operation, Spec

TAGGED = Operation("GET", "/x", (), summary="A", tags=("My boats", "B"))


@pytest.mark.parametrize(
    ("operation", "address"),
    [
        (Operation("GET", "/boats", ()), "/api-reference/get-boats"),
        (Operation("GET", "/boats/{id}/crew", ()), "/api-reference/get-boats-crew"),
        (Operation("GET", "/boats/all", ()), "/api-reference/get-boatsall"),
        (Operation("GET", "/boats", (), operation_id="all"), "/api-reference/get-boats"),
        (Operation(WEBHOOK, "boatMoored", ()), "/api-reference/boatmoored"),
        (Operation("GET", "/x", (), summary="Get {id}, or 1.5"), "/api-reference/get--or-15"),
        (Operation("GET", "/x", (), summary="Q&A: Ärger?"), "/api-reference/q&a:-ärger%3F"),
        (Operation("GET", "/x", (), blocks={"x-mint": {"href": "/boats/Go/"}}), "/boats/Go"),
        (TAGGED, "/api-reference/my-boats/a"),
    ],
)
def test_the_address_of_an_operation(operation: Operation, address: str) -> None:
    assert make_operation_address(operation) == address


def test_pages_of_one_name_are_counted() -> None:
    spec = Spec("api.json", usable=True, operations={("GET", str(at)): TAGGED for at in range(3)})
    addresses = [address for _, address in iter_generated_addresses(spec, "/Ref/")]

    assert addresses == ["/ref/my-boats/a", "/ref/my-boats/a-1", "/ref/my-boats/a-2"]
