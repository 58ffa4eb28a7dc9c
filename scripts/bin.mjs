import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const installed = join(dirname(dirname(fileURLToPath(import.meta.url))), "node_modules");

/** The script behind a command of a package, which Node runs on any platform without a shim in the way. */
export function binOf(packageName, command = packageName) {
  const folder = join(installed, packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

/**
 * Checks and builds what changed. Each further checker of a project checks again what the first one did; the projects
 * of the workspace keep the cores busy.
 */
export const TYPE_CHECK = ["-b", "--checkers", "1"];
