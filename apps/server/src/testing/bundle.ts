import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rollup } from "vite";

const SOURCES = fileURLToPath(new URL("../", import.meta.url));
/** Beside what is installed, so that packages are found; as deep as `dist`'s folders, so that the built editor is. */
const FOLDER = fileURLToPath(new URL("../../node_modules/.bundles/", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../vite.config.ts", import.meta.url));

const made = new Map<string, Promise<string>>();

/**
 * A file that runs a module of the server as a program, bundled as a build does it, made once: a process of it is soon
 * there, however many are started. `entry` is a path below `src`.
 */
export function bundleOf(entry: string): Promise<string> {
  const known = made.get(entry) ?? bundle(entry);
  made.set(entry, known);
  return known;
}

/** The server as it is built for use, in several files; `partsOf` says which of them hold a package's modules. */
export interface Product {
  main: string;
  partsOf(name: string): string[];
  remove(): void;
}

export async function bundleProduct(): Promise<Product> {
  const folder = join(FOLDER, `${process.pid}-product`);
  const built = await build({
    root: dirname(CONFIG),
    configFile: CONFIG,
    logLevel: "error",
    build: {
      outDir: folder,
      sourcemap: false,
      rolldownOptions: { output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
  const [{ output }] = [built].flat() as [Rollup.RollupOutput];
  return {
    main: join(folder, "main.mjs"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    partsOf: (name) =>
      output.flatMap((part) =>
        part.type === "chunk" && part.moduleIds.some((id) => id.includes(`/node_modules/${name}`))
          ? [part.fileName]
          : [],
      ),
  };
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    root: dirname(CONFIG),
    configFile: CONFIG,
    logLevel: "error",
    build: {
      ssr: join(SOURCES, entry),
      write: false,
      sourcemap: false,
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
