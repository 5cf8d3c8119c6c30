"""Mistakes in the text of pages: tags, braces, imports."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import NewFile
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked
from tests.mutations.links import plant_in_page
from tests.mutations.scene import NEW, Scene

_PART = f"snippets/{NEW}"
_NOTE = "Look left and right.\n"


@plants("mdx-syntax", files=True)
def sign_that_begins_no_tag(scene: Scene, chance: Random) -> Fault | None:
    text = chance.choice(
        (
            f"Answers come in {marked('<')}5 ms.",
            f"Give {marked('{zebra crossing}')} a try.",
            f"Ask {marked('<zebra@example.com>')}.",
            f"{marked('<!-- zebra -->')}",
        )
    )
    return plant_in_page(scene, chance, "a sign of MDX in prose", text)


@plants("mdx-syntax", files=True)
def tag_that_is_never_closed(scene: Scene, chance: Random) -> Fault | None:
    text = f"Look {marked('<b>left and right.')}"
    return plant_in_page(scene, chance, "a tag without its end", text)


@plants("unknown-component", files=True)
def component_that_nothing_defines(scene: Scene, chance: Random) -> Fault | None:
    text = f"<{marked('ZebraCrossing')}>\n  {_NOTE}</ZebraCrossing>"
    return plant_in_page(scene, chance, "an unknown component", text)


@plants("unknown-component", files=True)
def components_in_one_that_nothing_defines(scene: Scene, chance: Random) -> Fault | None:
    """All is deleted with the outer one, so the others are no mistakes of their own."""
    inner = f"<YakTrack />\n\n  <Gnu>\n  {{zebra}}\n  </Gnu>\n\n  {_NOTE}"
    text = f"<{marked('ZebraCrossing')}>\n  {inner}</ZebraCrossing>"
    return plant_in_page(scene, chance, "unknown components in another", text)


@plants("unknown-icon", files=True)
def icon_of_a_component(scene: Scene, chance: Random) -> Fault | None:
    icon = marked('"rokcet"')
    return plant_in_page(scene, chance, "an icon of a card", f'<Card title="Zebra" icon={icon} />')


@plants("lost-content", files=True)
def view_without_a_title(scene: Scene, chance: Random) -> Fault | None:
    text = f"<{marked('View')}>\n  {_NOTE}</View>"
    return plant_in_page(scene, chance, "a view without a title", text)


@plants("lost-expression", files=True)
def name_that_nothing_defines(scene: Scene, chance: Random) -> Fault | None:
    return plant_in_page(scene, chance, "an unknown name", f"Call on {marked('{zebra}')} now.")


@plants("lost-expression", files=True)
def expression_of_names_that_nothing_defines(scene: Scene, chance: Random) -> Fault | None:
    code = chance.choice(
        ("zebra | crossing", "zebra/crossing", "zebra, crossing", "zebra(1)", "[zebra]", "(zebra)")
    )
    return plant_in_page(scene, chance, "names in an expression", f"Look {marked(f'{{{code}}}')}.")


@plants("lost-expression", files=True)
def prop_of_a_name_that_nothing_defines(scene: Scene, chance: Random) -> Fault | None:
    text = f"<Card title={marked('{zebra}')} />"
    return plant_in_page(scene, chance, "an unknown name in a prop", text)


@plants("lost-content", files=True)
def table_right_below_another(scene: Scene, chance: Random) -> Fault | None:
    first = "| Sign |\n| --- |\n| zebra |\n"
    text = f"{first}| Road | {marked('Lanes')} |\n| --- | --- |\n| High Street | 2 |"
    return plant_in_page(scene, chance, "a table without a gap", text)


@plants("lost-content", files=True)
def cell_without_a_column(scene: Scene, chance: Random) -> Fault | None:
    text = f"| Sign |\n| --- |\n| zebra | {marked('crossing')} |"
    return plant_in_page(scene, chance, "a cell without a column", text)


@plants("unresolved-import", files=True)
def import_of_a_component_of_the_service(scene: Scene, chance: Random) -> Fault | None:
    text = f'import {{ Card }} from "{marked("@mintlify/components")}"'
    return plant_in_page(scene, chance, "an import of a component of the service", text)


@plants("misplaced-component", files=True)
def step_without_steps(scene: Scene, chance: Random) -> Fault | None:
    text = f'<{marked("Step")} title="Zebra">\n  {_NOTE}</Step>'
    return plant_in_page(scene, chance, "a lone step", text)


@plants("deprecated-component", files=True)
def component_out_of_date(scene: Scene, chance: Random) -> Fault | None:
    text = f"<{marked('Example')}>\n  {_NOTE}</Example>"
    return plant_in_page(scene, chance, "an old component", text)


@plants("unknown-prop", files=True)
def prop_misspelt(scene: Scene, chance: Random) -> Fault | None:
    text = f'<Card {marked("tilte")}="Zebra">\n  {_NOTE}</Card>'
    return plant_in_page(scene, chance, "a misspelt prop", text)


@plants("prop-value", files=True)
def value_that_no_prop_has(scene: Scene, chance: Random) -> Fault | None:
    value = marked('"zebra"')
    return plant_in_page(scene, chance, "a value of its own", f"<Badge size={value}>Full</Badge>")


@plants("duplicate-id", files=True)
def id_twice(scene: Scene, chance: Random) -> Fault | None:
    given = f'id="{NEW}"'
    text = f'<Card title="One" {given} />\n\n<Card title="Two" {marked(given)} />'
    return plant_in_page(scene, chance, "an id twice", text)


@plants("unresolved-import", files=True)
def import_of_nothing(scene: Scene, chance: Random) -> Fault | None:
    text = f'import Zebra from "{marked(f"/{_PART}.mdx")}"\n\n<Zebra />'
    return plant_in_page(scene, chance, "an import of no file", text)


@plants("missing-export", files=True)
def name_that_is_not_exported(scene: Scene, chance: Random) -> Fault | None:
    text = f'import {{ {marked("Zebra")} }} from "/{_PART}.mdx"\n\n<Zebra />'
    part = NewFile(f"{_PART}.mdx", "export const Lion = () => <b>Roar</b>\n")
    return plant_in_page(scene, chance, "a name that is not exported", text, part)


@plants("snippet-not-inlined", files=True)
def snippet_within_a_line(scene: Scene, chance: Random) -> Fault | None:
    text = f'import Zebra from "/{_PART}.mdx"\n\nLook <{marked("Zebra")} /> now.'
    return plant_in_page(scene, chance, "a snippet in a line", text, NewFile(f"{_PART}.mdx", _NOTE))


@plants("import-cycle", files=True)
def snippet_in_itself(scene: Scene, chance: Random) -> Fault | None:
    text = f'import Zebra from "/{_PART}.mdx"\n\n<Zebra />'
    part = f'import Zebra from "{marked(f"/{_PART}.mdx")}"\n\n<Zebra />\n'
    return plant_in_page(scene, chance, "a snippet in itself", text, NewFile(f"{_PART}.mdx", part))


@plants("page-import", files=True)
def page_as_a_snippet(scene: Scene, chance: Random) -> Fault | None:
    text = f'import Zebra from "{marked(f"/{NEW}/page.mdx")}"\n\n<Zebra />'
    page = "---\ntitle: Zebra\ndescription: A crossing\n---\n\nLook left.\n"
    return plant_in_page(
        scene, chance, "a page as a snippet", text, NewFile(f"{NEW}/page.mdx", page)
    )


@plants("replaced-page", files=True)
def default_export_of_a_script(scene: Scene, chance: Random) -> Fault | None:
    text = f'import {marked("Zebra")} from "/{_PART}.jsx"\n\n<Zebra />'
    part = NewFile(f"{_PART}.jsx", "export default function Zebra() {\n  return <b>Look</b>\n}\n")
    return plant_in_page(scene, chance, "a default export", text, part)


@plants("jsx-syntax", files=True)
def bracket_too_many(scene: Scene, chance: Random) -> Fault | None:
    text = f'import {{ Zebra }} from "/{_PART}.jsx"\n\n<Zebra />'
    script = f"export const Zebra = () => (\n  <b>Look</b>\n){marked(')')}\n"
    return plant_in_page(scene, chance, "a bracket too many", text, NewFile(f"{_PART}.jsx", script))
