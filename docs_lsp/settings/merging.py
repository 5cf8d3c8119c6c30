"""Merge the settings of the editor with those of docs-lsp.toml."""

from __future__ import annotations

from docs_lsp.settings.settings import PreviewSettings, Settings


def merge_settings(editor: Settings, project: Settings) -> Settings:
    """Merge both settings. The project's take precedence, so that a team sees the same."""
    return Settings(
        rules={**editor.rules, **project.rules},
        suppressions=project.suppressions or editor.suppressions,
        extra_languages=project.extra_languages or editor.extra_languages,
        elsewhere=project.elsewhere or editor.elsewhere,
        base=editor.base if project.base is None else project.base,
        origin=project.origin or editor.origin,
        ignored=project.ignored or editor.ignored,
        reach=project.reach and editor.reach,
        baseline_file=project.baseline_file,
        baseline=project.baseline,
        fail_on=project.fail_on,
        rename_redirect=(
            editor.rename_redirect if project.rename_redirect is None else project.rename_redirect
        ),
        sync=project.sync,
        preview=_merge_preview(editor.preview, project.preview),
        json_server=editor.json_server,
        beside_vendor=editor.beside_vendor,
        has_vendor_extension=editor.has_vendor_extension,
        inlay_hints=editor.inlay_hints,
        trace=editor.trace,
        compare_with=editor.compare_with,
        translations=editor.translations,
    )


def _merge_preview(editor: PreviewSettings, project: PreviewSettings) -> PreviewSettings:
    given = {name: value for name, value in project._asdict().items() if value not in (None, ())}
    return editor._replace(**given)
