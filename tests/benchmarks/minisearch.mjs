// Answers searches with MiniSearch. The first line of the input is a list of sections, each a list of
// path, title, heading and text; every other line is a query. Each is answered with a line of JSON.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: MiniSearch } = await import(pathToFileURL(process.argv[2]).href);
const MOST = 100;
let index;

const answer = (what) => {
  if (index) return index.search(what).slice(0, MOST).map((found) => found.path);
  index = new MiniSearch({
    fields: ["title", "heading", "text"],
    storeFields: ["path"],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 2, heading: 2 } },
  });
  index.addAll(what.map(([path, title, heading, text], id) => ({ id, path, title, heading, text })));
  return [];
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
