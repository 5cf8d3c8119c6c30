"""Edits docs.json for a frozen version: renames the current one and puts its copy after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from docs_lsp.core.problem import FileEdit
from docs_lsp.files.draft import apply_file_edits
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    Edit,
    apply_edits,
    build_value_edit,
    get_dedented_text,
    quote_json,
    replace_members,
)
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from docs_lsp.refactor.freeze.current_versions import CurrentVersion, FreezeRequest
from docs_lsp.refactor.freeze.frozen_files import GENERATORS, FrozenFiles
from docs_lsp.refactor.member_edits import (
    find_list_around,
    get_container_text,
    insert_array_items,
    iter_member_texts,
    require_container_at,
    set_json_member,
    set_string_member,
)
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.site.generated_pages.page_addresses import DEFAULT_FOLDER, read_pages_folder
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.navigation.walk import Placed

USUAL_TAG = "Latest"
_Step: TypeAlias = Callable[[bytes], bytes]


def build_frozen_docs(
    frozen: FrozenFiles, edits: Iterable[FileEdit], names: FreezeRequest
) -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
    """Return the changed and the new files of docs.json: the version renamed, and then its copy.

    `edits` are the changes to everything that the copy contains. Returned are the content of the
    files that change and of the new files, by site path.
    """
    maker = _DocsBuilder(frozen, edits, names)
    for current in frozen.current:
        if current.is_root:
            maker.add_split_step(current)
        else:
            maker.add_copy_step(current)
    return maker.apply_steps(), maker.collect_part_copies()


class _DocsBuilder:
    """Records the steps that edit docs.json and the files it references, and applies them."""

    def __init__(
        self, frozen: FrozenFiles, edits: Iterable[FileEdit], names: FreezeRequest
    ) -> None:
        self.frozen = frozen
        self.names = names
        self.steps: defaultdict[str, list[tuple[int, _Step]]] = defaultdict(list)
        """The steps to do in each file, each with its byte offset."""
        self.edits: defaultdict[str, list[FileEdit]] = defaultdict(list)
        for edit in edits:
            self.edits[edit.file].append(edit)
        self.copied = {
            file: self._move_generated_pages(
                apply_file_edits(self._get_data(file), self.edits[file])
            )
            for file in sorted(frozen.parts)
        }

    def _get_data(self, file: str) -> bytes:
        part = self.frozen.overview.parts[file]
        assert isinstance(part, Document)
        return part.text.data

    def apply_steps(self) -> dict[str, bytes]:
        """Return the new content of each file, applying its steps from the end to the start."""
        texts = {}
        for file, steps in self.steps.items():
            data = self._get_data(file)
            for _, step in sorted(steps, key=lambda one: -one[0]):
                data = step(data)
            texts[file] = data
        return texts

    def collect_part_copies(self) -> dict[str, bytes]:
        """Return the copies of the files that docs.json references, by their site paths."""
        return {self.frozen.other_copies[file]: data for file, data in self.copied.items()}

    # A version among others

    def add_copy_step(self, one: CurrentVersion) -> None:
        """Record the steps that put the copy of a version after it and rename the version."""
        placed = one.placed
        text = self._render_copy(placed)
        around = find_list_around(self._get_data(placed.file), placed.at)
        assert around is not None
        at, index = around.at, around.index + 1
        # Steps run from the end, so inserting after the version keeps the earlier offsets valid.
        self.steps[placed.file].append(
            (placed.at + 1, lambda data: insert_array_items(data, at, index, [text]))
        )
        self._add_rename_steps(placed)

    def _add_rename_steps(self, placed: Placed) -> None:
        """Record the steps that rename the current version, make it the default and tag it."""
        element, names = placed.element, self.names
        self._add_member_step(placed, "version", quote_json(names.next))
        if element.get_flag("default") is not True:
            self._add_member_step(placed, "default", "true")
        tag = names.tag if names.tag is not None else element.get_text("tag") or USUAL_TAG
        if tag != (element.get_text("tag") or ""):
            self._add_member_step(placed, "tag", quote_json(tag) if tag else None)

    def _add_member_step(self, placed: Placed, key: str, value: str | None) -> None:
        """Record the step that sets a key of an element in the file that has it, or removes it."""
        layer = placed.element.find_layer(key if placed.element.has(key) else "version")
        file, at = placed.element.resolved.layers[layer].file, placed.starts[layer]
        after = "default" if key == "tag" else "version"
        step = (at, lambda data: set_json_member(data, at, key, value, after=after))
        self.steps[file].append(step)

    def _render_copy(self, placed: Placed) -> str:
        """Return the text of the copy of a version; modifies copied files that it references."""
        start, end = placed.at, placed.at + placed.element.get_layer_node(0).size
        inside = [edit for edit in self.edits[placed.file] if start <= edit.span.start < end]
        data = apply_file_edits(self._get_data(placed.file), inside)
        text = self._move_generated_pages(get_container_text(data, start).encode())
        for key, value in (("version", self.names.old), ("default", None), ("tag", None)):
            layer = placed.element.find_layer(key)
            file = placed.element.resolved.layers[layer].file
            if layer == 0:
                text = set_string_member(text, 0, key, value)
            elif file in self.copied:
                root = Document.from_text(self.copied[file]).tree.start
                self.copied[file] = set_string_member(self.copied[file], root, key, value)
        inherited = self._build_inherited_specs(placed)
        if inherited and not placed.element.has("openapi"):
            text = set_json_member(text, 0, "openapi", inherited, after="version")
        return text.decode()

    def _build_inherited_specs(self, placed: Placed) -> str:
        """Return the inherited specifications as JSON for the copy of a version, or ""."""
        values = (one.element.get_inlined("openapi") for one in placed.list_outward()[1:])
        value = next((one for one in values if one is not None and list_sources(one)), None)
        folder = quote_json(
            self._place_below_folder(
                (read_pages_folder(value) if value else None) or DEFAULT_FOLDER
            )
        )
        sources = [
            f'{{ "source": {quote_json(self._get_copied_spec(source))}, "directory": {folder} }}'
            for source in list_sources(value)
        ]
        return sources[0] if len(sources) == 1 else f"[{', '.join(sources)}]" if sources else ""

    def _get_copied_spec(self, source: str) -> str:
        """Return the path of a specification's copy, or the source as it is if none is made."""
        return self.frozen.other_copies.get(source.strip().lstrip("/"), source)

    # A navigation without versions

    def add_split_step(self, one: CurrentVersion) -> None:
        """Record the step that replaces a whole navigation by two versions of it."""
        placed, names = one.placed, self.names
        data, at = self._get_data(placed.file), placed.at
        node = require_container_at(data, at)
        assert isinstance(node, Object)
        keys = [key for key in node.by_key if key in CHILD_KEYS or key == "$ref"]
        tag = USUAL_TAG if names.tag is None else names.tag
        head = [("version", quote_json(names.next)), ("default", "true")]
        head += [("tag", quote_json(tag))] if tag else []
        new = _render_object([*head, *_select_members(data, at, keys)])
        inside = [
            edit for edit in self.edits[placed.file] if at <= edit.span.start < at + node.size
        ]
        copied = _select_members(apply_file_edits(data, inside), at, keys)
        copy = _render_object([("version", quote_json(names.old)), *copied])
        text = self._move_generated_pages(copy.encode()).decode()
        versions = "[\n" + _indent(f"{new},\n{text}") + "\n]"
        indexes = [node.by_key[key] for key in keys]

        def step(data: bytes) -> bytes:
            edits = replace_members(data, node, at, indexes, [("versions", versions)])
            return apply_edits(data, edits or ())

        self.steps[placed.file].append((at, step))

    # The folders of generated pages

    def _place_below_folder(self, folder: str = DEFAULT_FOLDER) -> str:
        """Return a folder of generated pages below the folder of the copy."""
        return f"{self.frozen.folder}/{folder.strip('/')}"

    def _move_generated_pages(self, data: bytes) -> bytes:
        """Return JSON in which the service generates pages below the folder of the copy."""
        document = Document.from_text(data)
        return apply_edits(
            data,
            list(
                self._edit_generator_folders(
                    document.text.data, document.tree.root, document.tree.start
                )
            ),
        )

    def _edit_generator_folders(self, data: bytes, node: Node, at: int) -> Iterator[Edit]:
        """Yield edits that move generated pages below the folder, for all specs in a value."""
        if not isinstance(node, Container):
            return
        for index, (start, child) in enumerate(node.iter_children()):
            if not isinstance(child, Member):
                yield from self._edit_generator_folders(data, child, at + start)
            elif child.key.value in GENERATORS:
                yield from self._edit_source_folder(data, node, at, index)
            else:
                yield from self._edit_generator_folders(
                    data, child.value, at + start + child.value_start
                )

    def _edit_source_folder(
        self, data: bytes, node: Container, at: int, index: int
    ) -> Iterator[Edit]:
        """Yield edits that move the pages generated from a specification below the folder."""
        child = node.items[index]
        start = at + node.starts[index]
        value = child
        if isinstance(child, Member):
            value, start = child.value, start + child.value_start
        if isinstance(value, String):
            spec_source, default = quote_json(value.value), quote_json(self._place_below_folder())
            text = f'{{ "source": {spec_source}, "directory": {default} }}'
            yield build_value_edit(data, node, at, index, text)
        elif isinstance(value, Array):
            for place in range(len(value.items)):
                yield from self._edit_source_folder(data, value, start, place)
        elif isinstance(value, Object):
            folder = value.get("directory")
            wanted = (
                self._place_below_folder(folder.value)
                if isinstance(folder, String)
                else self._place_below_folder()
            )
            own = set_string_member(
                get_dedented_text(data, value, start).encode(), 0, "directory", wanted
            )
            yield build_value_edit(data, node, at, index, own.decode())


def _select_members(data: bytes, at: int, keys: list[str]) -> list[tuple[str, str]]:
    """Return some keys of the object at an offset, with the text of their values."""
    node = require_container_at(data, at)
    assert isinstance(node, Object)
    texts = dict(iter_member_texts(data, node, at))
    return [(key, texts[key]) for key in keys]


def _render_object(members: list[tuple[str, str]]) -> str:
    return (
        "{\n" + ",\n".join(_indent(f"{quote_json(key)}: {text}") for key, text in members) + "\n}"
    )


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" if line else line for line in text.split("\n"))
