// The longer proofs of how automations run: pnpm prove [equivalence] [workspaces] [crash] [failover]. Sizes by
// TRILHO_PROOF_GRAPHS, TRILHO_PROOF_WORKSPACES and TRILHO_PROOF_KILLS; with TRILHO_TEST_DATABASE_URL the kills on that
// PostgreSQL, too, and with TRILHO_TEST_PGBOUNCER the failover behind each PgBouncer that it names, as a PATH does.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PROOFS = {
  equivalence: { file: "runs/tests/proofs/equivalence.test.ts", size: { TRILHO_PROOF_GRAPHS: "5000" } },
  workspaces: { file: "runs/tests/proofs/workspaces.test.ts", size: { TRILHO_PROOF_WORKSPACES: "2000" } },
  crash: { file: "runs/tests/proofs/crash.test.ts", size: { TRILHO_PROOF_KILLS: "200" } },
  failover: { file: "launch/failover.long.test.ts", size: {} },
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) {
  console.error(`No proof is called ${unknown.join(", ")}. There are: ${Object.keys(PROOFS).join(", ")}`);
  process.exit(1);
}
for (const name of asked.length === 0 ? Object.keys(PROOFS) : asked) {
  const { file, size } = PROOFS[name];
  const env = { TRILHO_TEST_ALL: "1", ...size, ...process.env };
  const args = [vitest, "run", "--project", "server", `apps/server/src/${file}`];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
