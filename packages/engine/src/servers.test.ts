import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { app as expressApp } from "./testing/servers/express.ts";
import { app as fastifyApp } from "./testing/servers/fastify.ts";
import { app as honoApp } from "./testing/servers/hono.ts";
import { server as nodeServer } from "./testing/servers/node.ts";

const right = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "done", type: "end" },
  ],
  edges: [{ source: "start", target: "done" }],
};
const wrong = { ...right, edges: [{ source: "start", target: "ghost" }] };

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const put = (port: number, body: string) =>
  globalThis.fetch(`http://127.0.0.1:${port}/automations/7`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });

const listening = (server: Server) => new Promise<void>((resolve) => void server.once("listening", resolve));
const ports: Record<string, number> = {};
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  const express = expressApp.listen(0, "127.0.0.1");
  const hono = createServer(getRequestListener(honoApp.fetch)).listen(0, "127.0.0.1");
  nodeServer.listen(0, "127.0.0.1");
  await Promise.all([...[express, hono, nodeServer].map(listening), fastifyApp.listen({ port: 0, host: "127.0.0.1" })]);
  Object.assign(ports, {
    express: portOf(express),
    fastify: portOf(fastifyApp.server),
    hono: portOf(hono),
    node: portOf(nodeServer),
  });
  closing.push(
    () => express.close(),
    () => fastifyApp.close(),
    () => hono.close(),
    () => nodeServer.close(),
  );
});

afterAll(() => Promise.all(closing.map((close) => close())));

describe("the README's servers", () => {
  it.each(["express", "fastify", "hono", "node"])("%s stands there as it is tested", (name) => {
    const code = readFileSync(new URL(`testing/servers/${name}.ts`, import.meta.url), "utf8");
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    expect(readme).toContain(`\`\`\`ts\n${code}\`\`\``);
  });

  it.each(["express", "fastify", "hono"])(
    "%s keeps a right graph and tells what is wrong with another",
    async (name) => {
      const port = ports[name] ?? 0;
      expect((await put(port, JSON.stringify({ graphDefinition: right }))).status).toBe(204);
      const refused = await put(port, JSON.stringify({ graphDefinition: wrong }));
      expect([refused.status, await refused.json()]).toEqual([
        400,
        {
          fieldErrors: [
            {
              field: "graphDefinition.edges[0].target",
              message: "The connection from “Trigger” leads to a step that does not exist.",
            },
          ],
        },
      ]);
      expect((await put(port, "null")).status).toBe(400);
      expect((await put(port, "{")).status).toBe(400);
    },
  );

  it("plain Node.js answers with problem details", async () => {
    const port = ports["node"] ?? 0;
    expect((await put(port, JSON.stringify(right))).status).toBe(204);
    const refused = await put(port, JSON.stringify(wrong));
    expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
    expect(await refused.json()).toMatchObject({ errors: [{ code: "dangling-edge", pointer: "#/edges/0/target" }] });
    expect((await put(port, "{")).status).toBe(400);
  });
});
