import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const e2e = join(dirname(dirname(fileURLToPath(import.meta.url))), "e2e");
const require = createRequire(join(e2e, "package.json"));
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const onPath = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

const ofPlaywright = () => existsSync(require("@playwright/test").chromium.executablePath());

function install(title, command, args) {
  console.log(`No Chromium found. ${title}`);
  const { status } = spawnSync(command, args, { stdio: "inherit", cwd: e2e });
  return status === 0;
}

const canUseApt = () =>
  process.platform === "linux" && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

/**
 * The path of a Chromium, or null when Playwright has its own. Gets one where there is none:
 * Debian's package as root, else Playwright's download. Ends the process with what to do when neither works.
 */
export function findChromium() {
  const { TRILHO_CHROMIUM } = process.env;
  if (TRILHO_CHROMIUM) return TRILHO_CHROMIUM;
  if (ofPlaywright()) return null;
  const found = onPath();
  if (found) return found;
  if (canUseApt()) {
    const updated = install("Updating the package lists: apt-get update", "apt-get", ["update"]);
    if (updated && install("Installing it: apt-get install -y chromium", "apt-get", ["install", "-y", "chromium"])) {
      const installed = onPath();
      if (installed) return installed;
    }
  }
  const cli = join(dirname(require.resolve("@playwright/test/package.json")), "cli.js");
  if (install("Installing it: playwright install chromium", process.execPath, [cli, "install", "chromium"]))
    return null;
  console.error("The end-to-end tests need Chromium. Install it, or name one in TRILHO_CHROMIUM.");
  process.exit(1);
}
