// Builds what `start` serves and the end-to-end tests drive; does nothing when no source changed since.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const stampFile = join(root, "node_modules", ".cache", "trilho", "build.json");
const sources = ["packages", "apps", "tsconfig.base.json", "pnpm-lock.yaml"];
const outputs = ["apps/server/dist/main.js", "apps/editor/dist/index.html"];

/** Every source file as "path size mtime": cheap, and any edit changes it. */
function fingerprint() {
  const rows = [];
  const visit = (path) => {
    const stat = statSync(join(root, path));
    if (!stat.isDirectory()) rows.push(`${path} ${stat.size} ${stat.mtimeMs}`);
    else
      for (const name of readdirSync(join(root, path)).toSorted()) {
        if (name !== "node_modules" && name !== "dist" && !name.endsWith(".tsbuildinfo")) visit(`${path}/${name}`);
      }
  };
  sources.forEach(visit);
  return rows.join("\n");
}

function isFresh(now) {
  return (
    outputs.every((path) => existsSync(join(root, path))) &&
    existsSync(stampFile) &&
    JSON.parse(readFileSync(stampFile, "utf8")) === now
  );
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

export function build() {
  const now = fingerprint();
  if (isFresh(now)) return;
  const projects = ["apps/server", "packages/api-client", "packages/cli"];
  run("Building packages and server", "@typescript/native", "bin/tsc", ["-b", ...projects], root);
  run("Building editor", "vite", "bin/vite.js", ["build", "--logLevel", "warn"], join(root, "apps", "editor"));
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(now));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) build();
