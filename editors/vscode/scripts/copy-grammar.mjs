// Copies the grammar of MDX into the extension, with its licence, which NOTICE of the package holds.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const source = new URL("../node_modules/tm-grammars/", import.meta.url);
const made = new URL("../syntaxes/", import.meta.url);
const parts = readFileSync(new URL("NOTICE", source), "utf8").split(/^=+$/m);
const notice = parts.find((part) => /^Files: .*\bmdx\.json\b/m.test(part));
if (notice === undefined) {
  throw new Error("tm-grammars has no licence for mdx.json");
}
mkdirSync(made, { recursive: true });
copyFileSync(new URL("grammars/mdx.json", source), new URL("mdx.json", made));
writeFileSync(new URL("LICENSE-mdx.txt", made), `${notice.trim()}\n`);
