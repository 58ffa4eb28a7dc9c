// Checks what `pnpm publish` would send: manifests (publint), types (attw), sizes (size-limit), what nobody uses (knip).
// Works offline, on what `tsc -b` made.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = ["engine", "contract", "api-client", "cli"];

let failed = false;
const report = (title, problems) => {
  if (problems.length === 0) return;
  failed = true;
  console.error(`${title}:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
};

/** Runs a tool's own script, so that no shim of any platform is in the way. */
function run(title, script, args) {
  const path = join(root, "node_modules", script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { cwd: root, encoding: "utf8" });
  if (status !== 0) report(title, [`${stdout}${stderr}`.trim()]);
}

function pack(folder, destination) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination];
  const shell = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", shell });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}: ${stderr}`);
  const [{ filename, files }] = JSON.parse(stdout);
  return {
    tarball: join(destination, filename.replace("@", "").replace("/", "-")),
    files: files.map(({ path }) => path),
  };
}

async function checkPackage(name, destination) {
  const folder = join(root, "packages", name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entries = Object.values(manifest.exports).map(({ default: path }) => path);
  const missing = entries.filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0)
    return report(manifest.name, [`not built, run \`pnpm run typecheck\`: ${missing.join(", ")}`]);

  const { tarball, files } = pack(folder, destination);
  const strays = files.filter((path) => /\.tsbuildinfo$|\.test\.|\/testing\//.test(path));
  report(`${manifest.name}, files that nobody needs`, strays);
  const { messages, pkg } = await publint({ pack: { tarball: toArrayBuffer(readFileSync(tarball)) }, strict: true });
  report(
    `${manifest.name}, publint`,
    messages.map((message) => formatMessage(message, pkg, { color: false })),
  );
  const options = ["--profile", "esm-only", "--format", "ascii", "--no-emoji"];
  run(`${manifest.name}, attw`, "@arethetypeswrong/cli/dist/index.js", [tarball, ...options]);
  for (const path of entries) await import(pathToFileURL(join(folder, path)).href);
}

function toArrayBuffer({ buffer, byteOffset, byteLength }) {
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

const destination = mkdtempSync(join(tmpdir(), "trilho-packages-"));
try {
  for (const name of packages) await checkPackage(name, destination);
} finally {
  rmSync(destination, { recursive: true, force: true });
}
run("Sizes", "size-limit/bin.js", []);
run("Unused files, exports and dependencies", "knip/bin/knip.js", ["--no-progress"]);
if (failed) process.exit(1);
console.log(`Packages: ${packages.map((name) => `@trilho/${name}`).join(", ")} are fit to be published.`);
