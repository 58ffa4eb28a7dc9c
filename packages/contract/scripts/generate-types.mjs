/** Writes src/generated/types.ts. Run it after a change of a schema or of the route table. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { runnerImport } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const options = { resolve: { conditions: ["@trilho/source", "module", "node"] }, logLevel: "error" };
const load = async (path) => (await runnerImport(here(path), options)).module;

const { emitTypes } = await load("../src/emit/types.ts");
const { TYPE_SOURCE } = await load("../src/emit/source.ts");
const target = here("../src/generated/types.ts");
const text = await format(emitTypes(TYPE_SOURCE), { ...(await resolveConfig(target)), filepath: target });
writeFileSync(target, text);
