import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installIn } from "../on-demand.mjs";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = dirname(dirname(here));

export function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}

/** A package of Stryker, which is installed beside this file when it is first asked for. */
export async function load(name) {
  const tool = join(here, "node_modules", "@stryker-mutator", name, "dist", "src", "index.js");
  if (!existsSync(tool)) installIn(here);
  return import(pathToFileURL(tool).href);
}
