// The pages of the site as the tree of files that the filesystem tool shows to the chosen viewer.

import { get } from "./access.js";
import { at, button, make, plural, refill } from "./dom.js";
import { showText } from "./pages.js";
import { asWhom } from "./tools.js";
import { isShown, whenShown } from "./views.js";

/** Shows the pages that are indexed; a folder is filled when it is opened. */
async function showTree() {
  const open = [...at("tree-top").querySelectorAll("details[open]")].map((one) => one.dataset.path);
  refill(at("tree-top"), await children(""));
  for (const path of open.sort()) {
    const again = [...at("tree-top").querySelectorAll("details")].find((one) => one.dataset.path === path);
    if (again) await unfold(again);
  }
}

async function children(path) {
  const { folders, pages } = await get(`tree?${new URLSearchParams({ folder: path, as: asWhom() })}`);
  return [
    ...folders.map(([name, count]) => make("li", {}, branch(name, count, path ? `${path}/${name}` : name))),
    ...pages.map((page) => make("li", {}, leaf(page))),
  ];
}

function branch(name, count, path) {
  const made = make(
    "details",
    { "data-path": path },
    make("summary", {}, `${name}/ `, make("span", { class: "soft" }, plural(count, "page"))),
    make("ul"),
  );
  made.addEventListener("toggle", () => {
    if (made.open) unfold(made).catch(() => (made.open = false)); // It can be tried again.
  });
  return made;
}

async function unfold(folder) {
  const list = folder.querySelector("ul");
  if (!list.childElementCount) list.replaceChildren(...(await children(folder.dataset.path)));
  folder.open = true;
}

function leaf(page) {
  const name = `${page.path.split("/").pop()}.mdx`;
  const read = button(name, () => showText(page.path), { class: "link" });
  const note = page.content !== "text" ? make("span", { class: "out" }, ` ${page.content}`) : null;
  return make("span", { title: page.title }, read, note);
}

whenShown("files", showTree);
at("as").addEventListener("change", () => {
  if (isShown("files")) showTree().catch(() => {}); // The next look tells of trouble.
});
