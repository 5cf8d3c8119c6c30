"""Mistakes in entries that name an endpoint."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.openapi import Operation, Spec
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.scene import NEW, Scene, entry_list, index_of, pick
from tests.mutations.specs import marking, named
from tests.mutations.surgery import told

_NOT_LISTED: Mapping[str, str] = {
    "unlisted-operations": "the operation that the entry named is not listed any more",
    "missing-translation": "the other language still lists the endpoint",
}
_OPERATION = '{ "get": { "responses": { "200": { "description": "A zebra" } } } }'
_PARAMETER = re.compile(r"\{[^{}/]+\}")


class Known(NamedTuple):
    """An entry that names an operation, and the only specification that has it."""

    listing: Listing
    endpoint: Endpoint
    spec: Spec
    operation: Operation


@plants("malformed-endpoint")
def endpoint_of_no_method(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.lists("pages"))
    if place is None or not place[1].node.items:
        return None
    slips = ("GTE /zebra", "FETCH /zebra", "GET /zebra crossing", "POST zebra")
    swapped = ("GET zebra.json /zebra", "/zebra GET", "zebra.json /zebra GET")
    text = chance.choice((*slips, *swapped))
    return planted(f"the entry `{text}`", place[1].with_item(told(text)))


@plants("malformed-endpoint", files=True)
def method_without_a_path(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.lists("pages"))
    if place is None or not place[1].node.items:
        return None
    text = chance.choice(("GET", "POST ", " DELETE"))
    return planted(f"the entry `{text}`", place[1].with_item(told(text)))


@plants("malformed-endpoint", files=True)
def path_without_a_method(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, [one for one in _known(scene) if one.endpoint.spec is None])
    where = entry_list(scene, known.listing) if known else None
    if known is None or where is None or known.endpoint.is_webhook:
        return None
    if scene.is_page(known.endpoint.path.strip("/")):
        return None
    return planted("the path of an endpoint", where.with_item(told(known.endpoint.path)))


@plants("malformed-endpoint", files=True)
def method_in_small_letters(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, _known(scene))
    if known is None or known.endpoint.is_webhook:
        return None
    text = known.listing.text
    start, end = known.endpoint.method_part
    if not text[start:end].isupper():
        return None
    return _rewritten(known.listing, f"{text[:start]}{text[start:end].lower()}{text[end:]}")


@plants("endpoint-without-spec")
def endpoint_among_pages(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    text = chance.choice(("GET /zebra", "POST /zebra/{id}"))
    return planted(f"the entry `{text}`", place[1].with_item(told(text)))


@plants("unknown-endpoint", files=True)
def endpoint_that_is_not_there(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, _known(scene))
    where = entry_list(scene, known.listing) if known else None
    if known is None or where is None:
        return None
    return planted("a new endpoint", where.with_item(told("GET /zebra/crossing")))


@plants("unknown-endpoint", files=True, implied=_NOT_LISTED)
def parameter_of_another_name(scene: Scene, chance: Random) -> Fault | None:
    places = [one for one in _known(scene) if _PARAMETER.search(one.endpoint.path)]
    known = pick(chance, places)
    if known is None:
        return None
    return _rewritten(known.listing, _PARAMETER.sub("{zebra}", known.listing.text, count=1))


@plants("unknown-endpoint", files=True, implied=_NOT_LISTED)
def method_that_the_path_lacks(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, [one for one in _known(scene) if not one.endpoint.is_webhook])
    if known is None:
        return None
    start, end = known.endpoint.method_part
    text = known.listing.text
    free = [
        method
        for method in ("GET", "PUT", "POST", "DELETE", "PATCH")
        if known.spec.find_operation(method, known.endpoint.path) is None
    ]
    method = pick(chance, free)
    return _rewritten(known.listing, f"{text[:start]}{method}{text[end:]}") if method else None


@plants("hidden-endpoint", files=True)
def operation_that_is_hidden(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, _known(scene))
    if known is None:
        return None
    key = chance.choice(("x-hidden", "x-excluded"))
    edit = marking(scene, known.spec, known.operation, key, "true")
    if edit is None:
        return None
    places = [
        Range(one.listing.file, one.listing.span)
        for one in _known(scene)
        if one.operation is known.operation
    ]
    return planted(f"`{known.operation}` is hidden", edit, at=places)


@plants("duplicate-endpoint", files=True)
def endpoint_twice(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, _known(scene))
    where = entry_list(scene, known.listing) if known else None
    if known is None or where is None:
        return None
    place = Range(known.listing.file, known.listing.span)
    return planted("an endpoint twice", where.with_item(told(known.listing.text)), at=(place,))


@plants("operation-twice", files=True)
def page_beside_what_the_service_makes(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, [one for one in scene.lists("tabs") if not scene.is_hidden(one[0])])
    if place is None:
        return None
    info = '"info": { "title": "Zebra", "version": "1" }'
    paths = f'{{ "/zebra": {_OPERATION}, "/zebra/crossing": {_OPERATION} }}'
    spec = NewFile(f"{NEW}.json", f'{{ "openapi": "3.1.0", {info}, "paths": {paths} }}')
    text = chance.choice(("", "Zebras cross here.\n"))
    page = NewFile(f"{NEW}.mdx", f"---\nopenapi: {NEW}.json GET /zebra\n---\n{text}")
    raw = f'{{ "tab": "{NEW}", "openapi": {told(f"{NEW}.json")}, "pages": ["{NEW}"] }}'
    return planted("a page of a generated operation", spec, page, place[1].with_item(raw))


@plants("operation-twice", files=True)
def page_beside_its_endpoint(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, _known(scene))
    where = entry_list(scene, known.listing) if known else None
    if known is None or where is None or scene.is_hidden(known.listing.placed):
        return None
    content = f"---\nopenapi: /{known.spec.file} {known.operation}\n---\n"
    page = NewFile(f"{NEW}.mdx", content)
    return planted("a page of a listed endpoint", page, where.with_item(told(NEW)))


@plants("unlisted-operations", files=True)
def endpoint_not_listed(scene: Scene, chance: Random) -> Fault | None:
    found = [one for one in _known(scene) if _is_sole(scene, one) and _has_others(scene, one)]
    known = pick(chance, found)
    where = entry_list(scene, known.listing) if known else None
    if known is None or where is None or len(where.node.items) < 2:
        return None
    edit = where.without(index_of(where, known.listing))
    return planted(f"no entry for `{known.operation}`", edit, at=named(scene, known.spec))


@plants("unlisted-operations", files=True)
def operation_added(scene: Scene, chance: Random) -> Fault | None:
    """To a specification of which all operations were listed."""
    known = pick(chance, [one for one in _known(scene) if not one.endpoint.spec])
    paths = scene.json(known.spec.file).inside("paths") if known else None
    if known is None or paths is None or not paths.node.items:
        return None
    edit = paths.with_member("/zebra", _OPERATION)
    return planted("one more operation", edit, at=named(scene, known.spec))


@plants("endpoint-page", files=True, implied=_NOT_LISTED)
def page_for_an_endpoint(scene: Scene, chance: Random) -> Fault | None:
    """A page with nothing in it but the name of an operation."""
    known = pick(chance, [one for one in _known(scene) if not one.endpoint.spec])
    where = entry_list(scene, known.listing) if known else None
    if known is None or where is None or len(where.node.items) < 2:
        return None
    page = f"{NEW}/endpoint"
    content = marked(f'---\nopenapi: "{known.operation}"\n---\n')
    index = index_of(where, known.listing)
    edit = FileEdit(where.file, where.child(index), told(page))
    return planted("a page for an endpoint", edit, NewFile(f"{page}.mdx", content))


@plants("malformed-endpoint", files=True)
def page_whose_operation_is_written_wrong(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, _known(scene))
    if known is None or known.endpoint.is_webhook or " " in known.spec.file:
        return None
    method, path, file = known.endpoint.method, known.endpoint.path, known.spec.file
    wrong = (
        f"{marked('GTE')} {path}",
        f"{file} {marked('PSOT')} {path}",
        f"{method} {marked(path.lstrip('/'))}",
        f"{method} {path}{marked(' and more')}",
        f"{method} {marked(file)} {path}",
        f"{file} {marked(path)}",
        f"{file} {marked(method)}",
    )
    return _page(chance.choice(wrong) if len(path) > 1 else wrong[0])


@plants("malformed-endpoint", files=True)
def page_by_hand_of_no_method(_scene: Scene, _chance: Random) -> Fault | None:
    return _page(f"{marked('GTE')} /zebra", "api")


@plants("missing-spec", files=True)
def page_of_a_file_that_is_not_there(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, _known(scene))
    if known is None or has_url(scene):
        return None
    file = chance.choice(("zebra.json", "/zebra/crossing.yaml", f"zebra/{known.spec.file}"))
    return _page(f"{marked(file)} {known.endpoint.method} /zebra")


@plants("unknown-endpoint", files=True)
def page_of_an_operation_that_is_not_there(scene: Scene, chance: Random) -> Fault | None:
    known = pick(chance, [one for one in _known(scene) if not one.endpoint.is_webhook])
    if known is None:
        return None
    path = known.endpoint.path
    wrong = [f"/{known.spec.file} GET {marked('/zebra/crossing')}"]
    if known.spec.find_operation("TRACE", path) is None:
        wrong.append(f"/{known.spec.file} {marked('TRACE')} {path}")
    if not has_url(scene) and all(spec.usable and not spec.faults for spec in _specs(scene)):
        wrong.append(f"GET {marked('/zebra/crossing')}")
    return _page(chance.choice(wrong))


def has_url(scene: Scene) -> bool:
    """Whether docs.json names a specification behind a URL."""
    objects = (placed.element for placed in scene.navigation.elements)
    named = (name for one in objects for name in list_sources(one.get("openapi")))
    return any(map(is_url, named)) or b'"openapi": "http' in scene.data(scene.site.name)


def _specs(scene: Scene) -> list[Spec]:
    return list(scene.site.facts.specs.values()) if scene.site.facts else []


def _page(text: str, field: str = "openapi") -> Fault:
    """A new page that is about an operation, and that need not be listed."""
    content = f"---\ntitle: Zebra crossing\nhidden: true\n{field}: {text}\n---\n\nOf zebras.\n"
    return planted(f"a page with `{field}: {text}`", NewFile(f"{NEW}/operation.mdx", content))


@lru_cache(maxsize=4)
def _known(scene: Scene) -> tuple[Known, ...]:
    """The entries that name an operation of a specification, once each."""
    return tuple(_found(scene))


def _found(scene: Scene) -> Iterator[Known]:
    facts = scene.site.facts
    for listing in scene.navigation.listings if facts else ():
        endpoint = parse_endpoint_entry(listing.text)
        if not isinstance(endpoint, Endpoint) or listing.is_root:
            continue
        names = (endpoint.spec,) if endpoint.spec else listing.placed.element.inner.openapi
        specs = [facts.specs.get(resolve_spec_path(name) or "") for name in names] if facts else []
        if len(specs) != 1 or specs[0] is None or specs[0].faults:
            continue
        operation = specs[0].find_operation(endpoint.method, endpoint.path)
        if operation is not None and not (operation.hidden or operation.excluded):
            yield Known(listing, endpoint, specs[0], operation)


def _is_sole(scene: Scene, known: Known) -> bool:
    """Whether nothing else on the site lists the operation of an entry."""
    return sum(one.operation is known.operation for one in _known(scene)) == 1


def _has_others(scene: Scene, known: Known) -> bool:
    """Whether another entry of the same element names an operation."""
    placed = known.listing.placed
    return any(one is not known and one.listing.placed is placed for one in _known(scene))


def _rewritten(listing: Listing, text: str) -> Fault:
    what = f"`{text}` for `{listing.text}`"
    return planted(what, FileEdit(listing.file, Span(*listing.span), marked(text)))
