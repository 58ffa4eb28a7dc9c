// Builds what `start` serves and the end-to-end tests drive; does nothing when no source changed since.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { binOf, TYPE_CHECK } from "./bin.mjs";
import { once, replaceFolder } from "./once.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = join(root, "apps", "server");
const editor = join(root, "apps", "editor");
/** How things are built, and from which packages. */
const always = ["scripts/build.mjs", "scripts/once.mjs", "tsconfig.base.json", "pnpm-lock.yaml"];
const packages = ["packages/engine", "packages/contract", "packages/api-client", "packages/cli"];
/** Less than this fits into one packet anyway. */
const LEAST_BYTES = 1024;

/** Runs a command of a package to its end; ends this process when it fails. */
async function run(title, [packageName, command], args, cwd) {
  const started = performance.now();
  const script = binOf(packageName, command);
  const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) {
    console.error(`${title}: failed\n${Buffer.concat(output)}`);
    process.exit(1);
  }
  console.log(`${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

const tsc = ["@typescript/native", "tsc"];
const vite = ["vite", "vite"];

/** The server sends these instead, to browsers that take them: a third of the bytes. */
function compress(folder) {
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
    const path = join(parentPath, name);
    const content = readFileSync(path);
    if (content.length < LEAST_BYTES) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

const buildServer = () =>
  once(
    root,
    "server",
    [...always, "packages/engine", "packages/contract", "apps/server"],
    ["apps/server/dist/bundle/main.js"],
    () =>
      replaceFolder(join(server, "dist", "bundle"), (folder) =>
        run("Building server", vite, ["build", "--outDir", folder, "--logLevel", "error"], server),
      ),
  );

const buildEditor = () =>
  once(
    root,
    "editor",
    [...always, "packages/engine", "packages/api-client", "apps/editor"],
    ["apps/editor/dist/index.html"],
    () =>
      replaceFolder(join(editor, "dist"), async (folder) => {
        await run("Building editor", vite, ["build", "--outDir", folder, "--logLevel", "error"], editor);
        compress(folder);
      }),
  );

/** The editor as a page of static files: `start` does without it. */
export const buildPlayground = () =>
  once(
    root,
    "playground",
    [...always, "packages/engine", "packages/api-client", "apps/editor"],
    ["apps/editor/playground/dist/index.html"],
    () =>
      replaceFolder(join(editor, "playground", "dist"), (folder) =>
        run(
          "Building playground",
          vite,
          ["build", "playground", "-c", "playground/vite.config.ts", "--outDir", folder, "--logLevel", "error"],
          editor,
        ),
      ),
  );

/** The server and the editor: what `start` needs. */
export const buildProduct = () => Promise.all([buildServer(), buildEditor()]);

/** The packages as other people's programs see them. */
export const buildPackages = () =>
  once(root, "packages", [...always, ...packages], ["packages/cli/dist/main.js"], () =>
    run("Building packages", tsc, [...TYPE_CHECK, "packages/contract", "packages/api-client", "packages/cli"], root),
  );

/** The editor as a library, and the page that embeds it: what other people's programs see. */
export const buildExamples = () =>
  once(
    root,
    "examples",
    [...always, "scripts/editor-library.mjs", ...packages, "apps/editor", "examples"],
    ["apps/editor/lib/index.js", "examples/embed/dist/index.html"],
    async () => {
      const { buildLibrary } = await import("./editor-library.mjs");
      await buildLibrary(editor, (args) => run("Building editor library", vite, args, editor));
      const example = join(root, "examples", "embed");
      await run("Checking the example's types", tsc, ["-p", "."], example);
      await run("Building example", vite, ["build", "--logLevel", "error"], example);
    },
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await Promise.all([buildProduct(), buildPackages()]);
  await buildExamples();
  await buildPlayground();
}
