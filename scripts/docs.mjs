// Builds the documentation as a site of static files, docs/site/dist; `dev` serves it while somebody writes.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPlayground } from "./build.mjs";
import { installIn } from "./on-demand.mjs";

const site = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "site");

installIn(site);
if (process.argv[2] !== "dev") await buildPlayground();
const vitepress = join(site, "node_modules", "vitepress", "bin", "vitepress.js");
const { status } = spawnSync(process.execPath, [vitepress, process.argv[2] ?? "build", site], { stdio: "inherit" });
process.exit(status ?? 1);
