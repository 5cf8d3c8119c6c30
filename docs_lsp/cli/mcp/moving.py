"""The tools `move` and `redirect`: new addresses of pages, and redirects from the previous ones.

The rules about redirects run on a new one before it is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic import Field

from docs_lsp.cli.mcp.changing import Change, NewContentArguments, WritingArguments, apply_draft
from docs_lsp.cli.mcp.tool import Tool, limit_lines
from docs_lsp.cli.mcp.workspace import AgentWorkspace, LoadedSite
from docs_lsp.cli.move_plan import build_move, plan_move, resolve_move_paths
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.moves.docs_edits import make_redirect_list_edits
from docs_lsp.site.moves.redirect_plan import RedirectPlan
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.routes.redirects import PLACEHOLDER, Redirect, RedirectIndex, SourceForm
from docs_lsp.site.routes.router import get_path_resolver, iter_redirects
from docs_lsp.site.summaries.address_card import AddressOutcome, make_address_card

_MOST_LINES = 40
_REDIRECT_RULES = frozenset(
    ("shadowed-page", "redirect-loop", "duplicate-redirect", "reserved-path", "dead-redirect")
)
_REDIRECT_KEYS = ("source", "destination")


class MoveArguments(WritingArguments):
    """The file or folder to move, and its new path."""

    old: str = Field(description="A page (`guides/start`), a file or a folder of the site.")
    new: str = Field(description="Its new path; with a final slash, the folder to move it into.")
    translations: bool = Field(default=True, description="Also move its translations.")


class MoveResult(Change):
    """The moved files, with the changes that follow."""


def _move_files(workspace: AgentWorkspace, arguments: MoveArguments) -> Change:
    """Answer the tool that moves files or folders and adapts what refers to them."""
    site = workspace.open_site()
    wanted = resolve_move_paths(arguments.old, arguments.new, str(site.disk.root))
    move = build_move(wanted, site.disk)
    redirect = site.settings.rename_redirect is not False
    planned = plan_move(
        move,
        site.snapshot,
        site.disk,
        moves_translations=arguments.translations,
        adds_redirect=redirect,
    )
    moved = dict(planned.files)
    redirects = [f"redirect {added.source} -> {added.destination}" for added in planned.plan.added]
    return apply_draft(
        planned.draft,
        site.disk,
        write=arguments.write,
        moves=planned.moves,
        moved=moved,
        details=(
            *limit_lines([f"{old} -> {new}" for old, new in moved.items()], _MOST_LINES),
            *limit_lines(redirects, _MOST_LINES),
        ),
        notices=planned.plan.notices,
    )


MOVE = Tool(
    "move",
    "Move a page or folder",
    "Moves a page, a folder or another file of the site, updates entries of docs.json, links, "
    "imports and pictures, and redirects old addresses. Shows a diff; moves only with "
    "`write: true`. Use it instead of moving files yourself.",
    MoveArguments,
    MoveResult,
    _move_files,
    writes=True,
    is_destructive=True,
)


class RedirectArguments(NewContentArguments):
    """The redirect to add."""

    source: str = Field(
        description="The old path, such as `/old/page`; `/old/:slug*` for a whole folder."
    )
    destination: str = Field(description="An existing path of the site, or a full URL.")


def _add_redirect(workspace: AgentWorkspace, arguments: RedirectArguments) -> Change:
    """Answer the tool that adds a redirect. Raises `UsageFault` if a rule reports it."""
    site = workspace.open_site()
    overview = site.require_overview()
    redirect = Redirect(arguments.source.strip(), arguments.destination.strip())
    _require_plausible_redirect(redirect, overview)
    edits = make_redirect_list_edits(RedirectPlan((), (redirect,)), overview)
    if edits is None:
        raise UsageFault("the array `redirects` cannot be edited as it is. Correct it first.")
    draft = Draft(site.disk).with_changes(edits)
    faults = find_added_redirect_faults(site, draft)
    for fault in faults:
        # A page that is not listed answers all the same.
        if fault.severity <= Severity.WARNING or fault.rule == "shadowed-page":
            raise UsageFault(
                f"the redirect is not added, as `{fault.rule}` would find it: {fault.message}"
            )
    notices = [fault.message for fault in faults]
    return apply_draft(draft, site.disk, write=arguments.write, notices=notices)


def _require_plausible_redirect(redirect: Redirect, overview: Overview) -> None:
    """Raise `UsageFault`, with what to do instead, for a redirect that is plainly wrong.

    The rules about redirects are checked later.
    """
    if not redirect.source.startswith("/"):
        raise UsageFault(f"`{redirect.source}` is not a path of the site: begin it with `/`.")
    if redirect.tail_sign:
        raise UsageFault(
            f"the part after `{redirect.tail_sign}` is never sent to the service. Redirect the "
            "path without it."
        )
    if redirect.form is SourceForm.EXACT:
        there = make_address_card(overview, redirect.source)
        if there.steps:
            now = there.steps[0].redirect
            raise UsageFault(
                f"`{redirect.source}` is redirected already, to `{now.destination}`. Change that "
                "entry."
            )
        if there.outcome in (AddressOutcome.PAGE, AddressOutcome.GENERATED, AddressOutcome.FILE):
            raise UsageFault(
                f"`{redirect.source}` is a page that readers would no longer reach. Use `move`, or "
                "delete the page first."
            )
    taken = find_shadowed_address(redirect, overview)
    if taken is not None:
        raise UsageFault(
            f"`{redirect.source}` may also match `{taken}`, a page that readers would no longer "
            "reach. Use a source folder that no longer has pages."
        )
    if redirect.is_external or PLACEHOLDER.search(redirect.destination):
        return
    target = make_address_card(overview, redirect.destination)
    if not target.is_answered:
        near = f" Did you mean `{target.near[0]}`?" if target.near else ""
        raise UsageFault(
            f"`{redirect.destination}` is not a page, file or redirect of this site.{near}"
        )


REDIRECT = Tool(
    "redirect",
    "Add a redirect",
    "Adds a redirect to docs.json, so that an address that no longer works opens a page. It "
    "rejects a redirect that would hide a page or point to a missing one.",
    RedirectArguments,
    Change,
    _add_redirect,
    writes=True,
)


def find_added_redirect_faults(site: LoadedSite, draft: Draft) -> tuple[Problem, ...]:
    """Return the findings about the last redirect of a draft, the worst first.

    Rules that a project has switched off or ignores elsewhere count too: that is about the
    redirects that it has, and not about those that agents are to add.
    """
    settings = _select_redirect_rules(site.settings)
    contents = site.snapshot.contents
    options = ReadingOptions(known=contents)
    read = read_site(site.disk.root, draft, settings, site.docs_json.name, options)
    after = read.run_site_rules()
    all_problems = (
        problem for problems in after.find_all_problems().values() for problem in problems
    )
    places = tuple(_find_last_redirect_places(after))
    about = (
        problem
        for problem in all_problems
        if any(_is_inside_any(*place, places) for place in _iter_problem_places(problem))
    )
    return tuple(sorted(about, key=lambda problem: (problem.severity, problem.rule)))


def find_shadowed_address(redirect: Redirect, overview: Overview) -> str | None:
    """Return the address of a page that a wildcard source may match without a finding, or None.

    Rules are silent about what is uncertain, and about generated pages, but a new redirect can have
    another source. The page at the folder itself is ignored: what is below it may have moved.
    """
    alone = RedirectIndex((redirect,))
    for address, is_made in _iter_page_addresses(overview):
        match = alone.find_match(address)
        if match and match.rest and (is_made or not match.certain):
            return address
    return None


def _iter_page_addresses(overview: Overview) -> Iterator[tuple[str, bool]]:
    """Yield the addresses of all pages, and whether the pages are generated."""
    yield from ((page_to_url(page.page), False) for page in overview.facts.pages)
    redirects, files = get_path_resolver(overview).redirects, overview.facts.files
    for address, page in get_accepted_site(overview).answers.items():
        if page not in files and redirects.find_match(address) is None:
            yield address, True


def _select_redirect_rules(settings: Settings) -> Settings:
    """Return settings with only the rules about redirects on, and with nothing suppressed."""
    others: dict[str, None] = dict.fromkeys(all_rules().keys() - _REDIRECT_RULES)
    return replace(settings, rules=others, suppressions=(), baseline=None)


def _find_last_redirect_places(site: Snapshot) -> Iterator[tuple[str, Span]]:
    """Yield the places of the last redirect's values: new redirects are added at the end."""
    overview = site.get_overview()
    last: Placed | None = None
    for placed, _ in iter_redirects(overview.objects) if overview else ():
        last = placed
    if last is not None:
        yield from (last.locate_spot(last.element.find_value_spot(key)) for key in _REDIRECT_KEYS)


def _iter_problem_places(problem: Problem) -> Iterator[tuple[str, Span]]:
    """Yield the places of a problem; a redirect loop is reported at its first redirect."""
    yield problem.file, problem.span
    yield from ((place.file, place.span) for place in problem.related)


def _is_inside_any(file: str, span: Span, places: tuple[tuple[str, Span], ...]) -> bool:
    return any(
        file == other and around.start <= span.start and span.end <= around.end
        for other, around in places
    )
