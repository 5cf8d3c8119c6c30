"""All tags that need no import: the service's components, and the elements that browsers know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from docs_lsp.mdx.components.cards import CARDS, IN_TEXT
from docs_lsp.mdx.components.code_and_fields import CODE, FIELDS
from docs_lsp.mdx.components.component import Component
from docs_lsp.mdx.components.containers import CALLOUTS, FOLDED, OTHERS, PARTED, TREES

_HTML: Final = """
a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption
center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset
figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input
ins kbd label legend li link main map mark marquee menu meta meter nav nobr noscript object ol
optgroup option output p param picture pre progress q rp rt ruby s samp script search section select
slot small source span strike strong style sub summary sup table tbody td template textarea tfoot
th thead time title tr track tt u ul var video wbr
"""
_SVG: Final = """
animate animateMotion animateTransform circle clipPath clippath defs desc ellipse feBlend
feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge
feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
filter foreignObject g image line linearGradient marker mask metadata mpath path pattern polygon
polyline radialGradient rect set stop svg switch symbol text textPath tspan use view
"""
_MATHML: Final = """
annotation math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms
mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics
"""

STANDARD_NAMES: Final = frozenset(f"{_HTML} {_SVG} {_MATHML}".split())
"""Elements that browsers know."""

VOID_ELEMENTS: Final = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
        *("track", "wbr"),
    )
)
"""Elements of HTML without content."""

SERVICE_TAGS: Final = frozenset(("zapier-zap-templates",))
"""Elements that the service knows besides its components and those of the standards."""


_ALL = (*CALLOUTS, *CARDS, *IN_TEXT, *FOLDED, *PARTED, *TREES, *CODE, *FIELDS, *OTHERS)

COMPONENTS: Final[Mapping[str, Component]] = {component.name: component for component in _ALL}
"""Every component by its name, deprecated and internal ones included."""

KNOWN_NAMES: Final = frozenset((*COMPONENTS, *SERVICE_TAGS)) | STANDARD_NAMES
"""Every tag that needs no import: components and the elements of browsers."""
