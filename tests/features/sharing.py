"""A small site whose pages share snippets, exports and variables."""

from __future__ import annotations

SHARING = """--- docs.json
{ "theme": "mint", "name": "Harbour", "variables": { "api-url": "x.example", "channel": "12" },
  "navigation": { "pages": ["index", "moorings", "tides"] } }
--- index.mdx
---
title: Start
---
import Fees from "/snippets/fees.mdx"
import { Buoy, depth } from "/parts/chart.jsx"

# Welcome to {depth} é

<Fees />

<Buoy.Red size={depth} {...depth}>
  On {{channel}}, see `{{api-url}}`.
</Buoy.Red>
--- moorings.mdx
import { Buoy as Float } from "./parts/chart.jsx"
import Prices from "./snippets/fees.mdx"

<Prices />

<Float size={{ Float }} /> and {[1].map((Float) => Float)} on {{ channel }}

<Snippet file="old.mdx" />
--- tides.mdx
export const Tide = ({ depth }) => <b>{depth}</b>

<Tide depth={1} />

<Card title={Tide} />
--- snippets/fees.mdx
---
title: Never seen
---
Ten crowns, on {{channel}}.

## More

- one
--- parts/chart.jsx
export const depth = 3
export const Buoy = ({ size }) => <b>{size}{depth}</b>
export const Mast = () => <Buoy size={depth} />
--- _snippets/old.mdx
An old one.
"""
