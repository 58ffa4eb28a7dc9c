import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeProject, run, whileRunning } from "./project.mjs";

const engine = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "packages/engine");
const { devDependencies } = JSON.parse(readFileSync(join(engine, "package.json"), "utf8"));

/** How each server of the engine's README listens, and what is put into the graph's place in a request. */
const SERVERS = {
  express: { listen: "const server = app.listen(0, host);", body: (graphDefinition) => ({ graphDefinition }) },
  fastify: {
    listen: "await app.listen({ port: 0, host });\nconst { server } = app;",
    body: (graphDefinition) => ({ graphDefinition }),
  },
  hono: {
    listen:
      'const { serve } = await import("@hono/node-server");\nconst server = serve({ fetch: app.fetch, port: 0, hostname: host });',
    body: (graphDefinition) => ({ graphDefinition }),
  },
  node: { listen: "server.listen(0, host);", body: (graph) => graph },
};
const LIBRARIES = ["express", "fastify", "hono", "@hono/node-server"];

const GRAPH = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "done", type: "end" },
  ],
  edges: [{ source: "start", target: "done" }],
};
const LOOSE = { ...GRAPH, edges: [{ source: "start", target: "ghost" }] };

const PRINT = `
if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
console.log("port " + server.address().port);`;

const put = (port, body) =>
  fetch(`http://127.0.0.1:${port}/automations/7`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The servers of the engine's README keep a right graph and refuse a wrong one, each in its framework. */
export async function checkServers({ folder, tarballs }) {
  const sources = Object.entries(SERVERS).map(([name, { listen }]) => {
    const code = readFileSync(join(engine, `src/testing/servers/${name}.ts`), "utf8");
    return [`${name}.ts`, `${code}\nconst host = "127.0.0.1";\n${listen}\n${PRINT}\n`];
  });
  const libraries = LIBRARIES.map((name) => `${name}@${devDependencies[name]}`);
  const packages = [tarballs["@trilho/engine"], "esbuild@0.28.2", ...libraries];
  const path = makeProject(folder, "servers", packages, Object.fromEntries(sources));
  const files = sources.map(([file]) => file);
  run(path, "npx", "esbuild", ...files, "--outdir=.", "--format=esm", "--out-extension:.js=.mjs");
  for (const [name, { body }] of Object.entries(SERVERS))
    await whileRunning({ cwd: path, args: [`${name}.mjs`], pattern: /^port (\d+)$/ }, async ([, port]) => {
      assert.equal((await put(port, body(GRAPH))).status, 204, name);
      const refused = await put(port, body(LOOSE));
      assert.equal(refused.status, 400, name);
      assert.match(await refused.text(), /a step that does not exist/, name);
    });
  return Object.keys(SERVERS).join(", ");
}
