// Builds the benchmarks with what they measure and runs them. Arguments name some: pnpm bench engine/validate
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve("@typescript/native/package.json")), "bin/tsc");

function run(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

run([tsc, "-b", "bench"]);
run(["--expose-gc", join("bench", "dist", "main.js"), ...process.argv.slice(2)]);
