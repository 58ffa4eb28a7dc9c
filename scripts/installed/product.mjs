import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { makeProject, whileRunning } from "./project.mjs";

/**
 * Starts the product's script `main` with its data in a folder, and uses it: it prints a link, and the link leads to the
 * editor and the API; a backup is made and the version told. Answers how long the link took, in ms.
 */
export async function tryProduct(node, main, folder) {
  const env = { PORT: "0", TRILHO_DATA_DIR: join(folder, "data"), DATABASE_URL: "" };
  const command = (...args) =>
    spawnSync(node, [main, ...args], { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8" }).stdout;
  const started = performance.now();
  const pattern = /(http:\/\/[\d.:]+)\/#key=(\S+)/;
  const took = await whileRunning({ cwd: folder, node, args: [main], env, pattern }, async ([, origin, key]) => {
    const ms = performance.now() - started;
    assert.match(await (await fetch(origin)).text(), /<div id="root">/);
    assert.equal((await fetch(`${origin}/docs/assets/swagger-ui.css`)).status, 200);
    const deals = await fetch(`${origin}/api/v1/deals`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(deals.status, 200);
    assert.match(command("backup", join(folder, "a.backup")), /^Wrote \d+ rows/);
    return ms;
  });
  assert.match(command("--version"), /^\d+\.\d+\.\d+\n$/);
  return took;
}

/** `npx trilho` is the whole start: what it does is install, and start. */
export async function checkProduct({ folder, tarballs: { trilho } }) {
  const started = performance.now();
  const path = makeProject(folder, "product", [trilho]);
  const installed = performance.now() - started;
  const main = join(path, "node_modules/trilho/server/dist/bundle/main.js");
  const ms = installed + (await tryProduct(process.execPath, main, path));
  return `${(ms / 1000).toFixed(1)} s from the command to the link`;
}
