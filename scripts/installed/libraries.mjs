import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeProject, run } from "./project.mjs";

/** All whose users are promised that the types are read, with nothing skipped. */
const TYPESCRIPTS = ["5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.0", "7.0"];
const NAMES = ["@trilho/engine", "@trilho/contract", "@trilho/api-client", "@trilho/cli"];

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
/** Node.js ≥ 20.19 lets CommonJS require ES modules. */
const REQUIRE = `
const { simulateRun, validateGraph } = require("@trilho/engine");
const { startsOn } = require("@trilho/engine/trigger");
const { emitOpenapi } = require("@trilho/contract");
const { deals } = require("@trilho/api-client").createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "k" });
const edges = [{ source: "start", target: "done" }];
const { valid } = validateGraph({ version: 2, nodes: [{ id: "start", type: "trigger" }, { id: "done", type: "end" }], edges });
console.log(JSON.stringify([valid, typeof simulateRun, typeof startsOn, typeof deals.list, emitOpenapi().openapi]));
`;
const PRINTED = [true, "function", "function", "function", "3.1.0"];
const BASE = { strict: true, noEmit: true, target: "es2022", types: [], lib: ["es2023", "dom"] };
const CONFIGS = { nodenext: { module: "nodenext" }, bundler: { module: "esnext", moduleResolution: "bundler" } };

/** The libraries load as ES modules, as CommonJS and bundled for browsers, and every promised TypeScript reads their types. */
export function checkLibraries({ folder, tarballs }) {
  const compilers = TYPESCRIPTS.map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
  const configs = Object.entries(CONFIGS).map(([name, options]) => [
    `tsconfig.${name}.json`,
    JSON.stringify({ compilerOptions: { ...BASE, ...options }, files: ["use.ts"] }),
  ]);
  const packages = [...NAMES.map((name) => tarballs[name]), "esbuild@0.28.2", ...compilers];
  const files = { "use.ts": USE, "require.cjs": REQUIRE, ...Object.fromEntries(configs) };
  const path = makeProject(folder, "libraries", packages, files);
  for (const name of NAMES) assert(existsSync(join(path, "node_modules", name, "LICENSE")), `${name} has no licence.`);
  for (const version of TYPESCRIPTS) {
    const tsc = join(path, `node_modules/typescript-${version}/bin/tsc`);
    for (const [file] of configs) run(path, process.execPath, tsc, "-p", file);
  }
  run(path, "npx", "esbuild", "use.ts", "--outfile=use.mjs", "--format=esm");
  run(path, "npx", "esbuild", "use.ts", "--bundle", "--platform=browser", "--outfile=browser.js", "--format=esm");
  for (const file of ["use.mjs", "require.cjs", "browser.js"])
    assert.deepEqual(JSON.parse(run(path, process.execPath, file)), PRINTED, file);
  assert.match(run(path, "npx", "trilho", "--help"), /^Usage: trilho <command>/);
  return `ES modules, CommonJS and a bundle on Node.js ${process.version}, TypeScript ${TYPESCRIPTS.join(", ")}`;
}
