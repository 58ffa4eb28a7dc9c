/** Writes docs/reference and docs/pt/reference from the engine's tables. Run it after a change of one. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";
import { runnerImport } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { referencePages } = (await runnerImport(here("reference/pages.ts"), { logLevel: "error" })).module;

for (const [name, text] of Object.entries(referencePages())) {
  const target = here(`../${name}`);
  writeFileSync(target, (await format(target, text, { printWidth: 120 })).code);
}
