// Installs what `start` needs when it is not there yet. The tools of tests come with `pnpm install`, and stay.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "./once.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STATE = "node_modules/.pnpm-workspace-state-v1.json";

const manifestsIn = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`);
const manifests = [
  "package.json",
  "pnpm-workspace.yaml",
  "pnpm-lock.yaml",
  ...manifestsIn("apps"),
  ...manifestsIn("packages"),
];

/** Whether somebody installed everything: then that is kept up to date. */
function hasTools() {
  const file = join(root, STATE);
  return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).settings.dev === true;
}

export const install = () =>
  once(root, "install", manifests, [STATE], () => {
    const args = ["-y", "pnpm@12", "install", ...(hasTools() ? [] : ["--prod"])];
    const { status } = spawnSync("npx", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) process.exit(status ?? 1);
  });
