// What is proved at length: pnpm prove [equivalence] [workspaces] [crash], of how automations run; sizes by
// TRILHO_PROOF_GRAPHS, TRILHO_PROOF_WORKSPACES and TRILHO_PROOF_KILLS; with TRILHO_TEST_DATABASE_URL the kills on that
// PostgreSQL, too. pnpm prove node and pnpm prove firefox prove the same product on other Node.js and in another browser.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { binOf } from "./bin.mjs";
import { proveFirefox } from "./prove/firefox.mjs";
import { proveNodes } from "./prove/node.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** One of how automations run; answers what failed. */
const ofRuns = (name, sizes) => () => {
  const env = { TRILHO_TEST_ALL: "1", ...sizes, ...process.env };
  const args = [binOf("vitest"), "run", "--project", "server", `src/runs/tests/proofs/${name}.test.ts`];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  return status === 0 ? [] : [`The proof of ${name} failed.`];
};

const PROOFS = {
  equivalence: ofRuns("equivalence", { TRILHO_PROOF_GRAPHS: "5000" }),
  workspaces: ofRuns("workspaces", { TRILHO_PROOF_WORKSPACES: "2000" }),
  crash: ofRuns("crash", { TRILHO_PROOF_KILLS: "200" }),
  node: () => proveNodes(root),
  firefox: () => proveFirefox(root),
};
const UNASKED = ["equivalence", "workspaces", "crash"];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) {
  console.error(`No proof is called ${unknown.join(", ")}. There are: ${Object.keys(PROOFS).join(", ")}`);
  process.exit(1);
}
for (const name of asked.length === 0 ? UNASKED : asked) {
  const failures = await PROOFS[name]();
  if (failures.length === 0) continue;
  console.error(failures.join("\n"));
  process.exit(1);
}
