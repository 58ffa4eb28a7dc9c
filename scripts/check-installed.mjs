// Installs the packed packages in empty projects, as strangers do, and uses them there. Needs the npm registry.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packAll } from "./pack.mjs";

/** The oldest and the newest whose users are promised that the types are read. */
const TYPESCRIPTS = ["5.4", "6.0"];
const shell = process.platform === "win32";
const folder = mkdtempSync(join(tmpdir(), "trilho-installed-"));

function run(cwd, command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", shell });
  assert.equal(status, 0, `${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

function project(name, packages, files = {}) {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  run(path, "npm", "install", "--no-audit", "--no-fund", "--no-package-lock", ...packages);
  return path;
}

/** `npx trilho` is the whole start: it prints a link, and the link leads to the editor and the API. */
async function checkServer({ trilho }) {
  const started = performance.now();
  const path = project("server", [trilho]);
  const env = { ...process.env, PORT: "0", TRILHO_DATA_DIR: join(path, "data"), DATABASE_URL: "" };
  const main = join(path, "node_modules/trilho/server/dist/bundle/main.js");
  const command = (...args) => spawnSync(process.execPath, [main, ...args], { cwd: path, env, encoding: "utf8" });
  const server = spawn(process.execPath, [main], { cwd: path, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  try {
    const [origin, key] = await linkIn(server.stdout);
    console.log(`trilho: installed and started in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    assert.match(await (await fetch(origin)).text(), /<div id="root">/);
    assert.equal((await fetch(`${origin}/docs/assets/swagger-ui.css`)).status, 200);
    const deals = await fetch(`${origin}/api/v1/deals`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(deals.status, 200);
    assert.match(command("backup", join(path, "a.backup")).stdout, /^Wrote \d+ rows/);
  } finally {
    server.kill();
    await ended;
  }
  assert.match(command("--version").stdout, /^\d+\.\d+\.\d+\n$/);
}

async function linkIn(stdout) {
  for await (const line of createInterface({ input: stdout })) {
    const [, origin, key] = /(http:\/\/[\d.:]+)\/#key=(\S+)/.exec(line) ?? [];
    if (origin !== undefined) return [origin, key];
  }
  throw new Error("The server ended before it had printed a link.");
}

const USE = `
import { simulateRun, validateGraph, type GraphDefinition } from "@trilho/engine";
import { startsOn } from "@trilho/engine/trigger";
import { emitOpenapi } from "@trilho/contract";
import { createClient } from "@trilho/api-client";

const graph: GraphDefinition = {
  version: 2,
  nodes: [{ id: "start", type: "trigger" }, { id: "done", type: "end" }],
  edges: [{ source: "start", target: "done" }],
};
const { valid } = validateGraph(graph);
const client = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "k" });
const names: string[] = [typeof simulateRun, typeof startsOn, typeof client.deals.list, String(emitOpenapi().openapi)];
console.log(JSON.stringify([valid, ...names]));
`;
const BASE = { strict: true, noEmit: true, target: "es2022", types: [], lib: ["es2023", "dom"] };
const CONFIGS = { nodenext: { module: "nodenext" }, bundler: { module: "esnext", moduleResolution: "bundler" } };

/** The libraries load, and their types are read by every TypeScript that is promised, with nothing skipped. */
function checkLibraries(tarballs) {
  const names = ["@trilho/engine", "@trilho/contract", "@trilho/api-client", "@trilho/cli"];
  const compilers = TYPESCRIPTS.map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
  const configs = Object.entries(CONFIGS).map(([name, options]) => [
    `tsconfig.${name}.json`,
    JSON.stringify({ compilerOptions: { ...BASE, ...options }, files: ["use.ts"] }),
  ]);
  const path = project("libraries", [...names.map((name) => tarballs[name]), "esbuild@0.28.2", ...compilers], {
    "use.ts": USE,
    ...Object.fromEntries(configs),
  });
  for (const version of TYPESCRIPTS) {
    const tsc = join(path, `node_modules/typescript-${version}/bin/tsc`);
    for (const [file] of configs) run(path, process.execPath, tsc, "-p", file);
  }
  run(path, "npx", "esbuild", "use.ts", "--outfile=use.mjs", "--format=esm");
  run(path, "npx", "esbuild", "use.ts", "--bundle", "--platform=browser", "--outfile=browser.js", "--format=esm");
  const expected = [true, "function", "function", "function", "3.1.0"];
  for (const file of ["use.mjs", "browser.js"])
    assert.deepEqual(JSON.parse(run(path, process.execPath, file)), expected);
  assert.match(run(path, "npx", "trilho", "--help"), /^Usage: trilho <command>/);
  console.log(`Libraries: used in Node.js ${process.version}, esbuild, TypeScript ${TYPESCRIPTS.join(", ")}`);
}

try {
  const tarballs = await packAll(join(folder, "packed"));
  await checkServer(tarballs);
  checkLibraries(tarballs);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
