"""Builds pages: each as the search server offers it, or excluded with a reason.

`docs_lsp.site` decides who may find a page; here pages get their texts and fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.files.files import Files
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.mdx.frontmatter import Frontmatter
from docs_lsp.site.pages import PageFile, page_to_url
from docs_lsp.site.summaries.index_card import decide_page_visibility
from docs_lsp.site.summaries.page_counts import decide_endpoint_visibility
from docs_lsp.site.summaries.page_emptiness import explain_emptiness, find_missing_reference
from docs_lsp.site.summaries.page_titles import choose_page_title, get_page_title
from docs_lsp.site.visibility import Reason, Visibility
from mcp_preview.content.mdx_texts import TextPrefetcher
from mcp_preview.content.navigation_facts import (
    build_breadcrumbs,
    find_boost,
    find_language,
    find_versions,
    make_encodable,
    parse_boost,
)
from mcp_preview.content.page_texts import OperationTexts, PageTextBuilder
from mcp_preview.content.pages import ExcludedPage, IndexedPage
from mcp_preview.content.reasons import (
    explain_excluded_endpoint,
    explain_excluded_page,
    explain_unreadable_page,
)
from mcp_preview.content.stored_text import StoredText
from mcp_preview.markdown.includes import replace_variables
from mcp_preview.markdown.spec_markdown import (
    convert_operation,
    read_operation_description,
    split_description,
)

if TYPE_CHECKING:
    from docs_lsp.site.generated_pages.endpoint_pages import EndpointPage
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from mcp_preview.content.navigation_facts import NavigationFacts

Verdict: TypeAlias = IndexedPage | ExcludedPage
_NO_TEXT = (
    "There is no text for AI tools below the frontmatter, only components, pictures, or content "
    "for people only."
)


class PendingPage(NamedTuple):
    """A page with a file whose text is still to be built; everything else about it is known."""

    page: str
    file: str
    content: PageContent
    visibility: Visibility
    listings: Sequence[Listing]
    text: StoredText | None = None
    """The text, if it has been converted already."""
    excluded: ExcludedPage | None = None
    """The verdict that excludes it from search, for a page that can be read nevertheless."""


class PageBuilder:
    """Builds the pages of one site at one moment, caching shared data."""

    def __init__(
        self,
        navigation_facts: NavigationFacts,
        files: Files,
        operations: OperationTexts | None = None,
        prefetcher: TextPrefetcher | None = None,
    ) -> None:
        """Reuse the texts of `operations`; `prefetcher` may prepare others."""
        self.navigation_facts = navigation_facts
        self.texts = PageTextBuilder(navigation_facts, files, operations, prefetcher)
        self._prefetcher = prefetcher

    def decide_page(
        self, page: str, file: str, content: PageContent | None
    ) -> tuple[Verdict, frozenset[str]]:
        """Return the verdict on a page with a file, and the other files used for its text."""
        pending = self.start_page(page, file, content)
        if isinstance(pending, PendingPage):
            return self.finish_page(pending)
        return pending, frozenset()

    def start_page(
        self, page: str, file: str, content: PageContent | None, known: StoredText | None = None
    ) -> PendingPage | ExcludedPage:
        """Decide about a page without its text, which the prefetcher may start to convert.

        `known` is the text, if it has been converted already.
        """
        navigation_facts = self.navigation_facts
        listings, visibility = self._decide_visibility(page, content)
        if visibility is None or content is None:
            return explain_unreadable_page(page, file, content)
        if not visibility.searchable:
            excluded = explain_excluded_page(
                page, file, visibility, content, listings, navigation_facts
            )
            excluded = replace(
                excluded, audience=visibility.audience, common_path=self._find_common_path(page)
            )
            if not visibility.llms:
                return excluded
            return PendingPage(page, file, content, visibility, listings, known, excluded)
        if (
            self._prefetcher
            and known is None
            and not PageTextBuilder.shows_specification(content.fields)
        ):
            self._prefetcher.start(file, find_language([listing.placed for listing in listings]))
        return PendingPage(page, file, content, visibility, listings, known)

    def finish_page(self, pending: PendingPage) -> tuple[Verdict, frozenset[str]]:
        """Return the verdict on a page that was started, and the other files used for its text."""
        page, read = self._build_page(pending)
        if pending.excluded is None:
            return page, read
        return replace(pending.excluded, readable=page), read

    def build_addressed_page(
        self, page: str, file: str, content: PageContent | None
    ) -> IndexedPage | None:
        """Return a page as shown at its address, indexed or not; None if unreadable or reserved.

        The service itself uses a reserved address.
        """
        listings, visibility = self._decide_visibility(page, content)
        if visibility is None or content is None or visibility.reason is Reason.RESERVED:
            return None
        return self._build_page(PendingPage(page, file, content, visibility, listings))[0]

    def _decide_visibility(
        self, page: str, content: PageContent | None
    ) -> tuple[Sequence[Listing], Visibility | None]:
        """Return the accepted entries of a page, and who can find it; None if it is unreadable."""
        facts = self.navigation_facts
        listings = facts.find_accepted_listings(page)
        return listings, decide_page_visibility(page, content, listings, facts.scopes, facts.marks)

    def _build_page(self, pending: PendingPage) -> tuple[IndexedPage, frozenset[str]]:
        """Return a page with its text, and the other files used for it."""
        page, file, content, visibility, listings, text, _ = pending
        fields, facts = content.fields, self.navigation_facts.overview.facts
        title = get_page_title(PageFile(page, file), facts, {file: content}) or page
        around = [listing.placed for listing in listings]
        read = frozenset[str]()
        if text is None or text.is_blank:
            markdown, read = self.texts.build_text(file, fields)
            text = StoredText(make_encodable(markdown))
        made = self._build_indexed_page(page, file, title, text, fields, visibility, around)
        has_spec = PageTextBuilder.shows_specification(fields)
        lack = find_missing_reference(file, fields, facts) if has_spec else None
        if lack and lack.is_certain:
            made = replace(made, lacks=lack._replace(why=make_encodable(lack.why)))
        if not text.is_blank:
            # The name of an operation is all the text of a page whose specification is at a URL.
            why = lack.why if lack and content.is_empty else ""
            return replace(made, why_empty=make_encodable(why)), read
        refusal = self.texts.mdx.find_rejection(file)
        if refusal is not None:
            why = make_encodable(refusal.reason)
            return replace(made, why_empty=why, refused_at=refusal.place), read
        why = explain_emptiness(file, content, facts) or self._explain_blank(read)
        return replace(made, why_empty=make_encodable(why)), read

    def _explain_blank(self, read: frozenset[str]) -> str:
        """Explain why the content of a page, including its includes, gives no text."""
        refused = self.texts.mdx.find_rejected_files(read)
        if not refused:
            return _NO_TEXT
        return f"The text comes from `{refused[0]}`, which the service's parser rejects."

    def decide_endpoint_page(self, page: EndpointPage) -> tuple[Verdict, frozenset[str]]:
        """Return the verdict on a generated page, and the files it uses besides its own."""
        navigation_facts, operation = self.navigation_facts, page.operation
        fields = operation.page_fields
        visibility = decide_endpoint_visibility(
            page, navigation_facts.scopes, navigation_facts.marks
        )
        if not visibility.searchable:
            excluded = explain_excluded_endpoint(page, visibility, navigation_facts)
            return replace(excluded, audience=visibility.audience), frozenset()
        title = choose_page_title(page.path, Frontmatter(fields), operation.summary)
        # The description below the title is not repeated in the text.
        description = read_operation_description(operation)
        first, rest = (
            ("", description) if fields.get("description") else split_description(description)
        )
        markdown = convert_operation(self.texts.load_spec_root(page.spec), operation, rest)
        read = frozenset[str]()
        content = operation.extension.get("content")
        if isinstance(content, str) and content.strip():
            above = self.texts.mdx.convert_bytes(content.encode("utf-8", "replace"), page.spec.file)
            markdown, read = f"{above.markdown or ''}\n{markdown}", above.reads
        fields = {"description": first, **fields}
        text = StoredText(make_encodable(markdown))
        made = self._build_indexed_page(
            page.path, None, title, text, fields, visibility, page.placed
        )
        breadcrumbs = (*made.breadcrumbs, *filter(None, [page.group]))
        return replace(made, breadcrumbs=breadcrumbs), read

    def _build_indexed_page(
        self,
        page: str,
        file: str | None,
        title: str,
        text: StoredText,
        fields: Mapping[str, object],
        visibility: Visibility,
        around: Sequence[Placed],
    ) -> IndexedPage:
        """Return a page with the fields that its frontmatter and its elements give it."""
        version = fields.get("version")
        is_named = isinstance(version, str | int | float) and not isinstance(version, bool)
        return IndexedPage(
            path=page,
            url=page_to_url(page),
            file=file,
            title=self._render_field(title),
            description=self._render_field(fields.get("description")),
            keywords=tuple(_iter_keywords(fields.get("keywords"))),
            language=find_language(around),
            versions=(_join_lines(str(version)),) if is_named else find_versions(around),
            boost=parse_boost(fields.get("boost")) or find_boost(around),
            breadcrumbs=build_breadcrumbs(around[0]) if around else (),
            text=text,
            audience=visibility.audience,
            of_default=not around
            or any(placed in self.navigation_facts.default_elements for placed in around),
            in_sitemap=visibility.sitemap,
            common_path=self._find_common_path(page),
        )

    def _find_common_path(self, page: str) -> str:
        """Return the path of a page without folders of languages and versions."""
        return make_encodable(
            self.navigation_facts.overview.cached(LanguagesAndVersions.from_overview).strip_folders(
                page
            )
        )

    def _render_field(self, value: object) -> str:
        """Return a string as one line, with variables replaced; empty for other values."""
        if not isinstance(value, str):
            return ""
        return _join_lines(replace_variables(value, self.navigation_facts.variables))


def _join_lines(value: object) -> str:
    """Return a string in one line; empty for other values."""
    return make_encodable(" ".join(value.split())) if isinstance(value, str) else ""


def _iter_keywords(value: object) -> Iterator[str]:
    """Yield each keyword in a list or a single value, in one line."""
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str | int) and each != "":
            yield _join_lines(str(each))
