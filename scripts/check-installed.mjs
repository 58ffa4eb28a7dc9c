// Installs the packed packages in empty projects, as strangers do, and uses them there. Needs the npm registry and a
// Chromium. node scripts/check-installed.mjs [product] [libraries] [servers] [bundlers] [next]: those parts alone.
import { join } from "node:path";
import { checkBundlers } from "./installed/bundlers.mjs";
import { checkLibraries } from "./installed/libraries.mjs";
import { checkNext } from "./installed/next.mjs";
import { checkProduct } from "./installed/product.mjs";
import { makeFolder } from "./installed/project.mjs";
import { checkServers } from "./installed/servers.mjs";
import { packAll } from "./pack.mjs";

const PARTS = {
  product: checkProduct,
  libraries: checkLibraries,
  servers: checkServers,
  bundlers: checkBundlers,
  next: checkNext,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(", ")}. There are: ${Object.keys(PARTS).join(", ")}`);
  process.exit(1);
}
const { folder, remove } = makeFolder();
try {
  const tarballs = await packAll(join(folder, "packed"));
  for (const name of asked.length === 0 ? Object.keys(PARTS) : asked) {
    const started = performance.now();
    const covered = await PARTS[name]({ folder, tarballs });
    console.log(`${name}: ${covered} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  }
} finally {
  remove();
}
