"""The tools `move` and `redirect`: new addresses of pages, and redirects from the previous ones."""

from __future__ import annotations

from pydantic import Field

from docs_lsp.cli.mcp.changing import Change, NewContentArguments, WritingArguments, apply_draft
from docs_lsp.cli.mcp.redirect_faults import find_added_redirect_faults, find_shadowed_address
from docs_lsp.cli.mcp.tool import Tool, limit_lines
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from docs_lsp.cli.move_plan import build_move, plan_move, resolve_move_paths
from docs_lsp.core.problem import Severity
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.files.draft import Draft
from docs_lsp.site.moves.docs_edits import make_redirect_list_edits
from docs_lsp.site.moves.redirect_plan import RedirectPlan
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.redirects import PLACEHOLDER, Redirect, SourceForm
from docs_lsp.site.summaries.address_card import AddressOutcome, make_address_card

_MOST_LINES = 40


class MoveArguments(WritingArguments):
    """The file or folder to move, and its new path."""

    old: str = Field(description="A page (`guides/start`), a file or a folder of the site.")
    new: str = Field(
        description="Its new path; with a slash at the end, the folder that it goes into."
    )
    translations: bool = Field(default=True, description="Move the translations of it along.")


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
    "Moves a page, a folder or another file of the site; entries of docs.json, links, imports and "
    "pictures follow, and old addresses get a redirect. Shows a diff; moves only with "
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
    destination: str = Field(description="A path of the site that answers, or a whole URL.")


def _add_redirect(workspace: AgentWorkspace, arguments: RedirectArguments) -> Change:
    """Answer the tool that adds a redirect. Raises `UsageFault` if a rule reports it."""
    site = workspace.open_site()
    overview = site.require_overview()
    redirect = Redirect(arguments.source.strip(), arguments.destination.strip())
    _require_plausible_redirect(redirect, overview)
    edits = make_redirect_list_edits(RedirectPlan((), (redirect,)), overview)
    if edits is None:
        raise UsageFault("the list `redirects` cannot be changed as it is. Correct it first.")
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
            f"`{redirect.source}` may take in `{taken}`, a page that readers would no longer "
            "reach. Name a folder in the source that has no pages any more."
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
    "Adds a redirect to docs.json, so that an address that no longer works leads to a page. It "
    "refuses a redirect that would hide a page or lead to a missing one.",
    RedirectArguments,
    Change,
    _add_redirect,
    writes=True,
)
