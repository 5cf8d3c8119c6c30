"""Unlisted pages of an operation for which the service generates another page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code
from docs_lsp.site.pages import url_to_path
from docs_lsp.site.routes.accepted_site import compute_accepted_state
from docs_lsp.site.specifications.named_operation import find_page_operation
from docs_lsp.site.visibility import Reason

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.summaries.page_card import PageCard


def explain_generated_instead(address: str = "") -> str:
    """Return why such a page is not found, with the `address` of the other one if it is given."""
    other = f", {code(address)}" if address else ""
    return (
        "The navigation does not list it, and the service generates another page of its "
        f"operation{other}. Delete it, or list it instead of that page."
    )


def name_generated_instead(card: PageCard, overview: Overview) -> PageCard:
    """Return the card of a page with the generated page in the reason why search lacks it, if any.

    It is for a page that the navigation certainly does not list.
    """
    if card.sight is None or card.sight.reason is not Reason.NOT_LISTED or not card.operation:
        return card
    target = find_page_operation(card.operation, card.file, overview.facts)
    name = f"{target.spec.file} {target.operation}" if target else ""
    address = overview.cached(map_addresses_by_name).get(name)
    if address is None:
        return card
    return card._replace(sight=replace(card.sight, text=explain_generated_instead(address)))


def map_addresses_by_name(overview: Overview) -> Mapping[str, str]:
    """Return the address of a generated page of each operation; use `overview.cached`.

    Those with a page of the site at their address have none.
    """
    made = overview.cached(compute_accepted_state).made
    addresses = {page.address: page.name for page in made if page.address}
    pages = overview.facts.pages
    return {
        name: address
        for address, name in sorted(addresses.items(), reverse=True)
        if url_to_path(address) not in pages
    }
