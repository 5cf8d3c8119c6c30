// Asks a server for one thing of each kind with the official client, and prints what it got.
//
//     node client.mjs CLIENT_MODULE URL auto|legacy

import { pathToFileURL } from "node:url";

const [module, url, mode] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport } = await import(pathToFileURL(module).href);

const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));

const { tools } = await client.listTools();
const [search, filesystem] = tools.map((tool) => tool.name);
const texts = ({ content }) => content.map((item) => item.text);
const call = async (name, given) => texts(await client.callTool({ name, arguments: given }));
const found = await call(search, { query: "red light at night" });
const read = await call(filesystem, { command: "cat /visit/red-light.mdx" });
const { resources } = await client.listResources();
const { contents } = await client.readResource({ uri: resources[0].uri });

console.log(
  JSON.stringify({
    revision: client.getNegotiatedProtocolVersion(),
    server: client.getServerVersion()?.name,
    tools: [search, filesystem],
    found,
    read,
    resource: resources[0].uri,
    skill: contents[0].text,
  }),
);
await client.close();
