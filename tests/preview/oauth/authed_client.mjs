// Logs in with the official client, asks twice, and prints what it got.
//
//     node authed_client.mjs CLIENT_MODULE URL
//
// The first line that it prints is the address to open in a browser.

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [module, url] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport, UnauthorizedError } = await import(
  pathToFileURL(module).href
);

const answers = [];
let answered;
const arrived = new Promise((resolve) => (answered = resolve));
const callback = createServer((request, response) => {
  answers.push(new URL(request.url, "http://127.0.0.1").searchParams);
  response.end("You can close this page.");
  answered();
});
await new Promise((resolve) => callback.listen(0, "127.0.0.1", resolve));

const redirectUrl = `http://127.0.0.1:${callback.address().port}/callback`;
const kept = {};
const provider = {
  redirectUrl,
  clientMetadata: { client_name: "A TypeScript client", redirect_uris: [redirectUrl] },
  state: () => "a-state",
  clientInformation: () => kept.client,
  saveClientInformation: (client) => (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => (kept.tokens = tokens),
  saveCodeVerifier: (verifier) => (kept.verifier = verifier),
  codeVerifier: () => kept.verifier,
  redirectToAuthorization: (address) => console.log(address.href),
  saveDiscoveryState: (state) => (kept.discovery = state),
  discoveryState: () => kept.discovery,
};

const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
const first = transport();
try {
  await new Client({ name: "test", version: "1" }).connect(first);
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
}
await arrived;
await first.finishAuth(answers[0]);

const tools = async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport());
  const { tools } = await client.listTools();
  await client.close();
  return tools.map((tool) => tool.name);
};
const names = await tools();
const before = kept.tokens.access_token;
kept.tokens = { ...kept.tokens, access_token: "of another time" };
const again = await tools();
console.log(
  JSON.stringify({ names, again, state: answers[0].get("state"), renewed: kept.tokens.access_token !== before }),
);
callback.close();
