"""The OpenAPI schemas are those that were published, to the byte."""

from __future__ import annotations

import hashlib
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs_lsp.openapi_schema import validators
from docs_lsp.openapi_schema.validators import VERSIONS

SCHEMAS = Path(validators.__file__).with_name("schemas")
HASHES = dict(
    re.findall(
        r"^\| `v(\S+)\.json` \| .* \| `(\w{64})` \|$", (SCHEMAS / "README.md").read_text(), re.M
    )
)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_schema_is_what_its_hash_says(version: str) -> None:
    data = (SCHEMAS / f"v{version}.json").read_bytes()

    assert hashlib.sha256(data).hexdigest() == HASHES[version]


def test_each_version_and_the_licence_are_there() -> None:
    assert set(HASHES) == set(VERSIONS)
    assert {path.name for path in SCHEMAS.iterdir()} == {
        "LICENSE",
        "README.md",
        *(f"v{version}.json" for version in VERSIONS),
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_it_is_the_schema_of_the_package_that_validates_specifications(version: str) -> None:
    """Without the package there is nothing to compare: it is for those who update the schemas."""
    package = find_spec("openapi_spec_validator")
    if package is None or not package.submodule_search_locations:
        return
    home = Path(package.submodule_search_locations[0], "resources", "schemas")

    assert (home / f"v{version}" / "schema.json").read_bytes() == (
        SCHEMAS / f"v{version}.json"
    ).read_bytes()
