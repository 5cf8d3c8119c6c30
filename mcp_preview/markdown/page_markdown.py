"""Convert the MDX of a page to clean Markdown: the text for readers and agents.

A page is parsed as the service does. Frontmatter, imports, comments and tags are removed, their
text is retained; snippets are included, variables and simple values filled in, code blocks
unchanged, and content that the service deletes is omitted. Time and memory are proportional to the
output, which is limited, since snippets can multiply each other.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from docs_lsp.mdx.components.audiences import VISIBILITY, read_agent_audience
from docs_lsp.mdx.components.catalogue import KNOWN_NAMES, VOID_ELEMENTS
from docs_lsp.mdx.syntax import MdxAttribute, MdxExpression, MdxTag, TagForm
from docs_lsp.site.imported_files import ALL, DEFAULT
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.page_modules import SNIPPET
from docs_lsp.site.pages import PAGE_EXTENSIONS
from mcp_preview.markdown.components import READ, TagMarkdown, convert_tag
from mcp_preview.markdown.includes import (
    VARIABLE,
    Definition,
    Includes,
    ModuleNames,
    collect_page_names,
)
from mcp_preview.markdown.markdown_writer import MarkdownWriter, SizeBudget, remove_escapes
from mcp_preview.markdown.page_constructs import Construct, Fence, PageConstructs, parse_snippet
from mcp_preview.markdown.scripts import (
    Shown,
    ShownEnd,
    ShownName,
    ShownTag,
    ShownText,
    is_function_node,
    is_showable_value,
    iter_shown,
    may_show_children,
    parse_expression,
)

MOST_WRITTEN = 8 << 20
"""The most characters of a page, including included content as it is read."""

_MOST_NESTED = 12
_CHILDREN = "\0"  # Marks the place of the content of a component.
_LEAST = 1_000  # The least cost of an included text, for nearly empty ones.
_OLD_SNIPPETS = "_snippets/"
_NAME = re.compile(r"\s*([A-Za-z_$][\w$]*)\s*")
_UNDERLINE = re.compile(rb"[ \t]*\r?\n[ \t]*(?:-+|=+)[ \t]*(?:\r?\n|\Z)")
"""The next line, if it would make a heading of a text above it."""
_LITERAL = re.compile(r"\s*(?:\"([^\"\\\n]*)\"|'([^'\\\n]*)'|(-?\d+(?:\.\d+)?)|(true|false))\s*")


def convert_page_to_markdown(data: bytes, file: str, includes: Includes) -> str | None:
    """Return the text of a page as Markdown; None if the service rejects it. Never raises.

    `file` is the site path of the page.
    """
    return _Converter(file, includes, SizeBudget(MOST_WRITTEN)).convert_page(data)


class _Converter:
    """A converter that parses a text and writes its Markdown."""

    def __init__(
        self,
        file: str,
        includes: Includes,
        budget: SizeBudget,
        ancestors: tuple[str, ...] = (),
        props: Mapping[str, str] | None = None,
        names: ModuleNames | None = None,
    ) -> None:
        """Prepare to convert a file, which the files `ancestors` include, with its arguments."""
        self.file = file
        self.includes = includes
        self.budget = budget
        self.ancestors = ancestors
        self.props = props or {}
        self.names = names or ModuleNames(includes, file, (), "")
        self.writer = MarkdownWriter(budget)
        self.has_concealed = False  # Whether a `Visibility` has hidden content.

    def convert_page(self, data: bytes) -> str | None:
        """Return the Markdown of a page or snippet; None if it has syntax faults."""
        is_whole = len(data) <= MOST_READ
        data = self.includes.fill_in_page_variables(data[:MOST_READ])
        constructs = parse_snippet(data) if self.ancestors else PageConstructs(data)
        if constructs.page.faults and is_whole:
            return None
        self.names = collect_page_names(self.includes, self.file, constructs.page, data)
        frame = self.find_page_component(constructs)
        if frame is None:
            self.write_page_constructs(constructs, data)
        else:
            self.write_component("", frame, {})
        text = self.writer.finish_text()
        return f"{text}\n" if text else ""

    def find_page_component(self, constructs: PageConstructs) -> Definition | None:
        """Return the imported component that replaces the whole page, or None."""
        for name, imported in self.names.imports.items():
            if imported.exported == DEFAULT and imported.file.endswith(COMPONENTS):
                component = self.names.find_definition(name)
                if component and any(tag.name == name for tag in constructs.page.tags):
                    return component
        return None

    def write_page_constructs(self, constructs: PageConstructs, data: bytes) -> None:
        """Write a page without its frontmatter: its constructs and the prose between them."""
        at = locate_frontmatter(data).body_start
        for construct in constructs:
            start, end = construct.span
            if start < at:
                continue
            self.write_prose(data[at:start])
            at = max(end, self.write_construct(construct, constructs, data))
            is_block = isinstance(construct, MdxTag | MdxExpression) and construct.is_block
            if is_block and _UNDERLINE.match(data, at):
                self.writer.write_raw("\n")  # Or the tag's text would become a heading.
        self.write_prose(data[at:])

    def write_prose(self, data: bytes) -> None:
        """Write prose of the page."""
        if data:
            self.writer.write_unindented(remove_escapes(data.decode("utf-8", "replace")))

    def write_construct(self, construct: Construct, constructs: PageConstructs, data: bytes) -> int:
        """Write a construct, except imports and exports; return the offset after all handled."""
        if isinstance(construct, MdxTag):
            return self.write_tag(construct, constructs, data)
        written = data[slice(*construct.span)].decode("utf-8", "replace")
        if isinstance(construct, Fence):
            for name, value in self.props.items():
                written = written.replace(f"{{{name}}}", value)
            self.writer.write_code(written)
        elif isinstance(construct, MdxExpression):
            self.writer.write_raw(written) if VARIABLE.fullmatch(
                written
            ) else self.write_expression(written[1:-1])
        return construct.span.end

    # Tags

    def write_tag(self, tag: MdxTag, constructs: PageConstructs, data: bytes) -> int:
        """Write a tag; return the offset after everything that was handled."""
        if tag.form is TagForm.CLOSING:
            self.writer.close_tag(tag.name)
            return tag.span.end
        number = constructs.find_tag_index(tag.span.start)
        whole = constructs.tree.get_outer_span(number).end
        if constructs.is_removed(number) or self.writer.is_dropping:
            return whole
        imported = self.names.imports.get(tag.name)
        if imported is not None and imported.exported in (DEFAULT, ALL):
            if tag.is_block and imported.file.endswith(PAGE_EXTENSIONS):
                self.write_snippet(imported.file, self.evaluate_attributes(tag, data))
            return whole
        if not constructs.tree.is_local(tag.name):
            return self.write_known_tag(tag, data, whole)
        definition = self.names.find_definition(tag.name)
        if definition is not None and is_function_node(definition.node):
            is_around = tag.form is TagForm.OPENING and may_show_children(definition.node)
            self.write_component(
                tag.name, definition, self.evaluate_attributes(tag, data), is_around=is_around
            )
            return tag.span.end if is_around else whole
        # Undefined: within a line only the tag is removed and its content is retained.
        return whole if constructs.tree.is_block(number) else tag.span.end

    def write_known_tag(self, tag: MdxTag, data: bytes, whole: int) -> int:
        """Write a tag of the service or of HTML; return the offset after what was handled."""
        if tag.name == SNIPPET:
            file = self.evaluate_attributes(tag, data).pop("file", "")
            self.write_snippet(
                f"{_OLD_SNIPPETS}{file.lstrip('/')}", self.evaluate_attributes(tag, data)
            )
            return whole
        if not tag.is_block and tag.name not in KNOWN_NAMES:
            return tag.span.end  # The page fails there; its text is retained.
        if tag.name == VISIBILITY:
            attributes = {"for": read_agent_audience(tag, data)}
        else:
            attributes = self.evaluate_attributes(tag, data, READ)
        self.write_tag_start(tag.name, attributes, is_whole=tag.form is TagForm.SELF_CLOSING)
        return tag.span.end

    def evaluate_attributes(
        self, tag: MdxTag, data: bytes, wanted: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the values of a tag's attributes by name: those in `wanted`, or all."""
        return {
            attribute.name: self.evaluate_attribute(attribute, data)
            for attribute in tag.attributes
            if attribute.name and (wanted is None or attribute.name in wanted)
        }

    def write_tag_start(self, name: str, attributes: Mapping[str, str], *, is_whole: bool) -> None:
        """Write the text before a tag, and open it unless it is complete."""
        shape = convert_tag(name, attributes)
        self.has_concealed |= name == VISIBILITY and shape.is_dropped
        before = shape.before
        if shape.is_block and not shape.is_dropped:
            before = f"\n\n{before}\n\n" if before else "\n"
        self.writer.write_raw(before)
        if not is_whole and name not in VOID_ELEMENTS:
            self.writer.open_tag(name, shape)
        else:
            self.writer.write_raw(shape.after)

    def evaluate_attribute(self, attribute: MdxAttribute, data: bytes) -> str:
        """Return the value of an attribute as text."""
        if not attribute.is_expression or attribute.value_span is None:
            return attribute.value or ""
        start, end = attribute.value_span
        code = data[start + 1 : end - 1].decode("utf-8", "replace")
        plain = _LITERAL.fullmatch(code)
        if plain:
            return next(text for text in plain.groups() if text is not None)
        return self.create_inner().convert_expression(code)

    # JavaScript

    def convert_expression(self, code: str) -> str:
        """Return the text that an expression shows; for a new converter only."""
        self.write_expression(code)
        return self.writer.finish_text()

    def write_expression(self, code: str) -> None:
        """Write the text that an expression shows, as far as it is known."""
        name = _NAME.fullmatch(code)
        if name:
            self.write_name(name[1])
        elif code.strip():
            self.write_shown(iter_shown(parse_expression(code)))

    def write_name(self, name: str) -> None:
        """Write the value of a prop, or what `{name}` shows of a definition; nothing if unknown."""
        if name in self.props:
            self.writer.write_raw(self.props[name])
            return
        definition = self.names.find_definition(name)
        if definition is not None and is_showable_value(definition.node) and self.can_nest():
            inner = self.create_inner(names=definition.module)
            inner.write_shown(iter_shown(definition.node))
            self.writer.write_raw(inner.writer.finish_text())

    def write_shown(self, contents: Iterable[Shown]) -> None:
        """Write what readers see of JavaScript."""
        for content in contents:
            if isinstance(content, ShownText):
                self.writer.write_raw(content.text)
            elif isinstance(content, ShownName):
                self.write_name(content.name)
            elif isinstance(content, ShownEnd):
                self.writer.close_tag(content.name)
            else:
                self.write_shown_tag(content)

    def write_shown_tag(self, tag: ShownTag) -> None:
        """Write a tag in JavaScript, or the component that it names."""
        definition = self.names.find_definition(tag.name)
        is_own = definition is not None and is_function_node(definition.node)
        attributes = {
            name: self.convert_node(node)
            for name, node in tag.attributes.items()
            if is_own or name in READ
        }
        if definition is None or not is_own:
            self.write_tag_start(tag.name, attributes, is_whole=tag.is_whole)
            return
        self.write_component(tag.name, definition, attributes, is_around=not tag.is_whole)

    def convert_node(self, node: Any) -> str:
        """Return the text that a node shows."""
        inner = self.create_inner()
        inner.write_shown(iter_shown(node))
        return inner.writer.finish_text()

    # What is included

    def write_included(self, text: str) -> None:
        """Write included text, in separate paragraphs if it has several lines."""
        text = text.strip()
        self.writer.write_raw(f"\n\n{text}\n\n" if "\n" in text else text)

    def write_snippet(self, file: str, props: Mapping[str, str]) -> None:
        """Write the Markdown of a snippet, unless it is missing, recursive or nested too deeply."""
        data = None if file in self.ancestors or not self.can_nest() else self.includes.read(file)
        if data is None:
            return
        self.budget.left -= max(_LEAST, len(data))
        known = None if props else self.includes.cleaned.get(file)
        if known is None:
            inner = _Converter(
                file, self.includes, self.budget, (*self.ancestors, self.file), props
            )
            known = inner.convert_page(data) or ""
            if not (props or inner.names.imports or b"<Snippet" in data):
                self.includes.cleaned[file] = known
        self.write_included(known)

    def write_component(
        self,
        name: str,
        definition: Definition,
        props: Mapping[str, str],
        *,
        is_around: bool = False,
    ) -> None:
        """Write a component unless nested too deeply, left open for its content if `is_around`."""
        if not self.can_nest():
            return
        self.budget.left -= _LEAST
        inner = self.create_inner({**props, "children": _CHILDREN}, definition.module)
        inner.write_shown(iter_shown(definition.node))
        self.has_concealed |= inner.has_concealed
        before, mark, after = inner.writer.finish_text().partition(_CHILDREN)
        after = after.replace(_CHILDREN, "")
        if not is_around:
            self.write_included(before + after)
            return
        self.writer.write_raw(f"\n\n{before}" if "\n" in before else before)
        is_line = bool(before) and not before.endswith("\n")
        shape = TagMarkdown("", after, is_block=not is_line, is_line=is_line)
        # Without a place for the content, it may be what is hidden.
        is_dropped = inner.has_concealed and not mark
        self.writer.open_tag(name, shape._replace(is_dropped=is_dropped))

    def create_inner(
        self, props: Mapping[str, str] | None = None, names: ModuleNames | None = None
    ) -> _Converter:
        """Return a converter for nested content."""
        names, ancestors = names or self.names, (*self.ancestors, self.file)
        given = self.props if props is None else props
        return _Converter(names.file, self.includes, self.budget, ancestors, given, names)

    def can_nest(self) -> bool:
        """Return whether nesting and size permit more content."""
        return len(self.ancestors) < _MOST_NESTED and self.budget.left > 0
