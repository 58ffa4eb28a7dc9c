/** Writes the generated types of this package and of the client. Run it after a change of a schema or of the route table. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";
import { runnerImport } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// The sources of the other packages, whether or not they were built.
const conditions = ["@trilho/source", "module", "node"];
const options = { ssr: { noExternal: [/^@trilho\//], resolve: { conditions } }, logLevel: "error" };
const { generatedFiles } = (await runnerImport(here("../src/emit/source.ts"), options)).module;

for (const [path, text] of Object.entries(generatedFiles())) {
  const target = here(`../../${path}`);
  writeFileSync(target, (await format(target, text, { printWidth: 120 })).code);
}
