// Changes the engine's source in thousands of small ways and counts which of them the tests notice, folder by folder:
// pnpm mutate, pnpm mutate rules, or pnpm mutate rules/cycle.ts. Mutants that live go to reports/<folder>.txt, the
// scores of whole folders to docs/mutation.md.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { optionsFor } from "./options.mjs";
import { count, listOf, withRow } from "./report.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const scores = join(root, "docs", "mutation.md");
const FOLDERS = ["interpreter", "json", "graph", "query", "rules"];

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}

async function mutate(Stryker, place) {
  const [folder] = place.split("/");
  const results = await new Stryker(optionsFor(place)).runMutationTest();
  writeFileSync(join(here, "reports", `${folder}.txt`), listOf(results, root));
  if (place !== folder) return console.log(count(results));
  const row = { folder, date: new Date().toISOString().slice(0, 10), ...count(results) };
  writeFileSync(scores, withRow(readFileSync(scores, "utf8"), row));
}

const named = process.argv.slice(2);
const unknown = named.find((place) => !FOLDERS.includes(place.split("/")[0]));
if (unknown !== undefined) {
  console.error(`“${unknown}” is not mutated; the folders are ${FOLDERS.join(", ")}.`);
  process.exit(1);
}

process.chdir(root);
const tool = join(here, "node_modules", "@stryker-mutator", "core", "dist", "src", "index.js");
if (!existsSync(tool)) run("npx", ["-y", "pnpm@12", "install", "--frozen-lockfile", "--dir", "scripts/mutation"]);
mkdirSync(join(here, "reports"), { recursive: true });
const { Stryker } = await import(pathToFileURL(tool).href);
for (const place of named.length > 0 ? named : FOLDERS) await mutate(Stryker, place);
run(process.execPath, [join(root, "node_modules", "oxfmt", "bin", "oxfmt"), scores]);
