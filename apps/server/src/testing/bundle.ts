import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rollup } from "vite";

const SOURCES = fileURLToPath(new URL("../", import.meta.url));
/** Beside what is installed, so that packages are found; as deep as `dist`'s folders, so that the built editor is. */
const FOLDER = fileURLToPath(new URL("../../node_modules/.bundles/", import.meta.url));
const CONDITIONS = ["@trilho/source", "module", "node"];

const made = new Map<string, Promise<string>>();

/**
 * A file that runs a module of the server as a program, with all of ours that it imports, made once: a process of it
 * is soon there, however many are started. `entry` is a path below `src`.
 */
export function bundleOf(entry: string): Promise<string> {
  const known = made.get(entry) ?? bundle(entry);
  made.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    resolve: { conditions: CONDITIONS },
    ssr: { noExternal: [/^@trilho\//], resolve: { conditions: CONDITIONS } },
    build: {
      ssr: join(SOURCES, entry),
      write: false,
      minify: false,
      target: "node20",
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = [built].flat() as [Rollup.RollupOutput];
  if (output.length > 1) throw new Error(`${entry} does not fit into one file`);
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${process.pid}-${entry.replaceAll(/\W/g, "-")}.mjs`);
  writeFileSync(path, output[0].code);
  process.once("exit", () => rmSync(path, { force: true }));
  return path;
}
