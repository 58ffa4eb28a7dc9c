// Changes the engine's source in thousands of small ways and counts which of them the tests notice, folder by folder:
// pnpm mutate, pnpm mutate rules, or pnpm mutate rules/cycle.ts. Mutants that live go to reports/<folder>.txt, the
// scores of whole folders to docs/mutation.md.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { optionsFor } from "./options.mjs";
import { count, listOf, withRow } from "./report.mjs";
import { here, load, root, run } from "./tool.mjs";

const scores = join(root, "docs", "mutation.md");
const FOLDERS = ["interpreter", "json", "graph", "query", "rules"];

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
mkdirSync(join(here, "reports"), { recursive: true });
const { Stryker } = await load("core");
for (const place of named.length > 0 ? named : FOLDERS) await mutate(Stryker, place);
run(process.execPath, [join(root, "node_modules", "oxfmt", "bin", "oxfmt"), scores]);
