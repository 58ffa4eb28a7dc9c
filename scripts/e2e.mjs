// Builds, makes sure a Chromium is there, and runs the end-to-end suite. Arguments go on to Playwright.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildExamples, buildPackages, buildPlayground, buildProduct } from "./build.mjs";
import { findChromium } from "./chromium.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await Promise.all([buildProduct(), buildPackages()]);
await buildExamples();
await buildPlayground();
const chromium = findChromium();
const require = createRequire(join(root, "e2e", "package.json"));
const playwright = join(dirname(require.resolve("@playwright/test/package.json")), "cli.js");
const { status } = spawnSync(process.execPath, [playwright, "test", ...process.argv.slice(2)], {
  cwd: join(root, "e2e"),
  stdio: "inherit",
  env: { ...process.env, ...(chromium === null ? {} : { TRILHO_CHROMIUM: chromium }) },
});
process.exit(status ?? 1);
