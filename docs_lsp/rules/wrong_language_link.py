"""A link leads to another language although a translation exists.

Why it matters
--------------
Readers of a French page who follow a link to an English page end up in the English documentation:
its navigation, search and all further links are English. It happens when a page is translated and
its links are not changed.

Only links to a page that another language lists, and whose translation the language of the link
lists, are reported. A link to the same page in another language is intended, and is not reported.

Example
-------
```fail
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index", "guides/start"] },
    { "language": "fr", "pages": ["fr/index", "fr/guides/start"] }
  ]
}
--- index.mdx
Begin [here](/guides/start).
--- guides/start.mdx
# Start
--- fr/index.mdx
Commencez [ici](«/guides/start»).
--- fr/guides/start.mdx
# Commencer
```
```pass
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index", "guides/start"] },
    { "language": "fr", "pages": ["fr/index", "fr/guides/start"] }
  ]
}
--- index.mdx
Begin [here](/guides/start).
--- guides/start.mdx
# Start
--- fr/index.mdx
Commencez [ici](/fr/guides/start).
--- fr/guides/start.mdx
# Commencer
```

Fix
---
Link to the page in the reader's language. The quick fix does so; it is safe if the translation also
has the anchor of the link. If the heading has another ID there, the link gets that one. If there is
no such heading, the link leads to the top of the page, and the fix is only offered.

Source: SERVICE.md, languages
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.links.broken_links import find_link_fault
from docs_lsp.rules.links.link_suggestions import choose_sure_target
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.mdx.anchors import AnchorStatus
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.link_paths import WITH_HOST

if TYPE_CHECKING:
    from docs_lsp.translations.language_links import WrongLink

_NAME = "wrong-language-link"
_NOT_IN_LINKS = frozenset(" ()<>\"'%")
"""Characters of a heading ID that would have to be encoded in a link."""


def _offer_link_in_language(subject: FixContext) -> Iterator[Fix]:
    """Offer to link to the page in the language of this page; safe if the whole link works."""
    overview, file = subject.overview, subject.problem.file
    if overview is None:
        return
    by_span = subject.readings.get_or_read(
        _find_wrong_links(overview).get(file, ()), _group_links_by_span
    )
    for link in by_span.get(subject.problem.span, ()):
        own = _find_own_target(link, file, overview)
        # A URL may be meant for use outside of the site, such as in a prompt.
        leads = not (own.is_doubtful or link.target.startswith(WITH_HOST))
        yield subject.build_fix(
            own.target,
            f"Link to {code(own.target)}",
            safe=leads and own.target == link.target_in_language,
            preferred=leads,
        )


def _group_links_by_span(links: tuple[WrongLink, ...]) -> dict[Span, list[WrongLink]]:
    return group_by(links, lambda link: link.span)


@site_rule(
    _NAME,
    Severity.INFORMATION,
    fix=_offer_link_in_language,
    fixes=FixSafety.SOME_SAFE,
    reads=PageTextNeed.TEXT,
)
def wrong_language_link(overview: Overview) -> Iterator[Problem]:
    """Report each link to a page of another language that exists in its own."""
    for file, links in _find_wrong_links(overview).items():
        for link in links:
            if "#" in link.target and find_link_fault(link.target, file, overview):
                continue  # `dead-link` reports it, and suggests the page in this language.
            own = _find_own_target(link, file, overview)
            lacks = f", which has no heading with the ID {code(own.missing)}" if own.missing else ""
            message = (
                f"This link leads to {_render_language(link.language)}, although the page "
                f"exists in this language. Link to {code(own.target)}{lacks}."
            )
            yield Problem(_NAME, file, link.span, message, Severity.INFORMATION)


class _OwnTarget(NamedTuple):
    """The target of a link in its own language."""

    target: str
    is_doubtful: bool = False
    """Whether it is unknown if it leads to what the link meant."""
    missing: str = ""
    """The heading ID that was left out because the page has no such heading."""


def _find_own_target(link: WrongLink, file: str, overview: Overview) -> _OwnTarget:
    """Return a link in its own language, with the ID that the heading has there."""
    target = link.target_in_language
    dead = find_link_fault(target, file, overview)
    if dead is None or not dead.anchor:
        return _OwnTarget(target, is_doubtful=dead is not None)
    path = target.partition("#")[0]
    heading = choose_sure_target(dead, overview)
    if heading and _NOT_IN_LINKS.isdisjoint(heading):
        return _OwnTarget(f"{path}#{heading}")
    if dead.lookup.where is AnchorStatus.UNSEEN or dead.level:
        return _OwnTarget(target, is_doubtful=True)
    return _OwnTarget(path, is_doubtful=True, missing=dead.anchor)


def _find_wrong_links(overview: Overview) -> Mapping[str, tuple[WrongLink, ...]]:
    """Return the links that leave their language, by file; empty without languages."""
    if not overview.navigation.has_languages:
        return {}
    # Few sites have several languages.
    from docs_lsp.translations.language_links import collect_wrong_links

    return overview.cached(collect_wrong_links)


def _render_language(language: str) -> str:
    return LANGUAGE_NAMES.get(language, code(language))
