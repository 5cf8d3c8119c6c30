// The pages of the site as the tree of files that the filesystem tool shows.

import { at, button, make, plural, refill } from "./dom.js";
import { showText } from "./pages.js";

let top = folder();

function folder() {
  return { folders: new Map(), pages: [], count: 0 };
}

/** Shows the pages that are indexed; a folder is filled when it is opened. */
export function showTree(pages) {
  top = folder();
  for (const page of pages) put(page);
  const open = new Set([...at("tree-top").querySelectorAll("details[open]")].map((one) => one.dataset.path));
  refill(at("tree-top"), children(top, ""));
  for (const path of [...open].sort()) {
    const again = [...at("tree-top").querySelectorAll("details")].find((one) => one.dataset.path === path);
    if (again) again.open = true;
  }
}

function put(page) {
  const names = page.path.split("/").slice(0, -1);
  let here = top;
  here.count++;
  for (const name of names) {
    if (!here.folders.has(name)) here.folders.set(name, folder());
    here = here.folders.get(name);
    here.count++;
  }
  here.pages.push(page);
}

function children(here, path) {
  const folders = [...here.folders].sort(([one], [other]) => one.localeCompare(other));
  const pages = [...here.pages].sort((one, other) => one.path.localeCompare(other.path));
  return [
    ...folders.map(([name, inner]) => make("li", {}, branch(name, inner, `${path}/${name}`))),
    ...pages.map((page) => make("li", {}, leaf(page))),
  ];
}

function branch(name, inner, path) {
  const list = make("ul");
  const made = make(
    "details",
    { "data-path": path },
    make("summary", {}, `${name}/ `, make("span", { class: "soft" }, plural(inner.count, "page"))),
    list,
  );
  const fill = () => {
    if (made.open && !list.childElementCount) list.replaceChildren(...children(inner, path));
  };
  made.addEventListener("toggle", fill);
  return made;
}

function leaf(page) {
  const name = `${page.path.split("/").pop()}.mdx`;
  const read = button(name, () => showText(page.path), { class: "link" });
  const note = page.content !== "text" ? make("span", { class: "out" }, ` ${page.content}`) : null;
  return make("span", { title: page.title }, read, note);
}
