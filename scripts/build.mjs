// Builds what `start` serves and the end-to-end tests drive; does nothing when no source changed since.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { TYPE_CHECK } from "./bin.mjs";
import { buildLibrary } from "./editor-library.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const cache = join(root, "node_modules", ".cache", "trilho");
const sources = ["packages", "apps", "tsconfig.base.json", "pnpm-lock.yaml"];
const outputs = ["apps/server/dist/main.js", "apps/editor/dist/index.html"];
const exampleOutputs = ["apps/editor/lib/index.js", "examples/embed/dist/index.html"];
/** Less than this fits into one packet anyway. */
const LEAST_BYTES = 1024;
const madeFolders = new Set(["node_modules", "dist", "lib"]);

/** Every source file as "path size mtime": cheap, and any edit changes it. */
function fingerprint(paths) {
  const rows = [];
  const visit = (path) => {
    const stat = statSync(join(root, path));
    if (!stat.isDirectory()) rows.push(`${path} ${stat.size} ${stat.mtimeMs}`);
    else
      for (const name of readdirSync(join(root, path)).toSorted()) {
        if (!madeFolders.has(name) && !name.endsWith(".tsbuildinfo")) visit(`${path}/${name}`);
      }
  };
  paths.forEach(visit);
  return rows.join("\n");
}

/** Builds unless the outputs are there and no source changed since the last time. */
function once(name, paths, results, make) {
  const stampFile = join(cache, `${name}.json`);
  const now = fingerprint(paths);
  const fresh =
    results.every((path) => existsSync(join(root, path))) &&
    existsSync(stampFile) &&
    JSON.parse(readFileSync(stampFile, "utf8")) === now;
  if (fresh) return;
  make();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampFile, JSON.stringify(now));
}

function run(title, packageName, bin, args, cwd) {
  const started = Date.now();
  const script = join(dirname(require.resolve(`${packageName}/package.json`)), bin);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) {
    console.error(`${title}: failed\n${stdout ?? ""}${stderr ?? ""}`);
    process.exit(1);
  }
  console.log(`${title}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

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

export function build() {
  once("build", sources, outputs, () => {
    const projects = ["apps/server", "packages/api-client", "packages/cli"];
    run("Building packages and server", "@typescript/native", "bin/tsc", [...TYPE_CHECK, ...projects], root);
    run("Building editor", "vite", "bin/vite.js", ["build", "--logLevel", "warn"], join(root, "apps", "editor"));
    compress(join(root, "apps", "editor", "dist"));
  });
}

/** The editor as a library, and the page that embeds it: what other people's programs see. */
export function buildExamples() {
  once("examples", [...sources, "examples"], exampleOutputs, () => {
    buildLibrary(root, run);
    const example = join(root, "examples", "embed");
    run("Checking the example's types", "@typescript/native", "bin/tsc", ["-p", "."], example);
    run("Building example", "vite", "bin/vite.js", ["build", "--logLevel", "error"], example);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  build();
  buildExamples();
}
