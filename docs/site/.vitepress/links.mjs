// Links are written as they work between files of the repository; here they become links between pages of the site.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { pageOf } from "./pages.mjs";

/** The anchor of a heading, as code hosts make it, so that one link is right in both places. */
export const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");

const isRelative = (href) => !/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(href);

/** A plugin of markdown-it. What is no page of the site is named without a link; what is nowhere ends the build. */
export const siteLinks = (root) => (md) => {
  md.core.ruler.push("site_links", ({ tokens, env }) => {
    const file = relative(root, env.realPath ?? env.path)
      .split(sep)
      .join("/");
    for (const { children } of tokens) leadLinks(children ?? [], file, root);
  });
};

function leadLinks(tokens, file, root) {
  let isNamedOnly = false;
  for (const token of tokens) {
    if (token.type === "link_open") isNamedOnly = !leadLink(token, file, root);
    else if (token.type !== "link_close" || !isNamedOnly) continue;
    if (!isNamedOnly) continue;
    token.tag = "span";
    token.type = token.type === "link_open" ? "named_open" : "named_close";
  }
}

/** Whether the link leads to a page now, or outside. */
function leadLink(token, file, root) {
  const href = token.attrGet("href") ?? "";
  if (!isRelative(href)) return true;
  const [path = "", hash] = decodeURI(href).split("#");
  const target = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, "");
  if (!existsSync(join(root, target))) throw new Error(`${file}: nothing is at ${href}`);
  const page = [target, `${target}/README.md`].filter((one) => existsSync(join(root, one))).map(pageOf)[0] ?? null;
  if (page !== null) token.attrSet("href", `/${page}${hash === undefined ? "" : `#${hash}`}`);
  else token.attrs = [["title", target]];
  return page !== null;
}

/** What is wrong with the links of a built site: to pages, files and headings that are not there, or no addresses. */
export function brokenLinks(folder, base) {
  const files = readdirSync(folder, { recursive: true }).map((file) => file.split(sep).join("/"));
  const there = new Set(files);
  const htmlOf = new Map(
    files.filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );
  const anchors = new Map([...htmlOf].map(([file, html]) => [file, new Set(all(html, /\sid="([^"]+)"/g))]));
  return [...htmlOf].flatMap(([file, html]) =>
    [...new Set(all(html, /<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/g))]
      .filter((href) => !isWhole(href, file))
      .map((href) => `${file}: ${href}`),
  );

  function isWhole(href, from) {
    if (/^(?:https?|mailto):/.test(href)) return URL.canParse(href.replaceAll("&amp;", "&"));
    if (href.startsWith("data:")) return true;
    const [path = "", hash = ""] = href.split("#");
    const target = path === "" ? from : path.startsWith(base) ? path.slice(base.length) : null;
    if (target === null) return false;
    const found = [target, `${target}index.html`, `${target}.html`].find((name) => there.has(name));
    return found !== undefined && (hash === "" || (anchors.get(found)?.has(decodeURIComponent(hash)) ?? false));
  }
}

const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
