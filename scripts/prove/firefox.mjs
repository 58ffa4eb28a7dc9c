// The main journeys in a Firefox as people have it: pnpm prove firefox. TRILHO_FIREFOX names one that is not on the PATH.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { buildPackages, buildProduct } from "../build.mjs";

const NAMES = ["firefox", "firefox-esr"];

const onPath = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

/** Answers what failed. */
export async function proveFirefox(root) {
  const firefox = process.env.TRILHO_FIREFOX ?? onPath();
  if (firefox === undefined)
    return ["There is no Firefox: install one (Debian: apt-get install firefox-esr), or name one in TRILHO_FIREFOX."];
  await Promise.all([buildProduct(), buildPackages()]);
  const e2e = join(root, "e2e");
  const require = createRequire(join(e2e, "package.json"));
  const playwright = join(dirname(require.resolve("@playwright/test/package.json")), "cli.js");
  const { status } = spawnSync(process.execPath, [playwright, "test", "-c", "firefox.config.ts"], {
    cwd: e2e,
    stdio: "inherit",
    env: { ...process.env, TRILHO_FIREFOX: firefox },
  });
  return status === 0 ? [] : ["The journeys failed in Firefox."];
}
