// Makes the next version of everything from what .changeset tells: manifests, change logs, and what programs say they are.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { binOf } from "./bin.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const TOLD = { "packages/cli": "src/version.ts", "apps/server": "src/launch/version.ts" };

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const versionOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).version;

run(binOf("@changesets/cli", "changeset"), "version");
for (const [folder, path] of Object.entries(TOLD)) {
  const file = join(root, folder, path);
  writeFileSync(file, readFileSync(file, "utf8").replace(/"[\d.]+"/, `"${versionOf(folder)}"`));
}
run(binOf("oxfmt"));
const version = versionOf("apps/server");
console.log(`This is ${version}. When it is right, commit it and push the tag v${version}: that publishes it.`);
