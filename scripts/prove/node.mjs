// The unit tests and a start of the product on the Node.js that is oldest of those promised, on each that is maintained and
// on the newest: pnpm prove node, or TRILHO_PROOF_NODES="22 24". Needs the npm registry, which has Node.js as packages.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { binOf } from "../bin.mjs";
import { buildProduct } from "../build.mjs";
import { tryProduct } from "../installed/product.mjs";

const VERSIONS = "20.19.0 22 24 latest";
const platform = process.platform === "win32" ? "win" : process.platform;

function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}.`);
}

/** The path of a Node.js of that version. */
function nodeOf(version, folder) {
  const name = `node-${platform}-${process.arch}`;
  mkdirSync(folder);
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--force", `${name}@${version}`];
  run("npm", args, { shell: process.platform === "win32" });
  return join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
}

async function proveOn(node, root, folder) {
  // What tests start by name is that Node.js as well.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  run(node, [binOf("vitest"), "run", "--reporter=dot"], { cwd: root, env });
  await tryProduct(node, join(root, "apps/server/dist/bundle/main.js"), folder);
}

/** Every version is tried, so that one that fails hides no other. Answers those that failed. */
export async function proveNodes(root) {
  const folder = mkdtempSync(join(tmpdir(), "trilho-nodes-"));
  const failed = [];
  await buildProduct();
  try {
    for (const version of (process.env.TRILHO_PROOF_NODES ?? VERSIONS).split(" ")) {
      const own = join(folder, version);
      const node = nodeOf(version, own);
      console.log(`Node.js ${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()}`);
      await proveOn(node, root, own).catch((error) => failed.push(`Node.js ${version}: ${error.message}`));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}
