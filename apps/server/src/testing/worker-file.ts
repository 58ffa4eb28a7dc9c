import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rollup } from "vite";
import { temporaryFolder } from "./open-test-store.ts";

const SOURCE = fileURLToPath(new URL("./worker.ts", import.meta.url));
const CONDITIONS = ["@trilho/source", "module", "node"];

let made: Promise<string> | null = null;

/** The worker with all it imports in one file, made once: a process of it is soon there, however many are killed. */
export const workerFile = (): Promise<string> => (made ??= makeFile());

async function makeFile(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    resolve: { conditions: CONDITIONS },
    ssr: { noExternal: true, resolve: { conditions: CONDITIONS } },
    build: { ssr: SOURCE, write: false, minify: false, target: "node20" },
  });
  const [{ output }] = [built].flat() as [Rollup.RollupOutput];
  if (output.length > 1) throw new Error("The worker does not fit into one file");
  const folder = await temporaryFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "worker.mjs");
  writeFileSync(path, output[0].code);
  return path;
}
