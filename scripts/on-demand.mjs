// Packages that only few commands need stand in workspaces of their own, and are installed when one asks for them.
import { spawnSync } from "node:child_process";

/** Installs what the lockfile of a folder names and is not there yet. */
export function installIn(folder) {
  const args = ["-y", "pnpm@12", "install", "--frozen-lockfile"];
  const { status } = spawnSync("npx", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`The packages of ${folder} cannot be installed.`);
}
