"""Sites that grow: docs.json, its files, what is set, specifications."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.growth.generator import (
    Files,
    Generator,
    Make,
    check,
    check_with_fixes,
    page,
    raw,
    site,
    times,
)

RESPONSES = {"responses": {"200": {"description": "ok"}}}
TEXTS: Mapping[str, tuple[str, str, str]] = {
    "commas": ('{"name":"x",', ",", ""),
    "colons": ("{", ":", ""),
    "strings that are never closed": ("{", '"abc,\n', ""),
    "pasted prose": ("", "A line of pasted text, with a comma.\n", ""),
    "opening brackets": ("", "[", ""),
    "opening braces": ("", '{"a":', ""),
    "closing brackets": ("{", "]", ""),
    "comments": ("{", "// a\n", "}"),
    "open comments": ("{", "/* ", ""),
    "escapes": ('{"a": "', "\\u00e4", '"}'),
    "wrong escapes": ('{"a": "', "\\x", '"}'),
    "a long string": ('{"a": "', "a", '"}'),
    "a long number": ('{"a": ', "1", "}"),
    "words": ("{", "true ", "}"),
    "single quotes": ("{", "'a': 'b', ", "}"),
    "one key again and again": ("{", '"name": "a",', '"theme": "mint"}'),
    "keys without a value": ("{", '"a":,', "}"),
    "strings without commas": ('{"navigation":{"pages":[', '"index" ', "]}}"),
    "blanks": ("{", " \n", "}"),
}
"""What begins a docs.json, grows in it, and ends it."""


def _text(parts: tuple[str, str, str]) -> Make:
    before, piece, behind = parts
    return lambda size: raw(before + times(piece, size) + behind)


def _count(size: int, bytes_each: int) -> range:
    return range(max(1, size // bytes_each))


def _groups(size: int, **more: Any) -> Files:
    groups = [{"group": f"g{i}", "pages": ["index"], **more} for i in _count(size, 40)]
    return site(navigation={"groups": groups})


def _pages(size: int) -> Files:
    names = [f"p/{i}" for i in _count(size, 60)]
    files = {f"{name}.mdx": f"---\ntitle: {name}\n---\n\n[a](/index)\n" for name in names}
    return site(files, navigation={"pages": ["index", *names]})


def _listed_twice(size: int) -> Files:
    return site(navigation={"pages": ["index"] * len(_count(size, 10))})


def _addresses_as_pages(size: int) -> Files:
    return site(navigation={"pages": ["index", *(f"https://a.b/{i}" for i in _count(size, 20))]})


def _missing(size: int) -> Files:
    return site(navigation={"pages": ["index", *(f"m/{i}" for i in _count(size, 12))]})


def _unlisted(size: int) -> Files:
    return site({f"u/{i}.mdx": "text\n" for i in _count(size, 20)})


def _nested_groups(size: int) -> Files:
    inner: Any = "index"
    for i in _count(size, 40):
        inner = {"group": f"g{i}", "pages": [inner]}
    return site(navigation={"groups": [inner if isinstance(inner, dict) else {}]})


def _editions(kind: str, label: str) -> Make:
    def make(size: int) -> Files:
        editions = [{label: f"e{i}", "pages": ["index"]} for i in _count(size, 40)]
        return site(navigation={kind: editions})

    return make


def _references(size: int) -> Files:
    count = len(_count(size, 60))
    files = {f"r/{i}.json": json.dumps({"group": "g", "pages": ["index"]}) for i in range(count)}
    refs = [{"$ref": f"./{name}"} for name in files]
    return site(files, navigation={"groups": refs})


def _unknown_keys(size: int) -> Files:
    keys: dict[str, Any] = {f"k{i}": 1 for i in _count(size, 12)}
    return site(None, **keys)


def _misspelt_keys(size: int) -> Files:
    keys: dict[str, Any] = {f"navigatio{i}": 1 for i in _count(size, 20)}
    return site(None, **keys)


def _redirects(source: str, destination: str) -> Make:
    def make(size: int) -> Files:
        count = len(_count(size, 44))
        fill = {"{n}": count}

        def written(text: str, i: int) -> str:
            text = text.replace("{i}", str(i)).replace("{next}", str(i + 1))
            return text.replace("{round}", str((i + 1) % fill["{n}"]))

        return site(
            redirects=[
                {"source": written(source, i), "destination": written(destination, i)}
                for i in range(count)
            ]
        )

    return make


def _snippets(size: int) -> Files:
    count = len(_count(size, 60))
    files = {
        f"snippets/s{i}.mdx": f"import A from '/snippets/s{i + 1}.mdx'\n\n<A />\n"
        for i in range(count)
    }
    return page("import A from '/snippets/s0.mdx'\n\n<A />\n", files)


def _imported_everywhere(size: int) -> Files:
    text = "import A from '/snippets/a.mdx'\n\n<A />\n"
    files = {f"p{i}.mdx": text for i in _count(size, 50)}
    return site({"snippets/a.mdx": "text\n", **files})


def _script(size: int) -> Files:
    code = "export const A = () => {" + times("f(a);", size) + "return <div/>}\n"
    return page("import {A} from '/snippets/a.jsx'\n\n<A/>", {"snippets/a.jsx": code})


def _api(document: Any, **more: Any) -> Files:
    groups = [{"group": "API", "openapi": "openapi.json", **more}]
    return site({"openapi.json": json.dumps(document)}, navigation={"groups": groups})


def _document(paths: Any, **more: Any) -> Any:
    return {"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": paths, **more}


def _operations(size: int) -> Files:
    return _api(_document({f"/a{i}": {"get": RESPONSES} for i in _count(size, 70)}))


def _listed_operations(size: int) -> Files:
    paths = {f"/a{i}": {"get": RESPONSES} for i in _count(size, 70)}
    return _api(_document(paths), pages=[f"GET {path}" for path in paths])


def _missing_operations(size: int) -> Files:
    document = _document({"/a": {"get": RESPONSES}})
    return _api(document, pages=[f"GET /b{i}" for i in _count(size, 12)])


def _schemas(size: int) -> Files:
    schemas = {
        f"S{i}": {"properties": {"a": {"$ref": f"#/components/schemas/S{i + 1}"}}}
        for i in _count(size, 60)
    }
    return _api(_document({"/a": {"get": RESPONSES}}, components={"schemas": schemas}))


def _broken_specification(size: int) -> Files:
    return _api(_document({f"/a{i}": {"get": {"responses": 1}} for i in _count(size, 40)}))


def _endpoints_of_many_specifications(size: int) -> Files:
    count = len(_count(size, 200))
    document = {"openapi": "3.1.0", "info": {"title": "a", "version": "1"}}
    files = {
        f"api/{i}.json": json.dumps({**document, "paths": {f"/a{i}": {"get": RESPONSES}}})
        for i in range(count)
    }
    entries = [f"GET /a{i}" for i in range(count)]
    return site(
        files, navigation={"groups": [{"group": "g", "openapi": list(files), "pages": entries}]}
    )


def _yaml_specification(size: int) -> Files:
    operations = times("  /a{i}:\n    get: {responses: {'200': {description: ok}}}\n", size)
    text = f"openapi: 3.1.0\ninfo: {{title: a, version: '1'}}\npaths:\n{operations}"
    groups = [{"group": "API", "openapi": "openapi.yaml"}]
    return site({"openapi.yaml": text}, navigation={"groups": groups})


def _translations(size: int) -> Files:
    names = [f"p{i}" for i in _count(size, 60)]
    files = {f"{folder}{name}.mdx": "text\n" for name in names for folder in ("", "fr/")}
    languages = [
        {"language": "en", "pages": ["index", *names]},
        {"language": "fr", "pages": [f"fr/{name}" for name in names]},
    ]
    return site(files, navigation={"languages": languages})


def _deep_folders(size: int) -> Files:
    path = "/".join(["a"] * min(400, len(_count(size, 4))))
    return site({f"{path}/p.mdx": "text\n"}, navigation={"pages": ["index", f"{path}/p"]})


def _settings(before: str, piece: str, behind: str = "") -> Make:
    return lambda size: page(
        "[a](/nope) [b](/nope2)", {"docs-lsp.toml": before + times(piece, size) + behind}
    )


def _unknown_elements_to_sync(size: int) -> Files:
    toml = times('[[sync]]\nelement = "a{i}"\nfolder = "b"\n', size // 2)
    return {**_groups(size // 2), "docs-lsp.toml": toml}


def _default_versions(size: int) -> Files:
    versions = [{"version": f"v{i}", "default": True, "pages": ["index"]} for i in _count(size, 60)]
    return site(navigation={"versions": versions})


def _lists_elsewhere(size: int) -> Files:
    """A list whose items all stand in another file, which does not fit there."""
    items = [{"$ref": "./list.json"} for _ in _count(size, 24)]
    return site({"list.json": '["index"]'}, navigation={"pages": items})


def _references_to_nothing(size: int) -> Files:
    groups = [{"$ref": f"./m{i}.json"} for i in _count(size, 26)]
    return site(navigation={"groups": groups})


def _empty_groups(size: int) -> Files:
    return site(navigation={"groups": [{} for _ in _count(size, 3)]})


def _imports_back(size: int) -> Files:
    """Snippets that import the next one and the first one."""
    names = [f"snippets/s{i}.mdx" for i in _count(size, 110)]
    first = f"import First from '/{names[0]}'\n"
    files = {
        name: f"import Next from '/{after}'\n{first}\n<Next/>\n<First/>\n"
        for name, after in zip(names, [*names[1:], names[0]], strict=True)
    }
    return page(f"{first}\n<First/>", files)


def _redirects_to_misspelt_pages(size: int) -> Files:
    numbers = _count(size, 120)
    files = {f"some-page-{i}.mdx": "text\n" for i in numbers}
    redirects = [{"source": f"/a{i}", "destination": f"/some-pge-{i}"} for i in numbers]
    return site(files, redirects=redirects)


def _fields(piece: str) -> Make:
    return lambda size: {**site(), "index.mdx": f"---\n{times(piece, size)}---\n\nText.\n"}


def _unknown_fonts(size: int) -> Files:
    return site(fonts={f"f{i}": {"family": "x"} for i in _count(size, 24)})


SITES: Mapping[str, Make] = {
    "groups": _groups,
    "groups with icons": lambda size: _groups(size, icon="bok"),
    "groups without effect": lambda size: _groups(size, expanded=True),
    "nested groups": _nested_groups,
    "pages": _pages,
    "pages that are listed again and again": _listed_twice,
    "addresses as pages": _addresses_as_pages,
    "missing pages": _missing,
    "unlisted pages": _unlisted,
    "versions": _editions("versions", "version"),
    "tabs": _editions("tabs", "tab"),
    "anchors": _editions("anchors", "anchor"),
    "dropdowns": _editions("dropdowns", "dropdown"),
    "products": _editions("products", "product"),
    "languages": _editions("languages", "language"),
    "versions that are all the default": _default_versions,
    "references": _references,
    "references to no file": _references_to_nothing,
    "references to a list in a list": _lists_elsewhere,
    "groups without anything": _empty_groups,
    "snippets that import the first one": _imports_back,
    "redirects to misspelt pages": _redirects_to_misspelt_pages,
    "redirects that make a path longer": _redirects("/a{i}/:slug*", "/a{next}/b/:slug*"),
    "redirects of what begins so": _redirects("/a{i}-*", "/a{next}-*"),
    "unknown fields": _fields("k{i}: a\n"),
    "repeated fields": _fields("title: a\n"),
    "misspelt fields": _fields("titel{i}: a\n"),
    "unknown keys": _unknown_keys,
    "unknown fonts": _unknown_fonts,
    "misspelt keys": _misspelt_keys,
    "redirects": _redirects("/a{i}", "/index"),
    "redirects that lead nowhere": _redirects("/a{i}", "/b{i}"),
    "a chain of redirects": _redirects("/a{i}", "/a{next}"),
    "a circle of redirects": _redirects("/a{i}", "/a{round}"),
    "redirects with wildcards": _redirects("/a{i}/:slug*", "/a{next}/:slug*"),
    "redirects from one address": _redirects("/a", "/index"),
    "redirects with names": _redirects("/:a/b{i}", "/:a"),
    "snippets in a chain": _snippets,
    "a snippet that all import": _imported_everywhere,
    "a script": _script,
    "operations": _operations,
    "operations that are listed": _listed_operations,
    "operations that are missing": _missing_operations,
    "schemas": _schemas,
    "a broken specification": _broken_specification,
    "a specification in YAML": _yaml_specification,
    "endpoints of many specifications": _endpoints_of_many_specifications,
    "translations": _translations,
    "deep folders": _deep_folders,
    "rules that there are not": _settings("[rules]\n", 'dead-lnk{i} = "off"\n'),
    "keys of many parts": _settings("a", ".a", " = 1\n"),
    "tables": _settings("", "[a{i}]\n"),
    "elements to sync that there are not": _unknown_elements_to_sync,
    "ignored findings": _settings("", '[[ignore]]\npath = "a{i}"\n'),
    "ignored files": _settings("[check]\nignored = [", '"a{i}*",', "]\n"),
    "stars in a pattern": _settings('[[ignore]]\npath = "', "*a", '"\n'),
    "users": _settings("", '[[preview.users]]\nname = "a{i}"\ngroups = ["b"]\n'),
    "patterns of an ignore file": lambda size: site({".mintignore": times("a{i}/*.mdx\n", size)}),
}
"""Sites by name."""
_WITH_FIXES = (
    *("a chain of redirects", "redirects to misspelt pages", "unknown keys", "unknown fonts"),
    *("references", "repeated fields", "elements to sync that there are not"),
    "operations that are missing",
)
"""Those whose fixes are made too."""


def site_generators() -> Iterator[Generator]:
    """Every docs.json and every site that grows."""
    for name, parts in TEXTS.items():
        yield Generator(f"docs.json: {name}", _text(parts), check)
    for name, make in SITES.items():
        yield Generator(f"site: {name}", make, check, size=1500)
    for name in _WITH_FIXES:
        yield Generator(f"fixes: {name}", SITES[name], check_with_fixes, size=2500)
