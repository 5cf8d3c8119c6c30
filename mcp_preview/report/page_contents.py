"""Contents that searches cannot find or show.

These are pages that cannot be parsed or are empty, pages of only pictures or only code, headings
without text below them, and pages longer than one response.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from math import ceil

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import format_count
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.report_facts import RejectedPart
from mcp_preview.filesystem.output_limits import MAX_CALL_OUTPUT
from mcp_preview.filesystem.virtual_files import render_page_file
from mcp_preview.index.sections import split_page
from mcp_preview.report.finding import (
    FindingKind,
    FindingPlace,
    ReportFinding,
    build_copies_place,
    make_findings,
)

_FEWEST_WORDS = 8
"""A page with fewer words besides its pictures or code does not describe them."""
_MOST_NAMED = 3
_NAMED = re.compile(r"`[^`]*`")
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,}).*?(?:^[ \t>]*\1|\Z)", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_PICTURE_HEADING = re.compile(rf"\s*(?:{_PICTURE.pattern}[ \t]*)+\n[ \t]*-+[ \t]*(?:\n|\Z)")
_HEADING = re.compile(r"^[ \t]{0,12}#{1,6}[ \t].*$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{2,}")

_MESSAGES = {
    FindingKind.REFUSED: (
        "The service's parser rejects these pages. Readers see a placeholder, and search finds "
        "them by title and description only."
    ),
    FindingKind.REFUSED_PART: (
        "The service's parser rejects these files, which pages include. Their text is missing "
        "from each of the pages, so search does not find it."
    ),
    FindingKind.WITHOUT_SPECIFICATION: (
        "These pages name a specification that cannot be read, so they are indexed without its "
        "content. Add it, or correct the name."
    ),
    FindingKind.WITHOUT_OPERATION: (
        "These pages name an operation or a schema that does not exist, so they are indexed "
        "without it. Add it, or correct the name."
    ),
    FindingKind.ONLY_PICTURES: (
        "These pages have images and hardly any text, and images are not searched. Describe in "
        "text what they show."
    ),
    FindingKind.ONLY_CODE: (
        "These pages have code and hardly any text, so search finds them by the code only. "
        "Describe in a sentence what it does, and in `description` too."
    ),
    FindingKind.PICTURE_HEADING: (
        "These pictures are headings, since the line below is `---`. Put a blank line between them."
    ),
    FindingKind.EMPTY_SECTION: (
        "There is no text below these headings, or only content without text, such as a video. "
        "Describe it in text, or remove the heading."
    ),
    FindingKind.CUT_WHEN_READ: (
        f"These pages are longer than the {MAX_CALL_OUTPUT // 1024} KB that one call returns, so a "
        "client that reads one gets only its beginning. Split them into several pages."
    ),
}


def report_page_contents(
    pages: Sequence[IndexedPage], parts: Sequence[RejectedPart] = ()
) -> Iterator[ReportFinding]:
    """Yield the findings about the texts of pages, each cause once.

    `parts` are included files that the service rejects.
    """
    shown = frozenset(page.path for page in pages)
    for kind, places in (
        (FindingKind.REFUSED, _iter_rejection_places(pages)),
        (FindingKind.REFUSED_PART, _iter_rejected_part_places(parts, shown)),
    ):
        yield from make_findings(kind, _MESSAGES[kind], places)
    yield from _report_missing_specs(pages)
    # The reason for these was reported above.
    reported = frozenset(page for part in parts for page in part.pages)
    yield from _report_empty_pages(page for page in pages if page.path not in reported)
    for kind, describe in (
        (FindingKind.ONLY_PICTURES, _describe_only_pictures),
        (FindingKind.ONLY_CODE, _describe_only_code),
        (FindingKind.PICTURE_HEADING, _describe_picture_headings),
        (FindingKind.EMPTY_SECTION, _describe_empty_sections),
        (FindingKind.CUT_WHEN_READ, _describe_excess_size),
    ):
        yield from make_findings(kind, _MESSAGES[kind], _iter_copy_places(pages, describe))


def _iter_rejection_places(pages: Iterable[IndexedPage]) -> Iterator[FindingPlace]:
    """Yield the places in rejected pages at which the parser of the service fails."""
    for page in pages:
        if page.refused_at:
            line, column = page.refused_at
            detail = f"line {line}, column {column}: {page.why_empty}"
            yield FindingPlace((page.path,), page.file, detail, place=page.refused_at)


def _iter_rejected_part_places(
    parts: Iterable[RejectedPart], shown: Container[str]
) -> Iterator[FindingPlace]:
    """Yield the places of rejected files that are included in the pages shown."""
    for part in parts:
        takers = tuple(page for page in part.pages if page in shown)
        if takers:
            reason, (line, column) = part.rejection
            detail = f"line {line}, column {column}: {reason}"
            yield FindingPlace(takers, part.file, detail, place=part.rejection.place)


def _report_missing_specs(pages: Iterable[IndexedPage]) -> Iterator[ReportFinding]:
    """Yield findings about pages whose specification or operation is missing, by reason.

    Pages that lack the same file share a place; those that lack an operation have one each with
    their copies.
    """
    lacking = [page for page in pages if page.lacks and not page.refused_at]
    for kind, places_of, is_file in (
        (FindingKind.WITHOUT_SPECIFICATION, _iter_missing_file_places, True),
        (
            FindingKind.WITHOUT_OPERATION,
            lambda alike: _iter_copy_places(alike, _render_missing_names),
            False,
        ),
    ):
        those = [page for page in lacking if page.lacks and page.lacks.is_file is is_file]
        for reason, alike in _group_by_reason(those, _explain_missing_spec):
            message = f"{_MESSAGES[kind]} {reason}"
            yield ReportFinding(kind, message, tuple(places_of(alike)))


def _iter_missing_file_places(pages: Iterable[IndexedPage]) -> Iterator[FindingPlace]:
    """Yield a place for each missing file, with its pages."""
    for named, group in group_by(pages, _render_missing_names).items():
        yield FindingPlace(tuple(page.path for page in group), group[0].file, named)


def _render_missing_names(page: IndexedPage) -> str:
    """Return the names in backticks in the explanation of what a page lacks."""
    return ", ".join(_NAMED.findall(_explain_missing_spec(page)))


def _explain_missing_spec(page: IndexedPage) -> str:
    """Return the explanation of what a page lacks; empty if it lacks nothing."""
    return page.lacks.why if page.lacks else ""


def _report_empty_pages(pages: Iterable[IndexedPage]) -> Iterator[ReportFinding]:
    """Yield findings about pages that are indexed without text, by reason."""
    without_text = [
        page for page in pages if page.why_empty and not (page.refused_at or page.lacks)
    ]
    for reason, empty in _group_by_reason(without_text, lambda page: page.why_empty):
        differ = len({page.why_empty for page in empty}) > 1
        places = _iter_copy_places(empty, _render_reason_names if differ else lambda _: "")
        is_blank = all(page.text.is_blank for page in empty)
        missing = "text" if is_blank else "the text of their specification"
        message = f"These pages are indexed, but without {missing}. {reason}"
        yield ReportFinding(FindingKind.EMPTY_PAGE, message, tuple(places))


def _group_by_reason(
    pages: Iterable[IndexedPage], why: Callable[[IndexedPage], str]
) -> Iterator[tuple[str, list[IndexedPage]]]:
    """Yield reasons that differ only in names with their pages, the most frequent first."""
    reasons = group_by(pages, lambda page: _NAMED.sub("`…`", why(page)))
    for reason, alike in sorted(reasons.items(), key=lambda item: -len(item[1])):
        whole = {why(page) for page in alike}
        yield (reason if len(whole) > 1 else whole.pop()), alike


def _render_reason_names(page: IndexedPage) -> str:
    """Return the names in backticks in the reason why a page is empty."""
    return ", ".join(_NAMED.findall(page.why_empty))


def _iter_copy_places(
    pages: Iterable[IndexedPage], describe: Callable[[IndexedPage], str | None]
) -> Iterator[FindingPlace]:
    """Yield the places of the pages for which `describe` returns a text, each with its copies."""
    described = [(page, detail) for page in pages if (detail := describe(page)) is not None]
    for group in group_by(described, lambda pair: pair[0].original).values():
        _, detail = min(group, key=lambda pair: not pair[0].of_default)
        yield build_copies_place([page for page, _ in group], detail)


def _describe_only_pictures(page: IndexedPage) -> str | None:
    """Return the number of pictures of a page with hardly any words, or None."""
    text = _FENCE.sub("", page.markdown)
    pictures = len(_PICTURE.findall(text))
    return format_count(pictures, "image") if pictures and _has_few_words(page, text) else None


def _describe_only_code(page: IndexedPage) -> str | None:
    """Return the number of code blocks of a page with few words and no picture, or None."""
    text, fences = _FENCE.subn("", page.markdown)
    is_code = fences and not _PICTURE.search(text) and _has_few_words(page, text)
    return format_count(fences, "code block") if is_code else None


def _has_few_words(page: IndexedPage, text: str) -> bool:
    """Return whether a page has hardly any words besides its pictures and code."""
    words = _WORD.findall(_HEADING.sub("", _PICTURE.sub("", text)))
    # In languages without spaces several words are one match.
    return len(words) + len(page.description.split()) < _FEWEST_WORDS and (
        text.isascii() or sum(map(len, words)) < _FEWEST_WORDS * 2
    )


def _describe_empty_sections(page: IndexedPage) -> str | None:
    """Return the headings without text or another heading below them, or None."""
    sections = split_page(page)
    following = (*sections[1:], None)
    titles = Counter(section.title for section in sections)
    return _join_names(
        f'"{section.title}"' + (f" (`#{section.anchor}`)" if titles[section.title] > 1 else "")
        for section, after in zip(sections, following, strict=True)
        if section.level
        and (after is None or after.level <= section.level)
        and not _remove_heading(text := page.markdown[section.start : section.end])
        and not _PICTURE_HEADING.match(text)
    )


def _describe_picture_headings(page: IndexedPage) -> str | None:
    """Return the headings that are nothing but pictures above a line, or None."""
    return _join_names(
        f'"{section.title}"'
        for section in split_page(page)
        if section.level and _PICTURE_HEADING.match(page.markdown, section.start, section.end)
    )


def _join_names(names: Iterable[str]) -> str | None:
    """Return the first of some names and the number of the others; None for none."""
    every = list(names)
    more = f" and {len(every) - _MOST_NAMED} more" if len(every) > _MOST_NAMED else ""
    return ", ".join(every[:_MOST_NAMED]) + more if every else None


def _remove_heading(text: str) -> str:
    """Return the text of a section that begins with a heading, without it."""
    lines = text.strip().split("\n")
    is_underlined = len(lines) > 1 and set(lines[1].strip()) in ({"="}, {"-"})
    return "\n".join(lines[1 + is_underlined :]).strip()


def _describe_excess_size(page: IndexedPage) -> str | None:
    """Return the size of a page that is too long for one response, or None."""
    size = len(render_page_file(page))
    # Rounded up, so that the size is not shown as exactly the limit.
    return f"{ceil(size / 102.4) / 10:.1f} KB" if size > MAX_CALL_OUTPUT else None
