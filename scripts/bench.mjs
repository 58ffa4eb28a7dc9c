// Builds the benchmarks with what they measure and runs them. Arguments name some: pnpm bench engine/validate
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildExamples, buildPackages, buildProduct } from "./build.mjs";
import { findChromium } from "./chromium.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve("@typescript/native/package.json")), "bin/tsc");

function run(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

run([tsc, "-b", "bench"]);
const asked = process.argv.slice(2);
const asks = (...places) => asked.length === 0 || asked.some((key) => places.some((place) => key.startsWith(place)));
if (asks("editor", "server")) await buildProduct();
if (asks("editor")) {
  await buildPackages();
  await buildExamples();
  const vite = join(dirname(require.resolve("vite/package.json")), "bin", "vite.js");
  run([vite, "build", "-c", join("bench", "editor", "page", "vite.config.mjs"), "--logLevel", "error"]);
  const chromium = findChromium();
  if (chromium !== null) process.env.TRILHO_CHROMIUM = chromium;
}
run(["--expose-gc", join("bench", "dist", "main.js"), ...process.argv.slice(2)]);
