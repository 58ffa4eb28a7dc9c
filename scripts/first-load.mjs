// Prints how much JavaScript each address of the editor loads before its first picture, and fails above the limits.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What an address draws at once: its modules in Vite's manifest. What is imported later, when idle or asked for, is not part of it. */
const ADDRESSES = [
  { name: "Connect", modules: ["index.html", "src/page.tsx", "src/screens/connect/connect-screen.tsx"], limitKb: 250 },
  {
    name: "Automations",
    modules: ["index.html", "src/page.tsx", "src/screens/automations/automations-screen.tsx"],
    limitKb: 260,
  },
  {
    name: "Builder",
    modules: ["index.html", "src/page.tsx", "src/screens/builder/builder-screen.tsx"],
    limitKb: 320,
  },
  {
    name: "Runs",
    modules: ["index.html", "src/page.tsx", "src/screens/runs/runs-screen.tsx", "src/i18n/later.ts"],
    limitKb: 260,
  },
  {
    name: "Deal",
    modules: ["index.html", "src/page.tsx", "src/screens/deals/deal-screen.tsx", "src/i18n/later.ts"],
    limitKb: 260,
  },
  {
    name: "Interactions",
    modules: ["index.html", "src/page.tsx", "src/screens/interactions/interactions-screen.tsx", "src/i18n/later.ts"],
    limitKb: 230,
  },
  {
    name: "Outbox",
    modules: ["index.html", "src/page.tsx", "src/screens/outbox/outbox-screen.tsx", "src/i18n/later.ts"],
    limitKb: 260,
  },
];

/** The page of static files: it has no screen but its builder. */
const PLAYGROUND = [{ name: "Playground", modules: ["index.html"], limitKb: 300 }];

/** The files that modules need, with everything that these import statically. */
export function filesOf(manifest, modules) {
  const files = new Set();
  const open = [...modules];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the manifest of the build.`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    open.push(...(chunk.imports ?? []));
  }
  return [...files].filter((file) => file.endsWith(".js"));
}

/** A file that imports itself by way of others; null without one. Such files can read what is not there yet. */
export function circleIn(manifest) {
  const over = new Set();
  const way = [];
  const follow = (key) => {
    if (way.includes(key)) return [...way.slice(way.indexOf(key)), key];
    if (over.has(key)) return null;
    way.push(key);
    for (const next of manifest[key].imports ?? []) {
      const circle = follow(next);
      if (circle !== null) return circle;
    }
    over.add(way.pop());
    return null;
  };
  for (const key of Object.keys(manifest)) {
    const circle = follow(key);
    if (circle !== null) return circle.map((each) => manifest[each].file);
  }
  return null;
}

const manifestOf = (dist) => JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));

/** Sizes in bytes as `gzip -9` sends them, largest first. */
export function measure(dist, modules) {
  return filesOf(manifestOf(dist), modules)
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

const kb = (bytes) => (bytes / 1000).toFixed(1);

function check(dist, addresses) {
  let within = true;
  for (const { name, modules, limitKb } of addresses) {
    const files = measure(dist, modules);
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const fits = total <= limitKb * 1000;
    within &&= fits;
    console.log(`${fits ? "ok  " : "OVER"} ${name}: ${kb(total)} kB of at most ${limitKb} kB JavaScript, gzip`);
    if (!fits || process.argv.includes("--files"))
      for (const { file, bytes } of files) console.log(`       ${kb(bytes).padStart(6)} ${file}`);
  }
  const circle = circleIn(manifestOf(dist));
  if (circle !== null) console.log(`OVER files that import each other: ${circle.join(" -> ")}`);
  return within && circle === null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const named = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
  const editor = join(root, "apps", "editor");
  const builds = [[named ?? join(editor, "dist"), ADDRESSES]];
  if (named === undefined) builds.push([join(editor, "playground", "dist"), PLAYGROUND]);
  const missing = builds.find(([dist]) => !existsSync(join(dist, ".vite", "manifest.json")));
  if (missing !== undefined) {
    console.error(`No build of the editor in ${missing[0]}. Make it first: pnpm run build`);
    process.exit(1);
  }
  if (!builds.map(([dist, addresses]) => check(dist, addresses)).every(Boolean)) process.exit(1);
}
